package main

import (
	"maps"
	"os"
	"path/filepath"
	"slices"
	"testing"
)

func TestShellWord(t *testing.T) {
	for word, want := range map[string]string{
		"results/night":  "results/night",
		"":               "''",
		"two words":      "'two words'",
		"it's":           `'it'\''s'`,
		"$HOME":          "'$HOME'",
		"a;rm -rf x":     "'a;rm -rf x'",
		`C:\results`:     `'C:\results'`,
		"ölçüm":          "'ölçüm'",
		"~/results":      "'~/results'",
		"v1.2_x-y+z@a:b": "v1.2_x-y+z@a:b",
	} {
		if got := shellWord(word); got != want {
			t.Errorf("%q is %s, want %s", word, got, want)
		}
	}
}

func TestSpacedByRatio(t *testing.T) {
	for study, want := range map[string][]string{
		`{"axes": [{"b": {"from": 1, "to": 9, "scale": "log"}}, {"a": {"from": 1, "points": 3, "scale": "log"}}]}`: {"b", "a"},
		`{"axes": [{"a": [1, 2, 3]}, {"b": {"from": 1, "to": 9}}, {"points": {"file": "log"}}]}`:                   nil,
		`{}`: nil,
	} {
		if got := spacedByRatio(reportedAxes([]byte(study))); !slices.Equal(got, want) {
			t.Errorf("%s: %v, want %v", study, got, want)
		}
	}
}

func TestReportedAxes(t *testing.T) {
	axes := reportedAxes([]byte(`{"axes": [{"z": [1, 2], "a": [3, 4]}, {"p": {"from": 0.001, "to": 0.1, "scale": "log"}}, {"n": {"from": 0, "to": 20000}}]}`))
	if got, want := axisNames(axes), []string{"z", "a", "p", "n"}; !slices.Equal(got, want) {
		t.Errorf("names %q, want %q", got, want)
	}
	if got, want := designRanges(axes), (map[string]string{"p": "0.001 to 0.1 by ratios", "n": "0 to 20,000"}); !maps.Equal(got, want) {
		t.Errorf("ranges %q, want %q", got, want)
	}
}

// A page that cannot be put in place leaves what was there, and nothing beside it.
func TestReplaceFile(t *testing.T) {
	dir := t.TempDir()
	name := filepath.Join(dir, "page.html")
	for _, content := range []string{"one", "another"} {
		if err := replaceFile(name, []byte(content)); err != nil {
			t.Fatal(err)
		}
		if got, err := os.ReadFile(name); err != nil || string(got) != content {
			t.Errorf("%q, %v", got, err)
		}
	}
	folder := filepath.Join(dir, "folder")
	if err := os.MkdirAll(filepath.Join(folder, "full"), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := replaceFile(folder, []byte("x")); err == nil {
		t.Error("a folder was replaced by a page")
	}
	entries, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	if len(entries) != 2 {
		t.Errorf("left behind: %v", entries)
	}
}

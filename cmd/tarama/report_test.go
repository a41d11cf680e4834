package main

import (
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
		`{"axes": [{"b": {"from": 1, "to": 9, "scale": "log"}}, {"a": {"from": 1, "points": 3, "scale": "log"}}]}`: {"a", "b"},
		`{"axes": [{"a": [1, 2, 3]}, {"b": {"from": 1, "to": 9}}, {"points": {"file": "log"}}]}`:                   nil,
		`{}`: nil,
	} {
		if got := spacedByRatio([]byte(study)); !slices.Equal(got, want) {
			t.Errorf("%s: %v, want %v", study, got, want)
		}
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

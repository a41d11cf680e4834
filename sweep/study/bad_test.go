package study

import (
	"errors"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/txtar"
)

var update = flag.Bool("update", false, "rewrite what the tests expect in testdata")

// TestBadInput reads the archives in testdata/bad. In each, the files of a case are CASE/study.yaml, CASE/set (an
// override a line), points files, and CASE/want: the messages, as a user sees them.
func TestBadInput(t *testing.T) {
	paths, err := filepath.Glob("testdata/bad/*.txtar")
	if err != nil || len(paths) == 0 {
		t.Fatalf("no archives: %v", err)
	}
	for _, path := range paths {
		t.Run(strings.TrimSuffix(filepath.Base(path), ".txtar"), func(t *testing.T) { testArchive(t, path) })
	}
}

func testArchive(t *testing.T, path string) {
	archive, err := txtar.ParseFile(path)
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	cases := map[string]files{}
	for _, f := range archive.Files {
		name, file, _ := strings.Cut(f.Name, "/")
		if cases[name] == nil {
			cases[name] = files{}
			names = append(names, name)
		}
		cases[name][file] = string(f.Data)
	}
	for _, name := range names {
		got := messages(cases[name])
		if got != cases[name]["want"] && !*update {
			t.Errorf("%s\n--- got\n%s--- want\n%s", name, got, cases[name]["want"])
		}
		cases[name]["want"] = got
	}
	if *update {
		writeArchive(t, path, archive, cases)
	}
}

// messages parses a case and prints the problems.
func messages(f files) string {
	var sets []string
	if f["set"] != "" {
		sets = strings.Split(strings.TrimSuffix(f["set"], "\n"), "\n")
	}
	_, err := Parse("study.yaml", []byte(strings.TrimSuffix(f["study.yaml"], "\n")), Options{
		Models: testModels(), Overrides: sets, Open: f.open,
	})
	var problems Problems
	if !errors.As(err, &problems) {
		return fmt.Sprintf("no problems: %v\n", err)
	}
	return problems.Error() + "\n"
}

func writeArchive(t *testing.T, path string, archive *txtar.Archive, cases map[string]files) {
	var out txtar.Archive
	out.Comment = archive.Comment
	for i, f := range archive.Files {
		name, file, _ := strings.Cut(f.Name, "/")
		if file != "want" {
			out.Files = append(out.Files, f)
		}
		if i == len(archive.Files)-1 || !strings.HasPrefix(archive.Files[i+1].Name, name+"/") {
			out.Files = append(out.Files, txtar.File{Name: name + "/want", Data: []byte(cases[name]["want"])})
		}
	}
	if err := os.WriteFile(path, txtar.Format(&out), 0o600); err != nil {
		t.Fatal(err)
	}
}

// TestBadBytes has what a text archive cannot hold.
func TestBadBytes(t *testing.T) {
	for _, c := range []struct{ name, text, want string }{
		{"empty", "", "study.yaml: the file is empty (a study begins with `study: NAME` and `model: NAME`)"},
		{"only a comment", "# nothing\n", "study.yaml: the file is empty (a study begins with `study: NAME` and `model: NAME`)"},
		{"UTF-16", "\xFF\xFEs\x00t\x00", "study.yaml: the file is UTF-16 (save it as UTF-8)"},
		{"Latin-1", "study: a\ntitle: caf\xE9\n", "study.yaml:2:11: not UTF-8 (save the file as UTF-8)"},
		{"tab", "study: a\nfixed:\n\tttl_s: 3\n", "study.yaml:3:1: a tab in the indentation, which YAML does not allow (use spaces)"},
		{"NUL", "study: \"a\\0b\"\nmodel: plain\n", `study.yaml:1:8: a character that cannot be shown: "a\x00b"`},
		{"escape", "study: a\nmodel: plain\ntitle: \"\\e[31mred\"\n", `study.yaml:3:8: a character that cannot be shown: "\x1b[31mred"`},
		{"right to left", "study: a\nmodel: plain\ntitle: \"a\u202eb\"\n", `study.yaml:3:8: a character that cannot be shown: "a\u202eb"`},
		{"deep", "study: a\nmodel: plain\ntitle: " + strings.Repeat("[", 5000) + strings.Repeat("]", 5000), "study.yaml:3:40: lists and mappings nest over 32 levels deep"},
		{"too deep for YAML", strings.Repeat("[", 100_000), "study.yaml:1:1: not YAML: exceeded max depth of 10000"},
		{"too large", strings.Repeat("#", maxBytes+1), "study.yaml: the file is over 1 MiB (long lists of values go into a points file)"},
		{"long word", "study: a\nmodel: " + strings.Repeat("x", 1000), "study.yaml:2:8: there is no model " + strings.Repeat("x", 60) + "... (the models are traffic, plain)"},
	} {
		_, err := Parse("study.yaml", []byte(c.text), Options{Models: testModels()})
		if err == nil || err.Error() != c.want {
			t.Errorf("%s:\n got %v\nwant %s", c.name, err, c.want)
		}
	}
}

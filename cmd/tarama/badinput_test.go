package main

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/rogpeppe/go-internal/txtar"
)

// TestBadInput runs the real command on everything that people and broken files may hand it. The archives in testdata/bad
// hold a case a folder: CASE/args (default: run study.yaml), the files that it reads, and CASE/want: what it says on
// stderr and its exit code. Beyond that, no case prints anything else, leaves a file behind, or shows a panic.
func TestBadInput(t *testing.T) {
	paths, err := filepath.Glob("testdata/bad/*.txtar")
	if err != nil || len(paths) == 0 {
		t.Fatalf("no archives: %v", err)
	}
	for _, path := range paths {
		t.Run(strings.TrimSuffix(filepath.Base(path), ".txtar"), func(t *testing.T) { testBadArchive(t, path) })
	}
}

func testBadArchive(t *testing.T, path string) {
	archive, err := txtar.ParseFile(path)
	if err != nil {
		t.Fatal(err)
	}
	for i := range archive.Files {
		name, file, _ := strings.Cut(archive.Files[i].Name, "/")
		if file != "want" {
			continue
		}
		t.Run(name, func(t *testing.T) {
			got := refuse(t, caseOf(archive, name))
			if want := string(archive.Files[i].Data); got != want && !*update {
				t.Error(cmp.Diff(want, got))
			}
			archive.Files[i].Data = []byte(got)
		})
	}
	if *update {
		if err := os.WriteFile(path, txtar.Format(archive), 0o644); err != nil {
			t.Fatal(err)
		}
	}
}

// caseOf gathers the files of a case by name.
func caseOf(archive *txtar.Archive, name string) map[string]string {
	files := map[string]string{}
	for _, f := range archive.Files {
		if rest, ok := strings.CutPrefix(f.Name, name+"/"); ok && rest != "want" {
			files[rest] = string(f.Data)
		}
	}
	return files
}

// refuse runs the command of a case in a folder of its own, and returns what it says and its exit code.
func refuse(t *testing.T, files map[string]string) string {
	t.Helper()
	args := "run study.yaml"
	if text, ok := files["args"]; ok {
		args = strings.TrimSpace(text)
	}
	dir := t.TempDir()
	for name, text := range files {
		writeFile(t, filepath.Join(dir, name), text)
	}
	before := treeOf(t, dir)
	cmd := exec.Command("sh", "-c", "tarama "+args)
	var stdout, stderr bytes.Buffer
	cmd.Dir, cmd.Stdout, cmd.Stderr = dir, &stdout, &stderr
	err := cmd.Run()
	var exit *exec.ExitError
	if !errors.As(err, &exit) {
		t.Fatalf("tarama %s: %v, but must be refused\n%s", args, err, stderr.Bytes())
	}
	if code := exit.ExitCode(); code != exitUsage && code != exitTaken && code != exitFailedCells {
		t.Errorf("exit code %d", code)
	}
	if stdout.Len() > 0 {
		t.Errorf("stdout has %q", stdout.Bytes())
	}
	if said := stderr.String(); strings.Contains(said, "goroutine") || strings.Contains(said, "panic") {
		t.Error("stderr shows the inside of the program")
	}
	if after := treeOf(t, dir); !slices.Equal(before, after) {
		t.Errorf("left behind: %s", cmp.Diff(before, after))
	}
	return fmt.Sprintf("%sexit %d\n", stderr.Bytes(), exit.ExitCode())
}

func writeFile(t *testing.T, path, text string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
}

// treeOf lists all files and folders below dir, with their sizes.
func treeOf(t *testing.T, dir string) []string {
	t.Helper()
	var tree []string
	err := filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		info, err := d.Info()
		if err != nil {
			return err
		}
		line := path
		if !d.IsDir() {
			line += fmt.Sprintf(" %d", info.Size())
		}
		tree = append(tree, line)
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return tree
}

// TestBadBytes has what a text archive cannot hold.
func TestBadBytes(t *testing.T) {
	const (
		points = "study: a\nmodel: health\naxes:\n  - points: design.csv\n"
		laughs = "a: &a [x, x, x, x, x, x, x, x, x, x]\n"
	)
	utf16 := func(text string) string { return "\xFF\xFE" + strings.Join(strings.Split(text, ""), "\x00") + "\x00" }
	for _, c := range []struct {
		name, study, points string
		want                string
	}{
		{"UTF-16", utf16("study: a\n"), "", "study.yaml: the file is UTF-16 (save it as UTF-8)"},
		{"Latin-1", "study: a\nmodel: health\ntitle: caf\xE9\n", "", "study.yaml:3:11: not UTF-8 (save the file as UTF-8)"},
		{"NUL", "study: \"a\\0\"\nmodel: health\n", "", `study.yaml:1:8: a character that cannot be shown: "a\x00"`},
		{"terminal controls", "study: a\nmodel: \"\\e]0;title\\a\"\n", "", `study.yaml:2:8: a character that cannot be shown: "\x1b]0;title\a"`},
		{"binary", "\x7fELF\x02\x01\x01\x00\x00\xFF", "", "study.yaml:1:10: not UTF-8 (save the file as UTF-8)"},
		{"too large", "study: a\n" + strings.Repeat("# x\n", 1<<20), "", "study.yaml: the file is over 1 MiB (long lists of values go into a points file)"},
		{"nested", "study: " + strings.Repeat("[", 100_000), "", "study.yaml:1:1: not YAML: exceeded max depth of 10000"},
		{"aliases that explode", laughs + strings.ReplaceAll(laughs, "a: &a", "b: &b"), "",
			"study.yaml:1:4: an anchor: &a (studies use no anchors and aliases)\nstudy.yaml:2:4: an anchor: &b (studies use no anchors and aliases)"},
		{"points in UTF-16", points, utf16("interval_s\n2\n"), "design.csv:1:1: the file is UTF-16 (save it as UTF-8)"},
		{"points in Latin-1", points, "interval_s,rng\n2,caf\xE9\n", "design.csv:2:6: not UTF-8 (save the file as UTF-8)"},
		{"a line of 100 MB", points, strings.Repeat("1234567,", 100<<17), "design.csv:1:1: the line is over 64 KiB (is this a text file with a point a line?)"},
		{"points with an open quote", points, "interval_s\n\"2\n3\n", "design.csv:2:3: not comma-separated: extraneous or missing \" in quoted-field (a quoted field ends on its line, and a quote in it is doubled)"},
	} {
		t.Run(c.name, func(t *testing.T) {
			files := map[string]string{"study.yaml": c.study}
			if c.points != "" {
				files["design.csv"] = c.points
			}
			if got, want := refuse(t, files), c.want+"\nexit 2\n"; got != want {
				t.Errorf("\n got %s\nwant %s", got, want)
			}
		})
	}
}

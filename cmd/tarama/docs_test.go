package main

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"syscall"
	"testing"

	"github.com/creack/pty"
	"github.com/google/go-cmp/cmp"
)

// example is a command that a document shows in a console block, and what it prints:
//
//	```console
//	$ tarama run configs/quickstart.yaml
//	results/quickstart: 4 rows in 1 part, ...
//	```
//
// Three dots stand for any text within a line, where it differs from machine to machine.
type example struct {
	line    int // of the command, from 1
	command string
	output  []string
}

// TestDocumentedCommands runs every console block of README.md and docs/ on a terminal, in a folder with the ready
// studies, one document after the other, and compares what a reader would see with what the document shows. With -update
// the documents are rewritten.
func TestDocumentedCommands(t *testing.T) {
	root, err := filepath.Abs("../..")
	if err != nil {
		t.Fatal(err)
	}
	ran := 0
	for _, document := range documents(t, root) {
		t.Run(strings.TrimPrefix(document, root+"/"), func(t *testing.T) {
			ran += runDocument(t, root, document)
		})
	}
	if ran == 0 {
		t.Error("no document shows a command")
	}
}

func documents(t *testing.T, root string) []string {
	t.Helper()
	found := []string{filepath.Join(root, "README.md")}
	for _, pattern := range []string{"docs/*.md", "docs/*/*.md"} {
		more, err := filepath.Glob(filepath.Join(root, pattern))
		if err != nil {
			t.Fatal(err)
		}
		found = append(found, more...)
	}
	return found
}

func runDocument(t *testing.T, root, document string) (ran int) {
	text, err := os.ReadFile(document)
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	if err := os.CopyFS(filepath.Join(dir, "configs"), os.DirFS(filepath.Join(root, "configs"))); err != nil {
		t.Fatal(err)
	}
	lines := strings.Split(string(text), "\n")
	var rewritten []string
	kept := 0 // lines of the document that are in rewritten
	for _, e := range examples(lines) {
		seen, err := execute(dir, e.command)
		if err != nil {
			t.Fatalf("%s:%d: %v", filepath.Base(document), e.line, err)
		}
		if merged := merge(e.output, seen); *update {
			seen = merged
		} else if !cmp.Equal(e.output, merged) {
			t.Errorf("%s:%d: $ %s\n%s", filepath.Base(document), e.line, e.command, cmp.Diff(e.output, merged))
		}
		rewritten = append(append(rewritten, lines[kept:e.line]...), seen...)
		kept = e.line + len(e.output)
		ran++
	}
	if *update {
		rewritten = append(rewritten, lines[kept:]...)
		if err := os.WriteFile(document, []byte(strings.Join(rewritten, "\n")), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	return ran
}

// execute runs a command line as a reader would paste it, with the built command in place of go run, and returns the
// lines that stay on the terminal. An exit code other than 0 is a last line.
func execute(dir, line string) ([]string, error) {
	cmd := exec.Command("sh", "-c", strings.ReplaceAll(line, "go run ./cmd/tarama", "tarama"))
	cmd.Dir = dir
	terminal, err := pty.StartWithSize(cmd, &pty.Winsize{Rows: 50, Cols: 120})
	if err != nil {
		return nil, err
	}
	defer terminal.Close()
	var out bytes.Buffer
	if _, err := io.Copy(&out, terminal); err != nil && !errors.Is(err, syscall.EIO) { // EIO: the other end is closed
		return nil, err
	}
	var exit *exec.ExitError
	if err := cmd.Wait(); errors.As(err, &exit) {
		fmt.Fprintf(&out, "exit status %d\n", exit.ExitCode())
	} else if err != nil {
		return nil, err
	}
	return screen(out.String()), nil
}

// screen is what stays visible of lines in which a progress bar drew over itself.
func screen(text string) []string {
	text = strings.TrimSuffix(strings.ReplaceAll(text, "\r\n", "\n"), "\n")
	if text == "" {
		return nil
	}
	lines := strings.Split(text, "\n")
	for i, line := range lines {
		lines[i] = line[strings.LastIndexByte(line, '\r')+1:]
	}
	return lines
}

// merge returns what was seen, with the shown line in place of each seen one that it describes.
func merge(shown, seen []string) []string {
	merged := append([]string(nil), seen...)
	for i := range merged {
		if i < len(shown) && describes(shown[i], merged[i]) {
			merged[i] = shown[i]
		}
	}
	return merged
}

func describes(shown, seen string) bool {
	pattern := strings.ReplaceAll(regexp.QuoteMeta(shown), `\.\.\.`, ".*")
	return regexp.MustCompile("^" + pattern + "$").MatchString(seen)
}

func examples(lines []string) []example {
	var found []example
	inside, begun := false, false
	for i, line := range lines {
		switch {
		case !inside:
			inside, begun = strings.TrimSpace(line) == "```console", false
		case strings.TrimSpace(line) == "```":
			inside = false
		case strings.HasPrefix(line, "$ "):
			found = append(found, example{line: i + 1, command: line[2:]})
			begun = true
		case begun:
			last := &found[len(found)-1]
			last.output = append(last.output, line)
		}
	}
	return found
}

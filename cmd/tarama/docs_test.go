package main

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// session is one fenced block of a document that shows commands and their output:
//
//	```console
//	$ tarama version
//	tarama 0.1.0
//	```
type session struct {
	line     int // of the fence
	commands []command
}

type command struct {
	line   int
	text   string
	output string // what follows, up to the next command
}

// TestDocumentedCommands runs every console block of README.md and docs/ in a folder with the ready studies, one
// document after the other, and compares what they print, stdout and stderr together, with what the document shows.
// With -update the documents are rewritten.
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
	var shown, seen []string
	last := 0
	for _, s := range sessions(lines) {
		for _, c := range s.commands {
			got := execute(dir, c.text)
			if got != c.output {
				t.Errorf("%s:%d: $ %s\n%s", filepath.Base(document), c.line, c.text, cmp.Diff(c.output, got))
			}
			shown = append(shown, lines[last:c.line]...)
			shown = append(shown, splitLines(got)...)
			last = c.line + len(splitLines(c.output))
			ran++
		}
	}
	seen = append(shown, lines[last:]...)
	if *update {
		if err := os.WriteFile(document, []byte(strings.Join(seen, "\n")), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	return ran
}

// execute runs a command line as a reader would paste it, with the built command in place of go run.
func execute(dir, line string) string {
	cmd := exec.Command("sh", "-c", strings.ReplaceAll(line, "go run ./cmd/tarama", "tarama"))
	cmd.Dir = dir
	var out bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &out
	if err := cmd.Run(); err != nil {
		if cmd.ProcessState == nil {
			return err.Error()
		}
		fmt.Fprintf(&out, "exit status %d\n", cmd.ProcessState.ExitCode())
	}
	return out.String()
}

func sessions(lines []string) []session {
	var found []session
	inside := false
	for i, line := range lines {
		switch {
		case !inside && strings.TrimSpace(line) == "```console":
			inside = true
			found = append(found, session{line: i + 1})
		case inside && strings.TrimSpace(line) == "```":
			inside = false
		case inside:
			s := &found[len(found)-1]
			if text, ok := strings.CutPrefix(line, "$ "); ok {
				s.commands = append(s.commands, command{line: i + 1, text: text})
			} else if n := len(s.commands); n > 0 {
				s.commands[n-1].output += line + "\n"
			}
		}
	}
	return found
}

func splitLines(text string) []string {
	if text == "" {
		return nil
	}
	return strings.Split(strings.TrimSuffix(text, "\n"), "\n")
}

package main

import (
	"bytes"
	"encoding/json"
	"go/format"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// TestWorkedModel does what docs/adding-a-model.md says: it makes the files of the model and the changes of others,
// seen only by the go command through an overlay, runs the tests that the page names, builds the command, runs the page's
// study, and compares the rows with the page's. With -update it writes them.
func TestWorkedModel(t *testing.T) {
	const document = "adding-a-model.md"
	root, err := filepath.Abs("../..")
	if err != nil {
		t.Fatal(err)
	}
	w := &workedModel{root: root, dir: t.TempDir(), replaced: map[string]string{}}
	for _, f := range fences(t, document, "go", "diff", "sh", "yaml", "text") {
		switch f.language {
		case "go":
			if formatted, err := format.Source([]byte(f.text)); err != nil || string(formatted) != f.text {
				t.Errorf("%s:%d: not as gofmt writes it: %v", document, f.line, err)
			}
			w.replace(t, f.attributes["file"], f.text)
		case "diff":
			w.patch(t, f)
		case "sh":
			w.test(t, f)
		case "yaml":
			writeFile(t, filepath.Join(w.dir, f.attributes["file"]), f.text)
			w.build(t, "build", "tarama", "./cmd/tarama")
			w.run(t, w.dir, "./tarama", "run", f.attributes["file"], "--quiet")
		case "text":
			command := []string{"./tarama"} // a verb, and what it is given
			for verb, of := range f.attributes {
				command = append(command, verb, of)
			}
			got := w.run(t, w.dir, command...)
			if *update {
				rewriteFence(t, document, f, got)
			} else if got != f.text {
				t.Errorf("%s:%d: %s", document, f.line, cmp.Diff(f.text, got))
			}
		}
	}
}

// workedModel is a checkout with some files replaced or added.
type workedModel struct {
	root, dir string
	replaced  map[string]string // paths in the checkout, and what stands for them
}

func (w *workedModel) replace(t *testing.T, name, text string) {
	t.Helper()
	stand := filepath.Join(w.dir, "overlay", name)
	writeFile(t, stand, text)
	w.replaced[filepath.Join(w.root, name)] = stand
}

// patch adds the lines of a diff that begin with + after the line before them.
func (w *workedModel) patch(t *testing.T, f fence) {
	t.Helper()
	name := f.attributes["file"]
	path, replaced := w.replaced[filepath.Join(w.root, name)]
	if !replaced {
		path = filepath.Join(w.root, name)
	}
	text, anchor := readText(t, path), ""
	for _, line := range strings.SplitAfter(f.text, "\n") {
		switch {
		case strings.HasPrefix(line, " "):
			if anchor = line[1:]; strings.Count(text, anchor) != 1 {
				t.Fatalf("line %d: %s does not have the line %q exactly once", f.line, name, anchor)
			}
		case strings.HasPrefix(line, "+"):
			text = strings.Replace(text, anchor, anchor+line[1:], 1)
		}
	}
	w.replace(t, name, text)
}

// test runs the tests of the packages that a go test command names. The go command cannot run them by itself, since the
// model's folder is not there.
func (w *workedModel) test(t *testing.T, f fence) {
	t.Helper()
	command := strings.Fields(f.text)
	if len(command) < 3 || command[0] != "go" || command[1] != "test" {
		t.Fatalf("line %d: %q is not go test and packages", f.line, f.text)
	}
	for _, folder := range command[2:] {
		name := filepath.Base(folder) + ".test"
		w.build(t, "test", name, "-c", "-vet=off", folder)
		w.run(t, w.dir, "./"+name)
	}
}

// build has the go command see the files.
func (w *workedModel) build(t *testing.T, verb, output string, arguments ...string) {
	t.Helper()
	overlay, err := json.Marshal(map[string]any{"Replace": w.replaced})
	if err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(w.dir, "overlay.json")
	writeFile(t, path, string(overlay))
	command := append([]string{"go", verb, "-overlay=" + path, "-o", filepath.Join(w.dir, output)}, arguments...)
	w.run(t, w.root, command...)
}

func (w *workedModel) run(t *testing.T, dir string, command ...string) string {
	t.Helper()
	cmd := exec.Command(command[0], command[1:]...)
	var stdout, stderr bytes.Buffer
	cmd.Dir, cmd.Stdout, cmd.Stderr = dir, &stdout, &stderr
	if err := cmd.Run(); err != nil {
		t.Fatalf("%s: %v\n%s%s", strings.Join(command, " "), err, stdout.Bytes(), stderr.Bytes())
	}
	return stdout.String()
}

// rewriteFence puts a text into a block of a document.
func rewriteFence(t *testing.T, document string, f fence, text string) {
	t.Helper()
	path := filepath.Join("..", "..", "docs", document)
	lines := strings.SplitAfter(readText(t, path), "\n")
	var b strings.Builder
	for _, line := range lines[:f.line] {
		b.WriteString(line)
	}
	b.WriteString(text)
	for _, line := range lines[f.line+strings.Count(f.text, "\n"):] {
		b.WriteString(line)
	}
	if err := os.WriteFile(path, []byte(b.String()), 0o644); err != nil {
		t.Fatal(err)
	}
}

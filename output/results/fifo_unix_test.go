//go:build unix

package results

import (
	"path/filepath"
	"strings"
	"syscall"
	"testing"
)

// TestPipes puts pipes in the place of files. Opening one would wait for a writer for ever.
func TestPipes(t *testing.T) {
	for _, name := range []string{manifestName, ".journal-000001.jsonl", lockName} {
		dir := t.TempDir()
		if err := syscall.Mkfifo(filepath.Join(dir, name), 0o666); err != nil {
			t.Fatal(err)
		}
		if d, err := Create(dir, testHeader(), testSchema(), Options{}); err == nil {
			t.Errorf("%s: no error", name)
			d.Close()
		}
	}
	dir := filepath.Join(t.TempDir(), "r")
	files := finished(t)
	delete(files, partName(0, "arrow"))
	restore(t, dir, files)
	if err := syscall.Mkfifo(filepath.Join(dir, partName(0, "arrow")), 0o666); err != nil {
		t.Fatal(err)
	}
	d := create(t, dir)
	defer d.Close()
	if err := d.Verify(d.Earlier()[0], VerifyOptions{}); err == nil {
		t.Error("a pipe counts as a part")
	}
}

// TestPipeAsDirectory puts a pipe in the place of the directory.
func TestPipeAsDirectory(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "r")
	if err := syscall.Mkfifo(dir, 0o666); err != nil {
		t.Fatal(err)
	}
	_, inspected := Inspect(dir)
	_, opened := Open(dir)
	_, created := Create(dir, testHeader(), testSchema(), Options{})
	_, read := ReadStatus(dir, new(int))
	for what, err := range map[string]error{"Inspect": inspected, "Open": opened, "Create": created, "ReadStatus": read} {
		if err == nil || !strings.Contains(err.Error(), "not a directory") {
			t.Errorf("%s: %v", what, err)
		}
	}
}

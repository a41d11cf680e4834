package results

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// FuzzManifest holds that whatever is accepted is safe to act on: it names files of the directory only, and gives the
// same manifest when written again.
func FuzzManifest(f *testing.F) {
	h := testHeader()
	m := Manifest{Header: h, Columns: columnsOf(testSchema()), Rows: 70}
	for n := range h.Parts() {
		first, end := h.cells(n)
		p := SealedPart{Number: n, FirstCell: first, EndCell: end}
		if n == 2 {
			sum := strings.Repeat("0f", 32)
			p.Rows, p.Files = 70, map[string]File{"parquet": {Bytes: 9, SHA256: sum}, "arrow": {Bytes: 8, SHA256: sum}}
		}
		m.Parts = append(m.Parts, p)
	}
	m.Header.Format = 1
	text, err := m.encode()
	if err != nil {
		f.Fatal(err)
	}
	if _, err := decodeManifest(text); err != nil {
		f.Fatal(err)
	}
	f.Add(text)
	f.Add([]byte("{}"))
	f.Add([]byte(`{"parts":[{"part":-1}],"inputs":[{"name":"../x"}]}`))
	f.Fuzz(func(t *testing.T, text []byte) {
		salvageManifest(text)
		m, err := decodeManifest(text)
		if err != nil {
			return
		}
		for _, p := range m.Parts {
			for format := range p.Files {
				checkName(t, partName(p.Number, format))
			}
		}
		for _, in := range m.Inputs {
			checkName(t, inputName(in.Name))
		}
		first, err := m.encode()
		if err != nil {
			t.Fatal(err)
		}
		again, err := decodeManifest(first)
		if err != nil {
			t.Fatalf("what was accepted is refused when written again: %v", err)
		}
		if second, err := again.encode(); err != nil || !bytes.Equal(first, second) {
			t.Fatalf("written again it differs (%v):\n%s\n%s", err, first, second)
		}
	})
}

// checkName holds that a name is of a file in one of the folders.
func checkName(t *testing.T, name string) {
	t.Helper()
	if !filepath.IsLocal(name) || strings.Count(name, "/") != 1 || strings.ContainsAny(name, "\\\x00") {
		t.Fatalf("a file named %q", name)
	}
}

// FuzzJournal holds that any journal can be read.
func FuzzJournal(f *testing.F) {
	line, err := encodeJSON(entry{Description: &description{Header: testHeader(), Columns: columnsOf(testSchema())}}, "")
	if err != nil {
		f.Fatal(err)
	}
	part, err := encodeJSON(entry{Part: &SealedPart{Number: 3, FirstCell: 300, EndCell: 400}}, "")
	if err != nil {
		f.Fatal(err)
	}
	f.Add(append(line, part...))
	f.Add([]byte("{}\n\n{\"part\":{}}"))
	dir := f.TempDir()
	root, err := os.OpenRoot(dir)
	if err != nil {
		f.Fatal(err)
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		name := journalName(1)
		if err := os.WriteFile(filepath.Join(dir, name), text, 0o666); err != nil {
			t.Fatal(err)
		}
		c, err := readJournal(dir, root, name)
		if err != nil {
			t.Fatal(err)
		}
		if c.description == nil && len(c.parts)+len(c.inputs) > 0 {
			t.Fatalf("parts of an unknown study: %+v", c)
		}
		for i := range c.parts {
			if err := c.parts[i].check(&c.description.Header); err != nil {
				t.Fatal(err)
			}
		}
	})
}

package results

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"tarama/output"
)

// Manifest says what a finished results directory holds. It depends on the study alone.
type Manifest struct {
	Header
	Columns []column     `json:"columns"`
	Rows    int64        `json:"rows"`
	Inputs  []Input      `json:"inputs,omitempty"` // by name
	Parts   []SealedPart `json:"parts"`            // by number, every one of the plan
}

// maxManifest bounds the memory that reading a manifest or a journal takes.
const maxManifest = 256 << 20

// Schema returns the columns.
func (m *Manifest) Schema() (*output.Schema, error) { return schemaOf(m.Columns) }

// encode gives the manifest's bytes, which are the same for the same content.
func (m *Manifest) encode() ([]byte, error) { return encodeJSON(m, "  ") }

func encodeJSON(v any, indent string) ([]byte, error) {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	e.SetIndent("", indent)
	err := e.Encode(v)
	return b.Bytes(), err
}

// readManifest returns nil if there is no manifest.
func readManifest(dir string, root *os.Root) (*Manifest, error) {
	text, err := readBounded(root, manifestName)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	name := filepath.Join(dir, manifestName)
	if len(text) > maxManifest {
		return nil, damaged(name, "is longer than %d bytes", maxManifest)
	}
	m, err := decodeManifest(text)
	if err != nil {
		return nil, damaged(name, "%v", err)
	}
	return m, nil
}

// decodeManifest takes nothing on trust: whatever it accepts can be read, verified and removed safely.
func decodeManifest(text []byte) (*Manifest, error) {
	var m Manifest
	if err := json.Unmarshal(text, &m); err != nil {
		return nil, fmt.Errorf("not a manifest: %w", err)
	}
	if m.Format > output.FormatVersion {
		return nil, fmt.Errorf("written by a newer version of the tool: format %d, here %d", m.Format, output.FormatVersion)
	}
	if err := m.Header.check(); err != nil {
		return nil, err
	}
	if _, err := m.Schema(); err != nil {
		return nil, err
	}
	for i := range m.Inputs {
		if err := m.Inputs[i].check(); err != nil {
			return nil, err
		}
	}
	if err := m.checkParts(); err != nil {
		return nil, err
	}
	return &m, m.checkSpelling(text)
}

// checkSpelling holds a manifest to the bytes that encode gives: a reader of JSON passes over a misspelt key.
func (m *Manifest) checkSpelling(text []byte) error {
	written, err := m.encode()
	if err != nil || bytes.Equal(written, text) {
		return err
	}
	line := 1
	for i := range min(len(written), len(text)) {
		if written[i] != text[i] {
			break
		}
		if text[i] == '\n' {
			line++
		}
	}
	return fmt.Errorf("it was changed: line %d is not as it was written", line)
}

func (m *Manifest) checkParts() error {
	if len(m.Parts) != m.Header.Parts() {
		return fmt.Errorf("%d parts: the plan has %d", len(m.Parts), m.Header.Parts())
	}
	rows := int64(0)
	for i := range m.Parts {
		if m.Parts[i].Number != i {
			return fmt.Errorf("part %d stands in the place of part %d", m.Parts[i].Number, i)
		}
		if err := m.Parts[i].check(&m.Header); err != nil {
			return err
		}
		rows += m.Parts[i].Rows
	}
	if rows != m.Rows {
		return fmt.Errorf("%d rows: the parts have %d", m.Rows, rows)
	}
	return nil
}

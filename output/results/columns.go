package results

import (
	"fmt"

	"tarama/output"
)

// column is a column of the schema as the manifest and journals write it.
type column struct {
	Name     string   `json:"name"`
	Type     string   `json:"type"`
	Role     string   `json:"role"`
	Unit     string   `json:"unit,omitempty"`
	Doc      string   `json:"doc,omitempty"`
	Nullable bool     `json:"nullable"`
	Words    []string `json:"words,omitempty"`
}

func columnsOf(s *output.Schema) []column {
	columns := make([]column, len(s.Columns))
	for i, c := range s.Columns {
		columns[i] = column{c.Name, c.Type.String(), string(c.Role), c.Unit, c.Doc, c.Nullable, c.Words}
	}
	return columns
}

// schemaOf is the way back. It has no metadata: those are in the files.
func schemaOf(columns []column) (*output.Schema, error) {
	s := &output.Schema{Columns: make([]output.Column, len(columns))}
	for i, c := range columns {
		t, ok := typeNamed(c.Type)
		if !ok {
			return nil, fmt.Errorf("column %q: unknown type %q", c.Name, c.Type)
		}
		s.Columns[i] = output.Column{Name: c.Name, Type: t, Role: output.Role(c.Role), Unit: c.Unit, Doc: c.Doc,
			Nullable: c.Nullable, Words: c.Words}
	}
	return s, s.Check()
}

func typeNamed(name string) (output.Type, bool) {
	for _, t := range output.Types() {
		if t.String() == name {
			return t, true
		}
	}
	return 0, false
}

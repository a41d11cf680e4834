package output

import (
	"fmt"
	"slices"
	"strings"
)

// String is the type's name in manifests and messages.
func (t Type) String() string {
	switch t {
	case Int64:
		return "int64"
	case Float64:
		return "float64"
	case Dict:
		return "dictionary"
	case Text:
		return "text"
	}
	return fmt.Sprintf("type %d", uint8(t))
}

// Types are all types of columns.
func Types() []Type { return []Type{Int64, Float64, Dict, Text} }

// Difference says in which property a column is declared otherwise than wanted, with both values; "" if in none. Few is a
// hint to writers and no part of the declaration.
func (c *Column) Difference(wanted *Column) string {
	for _, p := range []struct {
		name         string
		same         bool
		have, wanted any
	}{
		{"name", c.Name == wanted.Name, c.Name, wanted.Name},
		{"type", c.Type == wanted.Type, c.Type, wanted.Type},
		{"role", c.Role == wanted.Role, c.Role, wanted.Role},
		{"unit", c.Unit == wanted.Unit, c.Unit, wanted.Unit},
		{"doc", c.Doc == wanted.Doc, c.Doc, wanted.Doc},
		{"nullable", c.Nullable == wanted.Nullable, c.Nullable, wanted.Nullable},
		{"words", slices.Equal(c.Words, wanted.Words), strings.Join(c.Words, ", "), strings.Join(wanted.Words, ", ")},
	} {
		if !p.same {
			return fmt.Sprintf("%s %.200q instead of %.200q", p.name, fmt.Sprint(p.have), fmt.Sprint(p.wanted))
		}
	}
	return ""
}

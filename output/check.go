package output

import (
	"fmt"
	"strings"
	"unicode/utf8"
)

// MaxRows bounds the rows of one table, and so the memory that a reader needs for a column of one row group: a file that
// claims more is refused.
const MaxRows = 1 << 20

// MaxText bounds the bytes of all strings of one Text column in one table, for the same reason.
const MaxText = 32 << 20

// Check says whether files can be written with this schema: each column has a name, names differ by more than case
// (DuckDB ignores case, and one reader that audits use ignores that of the first letter), dictionaries have words, all
// different, and texts are valid UTF-8.
func (s *Schema) Check() error {
	if len(s.Columns) == 0 {
		return fmt.Errorf("the schema has no columns")
	}
	seen := make(map[string]string, len(s.Columns))
	for i := range s.Columns {
		c := &s.Columns[i]
		if err := c.check(); err != nil {
			return err
		}
		folded := strings.ToLower(c.Name)
		if earlier, ok := seen[folded]; ok {
			return fmt.Errorf("columns %q and %q: names must differ by more than case", earlier, c.Name)
		}
		seen[folded] = c.Name
	}
	for _, p := range s.Metadata {
		if !utf8.ValidString(p.Key) || !utf8.ValidString(p.Value) {
			return fmt.Errorf("metadata %q: not valid UTF-8", p.Key)
		}
	}
	return nil
}

func (c *Column) check() error {
	if c.Name == "" || !utf8.ValidString(c.Name) {
		return fmt.Errorf("column name %q: must be UTF-8 and not empty", c.Name)
	}
	if !utf8.ValidString(c.Unit) || !utf8.ValidString(c.Doc) {
		return fmt.Errorf("column %s: unit and doc must be valid UTF-8", c.Name)
	}
	if c.Type > Text {
		return fmt.Errorf("column %s: unknown type %d", c.Name, c.Type)
	}
	if c.Type != Dict {
		return nil
	}
	if len(c.Words) == 0 {
		return fmt.Errorf("column %s: a dictionary needs at least one word", c.Name)
	}
	seen := make(map[string]bool, len(c.Words))
	for _, w := range c.Words {
		if seen[w] {
			return fmt.Errorf("column %s: the dictionary has %q twice", c.Name, w)
		}
		if !utf8.ValidString(w) {
			return fmt.Errorf("column %s: the word %q is not valid UTF-8", c.Name, w)
		}
		seen[w] = true
	}
	return nil
}

// Check says whether a table fits a schema: the slices are there and long enough, codes are in their dictionary, reals
// are not NaN, texts are valid UTF-8, and only nullable columns have nulls. Writers call it on every table, so that what
// they write can be read back.
func (t *Table) Check(s *Schema) error {
	if t.Rows < 0 || t.Rows > MaxRows {
		return fmt.Errorf("a table of %d rows: between 0 and %d are allowed", t.Rows, MaxRows)
	}
	if len(t.Columns) != len(s.Columns) {
		return fmt.Errorf("a table of %d columns: the schema has %d", len(t.Columns), len(s.Columns))
	}
	for i := range t.Columns {
		if err := t.Columns[i].check(&s.Columns[i], t.Rows); err != nil {
			return fmt.Errorf("column %s: %w", s.Columns[i].Name, err)
		}
	}
	return nil
}

// Stored is how many values the column's slice holds in a table of that many rows.
func (v *Values) Stored(rows int) int {
	if v.Constant {
		return min(rows, 1)
	}
	return rows
}

func (v *Values) check(c *Column, rows int) error {
	n := v.Stored(rows)
	if have := v.length(c.Type); have < n {
		return fmt.Errorf("%d values for %d rows", have, n)
	}
	if err := v.checkNulls(c, rows); err != nil {
		return err
	}
	switch c.Type {
	case Float64:
		return v.checkReals(n)
	case Dict:
		return v.checkCodes(n, len(c.Words))
	case Text:
		return v.checkTexts(n)
	}
	return nil
}

func (v *Values) length(t Type) int {
	switch t {
	case Int64:
		return len(v.Ints)
	case Float64:
		return len(v.Reals)
	case Dict:
		return len(v.Codes)
	}
	return len(v.Texts)
}

func (v *Values) checkNulls(c *Column, rows int) error {
	if v.Null == nil || v.Constant {
		return nil
	}
	if len(v.Null) < rows {
		return fmt.Errorf("%d null flags for %d rows", len(v.Null), rows)
	}
	if c.Nullable {
		return nil
	}
	for row, null := range v.Null[:rows] {
		if null {
			return fmt.Errorf("row %d is null: the column is not declared nullable", row)
		}
	}
	return nil
}

func (v *Values) isNull(row int) bool { return v.Null != nil && !v.Constant && v.Null[row] }

func (v *Values) checkReals(n int) error {
	for row, x := range v.Reals[:n] {
		if x != x && !v.isNull(row) {
			return fmt.Errorf("row %d is NaN: a missing value must be null", row)
		}
	}
	return nil
}

func (v *Values) checkCodes(n, words int) error {
	highest := uint32(0) // negative codes become the highest
	for _, code := range v.Codes[:n] {
		highest = max(highest, uint32(code))
	}
	if highest < uint32(words) {
		return nil
	}
	for row, code := range v.Codes[:n] {
		if uint32(code) >= uint32(words) && !v.isNull(row) {
			return fmt.Errorf("row %d has code %d: the dictionary has %d words", row, code, words)
		}
	}
	return nil
}

func (v *Values) checkTexts(n int) error {
	size := 0
	for row, text := range v.Texts[:n] {
		if v.isNull(row) {
			continue
		}
		if !utf8.ValidString(text) {
			return fmt.Errorf("row %d is %q: not valid UTF-8", row, text)
		}
		size += len(text)
	}
	if size > MaxText {
		return fmt.Errorf("strings of %d bytes: %d are allowed in a table", size, MaxText)
	}
	return nil
}

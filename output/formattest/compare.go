package formattest

import (
	"bytes"
	"fmt"
	"math"
	"slices"
	"testing"

	"tarama/output"
)

// Write writes tables into one file and returns its bytes.
func Write(t testing.TB, f output.Format, s *output.Schema, tables []*output.Table) []byte {
	t.Helper()
	var file bytes.Buffer
	w, err := f.NewWriter(&file, s)
	if err != nil {
		t.Fatal(err)
	}
	for _, table := range tables {
		if err := w.Write(table); err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return file.Bytes()
}

// Mismatch says that a reader gave something else than what was written, and no error.
type Mismatch struct{ problem string }

// Error says where the first difference is.
func (m *Mismatch) Error() string { return m.problem }

func mismatch(format string, values ...any) error { return &Mismatch{fmt.Sprintf(format, values...)} }

// CheckContent compares everything that a reader gives with what was written, to the bit, however the rows are grouped.
// It returns a *Mismatch or an error of the reader.
func CheckContent(r output.Reader, want []*output.Table, schema *output.Schema) error {
	total := 0
	for _, t := range want {
		total += t.Rows
	}
	for _, n := range r.Rows() {
		total -= n
	}
	if total != 0 {
		return mismatch("row groups of %v rows: %d are missing", r.Rows(), total)
	}
	columns := make([]int, len(schema.Columns))
	for i := range columns {
		columns[i] = i
	}
	var got output.Table
	next := cursor{tables: want}
	for group := range r.Rows() {
		if err := r.Read(group, columns, &got); err != nil {
			return err
		}
		if err := checkTable(&got, &next, schema, columns); err != nil {
			return fmt.Errorf("row group %d: %w", group, err)
		}
	}
	return nil
}

// CheckTable compares some columns of a table that was read with those of the one that was written.
func CheckTable(got, want *output.Table, schema *output.Schema, columns []int) error {
	if got.Rows != want.Rows {
		return mismatch("%d rows, want %d", got.Rows, want.Rows)
	}
	return checkTable(got, &cursor{tables: []*output.Table{want}}, schema, columns)
}

// cursor goes over the rows of tables.
type cursor struct {
	tables []*output.Table
	row    int
}

func (c *cursor) next() (*output.Table, int) {
	for c.row == c.tables[0].Rows {
		c.tables, c.row = c.tables[1:], 0
	}
	c.row++
	return c.tables[0], c.row - 1
}

func checkTable(got *output.Table, want *cursor, schema *output.Schema, columns []int) error {
	if len(got.Columns) != len(schema.Columns) {
		return mismatch("%d columns, want %d", len(got.Columns), len(schema.Columns))
	}
	for i := range got.Columns {
		g := &got.Columns[i]
		if !slices.Contains(columns, i) && (g.Ints != nil || g.Reals != nil || g.Codes != nil || g.Texts != nil || g.Null != nil) {
			return mismatch("column %s was read without being asked for", schema.Columns[i].Name)
		}
	}
	for row := range got.Rows {
		table, at := want.next()
		for _, i := range columns {
			c := &schema.Columns[i]
			if !same(c, &got.Columns[i], row, &table.Columns[i], at) {
				return mismatch("column %s: row %d is %s, want %s", c.Name, row, show(c, &got.Columns[i], row), show(c, &table.Columns[i], at))
			}
		}
	}
	return nil
}

// same compares two values: reals by their bits.
func same(c *output.Column, a *output.Values, i int, b *output.Values, j int) bool {
	if null := isNull(a, i); null || isNull(b, j) {
		return null && isNull(b, j)
	}
	i, j = at(a, i), at(b, j)
	switch c.Type {
	case output.Int64:
		return a.Ints[i] == b.Ints[j]
	case output.Float64:
		return math.Float64bits(a.Reals[i]) == math.Float64bits(b.Reals[j])
	case output.Dict:
		return a.Codes[i] == b.Codes[j]
	}
	return a.Texts[i] == b.Texts[j]
}

func isNull(v *output.Values, row int) bool { return v.Null != nil && !v.Constant && v.Null[row] }

// at is where a row's value stands: a constant column has one.
func at(v *output.Values, row int) int {
	if v.Constant {
		return 0
	}
	return row
}

// show writes a value so that different ones look different: reals by their bits.
func show(c *output.Column, v *output.Values, row int) string {
	if isNull(v, row) {
		return "null"
	}
	switch row = at(v, row); c.Type {
	case output.Int64:
		return fmt.Sprint(v.Ints[row])
	case output.Float64:
		return fmt.Sprintf("%v (%x)", v.Reals[row], math.Float64bits(v.Reals[row]))
	case output.Dict:
		return fmt.Sprintf("code %d", v.Codes[row])
	}
	return fmt.Sprintf("%q", v.Texts[row])
}

// CheckSchema compares what a file says of itself with what was declared. Words are known only if there are rows.
func CheckSchema(got, want *output.Schema, rows bool) error {
	if len(got.Columns) != len(want.Columns) {
		return fmt.Errorf("%d columns, want %d", len(got.Columns), len(want.Columns))
	}
	for i, w := range want.Columns {
		g := got.Columns[i]
		if g.Name != w.Name || g.Type != w.Type || g.Role != w.Role || g.Unit != w.Unit || g.Doc != w.Doc || g.Nullable != w.Nullable {
			return fmt.Errorf("column %d is %+v, want %+v", i, g, w)
		}
		if rows && !slices.Equal(g.Words, w.Words) {
			return fmt.Errorf("column %s: words %q, want %q", w.Name, g.Words, w.Words)
		}
	}
	if !slices.Equal(got.Metadata, want.Metadata) {
		return fmt.Errorf("metadata %q, want %q", got.Metadata, want.Metadata)
	}
	return nil
}

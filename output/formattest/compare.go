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

// CheckContent compares everything that a reader gives with what was written, to the bit. Tables without rows make no
// row groups. It returns a *Mismatch or an error of the reader.
func CheckContent(r output.Reader, want []*output.Table, schema *output.Schema) error {
	want = slices.DeleteFunc(slices.Clone(want), func(t *output.Table) bool { return t.Rows == 0 })
	var rows []int
	for _, t := range want {
		rows = append(rows, t.Rows)
	}
	if !slices.Equal(r.Rows(), rows) {
		return mismatch("row groups of %v rows, want %v", r.Rows(), rows)
	}
	columns := make([]int, len(schema.Columns))
	for i := range columns {
		columns[i] = i
	}
	var got output.Table
	for group := range want {
		if err := r.Read(group, columns, &got); err != nil {
			return err
		}
		if err := CheckTable(&got, want[group], schema, columns); err != nil {
			return fmt.Errorf("row group %d: %w", group, err)
		}
	}
	return nil
}

// CheckTable compares some columns of a table that was read with those of the one that was written.
func CheckTable(got, want *output.Table, schema *output.Schema, columns []int) error {
	if got.Rows != want.Rows || len(got.Columns) != len(schema.Columns) {
		return mismatch("%d rows of %d columns, want %d of %d", got.Rows, len(got.Columns), want.Rows, len(schema.Columns))
	}
	for i := range schema.Columns {
		c, g, w := &schema.Columns[i], &got.Columns[i], &want.Columns[i]
		if !slices.Contains(columns, i) {
			if g.Ints != nil || g.Reals != nil || g.Codes != nil || g.Texts != nil || g.Null != nil {
				return mismatch("column %s was read without being asked for", c.Name)
			}
			continue
		}
		for row := range want.Rows {
			if a, b := show(c, g, row), show(c, w, row); a != b {
				return mismatch("column %s: row %d is %s, want %s", c.Name, row, a, b)
			}
		}
	}
	return nil
}

// show writes a value so that different ones look different: reals by their bits.
func show(c *output.Column, v *output.Values, row int) string {
	if v.Null != nil && v.Null[row] {
		return "null"
	}
	if v.Constant {
		row = 0
	}
	switch c.Type {
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

package output

import (
	"fmt"
	"os"
)

// openRegular opens a file for reading. Anything but a regular file is refused, since a pipe or a device could block or
// never end.
func openRegular(path string) (*os.File, int64, error) {
	info, err := os.Stat(path)
	if err != nil {
		return nil, 0, err
	}
	if !info.Mode().IsRegular() {
		return nil, 0, fmt.Errorf("%s: not a regular file", path)
	}
	f, err := os.Open(path)
	if err != nil {
		return nil, 0, err
	}
	if info, err = f.Stat(); err != nil {
		f.Close()
		return nil, 0, err
	}
	return f, info.Size(), nil
}

// Prepare makes t ready to be read into: a column for each of the schema, of which the given ones get slices of so many
// rows, the others none. It is for implementations of Reader.
func (t *Table) Prepare(s *Schema, columns []int, rows int) error {
	old := t.Columns
	t.Rows, t.Columns = rows, make([]Values, len(s.Columns))
	for _, i := range columns {
		if i < 0 || i >= len(s.Columns) {
			return fmt.Errorf("column %d: there are %d", i, len(s.Columns))
		}
		if i < len(old) {
			t.Columns[i] = old[i]
		}
		t.Columns[i].prepare(&s.Columns[i], rows)
	}
	return nil
}

func (v *Values) prepare(c *Column, rows int) {
	ready := Values{}
	switch c.Type {
	case Int64:
		ready.Ints = resize(&v.Ints, rows)
	case Float64:
		ready.Reals = resize(&v.Reals, rows)
	case Dict:
		ready.Codes = resize(&v.Codes, rows)
	case Text:
		ready.Texts = resize(&v.Texts, rows)
	}
	if c.Nullable {
		ready.Null = resize(&v.Null, rows)
	}
	*v = ready
}

// spread moves the values that are not null, which stand at the front, to their rows, and sets the others to zero.
func spread[T any](values []T, null []bool, present int) {
	var zero T
	for row := len(null) - 1; row >= 0; row-- {
		if null[row] {
			values[row] = zero
			continue
		}
		present--
		values[row] = values[present]
	}
}

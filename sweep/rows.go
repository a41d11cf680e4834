package sweep

import (
	"unsafe"

	"tarama/output"
)

// layout says how rows of a study are held in memory: the columns, and the single value of those that never change.
type layout struct {
	columns   []output.Column
	constants []*output.Values // by column; nil where rows differ
}

// newTable returns an empty table with room for capacity rows.
func (l *layout) newTable(capacity int) *output.Table {
	t := &output.Table{Columns: make([]output.Values, len(l.columns))}
	for i := range t.Columns {
		if constant := l.constants[i]; constant != nil {
			t.Columns[i] = *constant
			continue
		}
		t.Columns[i] = newValues(&l.columns[i], i, capacity)
	}
	return t
}

// newValues makes room for a column, the one at that position in the table.
//
// Large slices begin at the start of a page, so the same row of all columns would fall into the same few places of the processor's
// caches, and whoever goes by row would find none of them there. Each column therefore begins some cache lines later than the one
// before.
func newValues(column *output.Column, position, capacity int) output.Values {
	var v output.Values
	switch column.Type {
	case output.Int64:
		v.Ints = staggered[int64](position, capacity)
	case output.Float64:
		v.Reals = staggered[float64](position, capacity)
	case output.Dict:
		v.Codes = staggered[int32](position, capacity)
	case output.Text:
		v.Texts = staggered[string](position, capacity)
	}
	if column.Nullable {
		v.Null = staggered[bool](position, capacity)
	}
	return v
}

// cacheLine is its size in bytes; cacheLines is how many there are between places of the smallest cache that are the same.
const (
	cacheLine  = 64
	cacheLines = 64
)

func staggered[T any](position, capacity int) []T {
	var value T
	offset := position % cacheLines * cacheLine / int(unsafe.Sizeof(value))
	return make([]T, offset+capacity)[offset:]
}

// copyRows copies n rows of src from row from to row to of dst. Both have the same layout.
func copyRows(dst *output.Table, to int, src *output.Table, from, n int) {
	for i := range dst.Columns {
		d, s := &dst.Columns[i], &src.Columns[i]
		if d.Constant {
			continue
		}
		copyRange(d.Ints, to, s.Ints, from, n)
		copyRange(d.Reals, to, s.Reals, from, n)
		copyRange(d.Codes, to, s.Codes, from, n)
		copyRange(d.Texts, to, s.Texts, from, n)
		copyRange(d.Null, to, s.Null, from, n)
	}
}

func copyRange[T any](dst []T, to int, src []T, from, n int) {
	if dst != nil {
		copy(dst[to:to+n], src[from:from+n])
	}
}

// keepRows moves the rows that keep names, in rising order, to the front.
func keepRows(t *output.Table, keep []int32) {
	for i := range t.Columns {
		if t.Columns[i].Constant {
			continue
		}
		gather(t.Columns[i].Ints, keep)
		gather(t.Columns[i].Reals, keep)
		gather(t.Columns[i].Codes, keep)
		gather(t.Columns[i].Texts, keep)
		gather(t.Columns[i].Null, keep)
	}
	t.Rows = len(keep)
}

func gather[T any](values []T, keep []int32) {
	if values == nil {
		return
	}
	for to, from := range keep {
		values[to] = values[from]
	}
}

// window returns a view of the first rows of a table, as a writer takes it: slices exactly as long as the rows.
func window(t *output.Table, view *output.Table) *output.Table { return between(t, 0, t.Rows, view) }

// between returns a view of the rows from to to-1 of a table, which need not have them yet.
func between(t *output.Table, from, to int, view *output.Table) *output.Table {
	view.Rows = to - from
	view.Columns = append(view.Columns[:0], t.Columns...)
	for i := range view.Columns {
		v := &view.Columns[i]
		if v.Constant {
			continue
		}
		v.Ints = cut(v.Ints, from, to)
		v.Reals = cut(v.Reals, from, to)
		v.Codes = cut(v.Codes, from, to)
		v.Texts = cut(v.Texts, from, to)
		v.Null = cut(v.Null, from, to)
	}
	return view
}

func cut[T any](values []T, from, to int) []T {
	if values == nil {
		return nil
	}
	return values[from:to]
}

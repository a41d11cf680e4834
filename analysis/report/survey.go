package report

import (
	"maps"
	"math"
	"slices"

	"tarama/analysis/rows"
	"tarama/output"
)

// knownValues is how many different values of a column are kept. Seeds are often many.
const knownValues = 1 << 16

// values are the different values of a column.
type values struct {
	seen   map[uint64]bool // nil if there are more than knownValues
	least  float64         // of numbers
	most   float64
	column int
}

// varies says whether there is more than one value.
func (v *values) varies() bool { return v.seen == nil || len(v.seen) > 1 }

// sorted are the values by size; words by code.
func (v *values) sorted(c *output.Column) []rows.Value {
	var all []rows.Value
	for bits := range maps.Keys(v.seen) {
		all = append(all, rows.Value{Bits: bits})
	}
	slices.SortFunc(all, func(a, b rows.Value) int { return a.Compare(b, c) })
	return all
}

// seen is what a worker finds in a row group.
type seen struct {
	columns []values
	bits    []uint64
}

// survey finds the values of some columns in one pass.
func survey(s rows.Source, columns []int, workers int) ([]values, error) {
	schema := s.Columns()
	found := make([]values, len(columns))
	for i, column := range columns {
		found[i] = newValues(column)
	}
	err := rows.Scan(s, columns, workers, rows.Steps[seen]{
		Pass: "axes",
		Prepare: func(c *rows.Chunk, x *seen) error {
			x.columns = x.columns[:0]
			for _, column := range columns {
				v := newValues(column)
				x.bits = rows.Bits(x.bits[:0], &schema[column], &c.Table.Columns[column])
				v.look(&schema[column], x.bits)
				x.columns = append(x.columns, v)
			}
			return nil
		},
		Consume: func(_ *rows.Chunk, x *seen) error {
			for i := range found {
				found[i].merge(&x.columns[i])
			}
			return nil
		},
	})
	return found, err
}

func newValues(column int) values {
	return values{seen: map[uint64]bool{}, least: math.Inf(1), most: math.Inf(-1), column: column}
}

func (v *values) look(c *output.Column, all []uint64) {
	last, any := uint64(0), false
	for _, bits := range all {
		if any && bits == last { // most columns stay the same for a run of rows
			continue
		}
		last, any = bits, true
		if v.seen != nil {
			v.seen[bits] = true
		}
		if len(v.seen) > knownValues {
			v.seen = nil
		}
		x := number(c, bits)
		v.least, v.most = min(v.least, x), max(v.most, x)
	}
}

func (v *values) merge(w *values) {
	v.least, v.most = min(v.least, w.least), max(v.most, w.most)
	if w.seen == nil {
		v.seen = nil
	}
	if v.seen == nil {
		return
	}
	maps.Copy(v.seen, w.seen)
	if len(v.seen) > knownValues {
		v.seen = nil
	}
}

// number is a value as a real; a word's is its code.
func number(c *output.Column, bits uint64) float64 {
	if c.Type == output.Float64 {
		return math.Float64frombits(bits)
	}
	return float64(int64(bits))
}

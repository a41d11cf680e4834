package modeltest

import (
	"fmt"
	"math"
	"slices"

	"tarama/models"
)

// poison is what stands in the metrics before a kernel runs, so that what it does not write is noticed.
type poison struct {
	integer int64
	real    float64
	code    int32
	null    bool
}

// Two poisons: a metric that is not written differs between them in every part.
var (
	poisonA = poison{0x5a5a5a5a5a5a5a5a, -1.25e300, -77, true}
	poisonB = poison{-0x3c3c3c3c3c3c3c3, 7.5e-300, -99, false}
)

// table is a batch together with the words that its codes stand for.
type table struct {
	spec  *models.Spec
	words [][]string
	batch models.Batch
}

// newTable makes a batch of cells. It gives each text parameter the words that its cells hold, in the order in which
// they first occur, as a study gives the values of an axis.
func newTable(spec *models.Spec, cells []Cell, p poison) *table {
	t := &table{spec: spec, words: make([][]string, len(spec.Parameters))}
	t.batch = models.Batch{Rows: len(cells), Failures: make([]string, len(cells))}
	for row := range cells {
		t.batch.Order = append(t.batch.Order, int32(row))
	}
	for i := range spec.Parameters {
		t.batch.Parameters = append(t.batch.Parameters, t.parameter(i, cells))
	}
	for i := range spec.Metrics {
		t.batch.Metrics = append(t.batch.Metrics, p.column(spec.Metrics[i].Type, len(cells)))
	}
	return t
}

// parameter makes the column of a parameter, and its words if it is text.
func (t *table) parameter(i int, cells []Cell) models.Column {
	var c models.Column
	for _, cell := range cells {
		v := cell.values[i]
		switch t.spec.Parameters[i].Type {
		case models.Int:
			c.Ints = append(c.Ints, v.Int)
		case models.Real:
			c.Reals = append(c.Reals, v.Real)
		default:
			code := slices.Index(t.words[i], v.Text)
			if code < 0 {
				code = len(t.words[i])
				t.words[i] = append(t.words[i], v.Text)
			}
			c.Codes = append(c.Codes, int32(code))
		}
	}
	c.Constant = constant(c.Ints) && constant(c.Reals) && constant(c.Codes)
	return c
}

// constant says that all values are the same.
func constant[T comparable](values []T) bool {
	return !slices.ContainsFunc(values, func(v T) bool { return v != values[0] })
}

// part returns a batch of some of the rows, all of them to be computed. Its metrics are those of the table.
func (t *table) part(from, rows int) *models.Batch {
	b := &models.Batch{Rows: rows, Order: t.batch.Order[:rows], Failures: t.batch.Failures[from : from+rows]}
	for _, c := range t.batch.Parameters {
		c.Ints, c.Reals, c.Codes = cut(c.Ints, from, rows), cut(c.Reals, from, rows), cut(c.Codes, from, rows)
		c.Constant = constant(c.Ints) && constant(c.Reals) && constant(c.Codes)
		b.Parameters = append(b.Parameters, c)
	}
	for _, c := range t.batch.Metrics {
		c.Ints, c.Reals, c.Codes = cut(c.Ints, from, rows), cut(c.Reals, from, rows), cut(c.Codes, from, rows)
		c.Null = cut(c.Null, from, rows)
		b.Metrics = append(b.Metrics, c)
	}
	return b
}

// cut takes some values out of a slice of values by row; of nil, which has none, it is nil.
func cut[T any](values []T, from, rows int) []T {
	if values == nil {
		return nil
	}
	return values[from : from+rows]
}

// column makes a poisoned column.
func (p poison) column(t models.Type, rows int) models.Column {
	c := models.Column{Null: slices.Repeat([]bool{p.null}, rows)}
	switch t {
	case models.Int:
		c.Ints = slices.Repeat([]int64{p.integer}, rows)
	case models.Real:
		c.Reals = slices.Repeat([]float64{p.real}, rows)
	default:
		c.Codes = slices.Repeat([]int32{p.code}, rows)
	}
	return c
}

// run runs a new kernel on the batch.
func (t *table) run() { t.spec.NewKernel(t.words).Run(&t.batch) }

// result is one metric of one row, as bits.
type result struct {
	null bool
	bits uint64 // 0 if null, since what stands there then means nothing
}

// at returns what stands in a metric of a row.
func (t *table) at(metric, row int) result {
	c := &t.batch.Metrics[metric]
	if c.Null[row] {
		return result{null: true}
	}
	switch t.spec.Metrics[metric].Type {
	case models.Int:
		return result{bits: uint64(c.Ints[row])}
	case models.Real:
		return result{bits: math.Float64bits(c.Reals[row])}
	}
	return result{bits: uint64(uint32(c.Codes[row]))}
}

// untouched says whether a row still holds the poison in every metric.
func (t *table) untouched(row int, p poison) bool {
	for i := range t.batch.Metrics {
		c := &t.batch.Metrics[i]
		switch {
		case c.Null[row] != p.null,
			c.Ints != nil && c.Ints[row] != p.integer,
			c.Reals != nil && c.Reals[row] != p.real,
			c.Codes != nil && c.Codes[row] != p.code:
			return false
		}
	}
	return t.batch.Failures[row] == ""
}

// text prints a result of a metric, for messages.
func (r result) text(m *models.Metric) string {
	switch {
	case r.null:
		return "null"
	case m.Type == models.Int:
		return models.IntValue(int64(r.bits)).String()
	case m.Type == models.Real:
		return models.RealValue(math.Float64frombits(r.bits)).String()
	case r.bits < uint64(len(m.Words)):
		return m.Words[r.bits]
	}
	return fmt.Sprintf("code %d of %d words", int32(r.bits), len(m.Words))
}

// resultOf returns the result that a value stands for. ok is false if the metric cannot have that value.
func resultOf(m *models.Metric, v models.Value) (r result, ok bool) {
	if v.Type != m.Type {
		return result{}, false
	}
	switch m.Type {
	case models.Int:
		return result{bits: uint64(v.Int)}, true
	case models.Real:
		return result{bits: math.Float64bits(v.Real)}, true
	}
	code := slices.Index(m.Words, v.Text)
	return result{bits: uint64(code)}, code >= 0
}

// difference says in which metric two rows differ first; empty if in none.
func difference(a *table, rowA int, b *table, rowB int) string {
	if x, y := a.batch.Failures[rowA], b.batch.Failures[rowB]; x != "" || y != "" {
		if x != y {
			return fmt.Sprintf("the failure is %q and %q", x, y)
		}
		return ""
	}
	for i := range a.spec.Metrics {
		m := &a.spec.Metrics[i]
		if x, y := a.at(i, rowA), b.at(i, rowB); x != y {
			return fmt.Sprintf("%s is %s and %s", m.Name, x.text(m), y.text(m))
		}
	}
	return ""
}

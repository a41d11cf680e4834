package traffictest

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"tarama/models"
)

// Row is the parameters or the metrics of one cell by name. A metric without an entry is null.
type Row map[string]models.Value

// Int returns an integer.
func (r Row) Int(name string) int64 { return r.value(name, models.Int).Int }

// Real returns a real.
func (r Row) Real(name string) float64 { return r.value(name, models.Real).Real }

// Word returns a word.
func (r Row) Word(name string) string { return r.value(name, models.Enum).Text }

func (r Row) value(name string, t models.Type) models.Value {
	v, ok := r[name]
	if !ok || v.Type != t {
		panic(fmt.Sprintf("the row has no %s %q: %v", t, name, r))
	}
	return v
}

// SetInt, SetReal and SetWord set a value.
func (r Row) SetInt(name string, i int64)    { r[name] = models.IntValue(i) }
func (r Row) SetReal(name string, f float64) { r[name] = models.RealValue(f) }
func (r Row) SetWord(name string, s string)  { r[name] = models.TextValue(models.Enum, s) }

// With returns a copy of the row with other values.
func (r Row) With(other Row) Row {
	merged := Row{}
	for name, v := range r {
		merged[name] = v
	}
	for name, v := range other {
		merged[name] = v
	}
	return merged
}

// Defaults returns the row of all defaults.
func Defaults(spec *models.Spec) Row {
	r := Row{}
	for _, p := range spec.Parameters {
		r[p.Name] = p.Default
	}
	return r
}

// Difference lists the metrics in which two rows differ in any bit, or returns "".
func Difference(spec *models.Spec, got, want Row) string {
	var lines []string
	for _, m := range spec.Metrics {
		g, gok := got[m.Name]
		w, wok := want[m.Name]
		if gok != wok || g.Type != w.Type || g.Int != w.Int || g.Text != w.Text ||
			math.Float64bits(g.Real) != math.Float64bits(w.Real) {
			lines = append(lines, fmt.Sprintf("%s: got %s, want %s", m.Name, show(g, gok), show(w, wok)))
		}
	}
	return strings.Join(lines, "\n")
}

func show(v models.Value, ok bool) string {
	if !ok {
		return "null"
	}
	return v.String()
}

// Run computes rows with one kernel, in the given order, and returns the metrics of the rows that order names.
func Run(spec *models.Spec, rows []Row, order []int32) []Row {
	b, words := newBatch(spec, rows)
	b.Order = order
	spec.NewKernel(words).Run(b)
	metrics := make([]Row, len(rows))
	for _, row := range order {
		metrics[row] = readMetrics(spec, b, int(row))
	}
	return metrics
}

// RunOne computes one cell with a kernel of its own.
func RunOne(spec *models.Spec, row Row) Row { return Run(spec, []Row{row}, []int32{0})[0] }

// NewBatch lays rows out by column, with all of them in Order, and makes the kernel for them.
func NewBatch(spec *models.Spec, rows []Row) (*models.Batch, models.Kernel) {
	b, words := newBatch(spec, rows)
	return b, spec.NewKernel(words)
}

func newBatch(spec *models.Spec, rows []Row) (*models.Batch, [][]string) {
	b := &models.Batch{Rows: len(rows), Failures: make([]string, len(rows))}
	words := make([][]string, len(spec.Parameters))
	for p, declared := range spec.Parameters {
		var c models.Column
		for _, row := range rows {
			v := row.value(declared.Name, declared.Type)
			switch declared.Type {
			case models.Int:
				c.Ints = append(c.Ints, v.Int)
			case models.Real:
				c.Reals = append(c.Reals, v.Real)
			default:
				if !slices.Contains(words[p], v.Text) {
					words[p] = append(words[p], v.Text)
				}
				c.Codes = append(c.Codes, int32(slices.Index(words[p], v.Text)))
			}
		}
		b.Parameters = append(b.Parameters, c)
	}
	for range spec.Metrics {
		b.Metrics = append(b.Metrics, models.Column{})
	}
	for i, m := range spec.Metrics {
		c := &b.Metrics[i]
		c.Null = make([]bool, len(rows))
		switch m.Type {
		case models.Int:
			c.Ints = make([]int64, len(rows))
		case models.Real:
			c.Reals = make([]float64, len(rows))
		default:
			c.Codes = make([]int32, len(rows))
		}
	}
	for i := range rows {
		b.Order = append(b.Order, int32(i))
	}
	return b, words
}

func readMetrics(spec *models.Spec, b *models.Batch, row int) Row {
	if b.Failures[row] != "" {
		panic("the cell failed: " + b.Failures[row])
	}
	r := Row{}
	for i, m := range spec.Metrics {
		c := &b.Metrics[i]
		switch {
		case c.Null[row]:
		case m.Type == models.Int:
			r.SetInt(m.Name, c.Ints[row])
		case m.Type == models.Real:
			r.SetReal(m.Name, c.Reals[row])
		default:
			r.SetWord(m.Name, m.Words[c.Codes[row]])
		}
	}
	return r
}

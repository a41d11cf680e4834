package failover

import (
	"testing"

	"tarama/models/internal/traffic"
	"tarama/models/internal/traffic/traffictest"
	"tarama/models/modeltest"
)

// study is one set of cells to measure: what they share, and what changes from cell to cell.
type study struct {
	name   string
	fixed  traffictest.Values
	change func(v traffictest.Values, i int64)
}

// overnight is the cell of a long study: weighted answers, short lifetimes, a failure, checks that err.
func overnight() traffictest.Values {
	return traffictest.Values{}.Word("policy", "weighted").Word("rotation", "smooth").Int("ttl_s", 30).
		Word("failed_region", "b34").Real("false_failure_probability", 0.06)
}

// studies begins with the cells that the project's speed is measured by.
func studies() []study {
	seed := func(v traffictest.Values, i int64) { v.Int("seed", i) }
	return []study{
		{"seed", overnight(), seed},
		{"seed, threshold 3", overnight().Int("threshold", 3), seed},
		{"seed, pcg64", overnight().Word("rng", "pcg64"), seed},
		{"ttl_s", overnight(), func(v traffictest.Values, i int64) { v.Int("ttl_s", 30+i%300) }},
		{"weights", overnight(), func(v traffictest.Values, i int64) { v.Int("weight_b34", i%20) }},
		{"probability 0", overnight().Real("false_failure_probability", 0),
			func(v traffictest.Values, i int64) { v.Int("interval_s", 1+i%20) }},
	}
}

// cells returns 1,000 cells of the study.
func (s study) cells(b *testing.B) []modeltest.Cell {
	base := s.fixed.Of(modeltest.DefaultCell(traffictest.Spec(b, Model{}, nil)))
	cells := make([]modeltest.Cell, 1000)
	for i := range cells {
		v := traffictest.Values{}
		s.change(v, int64(i))
		cells[i] = v.Of(base)
	}
	return cells
}

func BenchmarkKernel(b *testing.B) {
	for _, s := range studies() {
		b.Run(s.name, func(b *testing.B) { modeltest.BenchmarkKernel(b, s.cells(b)) })
	}
}

// BenchmarkReference measures the first of the studies.
func BenchmarkReference(b *testing.B) {
	modeltest.BenchmarkReference(b, studies()[0].cells(b)[:1], func(c modeltest.Cell) modeltest.Row {
		return reference(traffic.Default(), c)
	})
}

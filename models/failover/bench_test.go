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
		{"grid", overnight().Word("rng", "pcg64").Word("phases", "random").Int("failure_start_s", 1800), grid},
	}
}

// grid takes cells of configs/failover-overnight.yaml in the order in which a sweep evaluates them: thresholds and intervals
// change most often, then the rest beside the seed. Only every seventh of those combinations is taken.
func grid(v traffictest.Values, i int64) {
	of := func(position int64, values ...int64) int64 { return values[position%int64(len(values))] }
	v.Int("interval_s", of(i, 2, 5, 10, 15, 20, 30)).Int("threshold", of(i/6, 1, 2, 3, 5))
	rest := i / 24 * 7
	v.Int("seed", i/24).Int("ttl_s", of(rest, 30, 60, 120, 300, 600, 900)).Int("resolvers", of(rest, 20, 37, 40, 41, 100))
	v.Int("weight_b34", 1+rest%6).Int("weight_b35", 2).Int("weight_b06", 7-rest%6)
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

package dns

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

// smooth is what all studies but one share; the rest are defaults.
func smooth() traffictest.Values {
	return traffictest.Values{}.Word("policy", "weighted").Word("rotation", "smooth")
}

// studies begins with the cell that the project's speed is measured by.
func studies() []study {
	fails := func() traffictest.Values { return smooth().Word("failed_region", "b34") }
	weights := func(v traffictest.Values, i int64) {
		v.Int("weight_b34", 5+i%20).Int("weight_b35", 34-i%20).Int("weight_b06", 1)
	}
	ttl := func(v traffictest.Values, i int64) { v.Int("ttl_s", 250+i%100) }
	start := func(v traffictest.Values, i int64) { v.Int("failure_start_s", 100+i%100) }
	long := func(v traffictest.Values, i int64) { v.Int("duration_s", traffictest.Huge-i%10) }
	return []study{
		{"default", smooth(), func(traffictest.Values, int64) {}},
		{"slo_percent", smooth(), func(v traffictest.Values, i int64) { v.Real("slo_percent", 90+float64(i)/1000) }},
		{"weights", smooth(), weights},
		{"weights, 37 resolvers", smooth().Int("resolvers", 37), weights},
		{"ttl_s", smooth(), ttl},
		{"ttl_s, 41 resolvers", smooth().Int("resolvers", 41), ttl},
		{"resolvers", smooth(), func(v traffictest.Values, i int64) { v.Int("resolvers", 20+i%60) }},
		{"random phases", smooth().Word("phases", "random"), func(v traffictest.Values, i int64) { v.Int("seed", i) }},
		{"grid", smooth(), grid},
		{"failure", fails(), start},
		{"failure, 41 resolvers", fails().Int("resolvers", 41), start},
		{"failure, geographic", fails().Word("policy", "geographic"), start},
		{"long", smooth().Int("ttl_s", 1), long},
		{"long failure, 41 resolvers", fails().Int("ttl_s", 1).Int("resolvers", 41), long},
	}
}

// grid takes cells from all over a grid of 861 weights, 100 lifetimes and 6 numbers of resolvers, in the order in which a
// sweep evaluates them: the weights change most often.
func grid(v traffictest.Values, i int64) {
	const weightsInARow = 25
	first, outer := i%weightsInARow*33%41, i/weightsInARow
	second := (i*7 + outer) % (41 - first)
	v.Int("weight_b34", first).Int("weight_b35", second).Int("weight_b06", 40-first-second)
	v.Int("ttl_s", 30*(1+outer*17%100))
	v.Int("resolvers", []int64{10, 20, 37, 40, 60, 100}[outer%6])
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

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

// grid takes cells of a grid of 861 weights, 100 lifetimes and 6 numbers of resolvers, in the order in which a sweep evaluates
// them: lifetimes change most often, numbers of resolvers least.
func grid(v traffictest.Values, i int64) {
	const lifetimes, weights = 100, 5
	row, outer := i/lifetimes%weights, i/(lifetimes*weights)
	first := (row*33 + outer) % 41
	second := (row*7 + outer) % (41 - first)
	v.Int("weight_b34", first).Int("weight_b35", second).Int("weight_b06", 40-first-second)
	v.Int("ttl_s", 30*(1+i%lifetimes))
	v.Int("resolvers", []int64{10, 20, 37, 40, 60, 100}[outer%6])
}

// cells returns 3,000 cells of the study.
func (s study) cells(b *testing.B) []modeltest.Cell {
	base := s.fixed.Of(modeltest.DefaultCell(traffictest.Spec(b, Model{}, nil)))
	cells := make([]modeltest.Cell, 3000)
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

// BenchmarkReference measures the first of the studies, and cells from all over the grid.
func BenchmarkReference(b *testing.B) {
	measure := func(name string, cells []modeltest.Cell) {
		b.Run(name, func(b *testing.B) {
			modeltest.BenchmarkReference(b, cells, func(c modeltest.Cell) modeltest.Row { return reference(traffic.Default(), c) })
		})
	}
	for _, s := range studies() {
		switch cells := s.cells(b); s.name {
		case "default":
			measure(s.name, cells[:1])
		case "grid":
			var sample []modeltest.Cell
			for i := 0; i < len(cells); i += 7 { // every lifetime for every number of resolvers, about once
				sample = append(sample, cells[i])
			}
			measure(s.name, sample)
		}
	}
}

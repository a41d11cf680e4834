package failover

import (
	"testing"

	"tarama/models/internal/traffic/traffictest"
)

// study is one set of rows to measure: base, and what changes from row to row.
type study struct {
	name   string
	base   traffictest.Row
	change func(row traffictest.Row, i int64)
}

// overnight is the default cell of ready studies: weighted answers, short lifetimes, checks that err.
func overnight() traffictest.Row {
	r := traffictest.Row{}
	r.SetWord("policy", "weighted")
	r.SetWord("rotation", "smooth")
	r.SetInt("ttl_s", 30)
	r.SetWord("failed_region", "b34")
	r.SetReal("false_failure_probability", 0.06)
	return r
}

// studies begins with the cell that the project's speed is measured by.
func studies() []study {
	seeds := func(r traffictest.Row, i int64) { r.SetInt("seed", i) }
	exact := overnight()
	exact.SetReal("false_failure_probability", 0)
	slow := overnight()
	slow.SetInt("threshold", 3)
	pcg := overnight()
	pcg.SetWord("rng", "pcg64")
	return []study{
		{"seed", overnight(), seeds},
		{"seed, threshold 3", slow, seeds},
		{"seed, pcg64", pcg, seeds},
		{"ttl_s", overnight(), func(r traffictest.Row, i int64) { r.SetInt("ttl_s", 30+i%300) }},
		{"weights", overnight(), func(r traffictest.Row, i int64) { r.SetInt("weight_b34", i%20) }},
		{"probability 0", exact, func(r traffictest.Row, i int64) { r.SetInt("interval_s", 1+i%20) }},
	}
}

// BenchmarkKernel measures the fast form in batches of 1,000 cells that differ in one parameter.
func BenchmarkKernel(b *testing.B) {
	spec, _ := newSpec(b, nil)
	for _, s := range studies() {
		b.Run(s.name, func(b *testing.B) {
			rows := make([]traffictest.Row, 1000)
			for i := range rows {
				rows[i] = traffictest.Defaults(spec).With(s.base)
				s.change(rows[i], int64(i))
			}
			batch, kernel := traffictest.NewBatch(spec, rows)
			kernel.Run(batch)
			b.ReportAllocs()
			for b.Loop() {
				kernel.Run(batch)
			}
			cells := float64(b.N * len(rows))
			b.ReportMetric(cells/b.Elapsed().Seconds(), "cells/s")
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/cells, "ns/cell")
		})
	}
}

// BenchmarkReference measures the slow form on the first of the studies.
func BenchmarkReference(b *testing.B) {
	spec, topology := newSpec(b, nil)
	row := traffictest.Defaults(spec).With(overnight())
	for b.Loop() {
		reference(topology, row)
	}
	b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "cells/s")
}

package dns

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

func word(name, value string) traffictest.Row {
	r := traffictest.Row{}
	r.SetWord(name, value)
	return r
}

func integer(name string, value int64) traffictest.Row {
	r := traffictest.Row{}
	r.SetInt(name, value)
	return r
}

// studies begins with the cell that the project's speed is measured by.
func studies() []study {
	smooth := word("policy", "weighted").With(word("rotation", "smooth"))
	fails := smooth.With(word("failed_region", "b34"))
	return []study{
		{"default", smooth, func(traffictest.Row, int64) {}},
		{"slo_percent", smooth, func(r traffictest.Row, i int64) { r.SetReal("slo_percent", 90+float64(i)/1000) }},
		{"weights", smooth, func(r traffictest.Row, i int64) {
			r.SetInt("weight_b34", 5+i%20)
			r.SetInt("weight_b35", 34-i%20)
			r.SetInt("weight_b06", 1)
		}},
		{"weights, 37 resolvers", smooth.With(integer("resolvers", 37)), func(r traffictest.Row, i int64) {
			r.SetInt("weight_b34", 5+i%20)
			r.SetInt("weight_b35", 34-i%20)
			r.SetInt("weight_b06", 1)
		}},
		{"ttl_s", smooth, func(r traffictest.Row, i int64) { r.SetInt("ttl_s", 250+i%100) }},
		{"ttl_s, 41 resolvers", smooth.With(integer("resolvers", 41)), func(r traffictest.Row, i int64) { r.SetInt("ttl_s", 250+i%100) }},
		{"resolvers", smooth, func(r traffictest.Row, i int64) { r.SetInt("resolvers", 20+i%60) }},
		{"seed, random phases", smooth.With(word("phases", "random")), func(r traffictest.Row, i int64) { r.SetInt("seed", i) }},
		{"failure", fails, func(r traffictest.Row, i int64) { r.SetInt("failure_start_s", 100+i%100) }},
		{"failure, 41 resolvers", fails.With(integer("resolvers", 41)), func(r traffictest.Row, i int64) { r.SetInt("failure_start_s", 100+i%100) }},
		{"failure, geographic", fails.With(word("policy", "geographic")), func(r traffictest.Row, i int64) { r.SetInt("detection_s", i%100) }},
		{"long", smooth.With(integer("ttl_s", 1)), func(r traffictest.Row, i int64) { r.SetInt("duration_s", traffictest.Huge-i%10) }},
		{"grid of weights, ttl_s and resolvers", smooth, grid},
		{"long, 41 resolvers", fails.With(integer("ttl_s", 1)).With(integer("resolvers", 41)), func(r traffictest.Row, i int64) { r.SetInt("duration_s", traffictest.Huge-i%10) }},
	}
}

// grid takes cells from all over a grid of 861 weights, 100 lifetimes and 6 numbers of resolvers, in the order in which a
// sweep evaluates them: the weights change most often.
func grid(r traffictest.Row, i int64) {
	const weightsInARow = 25
	first, outer := i%weightsInARow*33%41, i/weightsInARow
	second := (i*7 + outer) % (41 - first)
	r.SetInt("weight_b34", first)
	r.SetInt("weight_b35", second)
	r.SetInt("weight_b06", 40-first-second)
	r.SetInt("ttl_s", 30*(1+outer*17%100))
	r.SetInt("resolvers", []int64{10, 20, 37, 40, 60, 100}[outer%6])
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
	row := traffictest.Defaults(spec).With(studies()[0].base)
	for b.Loop() {
		reference(topology, row)
	}
	b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "cells/s")
}

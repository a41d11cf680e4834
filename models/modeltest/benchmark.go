package modeltest

import "testing"

// BenchmarkKernel measures a kernel on the given cells, over and over in their order, and reports cells/s. A kernel that
// shares work between neighbours has to be measured on cells as a sweep orders them, and on cells that share nothing.
func BenchmarkKernel(b *testing.B, cells []Cell) {
	b.Helper()
	one := newTable(cells[0].spec, cells, poisonA)
	kernel := one.spec.NewKernel(one.words)
	kernel.Run(&one.batch)
	b.ReportAllocs()
	for b.Loop() {
		kernel.Run(&one.batch)
	}
	reportCells(b, len(cells))
}

// BenchmarkReference measures a reference on the same cells.
func BenchmarkReference(b *testing.B, cells []Cell, reference func(c Cell) Row) {
	b.Helper()
	for b.Loop() {
		for _, c := range cells {
			reference(c)
		}
	}
	reportCells(b, len(cells))
}

// reportCells reports speed and time by the cell.
func reportCells(b *testing.B, cells int) {
	total := float64(b.N) * float64(cells)
	b.ReportMetric(total/b.Elapsed().Seconds(), "cells/s")
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/total, "ns/cell")
}

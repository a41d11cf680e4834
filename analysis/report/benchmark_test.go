package report

import (
	"io"
	"testing"

	"tarama/analysis/rows"
	"tarama/analysis/rows/rowstest"
	"tarama/output"
)

// BenchmarkWrite makes a page of a million rows with four parameters and two metrics; their decoding is not in it.
func BenchmarkWrite(b *testing.B) {
	schema := []output.Column{
		rowstest.Parameter("a", output.Int64), rowstest.Parameter("b", output.Int64), rowstest.Parameter("c", output.Int64),
		rowstest.Parameter("seed", output.Int64), rowstest.Metric("cost"), rowstest.Metric("taste"), rowstest.Status(),
	}
	var all [][]any
	rowstest.Grid([]int{20, 25, 20, 100}, func(at []int) {
		x, y, z, seed := float64(at[0]), float64(at[1]), float64(at[2]), float64(at[3])
		all = append(all, []any{at[0], at[1], at[2], at[3], x*y + z + seed, x - y*z, "ok"})
	})
	var s rows.Source = rowstest.Source(schema, 1<<17, all)
	b.ReportAllocs()
	for b.Loop() {
		if err := Write(io.Discard, s, brewStudy(), brewOptions()); err != nil {
			b.Fatal(err)
		}
	}
	b.ReportMetric(float64(len(all))*float64(b.N)/b.Elapsed().Seconds(), "rows/s")
}

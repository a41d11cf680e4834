package summaries

import (
	"encoding/json"
	"testing"

	"tarama/analysis/rows"
	"tarama/output/formattest"
	"tarama/output/results"
)

const (
	benchmarkParts = 8
	partRows       = 1 << 17
)

// writeResults leaves a results directory of a million rows with so many seeds, all of which meet each of the groups.
func writeResults(b *testing.B, seeds int64) *results.Results {
	b.Helper()
	dir := b.TempDir()
	schema := formattest.SweepSchema()
	h := results.Header{Study: json.RawMessage("{}"), Digest: "00", Model: "dns", Formats: []string{"parquet"}, Cells: benchmarkParts * partRows, PartCells: partRows}
	d, err := results.Create(dir, h, schema, results.Options{})
	if err != nil {
		b.Fatal(err)
	}
	for number := range benchmarkParts {
		first := int64(number) * partRows
		p, err := d.NewPart(number, first, first+partRows)
		if err != nil {
			b.Fatal(err)
		}
		table := formattest.SweepTable(partRows, first)
		for row := range table.Columns[6].Ints {
			table.Columns[6].Ints[row] = (first + int64(row)) / 12 % seeds
		}
		if err := p.Write(table); err != nil {
			b.Fatal(err)
		}
		if _, err := p.Seal(); err != nil {
			b.Fatal(err)
		}
	}
	if _, err := d.Finish(); err != nil {
		b.Fatal(err)
	}
	if err := d.Close(); err != nil {
		b.Fatal(err)
	}
	r, err := results.Open(dir)
	if err != nil {
		b.Fatal(err)
	}
	b.Cleanup(func() { r.Close() })
	return r
}

// BenchmarkSummarize summarises metrics of a million rows by two keys, from Parquet files, on one worker. The first metric has
// nearly a value a row, so that its quantiles come from sketches.
func BenchmarkSummarize(b *testing.B) {
	for name, c := range map[string]struct {
		seeds   int64
		metrics []int
	}{
		"one metric":    {200, []int{12}},
		"four metrics":  {200, []int{12, 13, 14, 17}},
		"10,000 seeds":  {10_000, []int{12}},
		"few different": {200, []int{13}},
	} {
		b.Run(name, func(b *testing.B) {
			source := rows.FromResults(writeResults(b, c.seeds))
			q := Query{By: []int{1, 2}, Metrics: c.metrics, Seed: 6, Status: 18, Workers: 1}
			for b.Loop() {
				if _, err := Summarize(source, q); err != nil {
					b.Fatal(err)
				}
			}
			b.ReportMetric(float64(benchmarkParts*partRows)*float64(b.N)/b.Elapsed().Seconds(), "rows/s")
		})
	}
}

package output_test

import (
	"io"
	"os"
	"path/filepath"
	"testing"

	"tarama/output"
	"tarama/output/formattest"
)

const (
	benchGroups = 8
	benchRows   = 1 << 17
)

// counter counts what is written and keeps nothing.
type counter int64

func (c *counter) Write(p []byte) (int, error) {
	*c += counter(len(p))
	return len(p), nil
}

// BenchmarkWrite writes a million rows of twenty columns, in groups of 131,072 as sweep does.
func BenchmarkWrite(b *testing.B) {
	schema := formattest.SweepSchema()
	tables := make([]*output.Table, benchGroups)
	for i := range tables {
		tables[i] = formattest.SweepTable(benchRows, int64(i*benchRows))
	}
	for _, f := range output.Formats() {
		b.Run(f.Name(), func(b *testing.B) {
			b.ReportAllocs()
			var size counter
			for b.Loop() {
				size = 0
				writeAll(b, f, &size, schema, tables)
			}
			rows := float64(benchGroups * benchRows)
			b.ReportMetric(rows*float64(b.N)/b.Elapsed().Seconds(), "rows/s")
			b.ReportMetric(float64(size)/rows, "bytes/row")
		})
	}
}

// BenchmarkRead reads all columns of such a file.
func BenchmarkRead(b *testing.B) {
	schema := formattest.SweepSchema()
	for _, f := range output.Formats() {
		b.Run(f.Name(), func(b *testing.B) {
			path := filepath.Join(b.TempDir(), "part."+f.Name())
			file, err := os.Create(path)
			if err != nil {
				b.Fatal(err)
			}
			writeAll(b, f, file, schema, []*output.Table{formattest.SweepTable(benchRows, 0)})
			if err := file.Close(); err != nil {
				b.Fatal(err)
			}
			columns := make([]int, len(schema.Columns))
			for i := range columns {
				columns[i] = i
			}
			b.ReportAllocs()
			var table output.Table
			for b.Loop() {
				r, err := f.Open(path)
				if err != nil {
					b.Fatal(err)
				}
				for group := range r.Rows() {
					if err := r.Read(group, columns, &table); err != nil {
						b.Fatal(err)
					}
				}
				if err := r.Close(); err != nil {
					b.Fatal(err)
				}
			}
			b.ReportMetric(benchRows*float64(b.N)/b.Elapsed().Seconds(), "rows/s")
		})
	}
}

func writeAll(tb testing.TB, f output.Format, to io.Writer, schema *output.Schema, tables []*output.Table) {
	tb.Helper()
	w, err := f.NewWriter(to, schema)
	if err != nil {
		tb.Fatal(err)
	}
	for _, t := range tables {
		if err := w.Write(t); err != nil {
			tb.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		tb.Fatal(err)
	}
}

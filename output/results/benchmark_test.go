package results

import (
	"encoding/json"
	"testing"

	"tarama/output/formattest"
)

// BenchmarkPart writes and seals parts of 131,072 rows of twenty columns in both formats: encoding, hashing, flushing to
// disk, the journal.
func BenchmarkPart(b *testing.B) {
	const rows = 1 << 17
	schema, table := formattest.SweepSchema(), formattest.SweepTable(rows, 0)
	h := Header{Study: json.RawMessage("{}"), Digest: "00", Model: "dns", Formats: []string{"parquet", "arrow"}, Cells: rows << 20, PartCells: rows}
	d, err := Create(b.TempDir(), h, schema, Options{})
	if err != nil {
		b.Fatal(err)
	}
	defer d.Close()
	b.ReportAllocs()
	bytes, number := int64(0), 0
	for b.Loop() {
		first, end := d.Header().cells(number)
		p, err := d.NewPart(number, first, end)
		if err != nil {
			b.Fatal(err)
		}
		if err := p.Write(table); err != nil {
			b.Fatal(err)
		}
		sealed, err := p.Seal()
		if err != nil {
			b.Fatal(err)
		}
		bytes, number = sealed.Files["parquet"].Bytes+sealed.Files["arrow"].Bytes, number+1
	}
	b.ReportMetric(rows*float64(b.N)/b.Elapsed().Seconds(), "rows/s")
	b.ReportMetric(float64(bytes)/rows, "bytes/row")
}

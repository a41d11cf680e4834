package output_test

import (
	"bytes"
	"encoding/binary"
	"math"
	"testing"

	"github.com/apache/arrow/go/v17/parquet"
	"github.com/apache/arrow/go/v17/parquet/file"
	"github.com/apache/arrow/go/v17/parquet/metadata"

	"tarama/output"
	"tarama/output/formattest"
)

// chunks opens a file with the library and returns the metadata of the columns of a row group.
func chunks(t *testing.T, content []byte, group int) []*metadata.ColumnChunkMetaData {
	t.Helper()
	r, err := file.NewParquetReader(bytes.NewReader(content))
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	m := r.MetaData().RowGroup(group)
	var all []*metadata.ColumnChunkMetaData
	for i := range m.NumColumns() {
		c, err := m.ColumnChunk(i)
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, c)
	}
	return all
}

// TestParquetStatistics checks what readers prune row groups by.
func TestParquetStatistics(t *testing.T) {
	schema := &output.Schema{Columns: []output.Column{
		{Name: "cell", Type: output.Int64, Role: output.RoleCell},
		{Name: "few", Type: output.Int64, Few: true, Nullable: true},
		{Name: "real", Type: output.Float64, Nullable: true},
		{Name: "zero", Type: output.Float64},
		{Name: "minus", Type: output.Float64, Few: true},
		{Name: "word", Type: output.Dict, Words: []string{"z", "a", "m", "unused"}},
		{Name: "text", Type: output.Text, Nullable: true},
		{Name: "null", Type: output.Int64, Nullable: true, Few: true},
		{Name: "same", Type: output.Float64, Nullable: true},
	}}
	minus := math.Copysign(0, -1)
	table := &output.Table{Rows: 3, Columns: []output.Values{
		{Ints: []int64{5, 6, 8}},
		{Ints: []int64{-9, 1 << 60, 4}, Null: []bool{false, true, false}},
		{Reals: []float64{-1e300, 7, 1e300}, Null: []bool{true, false, true}},
		{Reals: []float64{0, 0, 0}},
		{Reals: []float64{minus, minus, -1}},
		{Codes: []int32{2, 0, 2}},
		{Texts: []string{"b", "", "ab"}, Null: []bool{false, true, false}},
		{Ints: []int64{1, 2, 3}, Null: []bool{true, true, true}},
		{Constant: true, Reals: []float64{2.5}},
	}}
	want := []struct {
		min, max []byte // nil: none
		nulls    int64
	}{
		{integer(5), integer(8), 0},
		{integer(-9), integer(4), 1},
		{real(7), real(7), 2},
		{real(minus), real(0), 0},
		{real(-1), real(0), 0},
		{[]byte("m"), []byte("z"), 0},
		{[]byte("ab"), []byte("b"), 1},
		{nil, nil, 3},
		{real(2.5), real(2.5), 0},
	}
	for i, c := range chunks(t, formattest.Write(t, output.Parquet, schema, []*output.Table{table}), 0) {
		s, err := c.Statistics()
		if err != nil || s == nil {
			t.Fatalf("%s: no statistics: %v", schema.Columns[i].Name, err)
		}
		if s.HasMinMax() != (want[i].min != nil) {
			t.Fatalf("%s: least and greatest value known: %v", schema.Columns[i].Name, s.HasMinMax())
		}
		if want[i].min != nil && (!bytes.Equal(s.EncodeMin(), want[i].min) || !bytes.Equal(s.EncodeMax(), want[i].max)) {
			t.Errorf("%s: from %x to %x, want %x to %x", schema.Columns[i].Name, s.EncodeMin(), s.EncodeMax(), want[i].min, want[i].max)
		}
		if s.NullCount() != want[i].nulls {
			t.Errorf("%s: %d nulls, want %d", schema.Columns[i].Name, s.NullCount(), want[i].nulls)
		}
	}
}

func integer(v int64) []byte { return binary.LittleEndian.AppendUint64(nil, uint64(v)) }

func real(v float64) []byte { return binary.LittleEndian.AppendUint64(nil, math.Float64bits(v)) }

// TestParquetEncodings holds the choices to what was measured: deltas for cell numbers and spread integers, dictionaries
// where there are few values, whether that was promised or not, plain reals elsewhere.
func TestParquetEncodings(t *testing.T) {
	schema := formattest.SweepSchema()
	want := map[string]parquet.Encoding{
		"cell": parquet.Encodings.DeltaBinaryPacked, "policy": parquet.Encodings.RLEDict, "ttl_s": parquet.Encodings.RLEDict,
		"seed": parquet.Encodings.RLEDict, "rate": parquet.Encodings.RLEDict, "accepted": parquet.Encodings.DeltaBinaryPacked,
		"share_eu": parquet.Encodings.Plain, "window_s": parquet.Encodings.RLEDict, "error": parquet.Encodings.Plain,
	}
	for i, c := range chunks(t, formattest.Write(t, output.Parquet, schema, []*output.Table{formattest.SweepTable(20_000, 0)}), 0) {
		if w, ok := want[schema.Columns[i].Name]; ok && c.Encodings()[0] != w {
			t.Errorf("%s is stored as %v, want %v", schema.Columns[i].Name, c.Encodings(), w)
		}
	}
}

// TestConstantColumnsAreFree holds that a fixed parameter costs the same few bytes for any number of rows.
func TestConstantColumnsAreFree(t *testing.T) {
	schema := &output.Schema{Columns: []output.Column{{Name: "rate", Type: output.Int64, Role: output.RoleParameter}}}
	size := func(rows int) int64 {
		table := &output.Table{Rows: rows, Columns: []output.Values{{Constant: true, Ints: []int64{514}}}}
		return chunks(t, formattest.Write(t, output.Parquet, schema, []*output.Table{table}), 0)[0].TotalCompressedSize()
	}
	if one, many := size(2), size(1<<17); many > one+4 {
		t.Errorf("a constant column of 2 rows takes %d bytes, of 131,072 rows %d", one, many)
	}
}

// TestWritingAllocatesNothingPerRow compares tables of different lengths.
func TestWritingAllocatesNothingPerRow(t *testing.T) {
	schema := formattest.SweepSchema()
	small, large := formattest.SweepTable(2_000, 0), formattest.SweepTable(16_000, 0)
	for _, f := range output.Formats() {
		t.Run(f.Name(), func(t *testing.T) {
			count := func(table *output.Table) float64 {
				return testing.AllocsPerRun(5, func() { writeAll(t, f, new(counter), schema, []*output.Table{table}) })
			}
			count(large) // once for the buffers
			if a, b := count(small), count(large); b > a+200 {
				t.Errorf("%v allocations for 2,000 rows, %v for 16,000", a, b)
			}
		})
	}
}

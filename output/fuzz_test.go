package output_test

import (
	"os"
	"path/filepath"
	"testing"

	"tarama/output"
	"tarama/output/formattest"
)

// FuzzParquet and FuzzArrow hold that whatever a file holds, reading it ends without a panic and with bounded memory. Run
// them with -fuzzminimizetime=1x: each input that is new to the code would else be made smaller for a minute, and there is
// time for little else.
func FuzzParquet(f *testing.F) { fuzzFormat(f, output.Parquet) }

func FuzzArrow(f *testing.F) { fuzzFormat(f, output.Arrow) }

func fuzzFormat(f *testing.F, format output.Format) {
	schema := &output.Schema{Columns: []output.Column{
		{Name: "cell", Type: output.Int64, Role: output.RoleCell},
		{Name: "word", Type: output.Dict, Words: []string{"a", "b"}, Nullable: true},
		{Name: "text", Type: output.Text},
	}}
	table := &output.Table{Rows: 3, Columns: []output.Values{
		{Ints: []int64{1, 2, 3}}, {Codes: []int32{0, 1, 0}, Null: []bool{false, false, true}}, {Texts: []string{"x", "", "y"}},
	}}
	f.Add(formattest.Write(f, format, schema, []*output.Table{table}))
	f.Add([]byte{})
	dir := f.TempDir()
	f.Fuzz(func(t *testing.T, content []byte) {
		path := filepath.Join(dir, "part")
		if err := os.WriteFile(path, content, 0o666); err != nil {
			t.Fatal(err)
		}
		r, err := format.Open(path)
		if err != nil {
			return
		}
		defer r.Close()
		columns := make([]int, len(r.Schema().Columns))
		for i := range columns {
			columns[i] = i
		}
		var table output.Table
		for group, rows := range r.Rows() {
			if err := r.Read(group, columns, &table); err == nil && table.Rows != rows {
				t.Fatalf("row group %d: %d rows, and not %d", group, table.Rows, rows)
			}
		}
	})
}

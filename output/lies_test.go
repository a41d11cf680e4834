package output_test

import (
	"bytes"
	"encoding/binary"
	"encoding/json"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/apache/arrow/go/v17/arrow"
	"github.com/apache/arrow/go/v17/arrow/array"
	"github.com/apache/arrow/go/v17/arrow/ipc"
	"github.com/apache/arrow/go/v17/arrow/memory"
	"github.com/apache/arrow/go/v17/parquet/file"
	"github.com/apache/arrow/go/v17/parquet/metadata"

	"tarama/output"
	"tarama/output/formattest"
)

// TestParquetFootersThatLie changes what the footer says of a file that is whole otherwise. Sizes must not be believed.
func TestParquetFootersThatLie(t *testing.T) {
	schema := formattest.SweepSchema()
	whole := formattest.Write(t, output.Parquet, schema, []*output.Table{formattest.SweepTable(50, 0)})
	for _, c := range []struct {
		name, want string
		lie        func(m *metadata.FileMetaData)
	}{
		{"rows", "rows: between 0 and", func(m *metadata.FileMetaData) { m.RowGroups[0].NumRows = 1 << 40 }},
		{"negative rows", "rows: between 0 and", func(m *metadata.FileMetaData) { m.RowGroups[0].NumRows = -1 }},
		{"values", "values for 50 rows", func(m *metadata.FileMetaData) { m.RowGroups[0].Columns[3].MetaData.NumValues = 49 }},
		{"size", "the file has", func(m *metadata.FileMetaData) {
			m.RowGroups[0].Columns[3].MetaData.TotalCompressedSize = 1 << 50
		}},
		{"negative size", "the file has", func(m *metadata.FileMetaData) { m.RowGroups[0].Columns[3].MetaData.TotalCompressedSize = -1 }},
		{"place", "the file has", func(m *metadata.FileMetaData) { m.RowGroups[0].Columns[0].MetaData.DataPageOffset = math.MaxInt64 }},
		{"codec", "compressed with", func(m *metadata.FileMetaData) { m.RowGroups[0].Columns[0].MetaData.Codec = 2 }},
		{"columns", "columns: the schema has 20", func(m *metadata.FileMetaData) { m.RowGroups[0].Columns = m.RowGroups[0].Columns[:5] }},
		{"fewer rows", "more values than", func(m *metadata.FileMetaData) {
			m.RowGroups[0].NumRows = 40
			for _, c := range m.RowGroups[0].Columns {
				c.MetaData.NumValues = 40
			}
		}},
		{"another column's pages", "its pages are those of", func(m *metadata.FileMetaData) {
			m.RowGroups[0].Columns[11].MetaData = m.RowGroups[0].Columns[14].MetaData
		}},
		{"type", "does not describe", func(m *metadata.FileMetaData) { m.FileMetaData.Schema[3].Name = "other" }},
	} {
		t.Run(c.name, func(t *testing.T) {
			r, err := output.Parquet.Open(formattest.Save(t, withFooter(t, whole, c.lie)))
			if err == nil {
				err = readAll(r)
				r.Close()
			}
			if err == nil || !strings.Contains(err.Error(), c.want) {
				t.Errorf("error %v, want %q", err, c.want)
			}
		})
	}
}

// readAll reads every row group.
func readAll(r output.Reader) error {
	columns := make([]int, len(r.Schema().Columns))
	for i := range columns {
		columns[i] = i
	}
	for group := range r.Rows() {
		if err := r.Read(group, columns, new(output.Table)); err != nil {
			return err
		}
	}
	return nil
}

// withFooter returns a file with a changed footer.
func withFooter(t *testing.T, whole []byte, change func(m *metadata.FileMetaData)) []byte {
	t.Helper()
	r, err := file.NewParquetReader(bytes.NewReader(whole))
	if err != nil {
		t.Fatal(err)
	}
	change(r.MetaData())
	length := int(binary.LittleEndian.Uint32(whole[len(whole)-8:]))
	changed := bytes.NewBuffer(bytes.Clone(whole[:len(whole)-8-length]))
	n, err := r.MetaData().WriteTo(changed, nil)
	if err != nil {
		t.Fatal(err)
	}
	changed.Write(binary.LittleEndian.AppendUint32(nil, uint32(n)))
	changed.WriteString("PAR1")
	return changed.Bytes()
}

// TestArrowCodesThatLie reads a file whose codes are beyond its dictionary.
func TestArrowCodesThatLie(t *testing.T) {
	kind := &arrow.DictionaryType{IndexType: arrow.PrimitiveTypes.Int32, ValueType: arrow.BinaryTypes.String}
	schema := arrow.NewSchema([]arrow.Field{{Name: "word", Type: kind}}, nil)
	words := array.NewStringBuilder(memory.DefaultAllocator)
	words.AppendValues([]string{"a", "b"}, nil)
	for _, bad := range []int32{2, -1, math.MaxInt32} {
		codes := array.NewInt32Builder(memory.DefaultAllocator)
		codes.AppendValues([]int32{0, bad, 1}, nil)
		column := array.NewData(kind, 3, codes.NewArray().Data().Buffers(), nil, 0, 0)
		dictionary := words.NewArray()
		column.SetDictionary(dictionary.Data())
		words.AppendValues([]string{"a", "b"}, nil)
		path := filepath.Join(t.TempDir(), "part")
		f, err := os.Create(path)
		if err != nil {
			t.Fatal(err)
		}
		w, err := ipc.NewFileWriter(f, ipc.WithSchema(schema))
		if err != nil {
			t.Fatal(err)
		}
		if err := w.Write(array.NewRecord(schema, []arrow.Array{array.NewDictionaryData(column)}, 3)); err != nil {
			t.Fatal(err)
		}
		if err := w.Close(); err != nil {
			t.Fatal(err)
		}
		if err := f.Close(); err != nil {
			t.Fatal(err)
		}
		r, err := output.Arrow.Open(path)
		if err != nil {
			t.Fatal(err)
		}
		if err := r.Read(0, []int{0}, new(output.Table)); err == nil || !strings.Contains(err.Error(), "the dictionary has 2 words") {
			t.Errorf("code %d: error %v", bad, err)
		}
		r.Close()
	}
}

// TestPandasMetadata holds the types that pandas is told: a nullable integer must not become a float.
func TestPandasMetadata(t *testing.T) {
	schema := formattest.SweepSchema()
	want := map[string][2]string{"cell": {"int64", "int64"}, "window_s": {"int64", "Int64"}, "share_eu": {"float64", "float64"},
		"policy": {"categorical", "int32"}, "error": {"unicode", "object"}}
	whole := formattest.Write(t, output.Parquet, schema, []*output.Table{formattest.SweepTable(5, 0)})
	parquet, err := file.NewParquetReader(bytes.NewReader(whole))
	if err != nil {
		t.Fatal(err)
	}
	arrows, err := ipc.NewFileReader(bytes.NewReader(formattest.Write(t, output.Arrow, schema, nil)))
	if err != nil {
		t.Fatal(err)
	}
	entry := parquet.MetaData().KeyValueMetadata().FindValue("pandas")
	if entry == nil {
		t.Fatal("no entry for pandas")
	}
	m := arrows.Schema().Metadata()
	if other, ok := m.GetValue("pandas"); !ok || other != *entry {
		t.Errorf("the formats tell pandas different things:\n%s\n%s", *entry, other)
	}
	var decoded struct {
		Columns []struct {
			Name      string
			Type      string `json:"pandas_type"`
			NumpyType string `json:"numpy_type"`
		}
	}
	if err := json.Unmarshal([]byte(*entry), &decoded); err != nil {
		t.Fatal(err)
	}
	if len(decoded.Columns) != len(schema.Columns) {
		t.Errorf("%d columns, want %d", len(decoded.Columns), len(schema.Columns))
	}
	for _, c := range decoded.Columns {
		if w, ok := want[c.Name]; ok && w != [2]string{c.Type, c.NumpyType} {
			t.Errorf("%s is %s, %s, want %s", c.Name, c.Type, c.NumpyType, w)
		}
	}
}

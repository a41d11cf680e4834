package secondreader

import (
	"encoding/binary"
	"fmt"
	"os"

	"github.com/xitongsys/parquet-go/parquet"
	"github.com/xitongsys/parquet-go/reader"

	"tarama/output"
)

// Open opens a Parquet file that is to have the columns of the schema. Words are given as their codes in it.
func Open(path string, schema *output.Schema) (output.Reader, error) {
	info, err := os.Stat(path)
	if err != nil {
		return nil, err
	}
	if !info.Mode().IsRegular() {
		return nil, fmt.Errorf("second reader: %s: not a regular file", path)
	}
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	r := &fileReader{path: path, file: f, size: info.Size(), columns: schema.Columns}
	if err := r.open(); err != nil {
		f.Close()
		return nil, fmt.Errorf("second reader: %s: %w", path, err)
	}
	return r, nil
}

// fileReader reads a file.
type fileReader struct {
	path    string
	file    *os.File
	size    int64
	columns []output.Column // as wanted
	schema  *output.Schema
	rows    []int
	codes   []map[string]int32 // by column: the code of each word of a Dict
	library *reader.ParquetReader
	scratch []int32
}

func (r *fileReader) open() (err error) {
	defer guard(&err)
	if err := r.checkTail(); err != nil {
		return err
	}
	if r.library, err = reader.NewParquetColumnReader(newSection(r.file, r.size), 1); err != nil {
		return err
	}
	if err := r.checkColumns(); err != nil {
		return err
	}
	for g, group := range r.library.Footer.RowGroups {
		if err := r.checkGroup(group); err != nil {
			return fmt.Errorf("row group %d: %w", g, err)
		}
	}
	r.schema = &output.Schema{Columns: r.columns}
	for _, kv := range r.library.Footer.KeyValueMetadata {
		if kv.Key != "ARROW:schema" && kv.Key != "pandas" {
			r.schema.Metadata = append(r.schema.Metadata, output.Pair{Key: kv.Key, Value: kv.GetValue()})
		}
	}
	r.codes = make([]map[string]int32, len(r.columns))
	for i, c := range r.columns {
		r.codes[i] = make(map[string]int32, len(c.Words))
		for code, w := range c.Words {
			r.codes[i][w] = int32(code)
		}
	}
	return nil
}

// guard turns a panic of the library into an error.
func guard(err *error) {
	if r := recover(); r != nil {
		*err = fmt.Errorf("damaged: %v", r)
	}
}

// checkTail checks the end of the file, at which the library does not look.
func (r *fileReader) checkTail() error {
	tail := make([]byte, 8)
	if r.size < 12 {
		return fmt.Errorf("%d bytes: not a Parquet file", r.size)
	}
	if _, err := r.file.ReadAt(tail, r.size-8); err != nil {
		return err
	}
	if length := int64(binary.LittleEndian.Uint32(tail)); string(tail[4:]) != "PAR1" || length > r.size-12 {
		return fmt.Errorf("it does not end as a Parquet file")
	}
	return nil
}

// checkColumns compares the footer's schema with the wanted one.
func (r *fileReader) checkColumns() error {
	elements, names := r.library.Footer.Schema, r.library.SchemaHandler.Infos
	if len(elements) != len(r.columns)+1 {
		return fmt.Errorf("%d columns: %d are wanted", len(elements)-1, len(r.columns))
	}
	for i, c := range r.columns {
		e, name := elements[i+1], names[i+1].ExName
		repetition := parquet.FieldRepetitionType_REQUIRED
		if c.Nullable {
			repetition = parquet.FieldRepetitionType_OPTIONAL
		}
		if name != c.Name || !e.IsSetType() || e.GetType() != physicalType(c.Type) || e.GetRepetitionType() != repetition {
			return fmt.Errorf("column %d is %q, %s %s: wanted is %q, %s %s", i, name, e.GetRepetitionType(), e.GetType(),
				c.Name, repetition, physicalType(c.Type))
		}
	}
	return nil
}

func physicalType(t output.Type) parquet.Type {
	switch t {
	case output.Int64:
		return parquet.Type_INT64
	case output.Float64:
		return parquet.Type_DOUBLE
	}
	return parquet.Type_BYTE_ARRAY
}

func (r *fileReader) checkGroup(group *parquet.RowGroup) error {
	if n := group.GetNumRows(); n < 1 || n > output.MaxRows {
		return fmt.Errorf("%d rows: between 1 and %d are allowed", n, output.MaxRows)
	}
	if len(group.Columns) != len(r.columns) {
		return fmt.Errorf("%d columns: the schema has %d", len(group.Columns), len(r.columns))
	}
	for i, chunk := range group.Columns {
		if err := r.checkChunk(chunk, group.GetNumRows()); err != nil {
			return fmt.Errorf("column %s: %w", r.columns[i].Name, err)
		}
	}
	r.rows = append(r.rows, int(group.GetNumRows()))
	return nil
}

func (r *fileReader) checkChunk(chunk *parquet.ColumnChunk, rows int64) error {
	m := chunk.MetaData
	switch {
	case m == nil || chunk.FilePath != nil:
		return fmt.Errorf("no metadata, or those of another file")
	case m.NumValues != rows:
		return fmt.Errorf("%d values for %d rows", m.NumValues, rows)
	case m.Codec != parquet.CompressionCodec_ZSTD:
		return fmt.Errorf("compressed with %s: results use ZSTD", m.Codec)
	}
	start := m.DataPageOffset
	if m.DictionaryPageOffset != nil {
		start = *m.DictionaryPageOffset
	}
	if start < 4 || m.TotalCompressedSize < 0 || start > r.size || m.TotalCompressedSize > r.size-start {
		return fmt.Errorf("%d bytes at %d: the file has %d", m.TotalCompressedSize, start, r.size)
	}
	return nil
}

// Schema is the wanted schema with the metadata of the file.
func (r *fileReader) Schema() *output.Schema { return r.schema }

func (r *fileReader) Rows() []int { return r.rows }

func (r *fileReader) Close() error { return r.file.Close() }

// Read reads the columns one after the other.
func (r *fileReader) Read(group int, columns []int, t *output.Table) (err error) {
	defer func() {
		if err != nil {
			err = fmt.Errorf("second reader: %s: row group %d: %w", r.path, group, err)
		}
	}()
	defer guard(&err)
	if group < 0 || group >= len(r.rows) {
		return fmt.Errorf("there are %d", len(r.rows))
	}
	if err := t.Prepare(r.schema, columns, r.rows[group]); err != nil {
		return err
	}
	for _, i := range columns {
		if err := r.newChunk(group, i, &t.Columns[i]).read(); err != nil {
			return fmt.Errorf("column %s: %w", r.columns[i].Name, err)
		}
	}
	return nil
}

package output

import (
	"bytes"
	"encoding/base64"
	"encoding/binary"
	"fmt"
	"os"

	"github.com/apache/arrow/go/v17/arrow/ipc"
	"github.com/apache/arrow/go/v17/parquet"
	"github.com/apache/arrow/go/v17/parquet/compress"
	"github.com/apache/arrow/go/v17/parquet/file"
	"github.com/apache/arrow/go/v17/parquet/metadata"
)

// parquetReader reads a file of ours. The file is not trusted: sizes are checked against it before memory is asked for,
// panics of the library become errors, and the number of values is compared with the footer.
type parquetReader struct {
	path   string
	file   *os.File
	size   int64
	reader *file.Reader
	schema *Schema
	codes  []map[string]int32 // by column: the code of each word of a Dict
	rows   []int
	memory *budget
}

func openParquet(path string) (Reader, error) {
	f, size, err := openRegular(path)
	if err != nil {
		return nil, fmt.Errorf("parquet: %w", err)
	}
	r := &parquetReader{path: path, file: f, size: size}
	if err := r.open(); err != nil {
		f.Close()
		return nil, fmt.Errorf("parquet: %s: %w", path, err)
	}
	return r, nil
}

func (r *parquetReader) open() (err error) {
	defer guard("damaged", &err)
	r.memory = newBudget(r.size, 0)
	r.reader, err = file.NewParquetReader(r.file, file.WithReadProps(parquet.NewReaderProperties(r.memory)))
	if err != nil {
		return err
	}
	if r.schema, err = schemaOfParquet(r.reader.MetaData()); err != nil {
		return err
	}
	r.memory.limit = newBudget(r.size, len(r.schema.Columns)).limit
	for g := range r.reader.NumRowGroups() {
		if err := r.checkGroup(g); err != nil {
			return fmt.Errorf("row group %d: %w", g, err)
		}
	}
	return r.readWords()
}

// schemaOfParquet takes the columns from the Arrow schema in the metadata, and compares them with Parquet's own.
func schemaOfParquet(m *metadata.FileMetaData) (*Schema, error) {
	s := &Schema{}
	for _, kv := range m.KeyValueMetadata() {
		if kv.Key != arrowSchemaKey && kv.Key != pandasKey {
			s.Metadata = append(s.Metadata, Pair{kv.Key, kv.GetValue()})
		}
	}
	entry := m.KeyValueMetadata().FindValue(arrowSchemaKey)
	if entry == nil {
		return nil, fmt.Errorf("no %s in the metadata: not a file of results", arrowSchemaKey)
	}
	content, err := base64.StdEncoding.DecodeString(*entry)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", arrowSchemaKey, err)
	}
	if s.Columns, err = columnsFromMessage(content); err != nil {
		return nil, fmt.Errorf("%s: %w", arrowSchemaKey, err)
	}
	want, err := parquetSchema(s)
	if err != nil {
		return nil, err
	}
	if !m.Schema.Root().Equals(want.Root()) {
		return nil, fmt.Errorf("%s does not describe the columns of the file", arrowSchemaKey)
	}
	return s, nil
}

// columnsFromMessage decodes an IPC message with a schema.
func columnsFromMessage(content []byte) ([]Column, error) {
	table, err := message(content, schemaType)
	if err != nil {
		return nil, err
	}
	if err := checkArrowSchema(table); err != nil {
		return nil, err
	}
	stream, err := ipc.NewReader(bytes.NewReader(content))
	if err != nil {
		return nil, err
	}
	defer stream.Release()
	return columnsFromArrow(stream.Schema())
}

// checkGroup checks what the footer says about a row group before it is used.
func (r *parquetReader) checkGroup(g int) error {
	group := r.reader.MetaData().RowGroup(g)
	rows := group.NumRows()
	if rows < 0 || rows > MaxRows {
		return fmt.Errorf("%d rows: between 0 and %d are allowed", rows, MaxRows)
	}
	if n := group.NumColumns(); n != len(r.schema.Columns) {
		return fmt.Errorf("%d columns: the schema has %d", n, len(r.schema.Columns))
	}
	for i := range r.schema.Columns {
		chunk, err := group.ColumnChunk(i)
		if err != nil {
			return err
		}
		if err := r.checkChunk(chunk, i, rows); err != nil {
			return fmt.Errorf("column %s: %w", r.schema.Columns[i].Name, err)
		}
	}
	r.rows = append(r.rows, int(rows))
	return nil
}

func (r *parquetReader) checkChunk(chunk *metadata.ColumnChunkMetaData, column int, rows int64) error {
	declared := r.reader.MetaData().Schema.Column(column)
	if path := chunk.PathInSchema().String(); path != declared.Path() || chunk.Type() != declared.PhysicalType() {
		return fmt.Errorf("its pages are those of %q, %s", path, chunk.Type())
	}
	if n := chunk.NumValues(); n != rows {
		return fmt.Errorf("%d values for %d rows", n, rows)
	}
	if c := chunk.Compression(); c != compress.Codecs.Zstd {
		return fmt.Errorf("compressed with %s: results use ZSTD", c)
	}
	start, size := chunk.DataPageOffset(), chunk.TotalCompressedSize()
	if chunk.HasDictionaryPage() && chunk.DictionaryPageOffset() > 0 {
		start = min(start, chunk.DictionaryPageOffset())
	}
	if start < 0 || size < 0 || start > r.size || size > r.size-start {
		return fmt.Errorf("%d bytes at %d: the file has %d", size, start, r.size)
	}
	return nil
}

// readWords takes the words of the Dict columns from the dictionary pages of the first row group.
func (r *parquetReader) readWords() error {
	r.codes = make([]map[string]int32, len(r.schema.Columns))
	if len(r.rows) == 0 {
		return nil
	}
	for i := range r.schema.Columns {
		c := &r.schema.Columns[i]
		if c.Type != Dict {
			continue
		}
		words, err := r.dictionaryPage(i)
		if err != nil {
			return fmt.Errorf("column %s: %w", c.Name, err)
		}
		c.Words = words
		r.codes[i] = make(map[string]int32, len(words))
		for code, w := range words {
			r.codes[i][w] = int32(code)
		}
		if len(r.codes[i]) < len(words) {
			return fmt.Errorf("column %s: the dictionary has a word twice", c.Name)
		}
	}
	return nil
}

func (r *parquetReader) dictionaryPage(column int) ([]string, error) {
	pages, err := r.reader.RowGroup(0).GetColumnPageReader(column)
	if err != nil {
		return nil, err
	}
	if !pages.Next() {
		return nil, fmt.Errorf("no pages: %w", pages.Err())
	}
	page, ok := pages.Page().(*file.DictionaryPage)
	if !ok {
		return nil, fmt.Errorf("no dictionary page")
	}
	return splitTexts(page.Data(), int(page.NumValues()))
}

// splitTexts takes apart strings as PLAIN stores them.
func splitTexts(data []byte, n int) ([]string, error) {
	var texts []string
	for len(data) >= 4 {
		size := binary.LittleEndian.Uint32(data)
		if uint64(size) > uint64(len(data)-4) {
			break
		}
		texts = append(texts, string(data[4:4+size]))
		data = data[4+size:]
	}
	if len(data) > 0 || len(texts) != n {
		return nil, fmt.Errorf("the dictionary page is not %d strings", n)
	}
	return texts, nil
}

func (r *parquetReader) Schema() *Schema { return r.schema }

func (r *parquetReader) Rows() []int { return r.rows }

func (r *parquetReader) Close() error { return r.file.Close() }

// Read reads the columns one after the other.
func (r *parquetReader) Read(group int, columns []int, t *Table) (err error) {
	defer guard("parquet: "+r.path+": damaged", &err)
	if group < 0 || group >= len(r.rows) {
		return fmt.Errorf("parquet: %s: row group %d: there are %d", r.path, group, len(r.rows))
	}
	if err := t.Prepare(r.schema, columns, r.rows[group]); err != nil {
		return fmt.Errorf("parquet: %s: %w", r.path, err)
	}
	r.memory.held.Store(0)
	for _, i := range columns {
		if err := r.readColumn(group, i, &t.Columns[i]); err != nil {
			return fmt.Errorf("parquet: %s: row group %d: column %s: %w", r.path, group, r.schema.Columns[i].Name, err)
		}
	}
	return nil
}

package output

import (
	"encoding/binary"
	"fmt"
	"io"

	"github.com/apache/arrow/go/v17/arrow/memory"
	"github.com/apache/arrow/go/v17/parquet"
	"github.com/apache/arrow/go/v17/parquet/compress"
	"github.com/apache/arrow/go/v17/parquet/file"
	"github.com/apache/arrow/go/v17/parquet/metadata"
)

const parquetMagic = "PAR1"

// parquetWriter writes a file by the library's page writers and metadata builders. It does without the library's
// file writer, which drops some errors and panics at others, and without its column writers, since encoding whole
// columns (package encodings) is faster.
//
// The columns of a table are encoded one after the other: a table takes about ten milliseconds, and what keeps the cores
// busy is that parts, and the formats of a part, are written side by side.
type parquetWriter struct {
	schema *Schema
	sink   sink
	meta   *metadata.FileMetaDataBuilder
	plain  *parquet.WriterProperties // of chunks whose values are stored plainly or by a dictionary
	delta  *parquet.WriterProperties // of chunks whose values are stored as differences
	words  [][]byte                  // by column: the dictionary page of a Dict
	groups int
	err    error // the first error; nothing is written after it
	closed bool
}

func newParquetWriter(out io.Writer, s *Schema) (w *parquetWriter, err error) {
	defer guard("parquet", &err)
	if err := s.Check(); err != nil {
		return nil, fmt.Errorf("parquet: %w", err)
	}
	nodes, err := parquetSchema(s)
	if err != nil {
		return nil, fmt.Errorf("parquet: %w", err)
	}
	kv, err := parquetMetadata(s)
	if err != nil {
		return nil, fmt.Errorf("parquet: %w", err)
	}
	w = &parquetWriter{
		schema: s,
		sink:   sink{w: out},
		plain:  parquetProperties(parquet.Encodings.Plain),
		delta:  parquetProperties(parquet.Encodings.DeltaBinaryPacked),
		words:  make([][]byte, len(s.Columns)),
	}
	for i := range s.Columns {
		if s.Columns[i].Type == Dict {
			w.words[i] = plainTexts(s.Columns[i].Words)
		}
	}
	w.meta = metadata.NewFileMetadataBuilder(nodes, w.plain, kv)
	if _, err := w.sink.Write([]byte(parquetMagic)); err != nil {
		return nil, fmt.Errorf("parquet: %w", err)
	}
	return w, nil
}

func parquetMetadata(s *Schema) (metadata.KeyValueMetadata, error) {
	pairs, err := storedMetadata(s)
	if err != nil {
		return nil, err
	}
	entry, err := arrowSchemaEntry(s, pairs)
	if err != nil {
		return nil, err
	}
	kv := metadata.NewKeyValueMetadata()
	for _, p := range append(pairs, entry) {
		if err := kv.Append(p.Key, p.Value); err != nil {
			return nil, err
		}
	}
	return kv, nil
}

// Write appends a row group; a table without rows appends nothing.
func (w *parquetWriter) Write(t *Table) error {
	if w.closed {
		return errClosed
	}
	if w.err == nil {
		w.err = w.write(t)
	}
	return w.err
}

func (w *parquetWriter) write(t *Table) (err error) {
	defer guard("parquet", &err)
	if err := t.Check(w.schema); err != nil {
		return fmt.Errorf("parquet: %w", err)
	}
	if t.Rows == 0 {
		return nil
	}
	encoder := columnEncoders.Get().(*columnEncoder)
	defer columnEncoders.Put(encoder)
	group := w.meta.AppendRowGroup()
	size := int64(0)
	for i := range w.schema.Columns {
		n, err := w.writeChunk(encoder, group, t, i)
		if err != nil {
			return fmt.Errorf("parquet: column %s: %w", w.schema.Columns[i].Name, err)
		}
		size += n
	}
	group.SetNumRows(t.Rows)
	if err := group.Finish(size, int16(w.groups)); err != nil {
		return fmt.Errorf("parquet: %w", err)
	}
	w.groups++
	return w.sink.Err()
}

// writeChunk writes column i and returns its size before compression.
func (w *parquetWriter) writeChunk(e *columnEncoder, group *metadata.RowGroupMetaDataBuilder, t *Table, i int) (int64, error) {
	c := &w.schema.Columns[i]
	content := e.content(c, &t.Columns[i], t.Rows, w.words[i])
	builder := group.NextColumnChunk()
	if content.encoding == parquet.Encodings.DeltaBinaryPacked {
		builder = metadata.NewColumnChunkMetaDataBuilderWithContents(w.delta, builder.Descr(), builder.Contents())
	}
	pager, err := file.NewPageWriter(&w.sink, compress.Codecs.Zstd, 1, builder, int16(w.groups), int16(i),
		memory.DefaultAllocator, false, nil, nil)
	if err != nil {
		return 0, err
	}
	if err := e.writePages(pager, content); err != nil {
		return 0, err
	}
	builder.SetStats(content.statistics)
	if err := pager.Close(content.dictionary != nil, false); err != nil {
		return 0, err
	}
	return builder.Contents().MetaData.TotalUncompressedSize, w.sink.Err()
}

// Close writes the footer. The file is whole only if Close returns nil.
func (w *parquetWriter) Close() error {
	if w.closed {
		return errClosed
	}
	w.closed = true
	if w.err == nil {
		w.err = w.writeFooter()
	}
	return w.err
}

func (w *parquetWriter) writeFooter() (err error) {
	defer guard("parquet", &err)
	footer, err := w.meta.Finish()
	if err != nil {
		return fmt.Errorf("parquet: %w", err)
	}
	n, err := footer.WriteTo(&w.sink, nil)
	if err != nil {
		return fmt.Errorf("parquet: %w", err)
	}
	tail := binary.LittleEndian.AppendUint32(nil, uint32(n))
	if _, err := w.sink.Write(append(tail, parquetMagic...)); err != nil {
		return fmt.Errorf("parquet: %w", err)
	}
	return w.sink.Err()
}

package secondreader

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"io"

	"github.com/xitongsys/parquet-go/compress"
	"github.com/xitongsys/parquet-go/encoding"
	"github.com/xitongsys/parquet-go/layout"
	"github.com/xitongsys/parquet-go/parquet"
	"github.com/xitongsys/parquet-go/source"

	"tarama/output"
)

// chunk reads one column of one row group. Page headers, decompression and dictionaries are the library's; its column
// reader is not used, since that makes three slices of interface values for every page, also of a column that is the same in
// all rows. Here a run stays a run, and numbers that are packed go to their place (values.go).
type chunk struct {
	column     *output.Column
	words      map[string]int32 // the code of each word of a Dict
	meta       *parquet.ColumnMetaData
	pages      io.Reader
	nextHeader func() (*parquet.PageHeader, error)
	to         *output.Values
	rows       int // of the row group
	row        int // the next one
	dictionary output.Values
	scratch    []int32 // for no more than rows
}

func (r *fileReader) newChunk(group, column int, to *output.Values) *chunk {
	meta := r.library.Footer.RowGroups[group].Columns[column].MetaData
	start := meta.DataPageOffset
	if meta.DictionaryPageOffset != nil {
		start = *meta.DictionaryPageOffset
	}
	if cap(r.scratch) < r.rows[group] {
		r.scratch = make([]int32, 0, r.rows[group])
	}
	pages := source.ConvertToThriftReader(newSection(r.file, r.size), start, meta.TotalCompressedSize)
	return &chunk{
		column: &r.columns[column], words: r.codes[column], meta: meta, to: to, rows: r.rows[group], pages: pages,
		scratch:    r.scratch,
		nextHeader: func() (*parquet.PageHeader, error) { return layout.ReadPageHeader(pages) },
	}
}

// read reads all pages.
func (c *chunk) read() error {
	for c.row < c.rows {
		header, err := c.nextHeader()
		if err != nil {
			return fmt.Errorf("row %d: %w", c.row, err)
		}
		data, err := c.unpack(header)
		if err != nil {
			return fmt.Errorf("row %d: %w", c.row, err)
		}
		switch {
		case header.Type == parquet.PageType_DICTIONARY_PAGE && header.DictionaryPageHeader != nil:
			err = c.readDictionary(data, int(header.DictionaryPageHeader.NumValues))
		case header.Type == parquet.PageType_DATA_PAGE && header.DataPageHeader != nil:
			err = c.readPage(data, header.DataPageHeader)
		default:
			err = fmt.Errorf("a page of type %s, which results never have", header.Type)
		}
		if err != nil {
			return fmt.Errorf("row %d: %w", c.row, err)
		}
	}
	return nil
}

// unpack returns what a page holds.
func (c *chunk) unpack(header *parquet.PageHeader) ([]byte, error) {
	size := int64(header.CompressedPageSize)
	if size < 0 || size > c.meta.TotalCompressedSize {
		return nil, fmt.Errorf("a page of %d bytes, in a column of %d", size, c.meta.TotalCompressedSize)
	}
	packed := make([]byte, size)
	if _, err := io.ReadFull(c.pages, packed); err != nil {
		return nil, err
	}
	data, err := compress.Uncompress(packed, c.meta.Codec)
	if err == nil && len(data) != int(header.UncompressedPageSize) {
		err = fmt.Errorf("a page of %d bytes: its header says %d", len(data), header.UncompressedPageSize)
	}
	return data, err
}

func (c *chunk) readDictionary(data []byte, entries int) error {
	if entries < 0 || entries > len(data) {
		return fmt.Errorf("a dictionary of %d entries in %d bytes", entries, len(data))
	}
	values, err := encoding.ReadPlain(bytes.NewReader(data), c.meta.Type, uint64(entries), 0)
	if err != nil {
		return err
	}
	c.dictionary, err = c.typed(values)
	return err
}

// readPage reads a page: which of its rows are not null, if some may be, and the values of those rows.
func (c *chunk) readPage(data []byte, header *parquet.DataPageHeader) error {
	rows := int(header.NumValues)
	if rows <= 0 || rows > c.rows-c.row {
		return fmt.Errorf("a page of %d values, in a column of %d", rows, c.rows)
	}
	present := rows
	var null []bool
	if c.column.Nullable {
		var err error
		null = c.to.Null[c.row : c.row+rows]
		if present, data, err = c.readNulls(data, null); err != nil {
			return err
		}
	}
	if err := c.readValues(page{data, header.Encoding, c.row, rows, present, null}); err != nil {
		return err
	}
	c.row += rows
	return nil
}

// readNulls reads the definition levels at the front of a page and returns how many rows are not null, and the rest.
func (c *chunk) readNulls(data []byte, null []bool) (present int, rest []byte, err error) {
	if len(data) < 4 || uint64(binary.LittleEndian.Uint32(data)) > uint64(len(data)-4) {
		return 0, nil, io.ErrUnexpectedEOF
	}
	end := 4 + int(binary.LittleEndian.Uint32(data))
	levels, err := c.numbers(data[4:end], 1, len(null))
	if err != nil {
		return 0, nil, err
	}
	if levels.isRun() {
		fill(null, levels.run == 0)
		return len(null) * int(levels.run), data[end:], nil
	}
	for i, level := range levels.each {
		null[i] = level == 0
		present += int(level)
	}
	return present, data[end:], nil
}

// typed gives the library's values their types; words become codes.
func (c *chunk) typed(values []any) (v output.Values, err error) {
	switch c.column.Type {
	case output.Int64:
		v.Ints, err = unboxed[int64](values)
	case output.Float64:
		v.Reals, err = unboxed[float64](values)
	default:
		v.Texts, err = unboxed[string](values)
	}
	if c.column.Type != output.Dict || err != nil {
		return v, err
	}
	v.Codes = make([]int32, len(v.Texts))
	for i, word := range v.Texts {
		code, known := c.words[word]
		if !known {
			return v, fmt.Errorf("%q, which is not in the dictionary", word)
		}
		v.Codes[i] = code
	}
	return v, nil
}

func unboxed[T any](values []any) ([]T, error) {
	typed := make([]T, len(values))
	for i, value := range values {
		var ok bool
		if typed[i], ok = value.(T); !ok {
			return nil, fmt.Errorf("a value of type %T", value)
		}
	}
	return typed, nil
}

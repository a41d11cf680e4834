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

// chunk reads one column of one row group. Page headers, decompression, dictionaries and values are the library's; its
// column reader is not used, since that makes three slices of interface values for every page, also of a column that is the
// same in all rows. Here a run stays a run.
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
	codes      []int32 // scratch, for no more than rows
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
		codes:      r.scratch,
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
	if present == 0 {
		data = nil
	}
	from, codes, err := c.values(data, header.Encoding, present)
	if err != nil {
		return err
	}
	if err := c.place(rows, null, from, codes); err != nil {
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
	levels, err := c.hybrid(data[4:end], 1, len(null))
	if err != nil {
		return 0, nil, err
	}
	for i, level := range levels {
		null[i] = level == 0
		present += int(level)
	}
	return present, data[end:], nil
}

// values reads as many values: as codes of the dictionary, or as they are.
func (c *chunk) values(data []byte, e parquet.Encoding, n int) (from output.Values, codes []int32, err error) {
	switch {
	case n == 0:
		return output.Values{}, nil, nil
	case e == parquet.Encoding_RLE_DICTIONARY || e == parquet.Encoding_PLAIN_DICTIONARY:
		if len(data) == 0 || data[0] > 32 {
			return output.Values{}, nil, io.ErrUnexpectedEOF
		}
		codes, err = c.hybrid(data[1:], uint(data[0]), n)
		return c.dictionary, codes, err
	}
	boxed, err := layout.ReadDataPageValues(bytes.NewReader(data), e, c.meta.Type, -1, uint64(n), 0)
	if err != nil {
		return output.Values{}, nil, err
	}
	if len(boxed) != n {
		return output.Values{}, nil, fmt.Errorf("%d values: the page has %d", len(boxed), n)
	}
	from, err = c.typed(boxed)
	return from, nil, err
}

// hybrid reads n numbers of width bits in runs and groups. The groups are unpacked by the library, which takes what is
// missing at the end for zeros.
func (c *chunk) hybrid(data []byte, width uint, n int) ([]int32, error) {
	numbers := c.codes[:0]
	in := bytes.NewReader(data)
	for len(numbers) < n {
		header, err := encoding.ReadUnsignedVarInt(in)
		if err != nil {
			return nil, err
		}
		left, count, grouped := uint64(n-len(numbers)), header>>1, header&1 == 1
		if grouped {
			count *= 8
		}
		if count == 0 || count >= left+8 || count > left && !grouped {
			return nil, fmt.Errorf("%d numbers, where %d are left", count, left)
		}
		size := (width + 7) / 8
		if grouped {
			size = uint(count) / 8 * width
		}
		if uint(in.Len()) < size {
			return nil, io.ErrUnexpectedEOF
		}
		if !grouped {
			numbers = appendRun(numbers, in, size, count)
			continue
		}
		group, err := encoding.ReadBitPacked(in, header, uint64(width))
		if err != nil {
			return nil, err
		}
		for _, number := range group[:min(uint64(len(group)), left)] {
			numbers = append(numbers, int32(number.(int64)))
		}
	}
	return numbers, nil
}

// appendRun appends count times the number in the next size bytes, up to four, which are there.
func appendRun(numbers []int32, in *bytes.Reader, size uint, count uint64) []int32 {
	var number [4]byte
	for i := range number[:size] {
		number[i], _ = in.ReadByte()
	}
	value := int32(binary.LittleEndian.Uint32(number[:]))
	for range count {
		numbers = append(numbers, value)
	}
	return numbers
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

// place puts the values of a page into their rows.
func (c *chunk) place(rows int, null []bool, from output.Values, codes []int32) error {
	first, end := c.row, c.row+rows
	switch c.column.Type {
	case output.Int64:
		return spread(c.to.Ints[first:end], null, from.Ints, codes)
	case output.Float64:
		return spread(c.to.Reals[first:end], null, from.Reals, codes)
	case output.Dict:
		return spread(c.to.Codes[first:end], null, from.Codes, codes)
	}
	return spread(c.to.Texts[first:end], null, from.Texts, codes)
}

// spread gives each row that is not null the next value, or the value of the next code, and the others zero.
func spread[T any](to []T, null []bool, from []T, codes []int32) error {
	next := 0
	for i := range to {
		if null != nil && null[i] {
			var zero T
			to[i] = zero
			continue
		}
		at := next
		if codes != nil {
			at = int(codes[next])
		}
		if at < 0 || at >= len(from) {
			return fmt.Errorf("code %d: the dictionary has %d entries", at, len(from))
		}
		to[i] = from[at]
		next++
	}
	return nil
}

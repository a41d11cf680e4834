package output

import (
	"fmt"
	"strings"
	"sync"

	"github.com/apache/arrow/go/v17/parquet"
	"github.com/apache/arrow/go/v17/parquet/file"
)

// batchRows is how many rows are decoded at a time.
const batchRows = 8192

// columnDecoder holds what decoding a column needs besides the column.
type columnDecoder struct {
	levels [batchRows]int16
	bytes  [batchRows]parquet.ByteArray
}

var columnDecoders = sync.Pool{New: func() any { return new(columnDecoder) }}

func (r *parquetReader) readColumn(group, i int, v *Values) error {
	d := columnDecoders.Get().(*columnDecoder)
	defer columnDecoders.Put(d)
	chunk, err := r.reader.RowGroup(group).Column(i)
	if err != nil {
		return err
	}
	switch chunk := chunk.(type) {
	case *file.Int64ColumnChunkReader:
		err = readNumbers(d, chunk.ReadBatch, v.Ints, v.Null)
	case *file.Float64ColumnChunkReader:
		err = readNumbers(d, chunk.ReadBatch, v.Reals, v.Null)
	case *file.ByteArrayColumnChunkReader:
		if r.schema.Columns[i].Type == Dict {
			err = readCodes(d, chunk.ReadBatch, v.Codes, v.Null, r.codes[i])
		} else {
			err = readTexts(d, chunk.ReadBatch, v.Texts, v.Null)
		}
	default:
		err = fmt.Errorf("physical type %s, which results never have", chunk.Type())
	}
	if err != nil {
		return err
	}
	if chunk.HasNext() {
		return fmt.Errorf("more values than the footer says")
	}
	return chunk.Err()
}

// batchReader is the library's ReadBatch: it reads up to n rows and returns how many, and how many of them are not null;
// the values of those stand at the front.
type batchReader[T any] func(n int64, values []T, definition, repetition []int16) (int64, int, error)

// readBatch fills the front of values, and null if the column is nullable (else nil), and checks that the library did.
func readBatch[T any](d *columnDecoder, read batchReader[T], values []T, null []bool) (rows, present int, err error) {
	n := min(len(values), batchRows)
	var levels []int16
	if null != nil {
		levels = d.levels[:n]
	}
	got, present, err := read(int64(n), values[:n], levels, nil)
	if err != nil {
		return 0, 0, err
	}
	if got <= 0 || got > int64(n) {
		return 0, 0, fmt.Errorf("fewer values than the footer says")
	}
	rows = int(got)
	counted := rows
	if null != nil {
		for i, level := range levels[:rows] {
			null[i] = level == 0
		}
		counted = rows - countNulls(null[:rows])
	}
	if counted != present {
		return 0, 0, fmt.Errorf("%d values: the levels say %d", present, counted)
	}
	return rows, present, nil
}

func readNumbers[T int64 | float64](d *columnDecoder, read batchReader[T], values []T, null []bool) error {
	for len(values) > 0 {
		rows, present, err := readBatch(d, read, values, null)
		if err != nil {
			return err
		}
		if null != nil {
			spread(values[:rows], null[:rows], present)
			null = null[rows:]
		}
		values = values[rows:]
	}
	return nil
}

// readCodes looks the words up. The library gives a word as a place in the dictionary page, so that one that comes again
// in the next row is known without looking at it.
func readCodes(d *columnDecoder, read batchReader[parquet.ByteArray], codes []int32, null []bool, known map[string]int32) error {
	var last *byte
	var lastLength int
	var code int32
	for len(codes) > 0 {
		rows, present, err := readBatch(d, read, d.bytes[:min(batchRows, len(codes))], null)
		if err != nil {
			return err
		}
		for i, word := range d.bytes[:present] {
			if len(word) == 0 || &word[0] != last || len(word) != lastLength {
				c, ok := known[string(word)]
				if !ok {
					return fmt.Errorf("%q is not in the dictionary", word)
				}
				code, last, lastLength = c, nil, len(word)
				if len(word) > 0 {
					last = &word[0]
				}
			}
			codes[i] = code
		}
		if null != nil {
			spread(codes[:rows], null[:rows], present)
			null = null[rows:]
		}
		codes = codes[rows:]
	}
	return nil
}

// readTexts copies the strings of a batch into one piece of memory, since the library's are its own.
func readTexts(d *columnDecoder, read batchReader[parquet.ByteArray], texts []string, null []bool) error {
	total := 0
	for len(texts) > 0 {
		rows, present, err := readBatch(d, read, d.bytes[:min(batchRows, len(texts))], null)
		if err != nil {
			return err
		}
		size := 0
		for _, b := range d.bytes[:present] {
			size += len(b)
		}
		if total += size; total > MaxText {
			return fmt.Errorf("strings of more than %d bytes", MaxText)
		}
		copyTexts(texts, d.bytes[:present], size)
		if null != nil {
			spread(texts[:rows], null[:rows], present)
			null = null[rows:]
		}
		texts = texts[rows:]
	}
	return nil
}

func copyTexts(texts []string, from []parquet.ByteArray, size int) {
	var all strings.Builder
	all.Grow(size)
	for _, b := range from {
		all.Write(b)
	}
	rest := all.String()
	for i, b := range from {
		texts[i], rest = rest[:len(b)], rest[len(b):]
	}
}

package output

import (
	"encoding/binary"
	"sync"

	"github.com/apache/arrow/go/v17/arrow/memory"
	"github.com/apache/arrow/go/v17/parquet"
	"github.com/apache/arrow/go/v17/parquet/file"

	"tarama/output/internal/encodings"
)

const (
	pageRows  = 1 << 17 // rows of a page: 1 MiB of numbers
	pageBytes = 1 << 20 // text of a page, up to the string that goes beyond it
)

// columnEncoder encodes chunks of columns, one after the other. Its buffers are used again for the next chunk.
type columnEncoder struct {
	bits     []uint64
	codes    []int32
	texts    []string
	levels   []int32
	page     []byte
	packed   []byte
	distinct encodings.Distinct
}

// columnEncoders are shared by all files, since a writer needs one only while it writes a table.
var columnEncoders = sync.Pool{New: func() any { return new(columnEncoder) }}

// writePages writes a chunk: the page of the dictionary, if there is one, and the pages of the values.
func (e *columnEncoder) writePages(pager file.PageWriter, content *chunkContent) error {
	if content.dictionary != nil {
		page := file.NewDictionaryPage(memory.NewBufferBytes(content.dictionary), int32(content.entries), parquet.Encodings.Plain)
		if _, err := pager.WriteDictionaryPage(page); err != nil {
			return err
		}
	}
	value := 0
	for row := 0; row < content.rows; {
		rows, values := content.nextPage(row, value)
		e.page = e.appendPage(e.page[:0], content, row, rows, value, values)
		e.packed = pooledZstd{}.Encode(e.packed, e.page)
		page := file.NewDataPageV1(memory.NewBufferBytes(e.packed), int32(rows), content.encoding,
			parquet.Encodings.RLE, parquet.Encodings.RLE, int32(len(e.page)))
		if _, err := pager.WriteDataPage(page); err != nil {
			return err
		}
		row, value = row+rows, value+values
	}
	return nil
}

// nextPage returns how many rows, and how many values that are not null, the page that begins at row holds.
func (content *chunkContent) nextPage(row, value int) (rows, values int) {
	if len(content.texts) > 0 {
		return content.nextTextPage(row, value)
	}
	rows = min(pageRows, content.rows-row)
	switch {
	case content.null == nil:
		return rows, rows
	case row+rows == content.rows:
		return rows, content.present - value
	}
	return rows, rows - countNulls(content.null[row:row+rows])
}

func (content *chunkContent) nextTextPage(row, value int) (rows, values int) {
	for size := 0; rows < pageRows && row+rows < content.rows && size < pageBytes; rows++ {
		if content.null == nil || !content.null[row+rows] {
			size += 4 + len(content.texts[value+values])
			values++
		}
	}
	return rows, values
}

// appendPage appends a page before compression: which rows are not null, if any may be, and the values of those rows.
func (e *columnEncoder) appendPage(page []byte, content *chunkContent, row, rows, value, values int) []byte {
	if content.nullable {
		page = append(page, 0, 0, 0, 0)
		switch {
		case values == rows:
			page = encodings.AppendRun(page, 1, rows, 1)
		case values == 0:
			page = encodings.AppendRun(page, 0, rows, 1)
		default:
			page = encodings.AppendRuns(page, e.definitionLevels(content.null[row:row+rows]), 1)
		}
		binary.LittleEndian.PutUint32(page, uint32(len(page)-4))
	}
	return content.values(page, value, value+values)
}

// definitionLevels are 1 for a value and 0 for a null.
func (e *columnEncoder) definitionLevels(null []bool) []int32 {
	levels := resize(&e.levels, len(null))
	for i, n := range null {
		levels[i] = 1
		if n {
			levels[i] = 0
		}
	}
	return levels
}

// present returns the values that are not null, copied into the buffer where there are nulls between them.
func present[T any](buffer *[]T, values []T, content *chunkContent) []T {
	if content.null == nil || content.present == 0 {
		return values[:min(content.present, len(values))]
	}
	kept := resize(buffer, len(values))
	n := 0
	for i, v := range values {
		kept[n] = v
		if !content.null[i] {
			n++
		}
	}
	return kept[:n]
}

// resize returns the buffer with a length of n; what it holds means nothing.
func resize[T any](buffer *[]T, n int) []T {
	if cap(*buffer) < n {
		*buffer = make([]T, n)
	}
	return (*buffer)[:n]
}

// plainTexts is the dictionary page of a column of words.
func plainTexts(words []string) []byte {
	page := []byte{}
	for _, w := range words {
		page = encodings.AppendText(page, w)
	}
	return page
}

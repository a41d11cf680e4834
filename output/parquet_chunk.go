package output

import (
	"github.com/apache/arrow/go/v17/arrow"
	"github.com/apache/arrow/go/v17/parquet"
	"github.com/apache/arrow/go/v17/parquet/metadata"

	"tarama/output/internal/encodings"
)

// How numbers are stored. A dictionary pays if there are few different values: with more than fewLimit, or more than one
// for fewRows rows, plain values are both smaller and faster. Where the schema does not promise few, the first trialRows
// rows tell: if more than half of them differ, the search ends. Integers without a dictionary are stored plainly or as
// differences, whichever is smaller for the first sampleRows values. All of it depends on the table alone.
const (
	fewLimit   = 1 << 14
	fewRows    = 4
	trialRows  = 1 << 10
	sampleRows = 1 << 12
)

// chunkContent is one column of one table in the form in which its pages store it.
type chunkContent struct {
	rows       int
	nullable   bool   // pages begin with definition levels
	null       []bool // nil: no value is null
	present    int    // values that are not null
	encoding   parquet.Encoding
	dictionary []byte // the dictionary page, nil for none
	entries    int    // of the dictionary
	statistics metadata.EncodedStatistics

	// values appends the values from up to to, counted without the nulls.
	values func(page []byte, from, to int) []byte
	// texts are what values appends if they are plain strings: only their pages are cut by length.
	texts []string
}

// content decides how the values are stored. words is the dictionary page of a Dict column. The result refers to the
// encoder's buffers and is valid until the next call.
func (e *columnEncoder) content(c *Column, v *Values, rows int, words []byte) *chunkContent {
	content := &chunkContent{rows: rows, nullable: c.Nullable}
	stored := v.Stored(rows)
	null, nulls := v.nulls(c, 0, rows)
	content.null, content.present = null, rows-nulls
	switch c.Type {
	case Int64:
		e.integers(content, c, v.Ints[:stored])
	case Float64:
		e.reals(content, c, v.Reals[:stored])
	case Dict:
		e.words(content, c, v.Codes[:stored], words)
	case Text:
		e.strings(content, v.Texts[:stored])
	}
	content.statistics.SetNullCount(int64(nulls))
	return content
}

func (e *columnEncoder) integers(content *chunkContent, c *Column, values []int64) {
	bits := present(&e.bits, arrow.Uint64Traits.CastFromBytes(arrow.Int64Traits.CastToBytes(values)), content)
	switch {
	case content.present > len(bits):
		content.useConstant(bits)
	case c.Role == RoleCell:
		content.useDeltas(bits)
	case e.isFew(bits, c.Few):
		bits = e.useDistinct(content)
	case e.deltasAreSmaller(bits):
		content.useDeltas(bits)
	default:
		content.usePlain(bits)
	}
	if len(bits) > 0 {
		setIntegerRange(&content.statistics, integersOf(bits))
	}
}

func (e *columnEncoder) reals(content *chunkContent, c *Column, values []float64) {
	bits := present(&e.bits, arrow.Uint64Traits.CastFromBytes(arrow.Float64Traits.CastToBytes(values)), content)
	switch {
	case content.present > len(bits):
		content.useConstant(bits)
	case e.isFew(bits, c.Few):
		bits = e.useDistinct(content)
	default:
		content.usePlain(bits)
	}
	if len(bits) > 0 {
		setRealRange(&content.statistics, arrow.Float64Traits.CastFromBytes(arrow.Uint64Traits.CastToBytes(bits)))
	}
}

func integersOf(bits []uint64) []int64 {
	return arrow.Int64Traits.CastFromBytes(arrow.Uint64Traits.CastToBytes(bits))
}

// isFew looks for a dictionary of the numbers, given as their 64 bits.
func (e *columnEncoder) isFew(bits []uint64, promised bool) bool {
	if len(bits) == 0 {
		return false
	}
	e.codes = resize(&e.codes, len(bits))
	if trial := bits[:min(trialRows, len(bits))]; !promised && !e.distinct.Encode(trial, e.codes, len(trial)/2) {
		return false
	}
	return e.distinct.Encode(bits, e.codes, max(1, min(fewLimit, len(bits)/fewRows)))
}

// useDistinct stores the dictionary that isFew found. It returns the dictionary, which has the least and the greatest
// value of the column.
func (e *columnEncoder) useDistinct(content *chunkContent) []uint64 {
	values := e.distinct.Values()
	content.useDictionary(arrow.Uint64Traits.CastToBytes(values), len(values))
	content.useCodes(e.codes)
	return values
}

func (e *columnEncoder) deltasAreSmaller(bits []uint64) bool {
	sample := bits[:min(sampleRows, len(bits))]
	e.packed = pooledZstd{}.Encode(e.packed, arrow.Uint64Traits.CastToBytes(sample))
	plain := len(e.packed)
	e.page = encodings.AppendDeltas(e.page[:0], integersOf(sample))
	e.packed = pooledZstd{}.Encode(e.packed, e.page)
	return len(e.packed) < plain
}

// useConstant stores one value for all rows.
func (content *chunkContent) useConstant(bits []uint64) {
	content.useDictionary(arrow.Uint64Traits.CastToBytes(bits), 1)
	content.useCode(0)
}

func (content *chunkContent) useDeltas(bits []uint64) {
	content.encoding = parquet.Encodings.DeltaBinaryPacked
	values := integersOf(bits)
	content.values = func(page []byte, from, to int) []byte { return encodings.AppendDeltas(page, values[from:to]) }
}

func (content *chunkContent) usePlain(bits []uint64) {
	content.encoding = parquet.Encodings.Plain
	values := arrow.Uint64Traits.CastToBytes(bits)
	content.values = func(page []byte, from, to int) []byte { return append(page, values[8*from:8*to]...) }
}

// words stores the codes as they are, beside the whole dictionary of the column: readers find the same one in every row
// group.
func (e *columnEncoder) words(content *chunkContent, c *Column, codes []int32, page []byte) {
	content.useDictionary(page, len(c.Words))
	if content.present > len(codes) { // a constant
		content.useCode(codes[0])
	} else {
		codes = present(&e.codes, codes, content)
		content.useCodes(codes)
	}
	if len(codes) > 0 {
		setWordRange(&content.statistics, c.Words, codes)
	}
}

func (e *columnEncoder) strings(content *chunkContent, texts []string) {
	if content.present > len(texts) { // a constant
		content.useDictionary(encodings.AppendText(nil, texts[0]), 1)
		content.useCode(0)
		setTextRange(&content.statistics, texts)
		return
	}
	texts = present(&e.texts, texts, content)
	content.encoding = parquet.Encodings.Plain
	content.texts = texts
	content.values = func(page []byte, from, to int) []byte {
		for _, text := range texts[from:to] {
			page = encodings.AppendText(page, text)
		}
		return page
	}
	if len(texts) > 0 {
		setTextRange(&content.statistics, texts)
	}
}

func (content *chunkContent) useDictionary(page []byte, entries int) {
	content.encoding = parquet.Encodings.RLEDict
	content.dictionary, content.entries = page, entries
}

// useCodes stores codes of the dictionary. A page of them begins with the width of a code in bits.
func (content *chunkContent) useCodes(codes []int32) {
	width := encodings.Width(content.entries)
	content.values = func(page []byte, from, to int) []byte {
		return encodings.AppendRuns(append(page, byte(width)), codes[from:to], width)
	}
}

// useCode stores the same code for every row.
func (content *chunkContent) useCode(code int32) {
	width := encodings.Width(content.entries)
	content.values = func(page []byte, from, to int) []byte {
		return encodings.AppendRun(append(page, byte(width)), code, to-from, width)
	}
}

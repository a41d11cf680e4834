package output

import (
	"slices"

	"github.com/apache/arrow/go/v17/arrow"
	"github.com/apache/arrow/go/v17/arrow/array"
	"github.com/apache/arrow/go/v17/arrow/memory"
)

// columnBuffers hold a column whose slices cannot be given to the library as they are.
type columnBuffers struct {
	ints    []int64
	reals   []float64
	codes   []int32
	offsets []int32
	text    []byte
	valid   []byte
}

// column makes an array of the rows from from to to of a column, in the table's own memory where that is possible. What
// stands at a null is set to zero: it would be stored, and the file must not depend on it.
func (w *arrowWriter) column(b *columnBuffers, i int, v *Values, from, to int) arrow.Array {
	rows := to - from
	null, nulls := v.nulls(&w.schema.Columns[i], from, to)
	switch w.schema.Columns[i].Type {
	case Int64:
		values := zeroNulls(&b.ints, window(&constantInts, v.Ints, v.Constant, from, to), null)
		return fixedArray(b, arrow.PrimitiveTypes.Int64, arrow.Int64Traits.CastToBytes(values), null, nulls, rows)
	case Float64:
		values := zeroNulls(&b.reals, window(&constantReals, v.Reals, v.Constant, from, to), null)
		return fixedArray(b, arrow.PrimitiveTypes.Float64, arrow.Float64Traits.CastToBytes(values), null, nulls, rows)
	case Dict:
		values := zeroNulls(&b.codes, window(&constantCodes, v.Codes, v.Constant, from, to), null)
		codes := fixedArray(b, arrow.PrimitiveTypes.Int32, arrow.Int32Traits.CastToBytes(values), null, nulls, rows)
		return array.NewDictionaryArray(w.arrow.Field(i).Type, codes, w.words[i])
	}
	if v.Constant {
		return stringArray(b, slices.Repeat(v.Texts[:1], rows), nil, 0)
	}
	return stringArray(b, v.Texts[from:to], null, nulls)
}

// window returns the values of some rows.
func window[T number, K comparable](c *constants[T, K], values []T, constant bool, from, to int) []T {
	if constant {
		return c.rows(values[0], to-from)
	}
	return values[from:to]
}

// zeroNulls returns the values, copied if there are nulls to set to zero.
func zeroNulls[T number](buffer *[]T, values []T, null []bool) []T {
	if null == nil {
		return values
	}
	*buffer = resize(buffer, len(values))
	out := *buffer
	for row := range out {
		out[row] = values[row]
		if null[row] {
			out[row] = 0
		}
	}
	return out
}

func fixedArray(b *columnBuffers, t arrow.DataType, values []byte, null []bool, nulls, rows int) arrow.Array {
	buffers := []*memory.Buffer{validity(b, null), memory.NewBufferBytes(values)}
	return array.MakeFromData(array.NewData(t, rows, buffers, nil, nulls, 0))
}

func stringArray(b *columnBuffers, texts []string, null []bool, nulls int) arrow.Array {
	b.offsets, b.text = append(b.offsets[:0], 0), b.text[:0]
	for row, text := range texts {
		if null == nil || !null[row] {
			b.text = append(b.text, text...)
		}
		b.offsets = append(b.offsets, int32(len(b.text)))
	}
	offsets := memory.NewBufferBytes(arrow.Int32Traits.CastToBytes(b.offsets))
	buffers := []*memory.Buffer{validity(b, null), offsets, memory.NewBufferBytes(b.text)}
	return array.MakeFromData(array.NewData(arrow.BinaryTypes.String, len(texts), buffers, nil, nulls, 0))
}

// validity is Arrow's bitmap of the values that are not null; there is none if all are.
func validity(b *columnBuffers, null []bool) *memory.Buffer {
	if null == nil {
		return nil
	}
	valid := resize(&b.valid, (len(null)+7)/8)
	for i := range valid {
		byRow := null[8*i : min(8*i+8, len(null))]
		bitmap := byte(0)
		for row, is := range byRow {
			bit := byte(1) // a conditional move, where a branch would be guessed wrong as often as not
			if is {
				bit = 0
			}
			bitmap |= bit << row
		}
		valid[i] = bitmap
	}
	b.valid = valid
	return memory.NewBufferBytes(valid)
}

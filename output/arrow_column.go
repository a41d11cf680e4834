package output

import (
	"github.com/apache/arrow/go/v17/arrow"
	"github.com/apache/arrow/go/v17/arrow/array"
	"github.com/apache/arrow/go/v17/arrow/bitutil"
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

// column makes an array of a column, in the table's own memory where that is possible. What stands at a null is set to
// zero: it would be stored, and the file must not depend on it.
func (w *arrowWriter) column(b *columnBuffers, i int, v *Values, rows int) arrow.Array {
	null := v.Null
	if v.Constant || !w.schema.Columns[i].Nullable {
		null = nil
	}
	switch w.schema.Columns[i].Type {
	case Int64:
		values := v.Ints
		if v.Constant {
			values = constantInts.rows(values[0], rows)
		}
		values = zeroNulls(&b.ints, values[:rows], null)
		return fixedArray(b, arrow.PrimitiveTypes.Int64, arrow.Int64Traits.CastToBytes(values), null, rows)
	case Float64:
		values := v.Reals
		if v.Constant {
			values = constantReals.rows(values[0], rows)
		}
		values = zeroNulls(&b.reals, values[:rows], null)
		return fixedArray(b, arrow.PrimitiveTypes.Float64, arrow.Float64Traits.CastToBytes(values), null, rows)
	case Dict:
		values := v.Codes
		if v.Constant {
			values = constantCodes.rows(values[0], rows)
		}
		values = zeroNulls(&b.codes, values[:rows], null)
		codes := fixedArray(b, arrow.PrimitiveTypes.Int32, arrow.Int32Traits.CastToBytes(values), null, rows)
		return array.NewDictionaryArray(w.arrow.Field(i).Type, codes, w.words[i])
	}
	texts := v.Texts
	if v.Constant {
		texts = make([]string, rows)
		for row := range texts {
			texts[row] = v.Texts[0]
		}
	}
	return stringArray(b, texts[:rows], null)
}

// zeroNulls returns the values, copied if there are nulls to set to zero.
func zeroNulls[T int64 | float64 | int32](buffer *[]T, values []T, null []bool) []T {
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

func fixedArray(b *columnBuffers, t arrow.DataType, values []byte, null []bool, rows int) arrow.Array {
	valid, nulls := validity(b, null)
	buffers := []*memory.Buffer{valid, memory.NewBufferBytes(values)}
	return array.MakeFromData(array.NewData(t, rows, buffers, nil, nulls, 0))
}

func stringArray(b *columnBuffers, texts []string, null []bool) arrow.Array {
	valid, nulls := validity(b, null)
	b.offsets, b.text = append(b.offsets[:0], 0), b.text[:0]
	for row, text := range texts {
		if null == nil || !null[row] {
			b.text = append(b.text, text...)
		}
		b.offsets = append(b.offsets, int32(len(b.text)))
	}
	offsets := memory.NewBufferBytes(arrow.Int32Traits.CastToBytes(b.offsets))
	buffers := []*memory.Buffer{valid, offsets, memory.NewBufferBytes(b.text)}
	return array.MakeFromData(array.NewData(arrow.BinaryTypes.String, len(texts), buffers, nil, nulls, 0))
}

// validity is Arrow's bitmap of the values that are not null; there is none if all are.
func validity(b *columnBuffers, null []bool) (*memory.Buffer, int) {
	if null == nil {
		return nil, 0
	}
	b.valid = resize(&b.valid, int(bitutil.BytesForBits(int64(len(null)))))
	clear(b.valid)
	nulls := 0
	for row, n := range null {
		if n {
			nulls++
			continue
		}
		b.valid[row/8] |= 1 << (row % 8)
	}
	if nulls == 0 {
		return nil, 0
	}
	return memory.NewBufferBytes(b.valid), nulls
}

package rows

import (
	"cmp"
	"math"
	"slices"

	"tarama/output"
)

// Value is one value of a column, in a form that can be compared and kept: the bits of a number, the code of a word.
type Value struct {
	Null bool
	Bits uint64
}

// Any is the value itself: an int64, a float64, a word, or nil for null.
func (v Value) Any(c *output.Column) any {
	switch {
	case v.Null:
		return nil
	case c.Type == output.Int64:
		return int64(v.Bits)
	case c.Type == output.Float64:
		return math.Float64frombits(v.Bits)
	}
	return c.Words[v.Bits]
}

// Compare orders the values of a column: numbers as usual, words as they are declared, null last.
func (v Value) Compare(w Value, c *output.Column) int {
	switch {
	case v.Null || w.Null:
		return boolToInt(v.Null) - boolToInt(w.Null)
	case c.Type == output.Float64:
		return cmp.Compare(math.Float64frombits(v.Bits), math.Float64frombits(w.Bits))
	}
	return cmp.Compare(int64(v.Bits), int64(w.Bits))
}

func boolToInt(b bool) int {
	if b {
		return 1
	}
	return 0
}

// Bits appends a column's values as Value.Bits. Zero has one form; what stands at a null is arbitrary.
func Bits(to []uint64, c *output.Column, v *output.Values) []uint64 {
	to = slices.Grow(to, len(v.Ints)+len(v.Reals)+len(v.Codes))
	switch c.Type {
	case output.Int64:
		for _, x := range v.Ints {
			to = append(to, uint64(x))
		}
	case output.Float64:
		for _, x := range v.Reals {
			to = append(to, math.Float64bits(x+0)) // -0 + 0 is 0
		}
	case output.Dict:
		for _, x := range v.Codes {
			to = append(to, uint64(x))
		}
	}
	return to
}

// Reals appends a column of numbers as reals. An integer beyond 2^53 is rounded. Words become their codes.
func Reals(to []float64, c *output.Column, v *output.Values) []float64 {
	to = slices.Grow(to, len(v.Ints)+len(v.Reals)+len(v.Codes))
	switch c.Type {
	case output.Int64:
		for _, x := range v.Ints {
			to = append(to, float64(x))
		}
	case output.Float64:
		to = append(to, v.Reals...)
	case output.Dict:
		for _, x := range v.Codes {
			to = append(to, float64(x))
		}
	}
	return to
}

// valueAt is one value of a column; that of a text is null.
func valueAt(v *output.Values, row int) Value {
	switch {
	case v.Null != nil && v.Null[row]:
		return Value{Null: true}
	case v.Ints != nil:
		return Value{Bits: uint64(v.Ints[row])}
	case v.Reals != nil:
		return Value{Bits: math.Float64bits(v.Reals[row] + 0)}
	case v.Codes != nil:
		return Value{Bits: uint64(v.Codes[row])}
	}
	return Value{Null: true}
}

// Numbers are the values of a column as reals, without a copy: words are their codes.
type Numbers struct {
	ints  []int64
	reals []float64
	codes []int32
}

// NumbersOf are the values of a column of a table, valid as long as the table.
func NumbersOf(v *output.Values) Numbers { return Numbers{v.Ints, v.Reals, v.Codes} }

// At is the value in a row; at a null it is arbitrary. It is small enough to be part of its caller's loop.
func (n *Numbers) At(row int) float64 {
	switch {
	case n.reals != nil:
		return n.reals[row]
	case n.ints != nil:
		return float64(n.ints[row])
	}
	return float64(n.codes[row])
}

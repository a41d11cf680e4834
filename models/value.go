package models

import (
	"math"
	"strconv"
)

// Type says which values a parameter or a metric takes.
type Type uint8

// The types. The last three are stored as dictionary strings: a cell holds a code, an index into a list of words.
const (
	Int   Type = iota // 64-bit integer
	Real              // float64, always finite
	Enum              // one word of a closed list
	Order             // a permutation of all words of a closed list, joined by ">"; NoneWord if the list is empty
	Set               // a subset of a closed list in the list's order, joined by "+"; NoneWord for the empty set
)

// NoneWord stands for the empty Set, and for "no region" and the like in an Enum.
const NoneWord = "none"

// String returns the type's name as help and messages use it.
func (t Type) String() string {
	return [...]string{"integer", "real", "word", "permutation", "subset"}[t]
}

// IsText says whether values of the type are words, stored as codes of a dictionary.
func (t Type) IsText() bool { return t >= Enum }

// Value is one value of one parameter. The zero Value is the integer 0.
type Value struct {
	Type Type
	Int  int64   // for Int
	Real float64 // for Real
	Text string  // for Enum, Order and Set
}

// IntValue returns an integer value.
func IntValue(i int64) Value { return Value{Type: Int, Int: i} }

// RealValue returns a real value.
func RealValue(f float64) Value { return Value{Type: Real, Real: f} }

// TextValue returns a value of one of the text types.
func TextValue(t Type, s string) Value { return Value{Type: t, Text: s} }

// String prints the value so that parsing it gives the same value, bit for bit.
func (v Value) String() string {
	switch v.Type {
	case Int:
		return strconv.FormatInt(v.Int, 10)
	case Real:
		return FormatReal(v.Real)
	}
	return v.Text
}

// FormatReal prints the shortest decimal that parses to the same float64: without an exponent where that is readable.
func FormatReal(f float64) string {
	if a := math.Abs(f); a != 0 && (a < 1e-6 || a >= 1e15) {
		return strconv.FormatFloat(f, 'e', -1, 64)
	}
	return strconv.FormatFloat(f, 'f', -1, 64)
}

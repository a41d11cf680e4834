package sweep

import (
	"math"

	"tarama/output"
)

// equalRun is for how many rows, up to n, two columns have the same values, bit for bit, and the same nulls. What stands
// in a slice at a null is ignored.
//
// It goes by chunks of rows. That all rows of a chunk are the same is seen at the speed of memory (sameChunk), and is so in
// nearly all; only the others are gone through row by row (sameRows), which is the definition.
func equalRun(t output.Type, a *output.Values, i int, b *output.Values, j, n int) int {
	for done := 0; done < n; {
		m := min(equalChunk, n-done)
		if !sameChunk(t, a, i+done, b, j+done, m) {
			if same := sameRows(t, a, i+done, b, j+done, m); same < m {
				return done + same
			}
		}
		done += m
	}
	return n
}

// equalChunk is how many rows are compared at once.
const equalChunk = 512

// sameRows is for how many rows the columns are the same.
func sameRows(t output.Type, a *output.Values, i int, b *output.Values, j, n int) int {
	for k := range n {
		if an, bn := isNull(a, i+k), isNull(b, j+k); an || bn {
			if an != bn {
				return k
			}
			continue
		}
		if !sameValue(t, a, index(a, i+k), b, index(b, j+k)) {
			return k
		}
	}
	return n
}

// sameValue compares the bits of reals: -0 is not 0, and a NaN is itself.
func sameValue(t output.Type, a *output.Values, i int, b *output.Values, j int) bool {
	switch t {
	case output.Int64:
		return a.Ints[i] == b.Ints[j]
	case output.Float64:
		return math.Float64bits(a.Reals[i]) == math.Float64bits(b.Reals[j])
	case output.Dict:
		return a.Codes[i] == b.Codes[j]
	}
	return a.Texts[i] == b.Texts[j]
}

// sameChunk says of up to equalChunk rows that they are surely the same; false says nothing. It gives up where some rows
// are null and others not, since then values are to be ignored here and there.
func sameChunk(t output.Type, a *output.Values, i int, b *output.Values, j, n int) bool {
	an, bn := flagsOf(a, i, n), flagsOf(b, j, n)
	switch {
	case an == mixed || an != bn:
		return false
	case an == allNull:
		return true
	}
	switch t {
	case output.Int64:
		return sameSlices(view(a.Ints, a, i, n), view(b.Ints, b, j, n), sameIntegers)
	case output.Float64:
		return sameSlices(view(a.Reals, a, i, n), view(b.Reals, b, j, n), sameBits)
	case output.Dict:
		return sameSlices(view(a.Codes, a, i, n), view(b.Codes, b, j, n), sameIntegers)
	}
	return false
}

// flags says which rows of a chunk are null.
type flags int

const (
	noneNull flags = iota
	allNull
	mixed
)

var (
	noFlags  [equalChunk]bool
	allFlags = func() (all [equalChunk]bool) {
		for i := range all {
			all[i] = true
		}
		return all
	}()
)

// flagsOf looks at n flags. A whole chunk of them is compared as an array, which is compared as memory.
func flagsOf(v *output.Values, first, n int) flags {
	if v.Null == nil || v.Constant {
		return noneNull
	}
	null := v.Null[first : first+n]
	if n < equalChunk {
		return mixed
	}
	switch chunk := (*[equalChunk]bool)(null); {
	case *chunk == noFlags:
		return noneNull
	case *chunk == allFlags:
		return allNull
	}
	return mixed
}

// view is what n rows of a column are held in: one value if it is constant.
func view[T any](values []T, v *output.Values, first, n int) []T {
	if v.Constant {
		return values[:1]
	}
	return values[first : first+n]
}

// sameSlices compares two views, of which one or both may be of a constant column.
func sameSlices[T any](a, b []T, same func(a, b []T) bool) bool {
	if len(a) > len(b) {
		a, b = b, a
	}
	if len(a) == len(b) {
		return same(a, b)
	}
	// All of b are the value of a if its first is, and each is the one before.
	return same(a, b[:1]) && same(b[:len(b)-1], b[1:])
}

// sameIntegers and sameBits gather the bits that differ rather than stop at the first: without a branch a row is cheaper.
func sameIntegers[T int64 | int32](a, b []T) bool {
	b = b[:len(a)]
	different := T(0)
	for k, v := range a {
		different |= v ^ b[k]
	}
	return different == 0
}

func sameBits(a, b []float64) bool {
	b = b[:len(a)]
	different := uint64(0)
	for k, v := range a {
		different |= math.Float64bits(v) ^ math.Float64bits(b[k])
	}
	return different == 0
}

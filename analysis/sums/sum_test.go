package sums

import (
	"math"
	"math/big"
	"testing"

	"pgregory.net/rapid"
)

// TestSumIsExact compares with sums of 2,000 bits: the error must be less than one rounding of the result and 10^-28 of the
// absolute values.
func TestSumIsExact(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		values := rapid.SliceOf(rapid.Float64Range(-1e15, 1e15)).Draw(t, "values")
		split := rapid.IntRange(0, len(values)).Draw(t, "split")
		exact, absolute := new(big.Float).SetPrec(2000), 0.0
		var a, b Sum
		for i, x := range values {
			exact.Add(exact, new(big.Float).SetFloat64(x))
			absolute += math.Abs(x)
			if i < split {
				a.Add(x)
			} else {
				b.Add(x)
			}
		}
		a.AddSum(b)
		want, _ := exact.Float64()
		if d := math.Abs(a.Value() - want); d > math.Abs(want)*0x1p-52+absolute*1e-28 {
			t.Fatalf("the sum of %v is %v, want %v", values, a.Value(), want)
		}
	})
}

func TestSumKeepsSmallParts(t *testing.T) {
	var s Sum
	s.Add(1e16)
	for range 1_000_000 {
		s.Add(0.1)
	}
	s.Add(-1e16)
	if got := s.Value(); math.Abs(got-100_000) > 1e-4 {
		t.Errorf("sum is %v, want 100000", got)
	}
}

package traffic

import (
	"math"
	"testing"

	"pgregory.net/rapid"
)

// TestQuotasAddUpToTheRate holds at the bounds too, where rounding leaves more or less than there are resolvers.
func TestQuotasAddUpToTheRate(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		key := quotasKey{
			resolvers: rapid.Int64Range(1, rapid.SampledFrom([]int64{1, 10, 1000, 100_000}).Draw(t, "most")).Draw(t, "resolvers"),
			skew:      float64(rapid.Int64Range(0, 64).Draw(t, "skew")) / 16,
			rate:      maxExact - rapid.Int64Range(0, 1000).Draw(t, "below 2^53"),
		}
		if rapid.Bool().Draw(t, "small") {
			key.rate = rapid.Int64Range(1, 1e6).Draw(t, "rate")
		}
		var q quotas
		q.update(key)
		sum := int64(0)
		for j, n := range q.perSecond {
			if n < 0 {
				t.Fatalf("resolver %d has %d requests a second", j, n)
			}
			sum += n
		}
		if sum != key.rate {
			t.Fatalf("%+v: the quotas add up to %d", key, sum)
		}
	})
}

// TestDeal: resolver 2 has the largest remainder, resolvers 0 and 1 have equal ones.
func TestDeal(t *testing.T) {
	for _, test := range []struct {
		left int64
		want [3]int64
	}{
		{0, [3]int64{5, 0, 5}},
		{1, [3]int64{5, 0, 6}},
		{2, [3]int64{6, 0, 6}},
		{3, [3]int64{6, 1, 6}},
		{4, [3]int64{6, 1, 7}},
		{-1, [3]int64{4, 0, 5}}, // one is taken from 0 and 2, since 1 has none, and one given to 2
		{-4, [3]int64{3, 0, 3}},
	} {
		q := quotas{perSecond: []int64{5, 0, 5}}
		for _, remainder := range []float64{0.25, 0.25, 0.5} {
			q.remainders = append(q.remainders, math.Float64bits(remainder))
		}
		q.deal(test.left)
		if got := [3]int64(q.perSecond); got != test.want {
			t.Errorf("left %d: got %v, want %v", test.left, got, test.want)
		}
	}
}

// TestPowerIsNearTheRealOne compares with math.Pow, whose last bits differ between platforms.
func TestPowerIsNearTheRealOne(t *testing.T) {
	for sixteenths := range 65 {
		exponent := float64(sixteenths) / 16
		for _, x := range []float64{1, 2, 3, 10, 41, 1e6} {
			if got, want := power(x, exponent), math.Pow(x, exponent); math.Abs(got-want) > 1e-14*want {
				t.Errorf("%v^%v = %v, want about %v", x, exponent, got, want)
			}
		}
	}
	if got := power(7, 3); got != 343 {
		t.Errorf("7^3 = %v", got)
	}
}

package summaries

import (
	"math"
	"slices"
	"testing"

	"tarama/analysis/rows/rowstest"
)

// TestQuantilesBeyondExact: with more different values than are counted one by one, quantiles are within the stated error, for
// values of either sign, over many magnitudes, zero, and a spread that is small beside the values.
func TestQuantilesBeyondExact(t *testing.T) {
	random := rowstest.Random(7)
	for _, test := range []struct {
		name string
		draw func() float64
	}{
		{"exponential", func() float64 { return random.ExpFloat64() * 1000 }},
		{"normal", random.NormFloat64},
		{"normal, again", random.NormFloat64}, // the middle is near zero, where neighbours differ most
		{"normal, once more", random.NormFloat64},
		{"magnitudes", func() float64 { return math.Exp(40 * random.NormFloat64()) }},
		{"half zero", func() float64 { return max(0, random.NormFloat64()) }},
		{"integers", func() float64 { return float64(random.IntN(2000) - 500) }},
		{"far from zero", func() float64 { return 306_000 + 800*random.NormFloat64() }},
		{"far below zero", func() float64 { return -1e9 + random.ExpFloat64() }},
		{"the largest", func() float64 { return math.MaxFloat64 * (2*random.Float64() - 1) }},
	} {
		var d distribution
		var values []float64
		for range 20_000 {
			x := test.draw()
			values = append(values, x)
			if err := d.add(x); err != nil {
				t.Fatal(err)
			}
		}
		if d.exact() {
			t.Fatalf("%s: %d different values are still counted one by one", test.name, d.distinct)
		}
		slices.Sort(values)
		got := d.quantiles(QuantilePercents)
		for i, q := range QuantilePercents {
			want := values[nearestRank(q, int64(len(values)))]
			distance := min(math.Abs(want), math.Abs(want-d.sketches.center))
			if math.Abs(got[i]-want) > RelativeError*distance+1e-15*math.Abs(want) {
				t.Errorf("%s: quantile %v is %v, want %v", test.name, q, got[i], want)
			}
		}
	}
}

// TestQuantilesSwitch: quantiles are exact up to the bound, and the sketch that follows holds the values before it.
func TestQuantilesSwitch(t *testing.T) {
	var d distribution
	for i := range ExactValues {
		for range 3 {
			if err := d.add(float64(i)); err != nil {
				t.Fatal(err)
			}
		}
	}
	if got := d.quantiles([]int64{0, 50, 100}); !d.exact() || !slices.Equal(got, []float64{0, 127, 255}) {
		t.Errorf("quantiles of %d values are %v", ExactValues, got)
	}
	if err := d.add(-1); err != nil {
		t.Fatal(err)
	}
	if s := &d.sketches.values; d.exact() || s.negative.n != 1 || s.zeros != 3 || s.positive.n != 3*(ExactValues-1) {
		t.Errorf("the sketch is %+v", s)
	}
}

// TestNearestRank counts, for all small numbers of values, how many are at most the quantile.
func TestNearestRank(t *testing.T) {
	for n := int64(1); n <= 500; n++ {
		for percent := int64(0); percent <= 100; percent++ {
			rank := nearestRank(percent, n)
			if atMost := rank + 1; 100*atMost < percent*n || rank > 0 && 100*(atMost-1) >= percent*n {
				t.Fatalf("%d %% of %d: rank %d", percent, n, rank)
			}
		}
	}
}

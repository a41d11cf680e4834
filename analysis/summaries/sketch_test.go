package summaries

import (
	"math"
	"slices"
	"testing"

	"pgregory.net/rapid"
)

// The value of every rank is within the stated error of the one in a sorted list, whatever the numbers.
func TestSketchAgainstSortedValues(t *testing.T) {
	number := rapid.OneOf(
		rapid.Float64(), rapid.Float64Range(-3, 3), rapid.Map(rapid.IntRange(-300, 300), func(i int) float64 { return float64(i) }),
		rapid.SampledFrom([]float64{0, math.Copysign(0, -1), 5e-324, leastNormal / 3, leastNormal, -leastNormal, math.MaxFloat64, -math.MaxFloat64}),
	)
	rapid.Check(t, func(t *rapid.T) {
		values := rapid.SliceOfN(number, 1, 100).Draw(t, "values")
		s := new(sketch)
		var ranks []int64
		for i, x := range values {
			if err := s.add(x, 1); err != nil {
				t.Fatal(err)
			}
			ranks = append(ranks, int64(i))
		}
		slices.Sort(values)
		for i, got := range s.at(ranks) {
			want := values[i]
			if math.Abs(want) < leastNormal {
				want = 0
			}
			if math.Abs(got-want) > math.Abs(want)/256 {
				t.Fatalf("rank %d of %v is %v", i, values, got)
			}
		}
	})
}

// A value that is counted often is as many values.
func TestSketchCounts(t *testing.T) {
	s := new(sketch)
	for _, x := range []float64{1000, -1000, 1, 0} {
		if err := s.add(x, 5); err != nil {
			t.Fatal(err)
		}
	}
	got := s.at([]int64{0, 4, 5, 9, 10, 14, 15, 19})
	want := []float64{-1000, -1000, 0, 0, 1, 1, 1000, 1000}
	for i := range want {
		if math.Abs(got[i]-want[i]) > RelativeError*math.Abs(want[i]) {
			t.Errorf("value %d is %v, want %v", i, got[i], want[i])
		}
	}
}

func TestSketchRefusesWhatHasNoPlace(t *testing.T) {
	for _, x := range []float64{math.NaN(), math.Inf(1), math.Inf(-1)} {
		if err := new(sketch).add(x, 1); err == nil {
			t.Errorf("%v is counted", x)
		}
	}
}

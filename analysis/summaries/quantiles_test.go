package summaries

import (
	"math"
	"slices"
	"testing"

	"tarama/analysis/rows/rowstest"
)

// TestQuantilesBeyondExact: with more different values than are counted one by one, quantiles are within the stated error, for
// values of either sign, over many magnitudes, and zero.
func TestQuantilesBeyondExact(t *testing.T) {
	random := rowstest.Random(7)
	for name, draw := range map[string]func() float64{
		"exponential": func() float64 { return random.ExpFloat64() * 1000 },
		"normal":      func() float64 { return random.NormFloat64() },
		"magnitudes":  func() float64 { return math.Exp(40 * random.NormFloat64()) },
		"half zero":   func() float64 { return max(0, random.NormFloat64()) },
		"integers":    func() float64 { return float64(random.IntN(2000) - 500) },
	} {
		var d distribution
		var values []float64
		for range 20_000 {
			x := draw()
			values = append(values, x)
			if err := d.add(x); err != nil {
				t.Fatal(err)
			}
		}
		if d.exact() {
			t.Fatalf("%s: %d different values are still counted one by one", name, d.distinct)
		}
		slices.Sort(values)
		got, err := d.quantiles(Shares)
		if err != nil {
			t.Fatal(err)
		}
		for i, q := range Shares {
			want := values[int(q*float64(len(values)-1))]
			if math.Abs(got[i]-want) > RelativeError*1.000001*math.Abs(want) {
				t.Errorf("%s: quantile %v is %v, want %v", name, q, got[i], want)
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
	if got, _ := d.quantiles([]float64{0, 0.5, 1}); !d.exact() || !slices.Equal(got, []float64{0, 127, 255}) {
		t.Errorf("quantiles of %d values are %v", ExactValues, got)
	}
	if err := d.add(-1); err != nil {
		t.Fatal(err)
	}
	if got := d.sketch.GetCount(); d.exact() || got != 3*ExactValues+1 {
		t.Errorf("the sketch has %v values, want %d", got, 3*ExactValues+1)
	}
}

// TestOrderDoesNotMatter: the same values in another order give the same quantiles to the bit.
func TestOrderDoesNotMatter(t *testing.T) {
	random := rowstest.Random(3)
	values := make([]float64, 5000)
	for i := range values {
		values[i] = random.NormFloat64() * 100
	}
	var want []float64
	for range 5 {
		var d distribution
		for _, x := range values {
			if err := d.add(x); err != nil {
				t.Fatal(err)
			}
		}
		got, err := d.quantiles(Shares)
		if err != nil {
			t.Fatal(err)
		}
		if want != nil && !slices.Equal(got, want) {
			t.Fatalf("quantiles %v and %v", got, want)
		}
		want = got
		random.Shuffle(len(values), func(i, k int) { values[i], values[k] = values[k], values[i] })
	}
}

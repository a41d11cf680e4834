package sweep

import (
	"math"
	"testing"

	"pgregory.net/rapid"

	"tarama/output"
)

// drawValues draws a column of some rows with few different values, so that columns are often the same for long, and with
// nulls nowhere, everywhere or here and there.
func drawValues(t *rapid.T, kind output.Type, rows int) output.Values {
	v := newValues(&output.Column{Type: kind, Nullable: rapid.Bool().Draw(t, "nullable")}, 0, rows)
	nulls := rapid.SampledFrom([]string{"none", "all", "some"}).Draw(t, "nulls")
	for row := range v.Null {
		v.Null[row] = nulls == "all" || nulls == "some" && row%3 == 0
	}
	v.Constant = v.Null == nil && rapid.Bool().Draw(t, "constant")
	return v
}

// put changes one value, or what stands at a null.
func put(v *output.Values, kind output.Type, row, value int) {
	row = index(v, row)
	switch kind {
	case output.Int64:
		v.Ints[row] = []int64{0, 1, math.MinInt64}[value]
	case output.Float64:
		v.Reals[row] = []float64{math.Copysign(0, -1), math.NaN(), 0}[value]
	case output.Dict:
		v.Codes[row] = []int32{0, 1, -1 << 31}[value]
	case output.Text:
		v.Texts[row] = []string{"", "a", "b"}[value]
	}
}

// Chunk by chunk the same run is found as row by row.
func TestEqualRun(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		kind := rapid.SampledFrom([]output.Type{output.Int64, output.Float64, output.Dict, output.Text}).Draw(t, "type")
		const most = 3*equalChunk + 9
		rows := rapid.OneOf(rapid.IntRange(0, most-1), rapid.IntRange(most/2, most-1))
		a, b := drawValues(t, kind, most), drawValues(t, kind, most)
		for range rapid.IntRange(0, 3).Draw(t, "changes") {
			changed := rapid.SampledFrom([]*output.Values{&a, &b}).Draw(t, "column")
			put(changed, kind, rows.Draw(t, "row"), rapid.IntRange(0, 2).Draw(t, "value"))
		}
		if a.Null != nil && rapid.Bool().Draw(t, "flip") {
			row := rows.Draw(t, "flipped")
			a.Null[row] = !a.Null[row]
		}
		i, j := rapid.IntRange(0, equalChunk).Draw(t, "i"), rapid.IntRange(0, equalChunk).Draw(t, "j")
		n := rapid.IntRange(0, most-equalChunk).Draw(t, "n")
		if got, want := equalRun(kind, &a, i, &b, j, n), sameRows(kind, &a, i, &b, j, n); got != want {
			t.Fatalf("equal for %d rows, row by row for %d", got, want)
		}
	})
}

// A NaN is itself and no other, and -0 is not 0.
func TestEqualRunGoesByBits(t *testing.T) {
	others := []float64{0, math.Copysign(0, -1), math.NaN(), math.Float64frombits(math.Float64bits(math.NaN()) ^ 1), 1}
	for _, x := range others {
		for _, y := range others {
			const rows, row = 3 * equalChunk, equalChunk + 77
			a, b := output.Values{Reals: make([]float64, rows)}, output.Values{Reals: make([]float64, rows)}
			a.Reals[row], b.Reals[row] = x, y
			want := rows
			if math.Float64bits(x) != math.Float64bits(y) {
				want = row
			}
			if got := equalRun(output.Float64, &a, 0, &b, 0, rows); got != want {
				t.Errorf("%v and %v: equal for %d rows, want %d", x, y, got, want)
			}
		}
	}
}

package report

import (
	"slices"
	"testing"

	"tarama/analysis/rows/rowstest"
	"tarama/analysis/sensitivity"
)

// An axis that is not drawn is said to be without effect on the mean only if all means are the same. Else the page says how little
// it was, and what the means are: 4 % of the metric here, which the variance of another axis hides.
func TestUndrawnAxesAreMeasured(t *testing.T) {
	var all [][]any
	rowstest.Grid([]int{4, 2, 2, 2}, func(at []int) {
		cost := 8 + 1000*float64(at[0]*at[0]) + 140*float64(at[1]) + 0.01*float64(at[3])
		all = append(all, []any{len(all), at[0], at[1], at[2], at[3], cost, 1.0, "ok"})
	})
	study, o := brewStudy(), brewOptions()
	f, err := find(rowstest.Source(weather, 5, all), &study, &o)
	if err != nil {
		t.Fatal(err)
	}
	_, rest := f.effects(f.varying[0])
	if want := []string{"rain"}; !slices.Equal(rest.Same, want) {
		t.Errorf("the same at all places of %q, want %q", rest.Same, want)
	}
	if want := []string{"wind (means 3,508 to 3,648)"}; !slices.Equal(rest.Weak, want) {
		t.Errorf("weak are %q, want %q", rest.Weak, want)
	}
	f.tally.metrics[0].levels[1][1].Mean = f.tally.metrics[0].levels[1][0].Mean + 1e-6
	if _, rest = f.effects(f.varying[0]); !slices.Equal(rest.Weak, []string{"wind (means near 3,508)"}) {
		t.Errorf("means that are shown alike: %q", rest.Weak)
	}
	if text, want := f.weakText(f.varying[0]), "Not drawn, since each has less than 0.05 % of the variance: "; text != want {
		t.Errorf("%q, want %q", text, want)
	}

	// The points of a design have other values of everything else, so that means at places say nothing of a weak axis.
	study.Sampling = &sensitivity.Sampling{Method: sensitivity.Random, Parameters: []string{"a", "wind", "rain"}, Base: 16, Inner: 2}
	if f, err = find(rowstest.Source(weather, 5, all), &study, &o); err != nil {
		t.Fatal(err)
	}
	rest = undrawn{}
	if f.leave(f.varying[0], 1, &rest); !slices.Equal(rest.Weak, []string{"wind"}) {
		t.Errorf("weak are %q", rest.Weak)
	}
}

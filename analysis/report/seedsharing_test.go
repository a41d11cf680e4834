package report

import (
	"strings"
	"testing"

	"tarama/analysis/rows"
	"tarama/analysis/rows/rowstest"
	"tarama/analysis/sensitivity"
	"tarama/output"
)

// seededDesign has 64 points with seeds that shift y: those that keep lets through, or one of each point's own.
func seededDesign(own bool, keep func(point, seed int) bool) rows.Source {
	schema := []output.Column{{Name: "cell", Type: output.Int64, Role: output.RoleCell},
		rowstest.Parameter("a", output.Float64), rowstest.Parameter("seed", output.Int64), rowstest.Metric("y"), rowstest.Status()}
	random := rowstest.Random(3)
	var all [][]any
	for point := range 64 {
		a := random.Float64()
		for i := range 3 {
			seed := i
			if own {
				seed = 3*point + i
			}
			if keep(point, i) {
				all = append(all, []any{3*point + i, a, seed, a + 0.1*float64(seed%3), "ok"})
			}
		}
	}
	return rowstest.Source(schema, 50, all)
}

// TestSeedsOfADesign: the page says where chance stands among the shares that a design gives, and of which seeds they are.
func TestSeedsOfADesign(t *testing.T) {
	const shared, differ, own = "share the same 3 seeds", "of y for different seeds", "has its own seed"
	all := func(int, int) bool { return true }
	for name, c := range map[string]struct {
		own        bool
		keep       func(point, seed int) bool
		parameters []string
		want       string
	}{
		"shared":    {false, all, []string{"a"}, shared},
		"different": {false, func(point, seed int) bool { return seed != point%2 }, []string{"a"}, differ},
		"own":       {true, func(_, seed int) bool { return seed == 0 }, []string{"a", "seed"}, own},
		"one":       {false, func(_, seed int) bool { return seed == 0 }, []string{"a"}, ""},
	} {
		study := brewStudy()
		study.Sampling = &sensitivity.Sampling{Method: sensitivity.Random, Base: 64, Inner: 3, Parameters: c.parameters}
		var page strings.Builder
		if err := Write(&page, seededDesign(c.own, c.keep), study, brewOptions()); err != nil {
			t.Fatal(err)
		}
		for _, text := range []string{shared, differ, own} {
			if strings.Contains(page.String(), text) != (text == c.want) {
				t.Errorf("%s: it is %v that the page says %q", name, text != c.want, text)
			}
		}
	}
}

// TestSeedsOfAGrid: on a grid they are exact, for these seeds.
func TestSeedsOfAGrid(t *testing.T) {
	schema := []output.Column{rowstest.Parameter("a", output.Int64), rowstest.Parameter("seed", output.Int64), rowstest.Metric("y"), rowstest.Status()}
	for name, c := range map[string]struct {
		y    func(a, seed int) float64
		keep func(a, seed int) bool
		want string
	}{
		"chance":   {func(a, seed int) float64 { return float64(a + a*seed) }, func(int, int) bool { return true }, "exact for these 4 seeds"},
		"none":     {func(a, _ int) float64 { return float64(a) }, func(int, int) bool { return true }, ""},
		"together": {func(a, seed int) float64 { return float64(a * seed) }, func(a, seed int) bool { return a == seed%2 }, "chance cannot be told"},
	} {
		var all [][]any
		rowstest.Grid([]int{3, 4}, func(at []int) {
			if c.keep(at[0], at[1]) {
				all = append(all, []any{at[0], at[1], c.y(at[0], at[1]), "ok"})
			}
		})
		study, o := brewStudy(), brewOptions()
		f, err := find(rowstest.Source(schema, 50, all), &study, &o)
		if err != nil {
			t.Fatal(err)
		}
		if got := f.page().Chance; (c.want == "") != (got == "") || !strings.Contains(got, c.want) {
			t.Errorf("%s: %q, want %q", name, got, c.want)
		}
	}
}

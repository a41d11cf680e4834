package report

import (
	"strings"
	"testing"

	"tarama/analysis/rows"
	"tarama/analysis/rows/rowstest"
	"tarama/analysis/sensitivity"
	"tarama/output"
)

// designed has y = 2 a + 30 b at some points.
func designed(points [][]float64) rows.Source {
	schema := []output.Column{{Name: "cell", Type: output.Int64, Role: output.RoleCell},
		rowstest.Parameter("a", output.Float64), rowstest.Parameter("b", output.Float64), rowstest.Metric("y"), rowstest.Status()}
	var all [][]any
	for cell, x := range points {
		all = append(all, []any{cell, x[0], x[1], 2*x[0] + 30*x[1], "ok"})
	}
	return rowstest.Source(schema, 50, all)
}

func designPage(t *testing.T, s *sensitivity.Sampling, points [][]float64) string {
	t.Helper()
	s.Parameters, s.Inner = []string{"a", "b"}, 1
	study := brewStudy()
	study.Sampling = s
	var page strings.Builder
	if err := Write(&page, designed(points), study, brewOptions()); err != nil {
		t.Fatal(err)
	}
	return page.String()
}

func checkSays(t *testing.T, page string, wanted ...string) {
	t.Helper()
	for _, text := range wanted {
		if !strings.Contains(page, text) {
			t.Errorf("the page does not say %q", text)
		}
	}
}

// farther are points with b so many times as large.
func farther(points [][]float64, times float64) (all [][]float64) {
	for _, p := range points {
		all = append(all, []float64{p[0], times * p[1]})
	}
	return all
}

// TestMorrisHasElementaryEffects: bars, ranks and tables are of mu*, not of what is between bins.
func TestMorrisHasElementaryEffects(t *testing.T) {
	third := 1.0 / 3
	var points [][]float64
	for _, start := range []float64{0, third, 0, third} {
		points = append(points, []float64{start, 0}, []float64{start + 2*third, 0}, []float64{start + 2*third, 2 * third})
	}
	page := designPage(t, &sensitivity.Sampling{Method: sensitivity.Morris, Base: 4, Levels: 4}, points)
	checkSays(t, page, "Elementary effects on y", "b: mu* 30, sigma 0", "a: mu* 2, sigma 0", "b matters most", "A design of Morris has no shares")
	weak := designPage(t, &sensitivity.Sampling{Method: sensitivity.Morris, Base: 4, Levels: 4}, farther(points, 1e4))
	checkSays(t, weak, "Not drawn, since each has less than 0.05 % of all elementary effects: a.")
	if strings.Contains(page, "What the variance of y comes from") {
		t.Error("the page has shares of the variance")
	}
}

// TestGivenPointsHaveShares: bars are the estimates of sensitivity with their intervals.
func TestGivenPointsHaveShares(t *testing.T) {
	random := rowstest.Random(3)
	var points [][]float64
	for range 200 {
		points = append(points, []float64{random.Float64(), random.Float64()})
	}
	page := designPage(t, &sensitivity.Sampling{Method: sensitivity.Random, Base: 200}, points)
	checkSays(t, page, "What the variance of y comes from", "share of the variance", "b: alone 100 %", "a: alone 0.4 %", "b matters most",
		"What the variance of each metric comes from", ">interactions<")
	if strings.Contains(page, "seeds (chance)") {
		t.Error("the page has a share of seeds, of which there are none")
	}
	few := designPage(t, &sensitivity.Sampling{Method: sensitivity.Random, Base: 8}, points[:8])
	checkSays(t, few, "at too few of them")
	if strings.Contains(few, "What the variance of y comes from") {
		t.Error("eight points say what the variance comes from")
	}
}

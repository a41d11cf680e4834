package report

import (
	"slices"
	"strings"
	"testing"

	"tarama/analysis/rows/rowstest"
	"tarama/analysis/sensitivity"
	"tarama/output"
)

// A choice a, circumstances wind and rain, and a seed.
var weather = []output.Column{
	{Name: "cell", Type: output.Int64, Role: output.RoleCell},
	rowstest.Parameter("a", output.Int64), rowstest.Parameter("wind", output.Int64), rowstest.Parameter("rain", output.Int64),
	rowstest.Parameter("seed", output.Int64), rowstest.Metric("cost"), rowstest.Metric("taste"), rowstest.Status(),
}

// weatherOf are rows with the given parameters, each with every seed.
func weatherOf(seeds int, parameters [][3]int) (all [][]any) {
	for _, p := range parameters {
		for seed := range seeds {
			cost, taste := float64(p[0]+10*p[1]+100*p[2])+0.1*float64(seed), float64(p[0]*p[0]+p[1]*p[2])+0.3*float64(seed)
			all = append(all, []any{len(all), p[0], p[1], p[2], seed, cost, taste, "ok"})
		}
	}
	return all
}

// What is said of circumstances is what the rows have of them: all meet the same, or each meets its own, or each meets one, so
// that there is no mean.
func TestMeansAreOverWhatWasMet(t *testing.T) {
	grid := [][3]int{{1, 0, 0}, {1, 0, 1}, {1, 1, 0}, {1, 1, 1}, {2, 0, 0}, {2, 0, 1}, {2, 1, 0}, {2, 1, 1}}
	drawn := [][3]int{{1, 7, 3}, {2, 5, 4}, {3, 6, 0}, {4, 2, 5}, {5, 3, 2}, {6, 4, 1}}
	design := &sensitivity.Sampling{Method: sensitivity.Random, Parameters: []string{"a", "wind", "rain"}, Base: 6, Inner: 2}
	ownSeeds := &sensitivity.Sampling{Method: sensitivity.Random, Parameters: []string{"a", "wind", "rain", "seed"}, Base: 6, Inner: 1}
	saltelli := [][3]int{{1, 7, 3}, {1, 5, 3}, {1, 7, 4}, {2, 5, 4}, {2, 7, 3}, {3, 1, 1}}
	beside := [][3]int{{1, 7, 0}, {1, 7, 1}, {2, 5, 0}, {2, 5, 1}, {3, 6, 0}, {3, 6, 1}}
	windOfChoice := [][3]int{{1, 4, 0}, {1, 4, 1}, {2, 6, 0}, {2, 6, 1}}
	swapped := [][3]int{{1, 0, 0}, {1, 1, 1}, {2, 0, 1}, {2, 1, 0}}
	for name, test := range map[string]struct {
		parameters [][3]int
		seeds      int
		sampling   *sensitivity.Sampling
		points     int64
		says       []string
		not        string
		header     string
	}{
		"a grid": {grid, 2, nil, 2, []string{
			"these compete: a.", "Nobody chooses wind and rain, so the combinations compete by their means over all that happens", "Of 2 means over seeds, wind and rain,",
		}, "one value", "a"},
		"a grid with holes":                       {grid[:7], 2, nil, 2, []string{"their means over the values that they met. Not all met the same"}, "all that happens", "a"},
		"the same values, but not the same pairs": {swapped, 2, nil, 2, []string{"Not all met the same"}, "all that happens", "a"},
		"a design": {drawn, 2, design, 6, []string{
			"these compete: a.", "Nobody chooses wind and rain, and each combination of choices met only one value of each: there is no mean over them",
			"Of 6 means over seeds,", "whatever their seeds.",
		}, "all that happens", "a wind rain"},
		"a design that draws seeds too":   {drawn, 1, ownSeeds, 6, []string{"each combination of choices met only one value of each", "Of 6 cells,"}, "means over seeds", "a wind rain"},
		"some points share their choices": {saltelli, 2, design, 3, []string{"Nobody chooses wind and rain, so", "Not all met the same", "Of 3 means over seeds, wind and rain,"}, "only", "a"},
		"an axis beside the design": {beside, 2, &sensitivity.Sampling{Method: sensitivity.Random, Parameters: []string{"a", "wind"}, Base: 3, Inner: 4}, 3, []string{
			"Nobody chooses rain, so the combinations compete by their means over all that happens", "Nobody chooses wind, and each combination of choices met only one value of it",
			"points that met easy values can win by these alone", "Of 3 means over seeds and rain,",
		}, "Not all", "a wind"},
		"one that follows a choice": {windOfChoice, 2, nil, 2, []string{"Nobody chooses rain, so the combinations compete by their means over all that happens", "Nobody chooses wind, and each combination of choices met only one value of it: there is no mean over it, and what it does cannot be told"}, "Not all", "a wind"},
	} {
		study, o := brewStudy(), brewOptions()
		study.Circumstances, study.Sampling = []string{"wind", "rain"}, test.sampling
		all := weatherOf(test.seeds, test.parameters)
		if test.sampling == ownSeeds {
			for i := range all {
				all[i][4] = 1000 + 17*i
			}
		}
		f, err := find(rowstest.Source(weather, 3, all), &study, &o)
		if err != nil || f.tradeOff == nil {
			t.Errorf("%s: %v, %s", name, err, f.noTradeOff)
			continue
		}
		text := strings.Join(f.tradeOffSentences(), "\n")
		for _, wanted := range test.says {
			if !strings.Contains(text, wanted) {
				t.Errorf("%s: the text lacks %q:\n%s", name, wanted, text)
			}
		}
		if strings.Contains(text, test.not) {
			t.Errorf("%s: the text has %q:\n%s", name, test.not, text)
		}
		if f.tradeOff.Points != test.points {
			t.Errorf("%s: %d points compete, want %d", name, f.tradeOff.Points, test.points)
		}
		if header := strings.Fields(test.header); !slices.Equal(f.frontTable().Header[:len(header)], header) {
			t.Errorf("%s: the table has %q", name, f.frontTable().Header)
		}
	}
}

// Of a full grid it is known without counting that all meet the same. What is beyond counting is said to differ.
func TestMeansOverMoreThanCanBeCounted(t *testing.T) {
	var all [][3]int
	for a := range 200 {
		for wind := range 200 {
			all = append(all, [3]int{a, wind, 0})
		}
	}
	study, o := brewStudy(), brewOptions()
	study.Circumstances = []string{"wind"}
	for rows, uneven := range map[int]bool{len(all): false, len(all) - 1: true} {
		f, err := find(rowstest.Source(weather, 20_000, weatherOf(1, all[:rows])), &study, &o)
		if err != nil || f.tradeOff == nil {
			t.Fatalf("%v, %s", err, f.noTradeOff)
		}
		if x := f.tradeOff; x.Points != 200 || x.Uneven != uneven || !slices.Equal(x.Given, []string{"wind"}) || x.Once != nil {
			t.Errorf("%d rows: %d points, means over %v, uneven %v", rows, x.Points, x.Given, x.Uneven)
		}
	}
}

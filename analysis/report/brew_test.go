package report

import (
	"fmt"
	"math/rand/v2"

	"tarama/analysis/rows"
	"tarama/analysis/rows/rowstest"
	"tarama/output"
)

// brew is the study of these tests: coffee, by grind (spaced by ratios), water (words) and time and filter (which move
// together), with a seed. Of the rows, one fails and some have no taste.
var brew = []output.Column{
	{Name: "cell", Type: output.Int64, Role: output.RoleCell},
	{Name: "grind_um", Type: output.Int64, Role: output.RoleParameter, Unit: "um", Doc: "size of the grounds"},
	{Name: "water", Type: output.Dict, Role: output.RoleParameter, Words: []string{"soft", "hard"}, Doc: "what it is made with"},
	{Name: "time_s", Type: output.Int64, Role: output.RoleParameter, Unit: "s", Doc: "time of contact"},
	{Name: "filter", Type: output.Dict, Role: output.RoleParameter, Words: []string{"paper", "steel"}, Doc: "what holds the grounds"},
	{Name: "dose_g", Type: output.Float64, Role: output.RoleParameter, Unit: "g", Doc: "coffee a cup"},
	{Name: "seed", Type: output.Int64, Role: output.RoleParameter, Doc: "start of the random numbers"},
	{Name: "verdict", Type: output.Dict, Role: output.RoleMetric, Nullable: true, Words: []string{"drink", "pour <away>"}, Doc: "what to do with it"},
	{Name: "extraction", Type: output.Float64, Role: output.RoleMetric, Nullable: true, Unit: "share", Doc: "part of the coffee that ends up in the cup"},
	{Name: "cost", Type: output.Int64, Role: output.RoleMetric, Nullable: true, Doc: "price in pence"},
	{Name: "taste", Type: output.Float64, Role: output.RoleMetric, Nullable: true, Doc: "how good it is"},
	{Name: "cups", Type: output.Int64, Role: output.RoleMetric, Nullable: true, Doc: "cups that were made"},
	{Name: "status", Type: output.Dict, Role: output.RoleStatus, Words: []string{"ok", "failed"}},
	{Name: "error", Type: output.Text, Role: output.RoleStatus, Nullable: true},
}

func brewRows(part int) rows.Source {
	random := rand.New(rand.NewPCG(1, 2))
	var all [][]any
	rowstest.Grid([]int{4, 2, 3, 6}, func(at []int) {
		grind := []int{50, 100, 400, 1600}[at[0]]
		seconds := []int{60, 120, 240}[at[2]]
		row := []any{
			len(all), grind, brew[2].Words[at[1]], seconds, brew[4].Words[min(at[2], 1)], 18.5, 7 + 10*at[3],
		}
		if len(all) == 40 {
			all = append(all, append(row, nil, nil, nil, nil, nil, "failed", "the kettle is <b>cold</b>"))
			return
		}
		extraction := 0.1 + 0.002*float64(seconds)/float64(1+at[0]) + 0.01*random.NormFloat64()
		cost := 20 + 3*at[2] + 10*(3-at[0])
		var taste any = 5 - 40*(extraction-0.2)*(extraction-0.2) - 0.3*float64(at[1]) + 0.2*random.NormFloat64()
		if at[0] == 3 && at[3] == 0 {
			taste = nil
		}
		all = append(all, append(row, brew[7].Words[min(at[0]/3, 1)], extraction, cost, taste, 2, "ok", nil))
	})
	return rowstest.Source(brew, part, all)
}

func brewStudy() Study {
	return Study{
		Name: "brew", Title: "How to brew <coffee> & why", Model: "coffee", ModelVersion: 3, Digest: "c0ffee", Tool: "tarama test", Cells: 144,
		Finished: true, Formats: []string{"parquet", "arrow"}, Dir: "results/it's", Resolved: `{"study": "brew", "note": "</script><b>"}`,
		Seed: "seed", Preview: []string{"taste"}, Goals: map[string]Goal{"cost": Less, "taste": More, "extraction": More},
	}
}

func brewOptions() Options {
	return Options{
		Percent: func(c *output.Column) bool { return c.Unit == "share" && c.Role == output.RoleMetric },
		Replay:  func(cell int64) string { return fmt.Sprintf("tarama replay it --cell %d", cell) },
	}
}

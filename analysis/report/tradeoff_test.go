package report

import (
	"slices"
	"strings"
	"testing"

	"tarama/analysis/pareto"
	"tarama/analysis/rows/rowstest"
	"tarama/analysis/sensitivity"
	"tarama/analysis/summaries"
	"tarama/output"
)

func means(all ...[]float64) []summaries.Group {
	var groups []summaries.Group
	for _, values := range all {
		var g summaries.Group
		for _, v := range values {
			g.Metrics = append(g.Metrics, summaries.Statistics{Mean: &v})
		}
		groups = append(groups, g)
	}
	return groups
}

func columns(objectives []pareto.Objective) []int {
	var all []int
	for _, o := range objectives {
		all = append(all, o.Column)
	}
	return all
}

func TestAtOdds(t *testing.T) {
	candidates := []pareto.Objective{{Column: 0}, {Column: 1}, {Column: 2}, {Column: 3, Max: true}}
	for name, test := range map[string]struct {
		groups []summaries.Group
		want   []int
		ok     bool
	}{
		// 0 and 1 agree, 2 is against both; 3 as a gain says the same as 2.
		"one conflict": {means([]float64{1, 10, 9, -9}, []float64{2, 20, 5, -5}, []float64{3, 30, 1, -1}), []int{0, 2}, true},
		// 0 against 1; 2 is somewhere between.
		"three sides": {means([]float64{1, 9, 5, 0}, []float64{2, 7, 9, 0}, []float64{3, 5, 1, 0}, []float64{4, 3, 3, 0}, []float64{5, 1, 2, 0}), []int{0, 1, 2}, true},
		// 1 and 2 are the most opposed, but 0 is what the study is about, and 2 is against it too.
		"the first is kept": {means([]float64{1, 2, 5, 5}, []float64{2, 1, 6, 6}, []float64{3, 3, 4, 4}, []float64{4, 4, 3, 3}), []int{0, 2}, true},
		"the first has no opponent": {means([]float64{1, 1, 2, -5}, []float64{2, 2, 6, -1}, []float64{3, 3, 3, -4}, []float64{4, 4, 4, -3},
			[]float64{5, 5, 1, -6}, []float64{6, 6, 5, -2}), []int{2, 3}, true},
		"none at odds": {means([]float64{1, 10, 9, -1}, []float64{2, 20, 10, -2}, []float64{3, 30, 11, -3}), []int{0, 1}, false},
	} {
		objectives, ok := atOdds(candidates, test.groups)
		if got := columns(objectives); !slices.Equal(got, test.want) || ok != test.ok {
			t.Errorf("%s: %v at odds %v, want %v %v", name, got, ok, test.want, test.ok)
		}
	}
}

func TestCostRanks(t *testing.T) {
	groups := means([]float64{5}, []float64{1}, []float64{5}, []float64{9})
	groups = append(groups, summaries.Group{Metrics: []summaries.Statistics{{}}})
	if got, want := costRanks(0, false, groups), []float64{1.5, 0, 1.5, 3, 2}; !slices.Equal(got, want) {
		t.Errorf("%v, want %v", got, want)
	}
	if got, want := costRanks(0, true, groups), []float64{1.5, 3, 1.5, 0, 2}; !slices.Equal(got, want) {
		t.Errorf("more is better: %v, want %v", got, want)
	}
}

// With seeds, means compete; the front of the page is the one that package pareto finds.
func TestFrontIsThatOfMeans(t *testing.T) {
	f := found(t, brewRows(50))
	if f.tradeOff == nil {
		t.Fatal(f.noTradeOff)
	}
	if got := columns(f.tradeOff.Objectives); !slices.Contains(got, f.column("cost")) {
		t.Errorf("objectives %v", got)
	}
	if f.tradeOff.Points != 24 || f.tradeOff.Over != nil {
		t.Errorf("%d means over %v compete", f.tradeOff.Points, f.tradeOff.Over)
	}
	front, err := pareto.Find(brewRows(50), pareto.Query{Objectives: f.tradeOff.Objectives, By: f.tradeOff.By, Status: f.status})
	if err != nil {
		t.Fatal(err)
	}
	if len(front.Points) == 0 || len(front.Points) != len(f.tradeOff.Front.Points) || front.Knee != f.tradeOff.Front.Knee {
		t.Errorf("%d points and knee %d, want %d and %d", len(f.tradeOff.Front.Points), f.tradeOff.Front.Knee, len(front.Points), front.Knee)
	}
}

// Without seeds single rows compete, and each point has a cell to replay.
func TestFrontIsThatOfRows(t *testing.T) {
	study, o := brewStudy(), brewOptions()
	study.Seed = "none"
	f, err := find(brewRows(50), &study, &o)
	if err != nil {
		t.Fatal(err)
	}
	if f.tradeOff == nil || f.tradeOff.By != nil || len(f.tradeOff.Cells) == 0 {
		t.Fatalf("%+v", f.tradeOff)
	}
	if f.tradeOff.Points < 100 {
		t.Errorf("only %d rows compete", f.tradeOff.Points)
	}
}

// Choices with equal means are one point, as cells with equal metrics are, and the table says how many they are.
func TestEqualPointsAreOne(t *testing.T) {
	for seeds, means := range map[int]bool{2: true, 1: false} {
		var all [][]any
		rowstest.Grid([]int{3, 3, seeds}, func(at []int) { // wind changes nothing
			a := float64(at[0])
			all = append(all, []any{len(all), at[0], at[1], 0, at[2], a, a * a, "ok"})
		})
		study, o := brewStudy(), brewOptions()
		f, err := find(rowstest.Source(weather, 5, all), &study, &o)
		if err != nil || f.tradeOff == nil || (f.tradeOff.By != nil) != means {
			t.Fatalf("%v, %s, %+v", err, f.noTradeOff, f.tradeOff)
		}
		front := f.frontTable()
		at := slices.Index(front.Header, "equal")
		if len(front.Rows) != 3 || at < 0 || front.Rows[0][at] != "3" || front.Rows[2][at] != "3" {
			t.Errorf("%d seeds: %q, %q", seeds, front.Header, front.Rows)
		}
		if text := strings.Join(f.tradeOffSentences(), "\n"); !strings.Contains(text, "3 make the front") || !strings.Contains(text, "Equal ones are one point") {
			t.Error(text)
		}
	}
	if f := found(t, brewRows(50)); slices.Contains(f.frontTable().Header, "equal") {
		t.Error("a column tells of equal points where there are none")
	}
}

// Nobody chooses the water: grinds, times and filters compete by their means over it, and the page says so.
func TestCircumstancesAreNoChoices(t *testing.T) {
	study, o := brewStudy(), brewOptions()
	study.Circumstances = []string{"water", "dose_g"} // the dose does not vary
	f, err := find(brewRows(50), &study, &o)
	if err != nil {
		t.Fatal(err)
	}
	if f.tradeOff.Points != 12 || !slices.Equal(f.tradeOff.Given, []string{"water"}) || slices.Contains(f.tradeOff.By, f.column("water")) {
		t.Errorf("%d means by %v over %v compete", f.tradeOff.Points, f.tradeOff.By, f.tradeOff.Given)
	}
	text := strings.Join(f.tradeOffSentences(), "\n")
	for _, wanted := range []string{"Nobody chooses water,", "Of 12 means over seeds and water,", "these compete: grind_um, time_s, filter."} {
		if !strings.Contains(text, wanted) {
			t.Errorf("the text lacks %q:\n%s", wanted, text)
		}
	}
	for _, test := range []struct {
		circumstance string
		means        int64
		given        []string
	}{
		{"filter", 24, nil},                // each time has one filter
		{"time_s", 16, []string{"time_s"}}, // steel has two times
	} {
		study.Circumstances = []string{test.circumstance}
		if f, err = find(brewRows(50), &study, &o); err != nil || f.tradeOff.Points != test.means || !slices.Equal(f.tradeOff.Given, test.given) {
			t.Errorf("%s: %v, %d means over %v compete", test.circumstance, err, f.tradeOff.Points, f.tradeOff.Given)
		}
	}
	study.Circumstances = []string{"water"}
	study.Seed = "none"
	// Then the seed is a choice, and the circumstance still makes means compete.
	if f, err = find(brewRows(50), &study, &o); err != nil || f.tradeOff.Points != 69 { // of 72, 3 have no taste
		t.Errorf("%v, %d means compete without seeds", err, f.tradeOff.Points)
	}
	study.Seed = "seed"
	study.Circumstances = []string{"water", "grind_um", "time_s", "filter"}
	if f, err = find(brewRows(50), &study, &o); err != nil || f.tradeOff != nil || !strings.Contains(f.noTradeOff, "Nothing that varies is anybody's choice") {
		t.Errorf("%v, without choices there is %v, %s", err, f.tradeOff, f.noTradeOff)
	}
}

// Where rounding gives points of a design the same values, they count as one, and the page says so.
func TestMergedPointsAreTold(t *testing.T) {
	schema := []output.Column{
		{Name: "cell", Type: output.Int64, Role: output.RoleCell},
		rowstest.Parameter("a", output.Int64), rowstest.Parameter("b", output.Int64), rowstest.Parameter("seed", output.Int64),
		rowstest.Metric("cost"), rowstest.Metric("extraction"), rowstest.Status(),
	}
	const points = 64
	var all [][]any
	rowstest.Grid([]int{points, 2}, func(at []int) {
		a, b := at[0]%4, at[0]/4%4 // 16 of 64 are different
		all = append(all, []any{len(all), a, b, at[1], float64(a), float64(a*b) + 0.1*float64(at[1]), "ok"})
	})
	study, o := brewStudy(), brewOptions()
	study.Sampling = &sensitivity.Sampling{Method: sensitivity.Random, Parameters: []string{"a", "b"}, Base: points, Inner: 2}
	f, err := find(rowstest.Source(schema, 50, all), &study, &o)
	if err != nil {
		t.Fatal(err)
	}
	if f.tradeOff.Points != 16 || !f.tradeOff.Merged {
		t.Errorf("%d points compete, merged %v", f.tradeOff.Points, f.tradeOff.Merged)
	}
	if text := strings.Join(f.tradeOffSentences(), "\n"); !strings.Contains(text, "Of the design's 64 points, those with the same values") {
		t.Error(text)
	}
}

// More combinations than memory allows are put together over the parameters that matter least, and the page says so.
func TestCompetitorsAreAveragedOverTheWeakest(t *testing.T) {
	schema := []output.Column{
		rowstest.Parameter("weak", output.Int64), rowstest.Parameter("strong", output.Int64), rowstest.Parameter("seed", output.Int64),
		rowstest.Metric("cost"), rowstest.Metric("taste"), rowstest.Status(),
	}
	var all [][]any
	rowstest.Grid([]int{250, 200, 2}, func(at []int) {
		x := float64(at[1])
		all = append(all, []any{at[0], at[1], at[2], x + 0.001*float64(at[0]), x*x + float64(at[2]), "ok"})
	})
	study, o := brewStudy(), brewOptions()
	f, err := find(rowstest.Source(schema, 20_000, all), &study, &o)
	if err != nil {
		t.Fatal(err)
	}
	if f.tradeOff == nil {
		t.Fatal(f.noTradeOff)
	}
	if !slices.Equal(f.tradeOff.By, []int{1}) || !slices.Equal(f.tradeOff.Over, []string{"weak"}) || f.tradeOff.Points != 200 {
		t.Errorf("%d means by %v over %v", f.tradeOff.Points, f.tradeOff.By, f.tradeOff.Over)
	}
}

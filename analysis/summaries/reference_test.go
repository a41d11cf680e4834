package summaries

import (
	"fmt"
	"math"
	"slices"
	"testing"

	"gonum.org/v1/gonum/stat/distuv"
	"pgregory.net/rapid"

	"tarama/analysis/rows"
	"tarama/analysis/rows/rowstest"
	"tarama/output"
)

// The columns of the tests: two parameters, the seed, two metrics, the status.
const (
	columnA = iota
	columnB
	columnSeed
	columnY
	columnZ
	columnStatus
)

func testSchema() []output.Column {
	return []output.Column{
		rowstest.Parameter("a", output.Int64), rowstest.Parameter("b", output.Dict, "x", "y", "z"),
		rowstest.Parameter("seed", output.Int64), rowstest.Metric("y"), rowstest.Metric("z"), rowstest.Status(),
	}
}

// drawRows are rows of a small grid, of which some failed, some are null and some are missing.
func drawRows(t *rapid.T) [][]any {
	levels := []int{rapid.IntRange(1, 4).Draw(t, "a"), rapid.IntRange(1, 3).Draw(t, "b"), rapid.IntRange(1, 5).Draw(t, "seeds")}
	holes := rapid.Bool().Draw(t, "holes")
	value := rapid.OneOf(rapid.SampledFrom([]float64{0, 1, 1e6, 1e6 + 1}), rapid.Float64Range(-1e3, 1e3))
	var all [][]any
	rowstest.Grid(levels, func(at []int) {
		row := []any{at[0] * 10, []string{"z", "x", "y"}[at[1]], 1000 - at[2], value.Draw(t, "y"), value.Draw(t, "z"), "ok"}
		fate := 0
		if holes {
			fate = rapid.IntRange(0, 9).Draw(t, "fate")
		}
		switch fate {
		case 7:
			row[columnY] = nil
		case 8:
			row[columnY], row[columnZ], row[columnStatus] = nil, nil, rows.FailedWord
		case 9:
			return
		}
		all = append(all, row)
	})
	return all
}

func near(a, b, scale float64) bool { return math.Abs(a-b) <= 1e-9*math.Max(1, scale) }

// TestSummarizeAgainstReference compares with statistics by their definitions.
func TestSummarizeAgainstReference(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		all := drawRows(t)
		by := rapid.SampledFrom([][]int{nil, {columnA}, {columnB}, {columnB, columnA}, {columnSeed}}).Draw(t, "by")
		q := Query{By: by, Metrics: []int{columnY, columnZ}, Seed: columnSeed, Status: columnStatus, Workers: rapid.IntRange(1, 4).Draw(t, "workers")}
		source := rowstest.Source(testSchema(), rapid.IntRange(1, 20).Draw(t, "part"), all)
		want := referenceGroups(all, by)
		// The lower bound takes one metric a pass.
		b := standard
		b.tallies = rapid.SampledFrom([]int{max(1, len(want)), standard.tallies}).Draw(t, "tallies")
		b.metrics = rapid.IntRange(1, 2).Draw(t, "metrics")
		got, err := summarize(source, q, b)
		if err != nil {
			t.Fatal(err)
		}
		if len(by) == 0 && len(want) == 0 {
			want[""] = nil // the group of all rows is there without rows
		}
		if len(got) != len(want) {
			t.Fatalf("%d groups, want %d", len(got), len(want))
		}
		schema := testSchema()
		for _, g := range got {
			key := ""
			for i, c := range by {
				key += fmt.Sprint(g.Key[i].Any(&schema[c])) + "|"
			}
			checkGroup(t, key, &g, want[key])
		}
	})
}

func referenceGroups(all [][]any, by []int) map[string][][]any {
	groups := map[string][][]any{}
	for _, row := range all {
		key := ""
		for _, c := range by {
			key += fmt.Sprint(row[c]) + "|"
		}
		groups[key] = append(groups[key], row)
	}
	return groups
}

func checkGroup(t *rapid.T, key string, got *Group, all [][]any) {
	failed := int64(0)
	for _, row := range all {
		if row[columnStatus] == rows.FailedWord {
			failed++
		}
	}
	if got.Rows != int64(len(all)) || got.Failed != failed {
		t.Fatalf("%s: %d rows, %d failed, want %d and %d", key, got.Rows, got.Failed, len(all), failed)
	}
	for i, column := range []int{columnY, columnZ} {
		var values []float64
		bySeed := map[any][]float64{}
		for _, row := range all {
			if y, ok := row[column].(float64); ok {
				values = append(values, y)
				bySeed[row[columnSeed]] = append(bySeed[row[columnSeed]], y)
			}
		}
		s := &got.Metrics[i]
		if s.Count != int64(len(values)) || s.Nulls != int64(len(all)-len(values))-failed || s.Seeds != len(bySeed) {
			t.Fatalf("%s: count %d, nulls %d, seeds %d of %v", key, s.Count, s.Nulls, s.Seeds, all)
		}
		checkStatistics(t, s, values, bySeed, AnyNumber)
	}
}

func checkStatistics(t *rapid.T, s *Statistics, values []float64, bySeed map[any][]float64, r Range) {
	if len(values) == 0 {
		if s.Mean != nil || s.SD != nil || s.Min != nil || s.Quantiles != nil || s.Interval != nil {
			t.Fatalf("statistics of nothing: %+v", s)
		}
		return
	}
	mean, sd := meanSD(values)
	slices.Sort(values)
	scale := math.Max(math.Abs(values[0]), math.Abs(values[len(values)-1]))
	if !near(*s.Mean, mean, scale) || *s.Min != values[0] || *s.Max != values[len(values)-1] {
		t.Fatalf("mean %v, min %v, max %v of %v, want mean %v", *s.Mean, *s.Min, *s.Max, values, mean)
	}
	if (s.SD == nil) != (len(values) < 2) || s.SD != nil && !near(*s.SD, sd, scale) {
		t.Fatalf("sd %v of %v, want %v", s.SD, values, sd)
	}
	for i, q := range QuantilePercents {
		if want := values[max(0, (int(q)*len(values)+99)/100-1)]; s.Quantiles[i] != want {
			t.Fatalf("quantile %v of %v is %v, want %v", q, values, s.Quantiles[i], want)
		}
	}
	low, high, method := referenceInterval(values, bySeed, r)
	ok := method == Student || method == Gamma
	if s.Method != method || (s.Interval != nil) != ok || ok && (!near(s.Interval.Low, low, scale) || !near(s.Interval.High, high, scale)) {
		t.Fatalf("%s interval %v of %v, want %s %v to %v", s.Method, s.Interval, bySeed, method, low, high)
	}
}

func meanSD(values []float64) (mean, sd float64) {
	for _, y := range values {
		mean += y / float64(len(values))
	}
	for _, y := range values {
		sd += (y - mean) * (y - mean)
	}
	return mean, math.Sqrt(sd / float64(len(values)-1))
}

// referenceInterval is that of the per-seed means if all seeds have as many values, else that of a ratio; where it reaches below
// zero without need, or events are few, it is that of Fay and Feuer as they write it. Values are in order.
func referenceInterval(values []float64, bySeed map[any][]float64, kind Range) (low, high float64, method Method) {
	r, n := float64(len(bySeed)), float64(len(values))
	if r < 2 {
		return 0, 0, FewSeeds
	}
	mean, _ := meanSD(values)
	even, each := true, 0
	var means []float64
	squares, weight := 0.0, 0.0
	for _, of := range bySeed {
		m, _ := meanSD(of)
		means = append(means, m)
		if each == 0 {
			each = len(of)
		}
		even = even && len(of) == each
		d := float64(len(of)) * (m - mean)
		squares += d * d
		weight = math.Max(weight, float64(len(of))*m/n)
	}
	variance := r / (r - 1) * squares / (n * n)
	if even {
		_, sd := meanSD(means)
		variance = sd * sd / r
	}
	if math.Sqrt(variance) <= 1e-12*math.Max(math.Abs(values[0]), math.Abs(values[len(values)-1])) {
		return 0, 0, Agreement
	}
	h := distuv.StudentsT{Sigma: 1, Nu: r - 1}.Quantile(0.975) * math.Sqrt(variance)
	few := r >= 30 && mean*mean/variance < 20
	if kind == Differences || mean-h >= 0 && !few || values[0] < 0 {
		return mean - h, mean + h, Student
	}
	low = variance / (2 * mean) * distuv.ChiSquared{K: 2 * mean * mean / variance}.Quantile(0.025)
	variance, mean = variance+weight*weight, mean+weight
	return low, variance / (2 * mean) * distuv.ChiSquared{K: 2 * mean * mean / variance}.Quantile(0.975), Gamma
}

// TestStudentQuantile pins the library to the printed tables.
func TestStudentQuantile(t *testing.T) {
	for seeds, want := range map[int]float64{2: 12.706204736, 3: 4.302652730, 11: 2.228138852, 31: 2.042272456, 1001: 1.962339081} {
		if got := halfWidth(1, seeds); math.Abs(got-want) > 1e-8 {
			t.Errorf("%d seeds: t is %.9f, want %.9f", seeds, got, want)
		}
	}
}

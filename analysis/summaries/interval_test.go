package summaries

import (
	"math"
	"testing"

	"tarama/analysis/rows"
	"tarama/analysis/rows/rowstest"
	"tarama/output"
)

// TestGammaLimitsOfCounts: of events that come one by one in very many seeds, the limits are the exact ones of a Poisson count, as
// printed in tables (Garwood, 1936).
func TestGammaLimitsOfCounts(t *testing.T) {
	for _, c := range []struct{ events, low, high float64 }{
		{1, 0.0253, 5.5716}, {2, 0.2422, 7.2247}, {3, 0.6187, 8.7673}, {10, 4.7954, 18.3904},
	} {
		const seeds = 1e6
		low, high := gammaLimits(c.events/seeds, c.events/seeds/seeds, 1/seeds)
		if math.Abs(low*seeds-c.low) > 1e-4 || math.Abs(high*seeds-c.high) > 1e-4 {
			t.Errorf("%v events: %.4f to %.4f, want %v to %v", c.events, low*seeds, high*seeds, c.low, c.high)
		}
	}
}

// TestIntervalsOfRareEvents: intervals of means of rare events, which 50 seeds seldom have, contain the true mean as often as they
// promise. Cutting the interval of t at zero would contain it far less often.
func TestIntervalsOfRareEvents(t *testing.T) {
	random := rowstest.Random(7)
	const repetitions, seeds, rate = 4000, 50, 0.08
	held, told, cut := 0, 0, 0
	for range repetitions {
		var a accumulator
		sums := make([]seedSums, seeds)
		for i := range sums {
			y := 0.0
			for random.Float64() < rate/(1+rate) { // geometric with mean rate: events come in groups now and then
				y++
			}
			a.add(y, &sums[i])
		}
		s, err := a.statistics(sums, AnyNumber)
		if err != nil {
			t.Fatal(err)
		}
		if s.Method == Agreement {
			continue
		}
		told++
		if s.Interval.Low <= rate && rate <= s.Interval.High {
			held++
		}
		if h := halfWidth(*s.SD**s.SD/seeds, seeds); *s.Mean+h >= rate && *s.Mean-h <= rate {
			cut++
		}
	}
	share, ofT := float64(held)/float64(told), float64(cut)/float64(told)
	if share < Confidence || ofT > 0.93 {
		t.Errorf("%.3f of the intervals hold the mean, want 0.95 at least; of those by t, %.3f", share, ofT)
	}
}

// TestIntervalsOfFewEvents: of events that come one by one, t is told from few on only.
func TestIntervalsOfFewEvents(t *testing.T) {
	for _, c := range []struct {
		events, seeds int
		least         float64
		r             Range
		want          Method
		low, high     float64
	}{
		{5, 500, 0, AnyNumber, Gamma, 0.003247, 0.023337}, // a Poisson count of 5: 1.6235 to 11.6683
		{19, 500, 0, AnyNumber, Gamma, 0.022879, 0.059342},
		{21, 500, 0, AnyNumber, Student, 0.023993, 0.060007},
		{19, 500, 0, Differences, Student, 0.020872, 0.055128},
		{19, 500, -1, AnyNumber, Student, 0.020872, 0.055128},
		{19, 30, 0, AnyNumber, Gamma, 0.381308, 0.989028},
		{19, 29, 0, AnyNumber, Student, 0.347283, 0.963062},
		{2, 29, 0, AnyNumber, Gamma, 0.008352, 0.249127},
	} {
		n := float64(c.seeds)
		e := Estimate{Mean: float64(c.events) / n, Variance: float64(c.events) / n / n, Seeds: c.seeds, Least: c.least, Most: 1, Weight: 1 / n, Range: c.r}
		in, method := e.Interval()
		if method != c.want || math.Abs(in.Low-c.low) > 1e-6 || math.Abs(in.High-c.high) > 1e-6 {
			t.Errorf("%d events in %d seeds: %.6f to %.6f by %s, want %.6f to %.6f by %s", c.events, c.seeds, in.Low, in.High, method, c.low, c.high, c.want)
		}
	}
}

// TestMeansOfCountsAreRoundedOnce: a mean that is on a limit compares as if it were.
func TestMeansOfCountsAreRoundedOnce(t *testing.T) {
	var a accumulator
	var seed seedSums
	for _, y := range []float64{1, 0, 0, 0, 0} {
		a.add(y, &seed)
	}
	s, err := a.statistics(nil, AnyNumber)
	if err != nil || *s.Mean != 0.2 {
		t.Errorf("%v, want 0.2 (%v)", *s.Mean, err)
	}
}

// TestSeedsThatAgree: without spread there is no interval, unless it is a share that can be bounded.
func TestSeedsThatAgree(t *testing.T) {
	share := rowstest.Metric("outcome=never")
	share.Type, share.Unit = output.Int64, "share"
	schema := []output.Column{rowstest.Parameter("a", output.Int64), rowstest.Parameter("seed", output.Int64), rowstest.Metric("y"), share}
	var all [][]any
	rowstest.Grid([]int{4, 20}, func(at []int) {
		// By a: nothing happens, everything happens, seeds agree although their values differ, one seed of twenty stands out.
		y, never := []float64{0, 7, 0.1, 0}[at[0]], []int{0, 1, 0, 1}[at[0]]
		second := map[int]float64{2: 0.3}[at[0]]
		if at[0] == 3 && at[1] == 5 {
			y, never = 2, 0
		}
		all = append(all, []any{at[0], at[1], y, never}, []any{at[0], at[1], max(y, second), never})
	})
	groups, err := Summarize(rowstest.Source(schema, 7, all), Query{By: []int{0}, Metrics: []int{2, 3}, Seed: 1, Status: -1})
	if err != nil {
		t.Fatal(err)
	}
	const rest = 0.139108 // 1 - 0.05^(1/20)
	want := [][2]Method{{Agreement, Bound}, {Agreement, Bound}, {Agreement, Bound}, {Gamma, Gamma}}
	bounds := [][2]float64{{0, rest}, {1 - rest, 1}, {0, rest}, {0.721418, 0.998734}}
	for i, g := range groups {
		for k := range g.Metrics {
			if g.Metrics[k].Method != want[i][k] {
				t.Errorf("group %d, metric %d: by %s, want %s", i, k, g.Metrics[k].Method, want[i][k])
			}
		}
		in := g.Metrics[1].Interval
		if in == nil || math.Abs(in.Low-bounds[i][0]) > 1e-6 || math.Abs(in.High-bounds[i][1]) > 1e-6 {
			t.Errorf("group %d: share within %v, want %v", i, in, bounds[i])
		}
		if y := g.Metrics[0].Interval; (y != nil) != (i == 3) {
			t.Errorf("group %d: mean within %v", i, y)
		}
	}
}

// TestBatchesOfSeeds: with more pairs of group and seed than may be kept, seeds come in batches, whose interval is about as wide,
// and the same whatever the workers.
func TestBatchesOfSeeds(t *testing.T) {
	random := rowstest.Random(3)
	var all [][]any
	rowstest.Grid([]int{2, 5000}, func(at []int) {
		y := random.NormFloat64()
		all = append(all, []any{at[0], "x", at[1] * 1009, y, y, "ok"})
	})
	source := rowstest.Source(testSchema(), 1000, all)
	q := Query{By: []int{columnA}, Metrics: []int{columnY, columnZ}, Seed: columnSeed, Status: columnStatus, Workers: 3}
	exact, err := Summarize(source, q)
	if err != nil {
		t.Fatal(err)
	}
	few := standard
	few.seeds = 2 * 2 * mostBatches
	batched, err := summarize(source, q, few)
	if err != nil {
		t.Fatal(err)
	}
	few.seeds-- // not for both metrics in a pass any more
	fewer, err := summarize(source, q, few)
	if err != nil {
		t.Fatal(err)
	}
	if *fewer[1].Metrics[1].Interval != *batched[1].Metrics[1].Interval {
		t.Error("the bits depend on the passes")
	}
	for i := range exact {
		want, got := exact[i].Metrics[0], batched[i].Metrics[0]
		if want.Batched || !got.Batched || got.Seeds != mostBatches || *want.Mean != *got.Mean {
			t.Fatalf("%+v, want batches of %+v", got, want)
		}
		if ratio := (got.Interval.High - got.Interval.Low) / (want.Interval.High - want.Interval.Low); math.Abs(ratio-1) > 0.15 {
			t.Errorf("the interval is %.2f times as wide", ratio)
		}
	}
	few.seeds = leastBatches
	if _, err := summarize(source, q, few); err == nil {
		t.Error("more batches than bounds allow")
	}
	few.seeds = mostBatches
	q.By = nil
	levels := Levels{Parameter: columnA, Parameters: []int{columnA, columnB, columnSeed}, A: rows.Value{Bits: 0}, B: rows.Value{Bits: 1}}
	c, err := compare(source, q, levels, few)
	if err != nil {
		t.Fatal(err)
	}
	if d := c.Groups[0].Metrics[1].Differences; d.Count != 5000 || !d.Batched || d.Seeds != mostBatches {
		t.Errorf("differences of batches: %+v", d)
	}
}

package sensitivity

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"tarama/analysis/factors"
	"tarama/analysis/rows"
	"tarama/analysis/rows/rowstest"
	"tarama/output"
)

// gridOf has a function on a grid of the middles of equal intervals, with some seeds that add noise.
func gridOf(fn function, levels []int, noise ...float64) (rows.Source, Query) {
	var schema []output.Column
	q := Query{Metrics: []int{fn.d + 1}, Seed: fn.d, Status: -1}
	for i := range fn.d {
		schema = append(schema, rowstest.Parameter(fmt.Sprintf("x%d", i+1), output.Float64))
		q.Parameters = append(q.Parameters, i)
	}
	schema = append(schema, rowstest.Parameter("seed", output.Int64), rowstest.Metric("y"))
	q.Parameters = append(q.Parameters, fn.d)
	if noise == nil {
		noise = []float64{0}
	}
	var all [][]any
	u := make([]float64, fn.d)
	rowstest.Grid(append(slices.Clone(levels), len(noise)), func(at []int) {
		row := make([]any, fn.d+2)
		for i := range fn.d {
			u[i] = (float64(at[i]) + 0.5) / float64(levels[i])
			row[i] = u[i]
		}
		row[fn.d], row[fn.d+1] = at[fn.d], fn.f(u)+noise[at[fn.d]]
		all = append(all, row)
	})
	return rowstest.Source(schema, 1000, all), q
}

func checkIndices(t *testing.T, name string, m *Metric, fn function, tolerance float64) {
	t.Helper()
	for i := range fn.d {
		first, total := *m.Indices[i].First, *m.Indices[i].Total
		if math.Abs(first-fn.first[i]) > tolerance || math.Abs(total-fn.total[i]) > tolerance {
			t.Errorf("%s, factor %d: first %v and total %v, want %v and %v", name, i+1, first, total, fn.first[i], fn.total[i])
		}
	}
}

// TestGridKnownFunctions: on a fine grid the indices are those of the continuous function.
func TestGridKnownFunctions(t *testing.T) {
	for _, c := range []struct {
		fn        function
		levels    []int
		tolerance float64
	}{
		{ishigami(), []int{40, 30, 60}, 2e-3},
		{gFunction(0, 1, 4.5), []int{60, 40, 20}, 2e-3},
	} {
		source, q := gridOf(c.fn, c.levels)
		g, err := OnGrid(source, q)
		if err != nil {
			t.Fatal(err)
		}
		m := &g.Metrics[0]
		if !g.Design.Full || g.Seeds != 0 || m.Noise != nil {
			t.Errorf("%s: full %v, %d seeds, noise %v", c.fn.name, g.Design.Full, g.Seeds, m.Noise)
		}
		checkIndices(t, c.fn.name, m, c.fn, c.tolerance)
		sum := *m.Interactions
		for _, x := range m.Indices {
			sum += *x.First
		}
		if math.Abs(sum-1) > 1e-12 {
			t.Errorf("%s: first-order indices and interactions add up to %v", c.fn.name, sum)
		}
	}
}

// TestGridIsExact: the indices of the g-function restricted to a coarse grid have a closed form, which is met to the last digits.
// Seeds add noise of variance 2/3 that is independent of all else.
func TestGridIsExact(t *testing.T) {
	a, levels := []float64{0, 1, 9}, []int{4, 6, 2}
	fn := gFunction(a...)
	fn.first, fn.total = nil, nil
	variances := make([]float64, len(a))
	product := 1.0
	for i, n := range levels {
		for k := range n {
			d := (math.Abs(4*(float64(k)+0.5)/float64(n)-2) + a[i]) / (1 + a[i])
			variances[i] += (d - 1) * (d - 1) / float64(n)
		}
		product *= 1 + variances[i]
	}
	fn.useVariances(variances)
	source, q := gridOf(fn, levels, -1, 0, 1)
	g, err := OnGrid(source, q)
	if err != nil {
		t.Fatal(err)
	}
	noise := (2.0 / 3) / (product - 1 + 2.0/3)
	for i := range fn.first {
		fn.first[i] *= 1 - noise
		fn.total[i] *= 1 - noise
	}
	m := &g.Metrics[0]
	checkIndices(t, "coarse g", m, fn, 1e-13)
	if math.Abs(*m.Noise-noise) > 1e-13 || g.Seeds != 3 || math.Abs(*m.Variance-(product-1+2.0/3)) > 1e-13 {
		t.Errorf("noise %v, want %v; %d seeds; variance %v", *m.Noise, noise, g.Seeds, *m.Variance)
	}
}

// The columns of the property test.
const (
	propertyA = iota
	propertyB
	propertySeed
	propertyY
	propertyStatus
)

func drawGrid(t *rapid.T) [][]any {
	levels := []int{rapid.IntRange(2, 4).Draw(t, "a"), rapid.IntRange(2, 3).Draw(t, "b"), rapid.IntRange(1, 3).Draw(t, "seeds")}
	holes := rapid.Bool().Draw(t, "holes")
	var all [][]any
	rowstest.Grid(levels, func(at []int) {
		row := []any{at[0], []string{"x", "y", "z"}[at[1]], at[2], rapid.Float64Range(-10, 10).Draw(t, "y"), "ok"}
		if holes {
			switch rapid.IntRange(0, 12).Draw(t, "fate") {
			case 11:
				row[propertyY] = nil
			case 12:
				row[propertyY], row[propertyStatus] = nil, rows.FailedWord
			}
		}
		all = append(all, row)
	})
	return all
}

// TestGridAgainstDefinition compares with the definitions in the package's documentation, worked out row by row, for the table
// of all cells and for the sample when it keeps all.
func TestGridAgainstDefinition(t *testing.T) {
	schema := []output.Column{rowstest.Parameter("a", output.Int64), rowstest.Parameter("b", output.Dict, "x", "y", "z"),
		rowstest.Parameter("seed", output.Int64), rowstest.Metric("y"), rowstest.Status()}
	rapid.Check(t, func(t *rapid.T) {
		all := drawGrid(t)
		source := rowstest.Source(schema, rapid.IntRange(1, 30).Draw(t, "part"), all)
		q := Query{Parameters: []int{propertyA, propertyB, propertySeed}, Metrics: []int{propertyY}, Seed: propertySeed,
			Status: propertyStatus, Workers: rapid.IntRange(1, 3).Draw(t, "workers")}
		g, err := OnGrid(source, q)
		if err != nil {
			t.Fatal(err)
		}
		if rapid.Bool().Draw(t, "sample") {
			p := newPass(source, q, g, q.Metrics, MaxCells)
			p.metrics[0].table = newSample(g, 100*g.Cells)
			g.Metrics = nil
			if err := p.run(); err != nil {
				t.Fatal(err)
			}
		}
		checkDefinition(t, g, all)
	})
}

func checkDefinition(t *rapid.T, g *Grid, all [][]any) {
	m := &g.Metrics[0]
	values := groupBy(all, func([]any) string { return "" })[""]
	if m.Count != int64(len(values)) {
		t.Fatalf("%d values, want %d", m.Count, len(values))
	}
	if len(values) == 0 {
		return
	}
	mean, v := population(values)
	if math.Abs(*m.Mean-mean) > 1e-9 || math.Abs(*m.Variance-v) > 1e-9 {
		t.Fatalf("mean %v and variance %v, want %v and %v", *m.Mean, *m.Variance, mean, v)
	}
	if v < 1e-6 {
		return
	}
	known := 0.0
	for i, factor := range g.Factors {
		column := factor.Columns[0]
		first := 0.0
		for _, some := range groupBy(all, func(row []any) string { return fmt.Sprint(row[column]) }) {
			d, _ := population(some)
			first += float64(len(some)) / float64(len(values)) * (d - mean) * (d - mean) / v
		}
		known += first
		if got := *m.Indices[i].First; math.Abs(got-first) > 1e-9 {
			t.Fatalf("%s: first-order index %v, want %v", factor.Name(), got, first)
		}
		checkTotal(t, &m.Indices[i], factor, all, v)
	}
	within := 0.0
	for _, some := range groupBy(all, func(row []any) string { return fmt.Sprint(row[propertyA], row[propertyB]) }) {
		_, spread := population(some)
		within += spread * float64(len(some)) / float64(len(values)) / v
	}
	if (m.Noise != nil) != (g.Seeds > 0) || m.Noise != nil && math.Abs(*m.Noise-within) > 1e-9 {
		t.Fatalf("noise %v, want %v", m.Noise, within)
	}
	if (m.Interactions != nil) != (len(values) == len(all)) {
		t.Fatalf("interactions %v of %d values in %d rows", m.Interactions, len(values), len(all))
	}
	if m.Interactions != nil && math.Abs(*m.Interactions-(1-known-within)) > 1e-9 {
		t.Fatalf("interactions %v, want %v", *m.Interactions, 1-known-within)
	}
}

func checkTotal(t *rapid.T, got *Index, factor *factors.Factor, all [][]any, v float64) {
	column := factor.Columns[0]
	classes := map[string]map[string][]float64{} // by the other parameter, then by level
	for _, row := range all {
		other := fmt.Sprint(row[propertyA+propertyB-column])
		if classes[other] == nil {
			classes[other] = map[string][]float64{}
		}
		if y, ok := row[propertyY].(float64); ok {
			level := fmt.Sprint(row[column])
			classes[other][level] = append(classes[other][level], y)
		}
	}
	complete, total := 0, 0.0
	for _, levels := range classes {
		if len(levels) < factor.Levels() {
			continue
		}
		complete++
		var means []float64
		for _, some := range levels {
			mean, _ := population(some)
			means = append(means, mean)
		}
		_, spread := population(means)
		total += spread
	}
	if got.Complete != int64(complete) || got.Classes != int64(len(classes)) {
		t.Fatalf("%s: %d of %d classes are complete, want %d of %d", factor.Name(), got.Complete, got.Classes, complete, len(classes))
	}
	if (got.Total != nil) != (complete > 0) || complete > 0 && math.Abs(*got.Total-total/float64(complete)/v) > 1e-9 {
		t.Fatalf("%s: total-effect index %v, want %v", factor.Name(), got.Total, total/float64(complete)/v)
	}
}

func groupBy(all [][]any, key func(row []any) string) map[string][]float64 {
	groups := map[string][]float64{}
	for _, row := range all {
		if y, ok := row[propertyY].(float64); ok {
			groups[key(row)] = append(groups[key(row)], y)
		}
	}
	return groups
}

func population(values []float64) (mean, variance float64) {
	for _, y := range values {
		mean += y / float64(len(values))
	}
	for _, y := range values {
		variance += (y - mean) * (y - mean) / float64(len(values))
	}
	return mean, variance
}

// TestLargeGridIsSampled: where the table would be too large, total effects and noise come from a sample that is about as large
// as said, and are near the exact ones; first-order indices stay exact.
func TestLargeGridIsSampled(t *testing.T) {
	source, q := gridOf(ishigami(), []int{20, 20, 20}, -2, 2)
	exact, err := OnGrid(source, q)
	if err != nil {
		t.Fatal(err)
	}
	sampled, err := onGrid(source, q, 6000)
	if err != nil {
		t.Fatal(err)
	}
	a, b := &exact.Metrics[0], &sampled.Metrics[0]
	for i := range a.Indices {
		x, y := &a.Indices[i], &b.Indices[i]
		if math.Abs(*x.First-*y.First) > 1e-12 || math.Abs(*x.Total-*y.Total) > 0.07 {
			t.Errorf("factor %d: first %v, total %v; exact %v and %v", i, *y.First, *y.Total, *x.First, *x.Total)
		}
		if x.Sampled != x.Classes || y.Classes != 400 || y.Sampled < 40 || y.Sampled > 110 { // 1500 of 8000 cells a factor
			t.Errorf("factor %d: %d of %d classes sampled", i, y.Sampled, y.Classes)
		}
	}
	if *a.Indices[0].Total == *b.Indices[0].Total {
		t.Error("the sample gives the exact total effect: it is none")
	}
	if math.Abs(*a.Noise-*b.Noise) > 0.01 {
		t.Errorf("noise %v, exact %v", *b.Noise, *a.Noise)
	}
}

// TestWorkersGiveTheSameBits: the results do not depend on the number of workers.
func TestWorkersGiveTheSameBits(t *testing.T) {
	source, q := gridOf(ishigami(), []int{9, 8, 7}, 0.25, -1, 1.5)
	want := ""
	for _, workers := range []int{1, 2, 3, 8} {
		q.Workers = workers
		g, err := OnGrid(source, q)
		if err != nil {
			t.Fatal(err)
		}
		got := ""
		for _, x := range g.Metrics[0].Indices {
			got += fmt.Sprintf("%x %x ", *x.First, *x.Total)
		}
		got += fmt.Sprintf("%x %x", *g.Metrics[0].Noise, *g.Metrics[0].Variance)
		if want == "" {
			want = got
		}
		if got != want {
			t.Errorf("%d workers give %s, one gives %s", workers, got, want)
		}
	}
}

func TestNothingVaries(t *testing.T) {
	schema := []output.Column{rowstest.Parameter("a", output.Int64), rowstest.Metric("y")}
	_, err := OnGrid(rowstest.Source(schema, 2, [][]any{{1, 2.0}, {1, 3.0}}), Query{Parameters: []int{0}, Metrics: []int{1}, Seed: -1, Status: -1})
	if !errors.Is(err, ErrNothingVaries) {
		t.Errorf("error %v", err)
	}
}

func TestConstantMetric(t *testing.T) {
	schema := []output.Column{rowstest.Parameter("a", output.Int64), rowstest.Metric("y")}
	g, err := OnGrid(rowstest.Source(schema, 2, [][]any{{1, 0.1}, {2, 0.1}, {3, 0.1}}), Query{Parameters: []int{0}, Metrics: []int{1}, Seed: -1, Status: -1})
	if err != nil {
		t.Fatal(err)
	}
	if m := &g.Metrics[0]; m.Indices != nil || *m.Variance != 0 || *m.Mean != 0.1 {
		t.Errorf("a metric that does not vary: %+v", m)
	}
}

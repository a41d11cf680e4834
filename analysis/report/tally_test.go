package report

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"tarama/analysis/factors"
	"tarama/analysis/report/chart"
	"tarama/analysis/rows"
	"tarama/analysis/rows/rowstest"
	"tarama/analysis/summaries"
	"tarama/output"
)

func source(all [][]any) rows.Source {
	if all == nil {
		return &rows.Memory{Schema: brew}
	}
	return rowstest.Source(brew, 3, all)
}

func found(t *testing.T, s rows.Source) *findings {
	t.Helper()
	study, o := brewStudy(), brewOptions()
	f, err := find(s, &study, &o)
	if err != nil {
		t.Fatal(err)
	}
	return f
}

func near(a, b float64) bool { return math.Abs(a-b) <= 1e-9*max(1, math.Abs(a), math.Abs(b)) }

// summarized is what package summaries says of a metric by some columns: the slow and general way.
func summarized(t *testing.T, f *findings, s rows.Source, m *metric, by ...int) []summaries.Group {
	t.Helper()
	groups, err := summaries.Summarize(s, summaries.Query{By: by, Metrics: []int{m.Column}, Seed: f.column("seed"), Status: f.status})
	if err != nil {
		t.Fatal(err)
	}
	return slices.DeleteFunc(groups, func(g summaries.Group) bool { return g.Metrics[0].Count == 0 })
}

func TestLevelsAreAsSummariesHasThem(t *testing.T) {
	s := brewRows(50)
	f := found(t, s)
	if len(f.axes) != 3 || len(f.varying) != 3 {
		t.Fatalf("%d axes and %d metrics", len(f.axes), len(f.varying))
	}
	for _, m := range f.varying {
		for i, a := range f.axes {
			groups := summarized(t, f, s, m, a.Columns...)
			levels := m.levels[i]
			if len(groups) != len(levels) {
				t.Fatalf("%s by %s: %d levels, want %d", f.schema[m.Column].Name, a.Title, len(levels), len(groups))
			}
			for k, l := range levels {
				want := &groups[k].Metrics[0]
				if l.Count != float64(want.Count) || !near(l.Mean, *want.Mean) || !sameInterval(l.Interval, want.Interval) {
					t.Errorf("%s by %s, %s: %+v %v, want %+v", f.schema[m.Column].Name, a.Title, a.Places[l.Place].Label, l, l.Interval, want)
				}
				if l.Spread == nil || l.Spread.Low > l.Mean || l.Spread.High < l.Mean {
					t.Errorf("the seeds' means do not surround theirs: %v", l.Spread)
				}
			}
		}
	}
}

func sameInterval(got *chart.Range, want *summaries.Interval) bool {
	if got == nil || want == nil {
		return got == nil && want == nil
	}
	return near(got.Low, want.Low) && near(got.High, want.High)
}

func TestPairsAreAsSummariesHasThem(t *testing.T) {
	s := brewRows(50)
	f := found(t, s)
	if len(f.pairs) == 0 {
		t.Fatal("no pairs")
	}
	for i := range f.pairs {
		p := &f.pairs[i]
		x, y := f.axes[p.X], f.axes[p.Y]
		want := map[string]float64{}
		for _, g := range summarized(t, f, s, p.Metric, slices.Concat(y.Columns, x.Columns)...) {
			var parts []string
			for k, column := range slices.Concat(y.Columns, x.Columns) {
				parts = append(parts, shown(&f.schema[column], g.Key[k]))
			}
			want[strings.Join(parts, " / ")] = *g.Metrics[0].Mean
		}
		for row := range y.Places {
			for column := range x.Places {
				key := y.Places[row].Label + " / " + x.Places[column].Label
				mean, ok := want[key]
				if got := p.mean(column, row, len(x.Places)); ok && !near(got, mean) || !ok && !math.IsNaN(got) {
					t.Errorf("%s at %s: %v, want %v (%v)", f.schema[p.Metric.Column].Name, key, got, mean, ok)
				}
				delete(want, key)
			}
		}
		if len(want) > 0 {
			t.Errorf("places that are missing: %v", want)
		}
	}
}

func TestExtremesAreTheLeastAndTheGreatest(t *testing.T) {
	f := found(t, brewRows(7))
	for _, m := range f.varying {
		least, most := math.Inf(1), math.Inf(-1)
		var cells [2]int64
		eachRow(t, brewRows(7), m.Column, func(cell int64, y float64) {
			if y < least {
				least, cells[0] = y, cell
			}
			if y > most {
				most, cells[1] = y, cell
			}
		})
		got := f.extremes[m.Column]
		if m.Least.Value != least || m.Most.Value != most || got[0].Number != cells[0] || got[1].Number != cells[1] {
			t.Errorf("%s: cells %d and %d (%v, %v), want %d and %d (%v, %v)", f.schema[m.Column].Name,
				got[0].Number, got[1].Number, m.Least.Value, m.Most.Value, cells[0], cells[1], least, most)
		}
	}
}

// eachRow calls a function for each value of a metric.
func eachRow(t *testing.T, s rows.Source, column int, visit func(cell int64, y float64)) {
	t.Helper()
	err := rows.Scan(s, []int{0, column}, 1, rows.Steps[struct{}]{
		Prepare: func(*rows.Chunk, *struct{}) error { return nil },
		Consume: func(c *rows.Chunk, _ *struct{}) error {
			v := &c.Table.Columns[column]
			for row, y := range rows.Reals(nil, &brew[column], v) {
				if !v.Null[row] {
					visit(c.Table.Columns[0].Ints[row], y)
				}
			}
			return nil
		},
	})
	if err != nil {
		t.Fatal(err)
	}
}

func TestManySeedsArePutTogether(t *testing.T) {
	schema := []output.Column{rowstest.Parameter("x", output.Int64), rowstest.Parameter("seed", output.Int64), rowstest.Metric("y"), rowstest.Status()}
	var all [][]any
	rowstest.Grid([]int{2, 3 * MaxSeedGroups}, func(at []int) {
		all = append(all, []any{at[0], at[1] * 7919, float64(at[0]) + float64(at[1]%10), "ok"})
	})
	study, o := brewStudy(), brewOptions()
	f, err := find(rowstest.Source(schema, 1000, all), &study, &o)
	if err != nil {
		t.Fatal(err)
	}
	if f.seeds.Each || f.seeds.Groups != MaxSeedGroups || f.seeds.Count != 3*MaxSeedGroups {
		t.Fatalf("%+v", f.seeds)
	}
	for i, l := range f.varying[0].levels[0] {
		if want := float64(i) + 4.5; !near(l.Mean, want) || l.Interval == nil || l.Spread != nil {
			t.Errorf("level %d: %+v, want the mean %v, an interval and no spread", i, l, want)
		}
	}
}

// Every value lies in the bin that says so, and bins cover the range.
func TestBins(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		whole := rapid.Bool().Draw(t, "whole")
		log := rapid.Bool().Draw(t, "log")
		low := rapid.Float64Range(1e-3, 1e3).Draw(t, "low")
		high := low + rapid.Float64Range(1, 1e6).Draw(t, "width")
		if whole {
			low, high = math.Ceil(low), math.Ceil(low)+math.Ceil(high-low)
		}
		a := &axis{Log: log}
		a.cut(&values{least: low, most: high}, whole)
		if len(a.Places) > bins || len(a.Places) < 1 {
			t.Fatalf("%d places", len(a.Places))
		}
		x := rapid.Float64Range(low, high).Draw(t, "x")
		if whole {
			x = math.Floor(x)
		}
		b := a.edges.bin(x)
		if from, to := a.edges[b], a.edges[b+1]; x < from || x > to || x == to && x != high {
			t.Fatalf("%v is in bin %d from %v to %v", x, b, from, to)
		}
		if a.edges.bin(low) != 0 || int(a.edges.bin(high)) != len(a.Places)-1 || a.edges[0] != low {
			t.Fatalf("the ends are in bins %d and %d of %d", a.edges.bin(low), a.edges.bin(high), len(a.Places))
		}
		if narrow, wide := a.edges.widths(); whole && !log && (wide-narrow > 1 || narrow < 1) {
			t.Fatalf("bins of %v to %v numbers: %v", narrow, wide, a.edges)
		}
	})
}

// widths are those of the narrowest and of the widest bin.
func (e edges) widths() (narrow, wide float64) {
	narrow, wide = e[1]-e[0], e[1]-e[0]
	for i := range e.bins() {
		narrow, wide = min(narrow, e[i+1]-e[i]), max(wide, e[i+1]-e[i])
	}
	return narrow, wide
}

func TestSpacedByRatio(t *testing.T) {
	for _, test := range []struct {
		sizes []float64
		want  bool
	}{
		{[]float64{30, 60, 300, 900}, true},
		{[]float64{0.001, 0.01, 0.1}, true},
		{[]float64{1, 2, 3}, false},
		{[]float64{2, 5, 10}, false},                // within one power of ten
		{[]float64{0, 10, 100}, false},              // zero has no logarithm
		{[]float64{10, 30, 50, 70, 90, 110}, false}, // by differences
		{[]float64{1, 1000}, false},                 // two values are spaced by anything
	} {
		if got := spacedByRatio(test.sizes); got != test.want {
			t.Errorf("%v: %v", test.sizes, got)
		}
	}
}

func TestAxesOfJointAndOfMany(t *testing.T) {
	f := found(t, brewRows(50))
	var titles []string
	for _, a := range f.axes {
		titles = append(titles, fmt.Sprintf("%s: %d", a.Title, len(a.Places)))
	}
	if want := "grind_um [um]: 4|water: 2|time_s [s] / filter: 3"; strings.Join(titles, "|") != want {
		t.Errorf("%q, want %q", titles, want)
	}
	if !f.axes[0].Log || f.axes[1].Log || !f.axes[1].Words || !f.axes[2].Words {
		t.Error("the axes are drawn in the wrong way")
	}
	c := rowstest.Parameter("word", output.Dict, make([]string, maxWordPlaces+1)...)
	many := newValues(0)
	for i := range maxWordPlaces + 1 {
		many.seen[uint64(i)] = true
	}
	o := brewOptions()
	all, left := axes([]output.Column{c}, []values{many}, []*factors.Factor{}, -1, &o)
	if len(all) != 0 || !slices.Equal(left, []string{"word"}) {
		t.Errorf("%v and %v of too many words", all, left)
	}
}

// Of columns that move together the study's first one stands first: the others were derived from it.
func TestJointAxesBeginWithWhatTheStudyNamesFirst(t *testing.T) {
	for want, change := range map[string]func(*Study){
		"time_s [s] / filter": func(*Study) {},
		"filter / time_s [s]": func(s *Study) { s.Axes = []string{"grind_um", "filter", "time_s"} },
		"time_s [s] / filter ": func(s *Study) {
			s.Axes, s.Preview = []string{"filter", "time_s"}, []string{"time_s", "taste"} // what the author looks at counts more
		},
	} {
		study, o := brewStudy(), brewOptions()
		change(&study)
		f, err := find(brewRows(50), &study, &o)
		if err != nil {
			t.Fatal(err)
		}
		a, want := f.axes[2], strings.TrimSpace(want)
		if a.Title != want || strings.HasPrefix(want, "filter") != strings.HasPrefix(a.Places[0].Label, "paper") {
			t.Errorf("the title is %q, the first place %q, want %q", a.Title, a.Places[0].Label, want)
		}
	}
}

// A joint axis goes by the values that its labels begin with, in every picture and table, though the factor is sorted by another
// column: 9 to 1 s here, which go with 280 to 2520 rounds. It is several parameters, which matter most.
func TestJointAxesAreSortedByTheirLabels(t *testing.T) {
	schema := []output.Column{
		rowstest.Parameter("rounds", output.Int64), rowstest.Parameter("interval", output.Int64), rowstest.Parameter("late", output.Int64),
		rowstest.Parameter("threshold", output.Int64), rowstest.Metric("cost"), rowstest.Status(),
	}
	var all [][]any
	rowstest.Grid([]int{9, 3}, func(at []int) {
		interval := at[0] + 1
		rounds := 2520 / interval
		all = append(all, []any{rounds, interval, rounds / 2, at[1], 1000 - 100*float64(interval) + 30*float64(at[1]), "ok"})
	})
	study, o := brewStudy(), brewOptions()
	study.Axes = []string{"interval"}
	f, err := find(rowstest.Source(schema, 4, all), &study, &o)
	if err != nil {
		t.Fatal(err)
	}
	m := f.varying[0]
	figures, _ := f.effects(m)
	heat := f.heat(m)
	for name, table := range map[string]*table{"effect": figures[0].Table, "heat": heat.Table} {
		var got []string
		for _, row := range table.Rows {
			got = append(got, row[0]+": "+row[1])
		}
		want := []string{"1 / 2,520 / 1,260: 9", "2 / 1,260 / 630: 8", "3 / 840 / 420: 7"}
		if len(got) != 9 || !slices.EqualFunc(got[:3], want, strings.HasPrefix) {
			t.Errorf("%s: %q, want %q", name, got, want)
		}
	}
	for name, picture := range map[string]chart.Picture{"effect": figures[0].Picture, "heat": heat.Picture} {
		height := map[string]float64{}
		for _, mark := range picture.Marks {
			height[mark.Text] = mark.Y
		}
		if first, last := height["1 / 2,520 / 1,260"], height["9 / 280 / 140"]; first <= 0 || first >= last {
			t.Errorf("%s: the first place is at %v, the last at %v", name, first, last)
		}
	}
	if text := f.sentence(m); !strings.HasSuffix(text, " interval and 2 more matter most.") {
		t.Error(text)
	}
}

// Seeds are names: without commas between their digits. A design's values are told by what they were drawn from.
func TestValuesAreListed(t *testing.T) {
	f := &findings{study: &Study{Seed: "seed", Ranges: map[string]string{"p": "0 to 0.1"}}}
	for want, name := range map[string]string{"7, 1478832577": "seed", "7, 1,478,832,577": "n", "0 to 0.1, 2 values": "p"} {
		c := rowstest.Parameter(name, output.Int64)
		v := newValues(0)
		v.seen[7], v.seen[1478832577] = true, true
		if got := f.valuesOf(&c, &v); got != want {
			t.Errorf("%s: %q, want %q", name, got, want)
		}
	}
}

func TestRound3(t *testing.T) {
	for x, want := range map[float64]float64{0: 0, 1234: 1230, 0.0123456: 0.0123, -98765: -98800} {
		if got := round3(x); math.Abs(got-want) > 1e-9 {
			t.Errorf("%v is %v, want %v", x, got, want)
		}
	}
}

func TestPercent(t *testing.T) {
	for share, want := range map[float64]string{0: "0 %", -1e-4: "0 %", -0.002: "-0.2 %", 1e-6: "<0.1 %", 0.0123: "1.2 %", 0.5: "50 %", 0.998: "99.8 %", 1: "100 %"} {
		if got := percent(share); got != want {
			t.Errorf("%v is %s, want %s", share, got, want)
		}
	}
}

// The values of a column are found over all parts, and rows come into the bins of their values.
func TestBinsOfManyParts(t *testing.T) {
	schema := []output.Column{rowstest.Parameter("x", output.Float64), rowstest.Metric("y"), rowstest.Status()}
	var all [][]any
	for i := range 400 {
		x := float64(400-i) / 4 // falling, so that the first part has not the least
		all = append(all, []any{x, 10 * x, "ok"})
	}
	study, o := brewStudy(), brewOptions()
	f, err := find(rowstest.Source(schema, 30, all), &study, &o)
	if err != nil {
		t.Fatal(err)
	}
	if len(f.axes) != 1 || !f.axes[0].Binned || len(f.axes[0].Places) != bins {
		t.Fatalf("%d axes", len(f.axes))
	}
	levels := f.varying[0].levels[0]
	for i, l := range levels {
		// A bin is 4.9875 wide, and the values are 0.25 apart.
		if want := 10 * (0.25 + 4.9875*(float64(i)+0.5)); math.Abs(l.Mean-want) > 2.5 || l.Count < 19 || l.Count > 21 {
			t.Errorf("bin %d (%s): %+v, want about %v", i, f.axes[0].Places[i].Label, l, want)
		}
	}
	if len(levels) != bins {
		t.Errorf("%d levels", len(levels))
	}
}

// A failed row does not count, even if it had a value.
func TestFailedRowsDoNotCount(t *testing.T) {
	schema := []output.Column{rowstest.Parameter("x", output.Int64), rowstest.Parameter("z", output.Int64), rowstest.Metric("y"), rowstest.Status()}
	var all [][]any
	rowstest.Grid([]int{3, 4}, func(at []int) {
		y, status := float64(at[0]+at[1]), "ok"
		if at[0] == 1 && at[1] == 1 {
			y, status = 1e6, "failed"
		}
		all = append(all, []any{at[0], at[1], y, status})
	})
	study, o := brewStudy(), brewOptions()
	f, err := find(rowstest.Source(schema, 5, all), &study, &o)
	if err != nil {
		t.Fatal(err)
	}
	m := f.varying[0]
	if f.tally.failed != 1 || m.Count != 11 || m.Most.Value != 5 {
		t.Errorf("%d failed, %d values up to %v", f.tally.failed, m.Count, m.Most.Value)
	}
	for i := range f.pairs {
		if p := &f.pairs[i]; !math.IsNaN(p.mean(1, 1, len(f.axes[p.X].Places))) {
			t.Error("the failed cell has a place in the heat map")
		}
	}
}

package report

import (
	"errors"
	"fmt"
	"slices"

	"tarama/analysis/pareto"
	"tarama/analysis/report/chart"
	"tarama/analysis/rows"
	"tarama/analysis/summaries"
)

// tradeOff is what metrics cost each other.
type tradeOff struct {
	Objectives []pareto.Objective
	Chosen     bool // the objectives were asked for
	Front      *pareto.Front
	By         []int    // columns of Front.Points' keys; nil: single rows compete
	Over       []string // parameters that means are over, beside the seed
	Cells      []cell   // by point, up to MaxFront, if single rows compete
	Points     int64    // that compete
	Pictures   []chart.Picture
}

// maxPictures is how many pairs of objectives are drawn, maxFrontDots how many points of a front are drawn as such.
const (
	maxCandidates = 10 // of which the objectives are chosen
	maxPictures   = 6
	maxFrontDots  = 400
)

// findTradeOff finds the front. With seeds, the means over them compete; else single rows do.
func (f *findings) findTradeOff(s rows.Source) error {
	candidates := f.candidates()
	if len(candidates) < 2 {
		f.noTradeOff = "There are not two metrics that vary and of which it is known whether less or more is better. Name some with --min and --max."
		return nil
	}
	groups, by, err := f.competitors(s, candidates)
	if err != nil {
		return err
	}
	t := &tradeOff{Objectives: candidates, Chosen: f.o.Objectives != nil}
	if !t.Chosen {
		t.Objectives = atOdds(candidates, groups)
	}
	if f.seeds.Column >= 0 {
		t.By, t.Over = by, f.namesWithout(by)
	}
	t.Front, err = pareto.Find(s, pareto.Query{Objectives: t.Objectives, By: t.By, Status: f.status, Workers: f.o.Workers})
	if errors.As(err, &pareto.TooLargeError{}) {
		f.noTradeOff = fmt.Sprintf("There is no front to show: %v.", err)
		return nil
	}
	if err != nil {
		return err
	}
	f.tradeOff = t
	if t.By != nil {
		return f.drawGroups(t, candidates, groups)
	}
	return f.drawRows(t, s)
}

// candidates are the metrics that were asked for, or those of which it is known what is good.
func (f *findings) candidates() []pareto.Objective {
	var all []pareto.Objective
	for _, o := range f.o.Objectives {
		all = append(all, pareto.Objective{Column: f.column(o.Metric), Max: o.Max})
	}
	if all != nil {
		return all
	}
	var preview []pareto.Objective
	for _, m := range f.varying {
		name := f.schema[m.Column].Name
		goal := f.study.Goals[name]
		if goal == Unknown || f.parametersShare(m) < leastStrength {
			continue
		}
		o := pareto.Objective{Column: m.Column, Max: goal == More}
		if all = append(all, o); slices.Contains(f.study.Preview, name) {
			preview = append(preview, o)
		}
	}
	if len(preview) >= 2 {
		return preview[:min(len(preview), maxCandidates)]
	}
	return all[:min(len(all), maxCandidates)]
}

// parametersShare is what the strongest axis accounts for.
func (f *findings) parametersShare(m *metric) float64 {
	most := 0.0
	for _, r := range f.ranked(m) {
		most = max(most, r.Strength)
	}
	return most
}

// maxCompetitors is how many groups package summaries keeps.
const maxCompetitors = 1 << 15

// competitors are the means of candidates for each combination of parameters but the seed, or of as many of the
// strongest parameters as memory allows.
func (f *findings) competitors(s rows.Source, candidates []pareto.Objective) (groups []summaries.Group, by []int, err error) {
	by = slices.DeleteFunc(f.shownParameters(), func(i int) bool { return i == f.seeds.Column })
	metrics := make([]int, len(candidates))
	for i, o := range candidates {
		metrics[i] = o.Column
	}
	weakest := f.byWeakness(metrics)
	for {
		groups, err = summaries.Summarize(s, summaries.Query{By: by, Metrics: metrics, Seed: -1, Status: f.status, Workers: f.o.Workers})
		var tooMany *rows.TooManyKeysError
		if !errors.As(err, &tooMany) || len(by) == 0 {
			return groups, by, err
		}
		// All but the strongest ones go until what may be left fits.
		for dropped := false; len(by) > 0 && (!dropped || f.combinations(by) > maxCompetitors); dropped = true {
			next := weakest[0]
			weakest = weakest[1:]
			by = slices.DeleteFunc(by, func(i int) bool { return i == next })
		}
	}
}

// byWeakness are the columns of parameters, those first that matter least to any of some metrics.
func (f *findings) byWeakness(metrics []int) []int {
	strength := map[int]float64{}
	for i := range f.tally.metrics {
		if m := &f.tally.metrics[i]; slices.Contains(metrics, m.Column) {
			for axis := range f.axes {
				for _, column := range f.axes[axis].Columns {
					strength[column] = max(strength[column], f.strength(m, axis))
				}
			}
		}
	}
	columns := f.shownParameters()
	slices.SortStableFunc(columns, func(a, b int) int {
		switch {
		case strength[a] < strength[b]:
			return -1
		case strength[a] > strength[b]:
			return 1
		}
		return 0
	})
	return columns
}

// combinations is at most how many combinations of values some columns have.
func (f *findings) combinations(columns []int) float64 {
	n := 1.0
	for _, a := range f.axes {
		if slices.Contains(columns, a.Columns[0]) {
			n *= float64(len(a.Places))
		}
	}
	return n
}

// namesWithout are the parameters that vary and are neither the seed nor among some columns.
func (f *findings) namesWithout(columns []int) []string {
	var names []string
	for _, i := range f.shownParameters() {
		if i != f.seeds.Column && !slices.Contains(columns, i) {
			names = append(names, f.schema[i].Name)
		}
	}
	return names
}

// drawGroups draws the means of groups.
func (f *findings) drawGroups(t *tradeOff, candidates []pareto.Objective, groups []summaries.Group) error {
	points := make([][]float64, 0, len(groups))
	for i := range groups {
		var values []float64
		for _, o := range t.Objectives {
			at := slices.IndexFunc(candidates, func(c pareto.Objective) bool { return c.Column == o.Column })
			if mean := groups[i].Metrics[at].Mean; mean != nil {
				values = append(values, f.display(o.Column, *mean))
			}
		}
		if len(values) == len(t.Objectives) {
			points = append(points, values)
		}
	}
	t.Points = int64(len(points))
	ranges := emptyRanges(len(t.Objectives))
	for _, p := range points {
		include(ranges, p)
	}
	plots := f.plots(t, ranges)
	for _, p := range points {
		addTo(plots, p)
	}
	finish(t, plots)
	return nil
}

// drawRows draws single rows as they come by.
func (f *findings) drawRows(t *tradeOff, s rows.Source) (err error) {
	var places []rows.Place
	for _, p := range t.Front.Points {
		places = append(places, p.Place)
	}
	if t.Cells, err = f.fetch(s, places[:min(len(places), MaxFront)]); err != nil {
		return err
	}
	ranges := emptyRanges(len(t.Objectives))
	columns := []int{}
	for i, o := range t.Objectives {
		m := f.metricOf(o.Column)
		ranges[i] = chart.Range{Low: f.display(o.Column, m.Least.Value), High: f.display(o.Column, m.Most.Value)}
		columns = append(columns, o.Column)
	}
	plots := f.plots(t, ranges)
	if f.status >= 0 {
		columns = append(columns, f.status)
	}
	slices.Sort(columns)
	failed := rows.FailedCode(f.schema, f.status)
	values := make([]float64, len(t.Objectives))
	err = rows.Scan(s, columns, f.o.Workers, rows.Steps[[][]float64]{
		Prepare: func(c *rows.Chunk, x *[][]float64) error {
			*x = make([][]float64, len(t.Objectives))
			for i, o := range t.Objectives {
				(*x)[i] = rows.Reals(nil, &f.schema[o.Column], &c.Table.Columns[o.Column])
			}
			return nil
		},
		Consume: func(c *rows.Chunk, x *[][]float64) error {
			for row := range c.Table.Rows {
				if f.status >= 0 && c.Table.Columns[f.status].Codes[row] == failed || anyNull(t, c, row) {
					continue
				}
				for i, o := range t.Objectives {
					values[i] = f.display(o.Column, (*x)[i][row])
				}
				t.Points++
				addTo(plots, values)
			}
			return nil
		},
	})
	finish(t, plots)
	return err
}

func anyNull(t *tradeOff, c *rows.Chunk, row int) bool {
	return slices.ContainsFunc(t.Objectives, func(o pareto.Objective) bool {
		null := c.Table.Columns[o.Column].Null
		return null != nil && null[row]
	})
}

func (f *findings) metricOf(column int) *metric {
	for i := range f.tally.metrics {
		if f.tally.metrics[i].Column == column {
			return &f.tally.metrics[i]
		}
	}
	return nil
}

func emptyRanges(n int) []chart.Range {
	ranges := make([]chart.Range, n)
	for i := range ranges {
		ranges[i] = chart.Empty
	}
	return ranges
}

func include(ranges []chart.Range, values []float64) {
	for i, v := range values {
		ranges[i].Include(v)
	}
}

// plot is two objectives against each other.
type plot struct {
	x, y int
	plot *chart.TradeOffPlot
}

// plots begins a picture for each pair of objectives.
func (f *findings) plots(t *tradeOff, ranges []chart.Range) []plot {
	var all []plot
	for x := range t.Objectives {
		for y := x + 1; y < len(t.Objectives) && len(all) < maxPictures; y++ {
			c := chart.TradeOff{
				XTitle: f.goalHeading(t.Objectives[x]), YTitle: f.goalHeading(t.Objectives[y]),
				X: ranges[x], Y: ranges[y], XLog: ranges[x].Logarithmic(), YLog: ranges[y].Logarithmic(),
				Joined: len(t.Objectives) == 2,
			}
			c.Title = f.schema[t.Objectives[y].Column].Name + " against " + f.schema[t.Objectives[x].Column].Name
			c.Front = f.frontDots(t, x, y)
			all = append(all, plot{x, y, c.Plot()})
		}
	}
	return all
}

// goalHeading is a metric with what is good for it.
func (f *findings) goalHeading(o pareto.Objective) string {
	goal := ", less is better"
	if o.Max {
		goal = ", more is better"
	}
	return f.o.heading(&f.schema[o.Column]) + goal
}

// frontDots are points of the front, evenly taken if they are many, from left to right.
func (f *findings) frontDots(t *tradeOff, x, y int) []chart.FrontPoint {
	var dots []chart.FrontPoint
	every := len(t.Front.Points)/maxFrontDots + 1
	for i, p := range t.Front.Points {
		if i%every != 0 && i != t.Front.Knee {
			continue
		}
		dot := chart.FrontPoint{
			X: f.display(t.Objectives[x].Column, p.Values[x]), Y: f.display(t.Objectives[y].Column, p.Values[y]), Knee: i == t.Front.Knee,
		}
		dot.Tip = fmt.Sprintf("%s: %s, %s: %s", f.schema[t.Objectives[x].Column].Name, chart.Number(dot.X), f.schema[t.Objectives[y].Column].Name, chart.Number(dot.Y))
		dots = append(dots, dot)
	}
	slices.SortStableFunc(dots, func(a, b chart.FrontPoint) int {
		return slices.Compare([]float64{a.X, a.Y}, []float64{b.X, b.Y})
	})
	return dots
}

func addTo(plots []plot, values []float64) {
	for i := range plots {
		plots[i].plot.Add(values[plots[i].x], values[plots[i].y])
	}
}

func finish(t *tradeOff, plots []plot) {
	for i := range plots {
		t.Pictures = append(t.Pictures, plots[i].plot.Picture())
	}
}

// display is a value of a column as the page shows it.
func (f *findings) display(column int, x float64) float64 {
	if f.o.Percent(&f.schema[column]) {
		return 100 * x
	}
	return x
}

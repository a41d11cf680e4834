package report

import (
	"fmt"
	"math"
	"slices"

	"tarama/analysis/pareto"
	"tarama/analysis/report/chart"
	"tarama/analysis/rows"
	"tarama/analysis/summaries"
)

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
	ranges := emptyReaches(len(t.Objectives))
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
	ranges := emptyReaches(len(t.Objectives))
	columns := []int{}
	for i, o := range t.Objectives {
		m := f.metricOf(o.Column)
		ranges[i] = reach{
			chart.Range{Low: f.display(o.Column, m.Least.Value), High: f.display(o.Column, m.Most.Value)}, f.display(o.Column, m.leastPositive),
		}
		columns = append(columns, o.Column)
	}
	plots := f.plots(t, ranges)
	if f.status >= 0 {
		columns = append(columns, f.status)
	}
	slices.Sort(columns)
	err = rows.Scan(s, columns, f.o.Workers, rows.Steps[struct{}]{
		Pass:    "trade-off",
		Prepare: func(*rows.Chunk, *struct{}) error { return nil },
		Consume: func(c *rows.Chunk, _ *struct{}) error {
			f.addRows(t, plots, c)
			return nil
		},
	})
	finish(t, plots)
	return err
}

// addRows adds those rows of a row group to the clouds that have all objectives.
func (f *findings) addRows(t *tradeOff, plots []plot, c *rows.Chunk) {
	failed := rows.FailedCode(f.schema, f.status)
	var objectives []rows.Numbers
	for _, o := range t.Objectives {
		objectives = append(objectives, rows.NumbersOf(&c.Table.Columns[o.Column]))
	}
	values := make([]float64, len(objectives))
	for row := range c.Table.Rows {
		if f.status >= 0 && c.Table.Columns[f.status].Codes[row] == failed || anyNull(t, c, row) {
			continue
		}
		for i, o := range t.Objectives {
			values[i] = f.display(o.Column, objectives[i].At(row))
		}
		t.Points++
		addTo(plots, values)
	}
}

func anyNull(t *tradeOff, c *rows.Chunk, row int) bool {
	return slices.ContainsFunc(t.Objectives, func(o pareto.Objective) bool {
		null := c.Table.Columns[o.Column].Null
		return null != nil && null[row]
	})
}

// reach is the range of an objective over all points.
type reach struct {
	chart.Range
	leastPositive float64
}

// floor is from which on the objective is drawn by ratios. It is so wherever the knee is found by ratios: the points of the
// front are among all points.
func (r *reach) floor() float64 { return pareto.Floor(r.Low, r.leastPositive, r.High) }

func emptyReaches(n int) []reach {
	ranges := make([]reach, n)
	for i := range ranges {
		ranges[i] = reach{chart.Empty, math.Inf(1)}
	}
	return ranges
}

func include(ranges []reach, values []float64) {
	for i, v := range values {
		ranges[i].Include(v)
		if v > 0 {
			ranges[i].leastPositive = min(ranges[i].leastPositive, v)
		}
	}
}

// plot is two objectives against each other.
type plot struct {
	x, y int
	plot *chart.TradeOffPlot
}

// plots begins a picture for each pair of objectives.
func (f *findings) plots(t *tradeOff, ranges []reach) []plot {
	var all []plot
	for x := range t.Objectives {
		for y := x + 1; y < len(t.Objectives) && len(all) < maxPictures; y++ {
			c := chart.TradeOff{
				XTitle: f.goalHeading(t.Objectives[x]), YTitle: f.goalHeading(t.Objectives[y]),
				X: ranges[x].Range, Y: ranges[y].Range, XFloor: ranges[x].floor(), YFloor: ranges[y].floor(),
				Joined: len(t.Objectives) == 2,
			}
			c.Title = f.schema[t.Objectives[y].Column].Name + " against " + f.schema[t.Objectives[x].Column].Name
			c.Front = f.frontDots(t, x, y)
			all = append(all, plot{x, y, c.Plot()})
		}
	}
	return all
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

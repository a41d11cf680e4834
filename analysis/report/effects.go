package report

import (
	"cmp"
	"fmt"
	"slices"

	"tarama/analysis/report/chart"
)

// undrawn are the axes that a metric is not drawn against, since they matter too little.
type undrawn struct {
	Same []string // each mean at a place of these is the same, to the bit
	Weak []string // these are below leastStrength
}

// effects are the main effects of a metric, the strongest first.
func (f *findings) effects(m *metric) (figures []figure, rest undrawn) {
	var chosen []int
	y := chart.Empty
	for _, r := range f.ranked(m) {
		switch {
		case r.Strength < leastStrength:
			f.leave(m, r.Axis, &rest)
		case len(chosen) < MaxAxes:
			chosen = append(chosen, r.Axis)
			f.reach(m, r.Axis, &y)
		}
	}
	for _, axis := range chosen {
		figures = append(figures, f.effect(m, axis, y))
	}
	return figures, rest
}

// leave names an axis that is not drawn, with its means: those far from zero may differ by much where the variance is large. Means
// over the points of a design differ by what else was drawn, and say nothing of so weak an axis.
func (f *findings) leave(m *metric, axis int, rest *undrawn) {
	title, means := f.axes[axis].Title, chart.Empty
	for _, l := range m.levels[axis] {
		means.Include(l.Mean)
	}
	switch {
	case means.Low == means.High:
		rest.Same = append(rest.Same, title)
	case f.study.Sampling != nil:
		rest.Weak = append(rest.Weak, title)
	case f.number(m, means.Low) == f.number(m, means.High):
		rest.Weak = append(rest.Weak, fmt.Sprintf("%s (means near %s)", title, f.number(m, means.Low)))
	default:
		rest.Weak = append(rest.Weak, fmt.Sprintf("%s (means %s)", title, f.rangeText(m, &means)))
	}
}

// weakText says what the axes that are not drawn are weak in. The bound is that of the code.
func (f *findings) weakText(m *metric) string {
	of := "the variance"
	if s := f.sharing.ByMetric[m.Column]; s != nil && s.Elementary != nil {
		of = "all elementary effects"
	}
	return fmt.Sprintf("Not drawn, since each has less than %v %% of %s: ", 100*leastStrength, of)
}

// reach widens a range to hold what is drawn of a metric on an axis.
func (f *findings) reach(m *metric, axis int, y *chart.Range) {
	for _, l := range m.levels[axis] {
		y.Include(f.display(m.Column, l.Mean))
		for _, r := range []*chart.Range{f.band(m, l.Interval), f.band(m, l.Spread)} {
			if r != nil {
				y.Include(r.Low)
				y.Include(r.High)
			}
		}
	}
}

// band is a range as it is drawn: no mean lies beyond the least and the greatest value, though an interval may.
func (f *findings) band(m *metric, r *chart.Range) *chart.Range {
	if r == nil {
		return nil
	}
	return &chart.Range{
		Low:  f.display(m.Column, max(r.Low, m.Least.Value)),
		High: f.display(m.Column, min(r.High, m.Most.Value)),
	}
}

func (f *findings) effect(m *metric, axis int, y chart.Range) figure {
	a := f.axes[axis]
	heading := f.o.heading(&f.schema[m.Column])
	e := chart.Effect{
		Title: heading + " by " + a.Title, XTitle: a.Title, YTitle: "mean of " + heading,
		XLog: a.Log, YLog: y.Logarithmic(), Words: a.Words, Binned: a.Binned, Y: y,
	}
	result := figure{Caption: heading + " by " + a.Title, Table: f.effectTable(m, axis)}
	levels := slices.Clone(m.levels[axis])
	if a.Words && a.joint == nil && len(levels) > 8 {
		slices.SortStableFunc(levels, func(a, b level) int { return cmp.Compare(a.Mean, b.Mean) })
		if n := len(levels); n > MaxWords {
			levels = slices.Concat(levels[:MaxWords/2], levels[n-MaxWords/2:])
			result.Notes = append(result.Notes, fmt.Sprintf("The %d least and the %d greatest of %d.", MaxWords/2, MaxWords/2, n))
		}
	}
	for _, l := range levels {
		p := a.Places[l.Place]
		mean := f.display(m.Column, l.Mean)
		e.Points = append(e.Points, chart.EffectPoint{
			X: p.X, Label: p.tick(a), Mean: mean, Interval: f.band(m, l.Interval), Spread: f.band(m, l.Spread),
			Tip: fmt.Sprintf("%s: %s", p.Label, chart.Number(mean)),
		})
	}
	if a.Binned {
		result.Notes = append(result.Notes, fmt.Sprintf("Its values are put into %d bins.", len(a.Places)))
	}
	if a.Parts != "" {
		result.Notes = append(result.Notes, "The labels are "+a.Parts+".")
	}
	result.Picture = e.Picture()
	return result
}

// tick is a place's label on an axis: the size where there are numbers, the middle of a bin.
func (p *place) tick(a *axis) string {
	switch {
	case a.Words:
		return p.Label
	case a.Binned:
		return chart.Short(round3(p.X))
	}
	return chart.Short(p.X)
}

func (f *findings) effectTable(m *metric, axis int) *table {
	a := f.axes[axis]
	t := newTable("Numbers", 1, a.Title, "mean", "95 % interval", "90 % of seeds", "rows")
	for _, l := range m.levels[axis] {
		t.add(a.Places[l.Place].Label, f.number(m, l.Mean), f.rangeText(m, l.Interval), f.rangeText(m, l.Spread), chart.Number(l.Count))
	}
	t.dropEmpty()
	return t
}

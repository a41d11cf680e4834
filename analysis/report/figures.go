package report

import (
	"cmp"
	"fmt"
	"html/template"
	"math"
	"slices"
	"strings"

	"tarama/analysis/report/chart"
)

// figure is a picture with the table behind it.
type figure struct {
	Caption string
	Picture template.HTML
	Table   *table
	Notes   []string
}

// table is words and numbers in rows.
type table struct {
	Title  string
	Header []string
	Right  []bool // by column: numbers
	Rows   [][]string
}

func newTable(title string, words int, header ...string) *table {
	t := &table{Title: title, Header: header}
	for i := range header {
		t.Right = append(t.Right, i >= words)
	}
	return t
}

func (t *table) add(row ...string) { t.Rows = append(t.Rows, row) }

// effects are the main effects of a metric, the strongest first, and the axes that have none.
func (f *findings) effects(m *metric) (figures []figure, none []string, err error) {
	var chosen []int
	y := chart.Empty
	for _, r := range f.ranked(m) {
		switch {
		case r.Strength < leastStrength:
			none = append(none, f.axes[r.Axis].Title)
		case len(chosen) < MaxAxes:
			chosen = append(chosen, r.Axis)
			f.reach(m, r.Axis, &y)
		}
	}
	for _, axis := range chosen {
		figure, err := f.effect(m, axis, y)
		if err != nil {
			return nil, nil, err
		}
		figures = append(figures, figure)
	}
	return figures, none, nil
}

// reach widens a range to hold what is drawn of a metric on an axis.
func (f *findings) reach(m *metric, axis int, y *chart.Range) {
	for _, l := range m.levels(axis, &f.seeds) {
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

func (f *findings) effect(m *metric, axis int, y chart.Range) (figure, error) {
	a := f.axes[axis]
	heading := f.o.heading(&f.schema[m.Column])
	e := chart.Effect{
		Title: heading + " by " + a.Title, XTitle: a.Title, YTitle: "mean of " + heading,
		XLog: a.Log, YLog: y.Logarithmic(), Words: a.Words, Binned: a.Binned, Y: y,
	}
	result := figure{Caption: heading + " by " + a.Title, Table: f.effectTable(m, axis)}
	levels := m.levels(axis, &f.seeds)
	if a.Words && len(levels) > 8 {
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
	var err error
	result.Picture, err = e.Picture().HTML()
	return result, err
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
	for _, l := range m.levels(axis, &f.seeds) {
		t.add(a.Places[l.Place].Label, f.number(m, l.Mean), f.rangeText(m, l.Interval), f.rangeText(m, l.Spread), chart.Number(l.Count))
	}
	t.dropEmpty()
	return t
}

// dropEmpty leaves out columns in which every row has a dash.
func (t *table) dropEmpty() {
	for i := len(t.Header) - 1; i >= 0; i-- {
		if slices.ContainsFunc(t.Rows, func(row []string) bool { return row[i] != dash }) {
			continue
		}
		t.Header, t.Right = slices.Delete(t.Header, i, i+1), slices.Delete(t.Right, i, i+1)
		for k := range t.Rows {
			t.Rows[k] = slices.Delete(t.Rows[k], i, i+1)
		}
	}
}

// dash stands where there is no value.
const dash = "–"

func (f *findings) number(m *metric, x float64) string { return chart.Number(f.display(m.Column, x)) }

func (f *findings) rangeText(m *metric, r *chart.Range) string {
	if r == nil {
		return dash
	}
	return f.number(m, r.Low) + " to " + f.number(m, r.High)
}

// heat is the map of a metric over its two strongest axes; nil without two.
func (f *findings) heat(m *metric) (*figure, error) {
	i := slices.IndexFunc(f.pairs, func(p pair) bool { return p.Metric == m })
	if i < 0 {
		return nil, nil
	}
	p := &f.pairs[i]
	x, y := f.axes[p.X], f.axes[p.Y]
	heading := f.o.heading(&f.schema[m.Column])
	h := chart.Heat{
		Title: heading + " by " + x.Title + " and " + y.Title, XTitle: x.Title, YTitle: y.Title, ZTitle: "mean of " + heading,
	}
	t := newTable("Numbers", 0, append([]string{y.Title + " \\ " + x.Title}, labels(x)...)...)
	t.Right[0] = false
	r := chart.Empty
	for row := range y.Places {
		var values []float64
		texts := []string{y.Places[row].Label}
		for column := range x.Places {
			z := p.mean(column, row, len(x.Places))
			if math.IsNaN(z) {
				texts = append(texts, dash)
			} else {
				z = f.display(m.Column, z)
				r.Include(z)
				texts = append(texts, chart.Number(z))
			}
			values = append(values, z)
		}
		h.Y, h.Z = append(h.Y, y.Places[row].tick(y)), append(h.Z, values)
		t.add(texts...)
	}
	for i := range x.Places {
		h.X = append(h.X, x.Places[i].tick(x))
	}
	h.Log = r.Logarithmic()
	picture, err := h.Picture().HTML()
	heat := &figure{Caption: h.Title, Picture: picture, Table: t}
	for _, a := range []*axis{x, y} {
		if a.Parts != "" {
			heat.Notes = append(heat.Notes, "The labels are "+a.Parts+".")
		}
	}
	return heat, err
}

func labels(a *axis) []string {
	var all []string
	for _, p := range a.Places {
		all = append(all, p.Label)
	}
	return all
}

// bars are the shares of a metric's variance.
func (f *findings) bars(m *metric) (*figure, error) {
	heading := f.o.heading(&f.schema[m.Column])
	b := chart.Bars{Title: "What the variance of " + heading + " comes from"}
	t := newTable("Numbers", 1, "parameter", "alone (first order)", "with others (total)")
	s := f.sharing.ByRow[m.Column]
	if s == nil || s.Parts == nil {
		f.barsOfAxes(m, &b, t)
	} else {
		f.barsOfShares(s, &b, t)
	}
	if len(b.Rows) < 2 && (s == nil || s.Noise == nil || s.Estimated) {
		return nil, nil // one parameter accounts for everything
	}
	if s != nil && s.Noise != nil && !s.Estimated {
		b.Rows = append(b.Rows, chart.Bar{Label: "seeds (chance)", Alone: *s.Noise, Noise: true, Text: percent(*s.Noise), Tip: "seeds: " + percent(*s.Noise)})
		t.add("seeds (chance)", percent(*s.Noise), dash)
	}
	if s != nil && s.Interactions != nil {
		t.add("parameters together", percent(*s.Interactions), dash)
	}
	t.dropEmpty()
	picture, err := b.Picture().HTML()
	bars := &figure{Caption: b.Title, Picture: picture, Table: t}
	if s != nil && s.Noise != nil && s.Estimated {
		bars.Notes = []string{fmt.Sprintf("Of the means at the points. Seeds, and axes beside the design, are %s of the variance over rows.", percent(*s.Noise))}
	}
	return bars, err
}

// barsOfShares are bars by Sobol' indices.
func (f *findings) barsOfShares(s *shares, b *chart.Bars, t *table) {
	parts := slices.Clone(s.Parts)
	slices.SortStableFunc(parts, func(a, b share) int { return cmp.Compare(b.most(), a.most()) })
	for i := range parts {
		p := &parts[i]
		bar := chart.Bar{Label: f.columnNames(p.Columns), Alone: p.Alone, Text: percent(p.Alone)}
		together := dash
		if p.Together != nil {
			bar.Together = *p.Together
			together = percent(*p.Together) + estimateText(p.TotalIn)
		}
		if bar.Text = percent(p.most()); p.Together != nil && bar.Text != percent(p.Alone) {
			bar.Text = percent(p.Alone) + " / " + bar.Text
		}
		bar.Tip = fmt.Sprintf("%s: alone %s, with others %s", bar.Label, percent(p.Alone), together)
		if len(b.Rows) < MaxWords/4 {
			b.Rows = append(b.Rows, bar)
		}
		t.add(bar.Label, percent(p.Alone)+estimateText(p.AloneIn), together)
	}
}

func (s *share) most() float64 {
	if s.Together != nil {
		return max(s.Alone, *s.Together)
	}
	return s.Alone
}

// barsOfAxes are bars by what is between the places of each axis, where there are no indices.
func (f *findings) barsOfAxes(m *metric, b *chart.Bars, t *table) {
	for _, r := range f.ranked(m) {
		share := m.between(r.Axis, &f.seeds)
		name := f.axes[r.Axis].Title
		if len(b.Rows) < MaxWords/4 {
			b.Rows = append(b.Rows, chart.Bar{Label: name, Alone: share, Text: percent(share), Tip: name + ": " + percent(share)})
		}
		t.add(name, percent(share), dash)
	}
}

func estimateText(r *chart.Range) string {
	if r == nil {
		return ""
	}
	return fmt.Sprintf(" (%.0f to %.0f)", 100*r.Low, 100*r.High)
}

// percent prints a share.
func percent(share float64) string {
	switch {
	case share > 0 && share < 0.001:
		return "<0.1%"
	case share < 0.0995 || share >= 0.995 && share < 1:
		return fmt.Sprintf("%.1f%%", 100*share)
	}
	return fmt.Sprintf("%.0f%%", 100*share)
}

// columnNames are the names of parameters that vary together, what they begin with only once.
func (f *findings) columnNames(columns []int) string {
	var names []string
	for _, column := range columns {
		names = append(names, f.schema[column].Name)
	}
	if len(names) == 1 {
		return names[0]
	}
	prefix := names[0]
	for _, name := range names {
		for !strings.HasPrefix(name, prefix) {
			prefix = prefix[:len(prefix)-1]
		}
	}
	prefix = prefix[:strings.LastIndexByte(prefix, '_')+1]
	if prefix == "" && len(names) > 2 {
		return fmt.Sprintf("%s and %d more", names[0], len(names)-1)
	}
	if prefix == "" {
		return strings.Join(names, "+")
	}
	for i := range names {
		names[i] = strings.TrimPrefix(names[i], prefix)
	}
	return prefix + "{" + strings.Join(names, ",") + "}"
}

// stackedMetrics is how many metrics the picture of all has, so that it fits a page.
const stackedMetrics = 16

// stack is how the variance of every metric is shared out, where all of it is known.
func (f *findings) stack() (*figure, error) {
	var parts []share
	s := chart.Stack{Title: "What the variance of each metric comes from"}
	weight := map[int]float64{} // by factor
	var known []*metric
	for _, m := range f.varying {
		if x := f.sharing.ByRow[m.Column]; x != nil && x.Interactions != nil && x.Parts != nil {
			known, parts = append(known, m), x.Parts
			for i := range x.Parts {
				weight[i] += x.Parts[i].Alone
			}
		}
	}
	if known == nil || len(parts) < 2 && f.seeds.Column < 0 {
		return nil, nil // one parameter accounts for everything
	}
	order := make([]int, len(parts))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(weight[b], weight[a]) })
	order = order[:min(len(order), chart.MostParts)]
	header := []string{"metric"}
	for look, i := range order {
		name := f.columnNames(parts[i].Columns)
		s.Parts = append(s.Parts, chart.Part{Name: name, Look: chart.Look(look)})
		header = append(header, name)
	}
	s.Parts = append(s.Parts, chart.Part{Name: "parameters together, and others", Look: chart.Rest})
	header = append(header, "together, and others")
	noise := f.seeds.Column >= 0
	if noise {
		s.Parts = append(s.Parts, chart.Part{Name: "seeds (chance)", Look: chart.Noise})
		header = append(header, "seeds")
	}
	t := newTable("Numbers", 1, header...)
	for _, m := range known {
		row := f.stackRow(m, order, noise, &s)
		texts := []string{row.Label}
		for _, share := range row.Shares {
			texts = append(texts, percent(share))
		}
		t.add(texts...)
		if len(s.Rows) < stackedMetrics {
			s.Rows = append(s.Rows, row)
		}
	}
	picture, err := s.Picture().HTML()
	stack := &figure{Caption: s.Title, Picture: picture, Table: t}
	if n := len(known) - len(s.Rows); n > 0 {
		stack.Notes = []string{fmt.Sprintf("%d more are in the table.", n)}
	}
	return stack, err
}

func (f *findings) stackRow(m *metric, order []int, noise bool, s *chart.Stack) chart.StackRow {
	x := f.sharing.ByRow[m.Column]
	row := chart.StackRow{Label: f.schema[m.Column].Name}
	rest := 1.0
	for _, i := range order {
		row.Shares = append(row.Shares, x.Parts[i].Alone)
		rest -= x.Parts[i].Alone
	}
	chance := 0.0
	if noise && x.Noise != nil {
		chance = *x.Noise
	}
	if row.Shares = append(row.Shares, max(0, rest-chance)); noise {
		row.Shares = append(row.Shares, chance)
	}
	for i, share := range row.Shares {
		row.Tips = append(row.Tips, fmt.Sprintf("%s, %s: %s", row.Label, s.Parts[i].Name, percent(share)))
	}
	return row
}

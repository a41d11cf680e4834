package report

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"tarama/analysis/report/chart"
	"tarama/analysis/sensitivity"
)

// bars are the shares of a metric's variance.
func (f *findings) bars(m *metric) *figure {
	heading := f.o.heading(&f.schema[m.Column])
	b := chart.Bars{Title: "What the variance of " + heading + " comes from"}
	t := newTable("Numbers", 1, "parameter", "alone (first order)", "with others (total)")
	s := f.sharing.ByMetric[m.Column]
	if s != nil && s.Elementary != nil {
		return f.barsOfEffects(m, s.Elementary)
	}
	if s != nil && s.Estimated && s.Parts == nil {
		return nil // what is between bins of a few points would only be chance
	}
	if s == nil || s.Parts == nil {
		f.barsOfAxes(m, &b, t)
	} else {
		f.barsOfShares(s, &b, t)
	}
	if len(b.Rows) < 2 && (s == nil || s.Noise == nil) {
		return nil // one parameter accounts for everything
	}
	if s != nil && s.Noise != nil {
		b.Rows = append(b.Rows, chart.Bar{Label: "seeds (chance)", Alone: *s.Noise, Noise: true, Text: percent(*s.Noise), Tip: "seeds: " + percent(*s.Noise)})
		t.add("seeds (chance)", percent(*s.Noise), dash)
	}
	if s != nil && s.Interactions != nil {
		t.add("interactions", percent(*s.Interactions), dash)
	}
	t.dropEmpty()
	bars := &figure{Caption: b.Title, Picture: b.Picture(), Table: t}
	if slices.ContainsFunc(b.Rows, func(r chart.Bar) bool { return r.Together > 0 }) {
		bars.Notes = append(bars.Notes, "Thick: the parameter alone, the first number. Thin: with its interactions, the second number where it differs.")
	}
	if s != nil && s.Noise != nil && s.Estimated {
		bars.Notes = append(bars.Notes, "With the seeds stand axes beside the design, if there are any: all that differs at one point.")
	}
	return bars
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
		share := m.between(r.Axis)
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

// columnNames are the names of parameters that vary together, what they begin with only once.
func (f *findings) columnNames(columns []int) string {
	var names []string
	for _, i := range f.o.inOrder(f.schema, columns) {
		names = append(names, f.schema[columns[i]].Name)
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

// stack is how the variance of every metric is shared out, where all of it is known; nil if one parameter accounts for
// everything.
func (f *findings) stack() *figure {
	known, order, names := f.stackOrder()
	if known == nil || len(names) < 2 && f.seeds.Column < 0 {
		return nil
	}
	s := chart.Stack{Title: "What the variance of each metric comes from"}
	for look, name := range names {
		s.Parts = append(s.Parts, chart.Part{Name: name, Look: chart.Look(look)})
	}
	s.Parts = append(s.Parts, chart.Part{Name: f.restName(known[0], len(order)), Look: chart.Rest})
	if slices.ContainsFunc(known, func(m *metric) bool { return f.sharing.ByMetric[m.Column].Noise != nil }) {
		s.Parts = append(s.Parts, chart.Part{Name: "seeds (chance)", Look: chart.Noise})
	}
	header := []string{"metric"}
	for _, part := range s.Parts {
		header = append(header, part.Name)
	}
	t := newTable("Numbers", 1, header...)
	for _, m := range known {
		row := f.stackRow(m, order, &s)
		texts := []string{row.Label}
		for _, share := range row.Shares {
			texts = append(texts, percent(share))
		}
		if t.add(texts...); len(s.Rows) < stackedMetrics {
			s.Rows = append(s.Rows, row)
		}
	}
	result := &figure{Caption: s.Title, Picture: s.Picture(), Table: t}
	if n := len(known) - len(s.Rows); n > 0 {
		result.Notes = []string{fmt.Sprintf("%d more are in the table.", n)}
	}
	return result
}

// restName says what is neither one of the first parameters alone nor chance.
func (f *findings) restName(m *metric, shown int) string {
	if n := len(f.sharing.ByMetric[m.Column].Parts) - shown; n > 0 {
		return fmt.Sprintf("interactions, and parameters that matter less: %d", n)
	}
	return "interactions"
}

// stackOrder are the metrics whose shares add up, and as many factors as can be told apart with their names, those first that
// account for most.
func (f *findings) stackOrder() (known []*metric, order []int, names []string) {
	var parts []share
	weight := map[int]float64{} // by factor
	for _, m := range f.varying {
		if x := f.sharing.ByMetric[m.Column]; x != nil && x.Interactions != nil && x.Parts != nil {
			known, parts = append(known, m), x.Parts
			for i := range x.Parts {
				weight[i] += x.Parts[i].Alone
			}
		}
	}
	for i := range parts {
		order = append(order, i)
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(weight[b], weight[a]) })
	order = order[:min(len(order), chart.MostParts)]
	for _, i := range order {
		names = append(names, f.columnNames(parts[i].Columns))
	}
	return known, order, names
}

func (f *findings) stackRow(m *metric, order []int, s *chart.Stack) chart.StackRow {
	x := f.sharing.ByMetric[m.Column]
	row := chart.StackRow{Label: f.schema[m.Column].Name}
	rest := 1.0
	for _, i := range order {
		alone := max(0, x.Parts[i].Alone) // an estimate of nothing may lie below
		row.Shares = append(row.Shares, alone)
		rest -= alone
	}
	chance := 0.0
	if x.Noise != nil {
		chance = max(0, *x.Noise)
	}
	if row.Shares = append(row.Shares, max(0, rest-chance)); len(row.Shares) < len(s.Parts) {
		row.Shares = append(row.Shares, chance)
	}
	for i, share := range row.Shares {
		row.Tips = append(row.Tips, fmt.Sprintf("%s, %s: %s", row.Label, s.Parts[i].Name, percent(share)))
	}
	return row
}

// noStack says why there is no picture of shares that add up.
func (f *findings) noStack() string {
	switch names := f.shownParameters(); {
	case len(f.varying) == 0:
		return "No metric varies."
	case len(names) == 0:
		return "No parameter varies."
	case len(names) == 1:
		return f.schema[names[0]].Name + " is all that varies, so that all differences come from it."
	case f.study.Sampling != nil && f.study.Sampling.Method == sensitivity.Morris:
		return "A design of Morris has no shares of the variance. The elementary effects of the parameters stand with each metric below."
	}
	return "The shares of each metric stand with the metric below. There is no picture of all: too many rows or values are missing to share out the whole variance."
}

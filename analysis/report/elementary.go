package report

import (
	"cmp"
	"fmt"
	"math"
	"slices"

	"tarama/analysis/report/chart"
	"tarama/analysis/sensitivity"
)

// elementary is the elementary effects of a parameter, from a design of Morris.
type elementary struct {
	Column int
	Effect *sensitivity.Effect
}

// partOfEffects is the mean absolute effect of some columns as a part of the sum of all.
func partOfEffects(all []elementary, columns []int) (part float64, ok bool) {
	sum := 0.0
	for _, e := range all {
		sum += e.Effect.MuStar.Value
		if slices.Equal(columns, []int{e.Column}) {
			part, ok = e.Effect.MuStar.Value, true
		}
	}
	if sum == 0 {
		return 0, ok
	}
	return part / sum, ok
}

// barsOfEffects are bars by the mean absolute effect, in units of the metric.
func (f *findings) barsOfEffects(m *metric, all []elementary) *figure {
	heading := f.o.heading(&f.schema[m.Column])
	b := chart.Bars{Title: "Elementary effects on " + heading, Axis: "mean absolute effect (mu*), and sigma"}
	t := newTable("Numbers", 1, "parameter", "mean absolute effect (mu*)", "95 % interval", "mean effect (mu)", "spread (sigma)")
	all = slices.Clone(all)
	slices.SortStableFunc(all, func(a, b elementary) int { return cmp.Compare(b.Effect.MuStar.Value, a.Effect.MuStar.Value) })
	for _, e := range all {
		name, star, sigma := f.schema[e.Column].Name, e.Effect.MuStar, f.number(m, e.Effect.Sigma.Value)
		shown := f.display(m.Column, star.Value)
		text := f.number(m, star.Value)
		if len(b.Rows) < MaxWords/4 {
			b.Most = math.Max(b.Most, shown)
			tip := fmt.Sprintf("%s: mu* %s, sigma %s", name, text, sigma)
			b.Rows = append(b.Rows, chart.Bar{Label: name, Alone: shown, Text: text + ", " + sigma, Tip: tip})
		}
		t.add(name, text, f.rangeText(m, &chart.Range{Low: star.Low, High: star.High}), f.number(m, e.Effect.Mu.Value), sigma)
	}
	if b.Most == 0 {
		return nil
	}
	return &figure{Caption: b.Title, Picture: b.Picture(), Table: t, Notes: []string{
		"Over trajectories of a design of Morris: how much the metric changes as a parameter goes over its whole range (mu*), and how " +
			"much that depends on the other parameters or on where in the range it is (sigma).",
	}}
}

package report

import (
	"math"
	"slices"

	"tarama/analysis/report/chart"
)

// heat is the map of a metric over its two strongest axes; nil without two.
func (f *findings) heat(m *metric) *figure {
	i := slices.IndexFunc(f.pairs, func(p pair) bool { return p.Metric == m })
	if i < 0 {
		return nil
	}
	p := &f.pairs[i]
	x, y := f.axes[p.X], f.axes[p.Y]
	heading := f.o.heading(&f.schema[m.Column])
	h := chart.Heat{
		Title: heading + " by " + x.Title + " and " + y.Title, XTitle: x.Title, YTitle: y.Title, ZTitle: "mean of " + heading,
		Down: y.Words,
	}
	for i := range x.Places {
		h.X = append(h.X, x.Places[i].tick(x))
	}
	r := chart.Empty
	t := newTable("Numbers", 0, append([]string{y.Title + " \\ " + x.Title}, labels(x)...)...)
	t.Right[0] = false
	for row := range y.Places {
		values, texts := f.heatRow(p, row, &r)
		h.Y, h.Z = append(h.Y, y.Places[row].tick(y)), append(h.Z, values)
		t.add(append([]string{y.Places[row].Label}, texts...)...)
	}
	h.Log = r.Logarithmic()
	result := &figure{Caption: h.Title, Picture: h.Picture(), Table: t}
	for _, a := range []*axis{x, y} {
		if a.Parts != "" {
			result.Notes = append(result.Notes, "The labels are "+a.Parts+".")
		}
	}
	return result
}

// heatRow is the means at one place of the vertical axis, as they are shown; r is widened to hold them.
func (f *findings) heatRow(p *pair, row int, r *chart.Range) (values []float64, texts []string) {
	width := len(f.axes[p.X].Places)
	for column := range width {
		z := p.mean(column, row, width)
		text := dash
		if !math.IsNaN(z) {
			z = f.display(p.Metric.Column, z)
			r.Include(z)
			text = chart.Number(z)
		}
		values, texts = append(values, z), append(texts, text)
	}
	return values, texts
}

func labels(a *axis) []string {
	var all []string
	for _, p := range a.Places {
		all = append(all, p.Label)
	}
	return all
}

package report

import (
	"math"
	"slices"

	"tarama/analysis/report/chart"
)

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

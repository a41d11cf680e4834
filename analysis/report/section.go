package report

import (
	"fmt"
	"strings"

	"tarama/analysis/report/chart"
)

// metricView is the section of one metric.
type metricView struct {
	Name, Heading, Doc string
	Open               bool
	Sentence           string
	Effects            []figure
	Heat, Bars         *figure
	Same               string // axes with the same mean at every place
	WeakText, Weak     string // what other axes are too weak in to be drawn, and these
	Extremes           []extremeView
}

func (f *findings) metricView(m *metric) *metricView {
	c := &f.schema[m.Column]
	v := &metricView{Name: c.Name, Heading: f.o.heading(c), Doc: capital(c.Doc), Sentence: f.sentence(m), Extremes: f.extremeViews(m)}
	effects, rest := f.effects(m)
	v.Effects, v.Same = effects, strings.Join(rest.Same, ", ")
	v.WeakText, v.Weak = f.weakText(m), strings.Join(rest.Weak, ", ")
	v.Heat, v.Bars = f.heat(m), f.bars(m)
	return v
}

// sentence says the most important of a metric.
func (f *findings) sentence(m *metric) string {
	text := fmt.Sprintf("Mean %s, from %s to %s.", f.number(m, m.mean()), f.number(m, m.Least.Value), f.number(m, m.Most.Value))
	if left := f.tally.rows - f.tally.failed - m.Count; left > 0 {
		text += fmt.Sprintf(" %s rows that did not fail have no value (%s) and are left out.", chart.Number(float64(left)), percent(float64(left)/float64(f.tally.rows)))
	}
	if ranked := f.ranked(m); len(ranked) > 1 && ranked[0].Strength >= leastStrength {
		a := f.axes[ranked[0].Axis]
		verb := "matters"
		if len(a.Columns) > 1 {
			verb = "matter"
		}
		text += fmt.Sprintf(" %s %s most.", a.Title, verb)
	}
	return text
}

// capital begins a sentence.
func capital(s string) string {
	if s == "" {
		return s
	}
	return strings.ToUpper(s[:1]) + s[1:]
}

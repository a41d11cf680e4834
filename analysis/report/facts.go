package report

import (
	"fmt"
	"strings"

	"tarama/analysis/report/chart"
	"tarama/output"
)

type fact struct{ Name, Value string }

func (f *findings) facts() []fact {
	s := f.study
	facts := []fact{
		{"study", s.Name},
		{"model", fmt.Sprintf("%s, version %d", s.Model, s.ModelVersion)},
		{"rows", chart.Number(float64(f.tally.rows))},
	}
	if s.Cells != f.tally.rows {
		facts = append(facts, fact{"cells of the plan", chart.Number(float64(s.Cells))})
	}
	if s.Where != "" {
		facts = append(facts, fact{"only rows where", s.Where})
	}
	failed := "none"
	if f.tally.failed > 0 {
		failed = fmt.Sprintf("%s (%s)", chart.Number(float64(f.tally.failed)), percent(float64(f.tally.failed)/float64(f.tally.rows)))
	}
	facts = append(facts, fact{"failed rows", failed}, fact{"seeds", f.seedsText()})
	if d := s.Sampling; d != nil {
		facts = append(facts, fact{"design", fmt.Sprintf("%s, %s points", d.Method, chart.Number(float64(d.Base*d.Block())))})
	}
	return append(facts, fact{"made by", s.Tool}, fact{"digest", s.Digest})
}

func (f *findings) seedsText() string {
	switch {
	case f.seeds.Column < 0:
		return f.onlySeed()
	case f.seeds.Count == 0:
		return "more than " + chart.Number(knownValues)
	}
	return chart.Number(float64(f.seeds.Count))
}

// onlySeed is the seed of all rows.
func (f *findings) onlySeed() string {
	for _, p := range f.parameters {
		if p.Column.Name == f.study.Seed {
			return "one: " + p.Values
		}
	}
	return "none"
}

// bandsText says what the bands are in this report.
func (f *findings) bandsText() string {
	switch {
	case f.seeds.Column < 0:
		return "There is one seed, so nothing is said about chance."
	case f.seeds.Each:
		return "Strong band: 95 % confidence interval of the mean over seeds; there is none where all seeds agree. Faint band: the means of the middle 90 % of the seeds."
	}
	return fmt.Sprintf("Band: 95 %% confidence interval of the mean over seeds, from %d groups of seeds; there is none where all agree.", f.seeds.Groups)
}

func (f *findings) parameterTables() (swept, fixed *table) {
	swept = newTable("", 3, "parameter", "values", "meaning")
	fixed = newTable("", 3, "parameter", "value", "meaning")
	for _, p := range f.parameters {
		t := fixed
		if p.Varies {
			t = swept
		}
		t.add(f.o.heading(p.Column), p.Values, p.Column.Doc)
	}
	return swept, fixed
}

// listedValues is how many values of a parameter are listed.
const listedValues = 8

// valuesOf is what a parameter takes, in words.
func (f *findings) valuesOf(c *output.Column, v *values) string {
	if drawn := f.study.Ranges[c.Name]; drawn != "" && isNumber(c) {
		if v.seen == nil {
			return fmt.Sprintf("%s, more than %s values", drawn, chart.Number(knownValues))
		}
		return fmt.Sprintf("%s, %s values", drawn, chart.Number(float64(len(v.seen))))
	}
	if v.seen == nil {
		text := "more than " + chart.Number(knownValues) + " values"
		if isNumber(c) {
			text += fmt.Sprintf(", %s to %s", chart.Number(v.least), chart.Number(v.most))
		}
		return text
	}
	shown := shown
	if c.Name == f.study.Seed {
		shown = exactly // seeds are names rather than sizes
	}
	all := v.sorted(c)
	var texts []string
	for _, value := range all[:min(len(all), listedValues)] {
		texts = append(texts, shown(c, value))
	}
	if len(all) <= listedValues {
		return strings.Join(texts, ", ")
	}
	return fmt.Sprintf("%s values, %s to %s", chart.Number(float64(len(all))), shown(c, all[0]), shown(c, all[len(all)-1]))
}

// stillTable has the metrics that do not vary; nil if all do.
func (f *findings) stillTable() *table {
	if f.still == nil {
		return nil
	}
	t := newTable("", 3, "metric", "value", "meaning")
	for _, m := range f.still {
		c := &f.schema[m.Column]
		value := "no value in any row"
		if m.Count > 0 {
			value = f.number(m, m.Least.Value)
		}
		t.add(f.o.heading(c), value, c.Doc)
	}
	return t
}

func (f *findings) failureTable() *table {
	if f.failures == nil {
		return nil
	}
	t := newTable("", 1, "reason", "rows", "replay the first")
	for _, x := range f.failures {
		t.add(x.Reason, chart.Number(float64(x.Count)), f.o.Replay(x.Cell))
	}
	if f.otherFailures > 0 {
		t.add("other reasons", chart.Number(float64(f.otherFailures)), "")
	}
	t.Right[2] = false
	return t
}

func (f *findings) outcomeFigures() []figure {
	var all []figure
	for _, o := range f.outcomes {
		if len(o.Words) < 2 {
			continue
		}
		sum := int64(0)
		for _, n := range o.Counts {
			sum += n
		}
		s := chart.Stack{Title: o.Column.Name + ": " + o.Column.Doc}
		row := chart.StackRow{Label: o.Column.Name}
		t := newTable("Numbers", 1, o.Column.Name, "rows", "share")
		for i, word := range o.Words {
			share := float64(o.Counts[i]) / float64(sum)
			look := chart.Look(min(i, chart.MostParts))
			s.Parts = append(s.Parts, chart.Part{Name: word + " " + percent(share), Look: look})
			row.Shares, row.Tips = append(row.Shares, share), append(row.Tips, word+": "+percent(share))
			t.add(word, chart.Number(float64(o.Counts[i])), percent(share))
		}
		s.Rows = []chart.StackRow{row}
		all = append(all, figure{Caption: s.Title, Picture: s.Picture(), Table: t})
	}
	return all
}

package report

import (
	_ "embed"
	"fmt"
	"html/template"
	"io"
	"slices"
	"strconv"
	"strings"

	"tarama/analysis/report/chart"
	"tarama/analysis/rows"
	"tarama/output"
)

//go:embed page.html
var pageText string

//go:embed style.css
var styleText string

var pageTemplate = template.Must(template.New("page").Parse(pageText))

// page is what the template is filled with.
type page struct {
	Style      template.CSS
	Study      *Study
	Heading    string
	Facts      []fact
	Warnings   []string
	Swept      *table
	Fixed      *table
	Sharing    string // how shares were found
	Stack      *figure
	NoStack    string
	Outcomes   []figure
	Failures   *table
	TradeOff   *tradeOffView
	NoTradeOff string
	Metrics    []metricView
	Still      *table
	Beyond     string
	Seeds      string // what bands are
	Snippets   []snippet
}

type fact struct{ Name, Value string }

// snippet is a few lines for another tool.
type snippet struct{ Name, Text string }

// metricView is the section of one metric.
type metricView struct {
	Name, Heading, Doc string
	Open               bool
	Sentence           string
	Effects            []figure
	Heat, Bars         *figure
	None               string // parameters without effect
	Extremes           []extremeView
}

type extremeView struct {
	Title, Value, Equal string
	Values              *table
	Command             string
}

// tradeOffView is the section of the front.
type tradeOffView struct {
	Sentences []string
	Pictures  []figure
	Front     *table
}

// Write makes the page. It goes through the rows several times; the errors are those of reading them, and *NoMetricError.
func Write(w io.Writer, s rows.Source, study Study, o Options) error {
	f, err := find(s, &study, &o)
	if err != nil {
		return err
	}
	p, err := f.page()
	if err != nil {
		return err
	}
	return pageTemplate.Execute(w, p)
}

func (f *findings) page() (*page, error) {
	p := &page{
		Style: template.CSS(styleText), Study: f.study, Heading: f.study.Title, Facts: f.facts(), NoTradeOff: f.noTradeOff,
		Sharing: f.sharing.Note, Snippets: f.snippets(), Seeds: f.bandsText(), Failures: f.failureTable(), Still: f.stillTable(),
	}
	if p.Heading == "" {
		p.Heading = f.study.Name
	}
	if !f.study.Finished {
		p.Warnings = append(p.Warnings, "The run has not finished: this is about the rows so far.")
	}
	p.Swept, p.Fixed = f.parameterTables()
	var beyond []string
	for _, m := range f.beyond {
		beyond = append(beyond, f.schema[m.Column].Name)
	}
	p.Beyond = strings.Join(beyond, ", ")
	var err error
	if p.Stack, err = f.stack(); err != nil {
		return nil, err
	}
	p.NoStack = f.noStack()
	if p.Outcomes, err = f.outcomeFigures(); err != nil {
		return nil, err
	}
	if p.TradeOff, err = f.tradeOffView(); err != nil {
		return nil, err
	}
	for i, m := range f.varying {
		view, err := f.metricView(m)
		if err != nil {
			return nil, err
		}
		view.Open = i < OpenMetrics
		p.Metrics = append(p.Metrics, *view)
	}
	return p, nil
}

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
		return "Dark band: 95 % confidence interval of the mean over seeds. Pale band: the means of the middle 90 % of the seeds."
	}
	return fmt.Sprintf("Band: 95 %% confidence interval of the mean over seeds, from %d groups of seeds.", f.seeds.Groups)
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
	if v.seen == nil {
		text := "more than " + chart.Number(knownValues) + " values"
		if isNumber(c) {
			text += fmt.Sprintf(", %s to %s", chart.Number(v.least), chart.Number(v.most))
		}
		return text
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

func (f *findings) outcomeFigures() ([]figure, error) {
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
		picture, err := s.Picture().HTML()
		if err != nil {
			return nil, err
		}
		all = append(all, figure{Caption: s.Title, Picture: picture, Table: t})
	}
	return all, nil
}

func (f *findings) metricView(m *metric) (*metricView, error) {
	c := &f.schema[m.Column]
	v := &metricView{Name: c.Name, Heading: f.o.heading(c), Doc: capital(c.Doc), Sentence: f.sentence(m), Extremes: f.extremeViews(m)}
	effects, none, err := f.effects(m)
	if err != nil {
		return nil, err
	}
	v.Effects, v.None = effects, strings.Join(none, ", ")
	if v.Heat, err = f.heat(m); err != nil {
		return nil, err
	}
	v.Bars, err = f.bars(m)
	return v, err
}

// sentence says the most important of a metric.
func (f *findings) sentence(m *metric) string {
	text := fmt.Sprintf("Mean %s, from %s to %s.", f.number(m, m.mean()), f.number(m, m.Least.Value), f.number(m, m.Most.Value))
	if left := f.tally.rows - f.tally.failed - m.Count; left > 0 {
		text += fmt.Sprintf(" %s rows that did not fail have no value (%s) and are left out.", chart.Number(float64(left)), percent(float64(left)/float64(f.tally.rows)))
	}
	if ranked := f.ranked(m); len(ranked) > 1 && ranked[0].Strength >= leastStrength {
		text += fmt.Sprintf(" %s matters most.", f.axes[ranked[0].Axis].Title)
	}
	return text
}

// extremeViews are the cells with the least and the greatest value, the better one first where it is known.
func (f *findings) extremeViews(m *metric) []extremeView {
	cells, ok := f.extremes[m.Column]
	if !ok {
		return nil
	}
	goal := f.study.Goals[f.schema[m.Column].Name]
	titles := map[Goal][2]string{Unknown: {"Least", "Greatest"}, Less: {"Best", "Worst"}, More: {"Worst", "Best"}}[goal]
	views := []extremeView{
		f.extremeView(titles[0], m, m.Least, cells[0]),
		f.extremeView(titles[1], m, m.Most, cells[1]),
	}
	if goal == More {
		slices.Reverse(views)
	}
	return views
}

func (f *findings) extremeView(title string, m *metric, e extreme, c cell) extremeView {
	v := extremeView{Title: title, Value: f.number(m, e.Value), Command: f.o.Replay(c.Number), Values: newTable("", 1)}
	if e.Equal > 1 {
		v.Equal = fmt.Sprintf("the first of %s equal ones", chart.Number(float64(e.Equal)))
	}
	for i, column := range f.shownParameters() {
		v.Values.add(f.schema[column].Name, exactly(&f.schema[column], c.Values[i]))
	}
	v.Values.Right = []bool{false, true}
	return v
}

// exactly is a value with all its digits, to be typed again.
func exactly(c *output.Column, v rows.Value) string {
	switch x := v.Any(c).(type) {
	case int64:
		return strconv.FormatInt(x, 10)
	case float64:
		return strconv.FormatFloat(x, 'g', -1, 64)
	case string:
		return x
	}
	return dash
}

func (f *findings) tradeOffView() (*tradeOffView, error) {
	t := f.tradeOff
	if t == nil {
		return nil, nil
	}
	v := &tradeOffView{Sentences: f.tradeOffSentences(), Front: f.frontTable()}
	for _, picture := range t.Pictures {
		html, err := picture.HTML()
		if err != nil {
			return nil, err
		}
		v.Pictures = append(v.Pictures, figure{Caption: picture.Title, Picture: html})
	}
	return v, nil
}

func (f *findings) tradeOffSentences() []string {
	t := f.tradeOff
	var goals []string
	for _, o := range t.Objectives {
		goals = append(goals, f.goalHeading(o))
	}
	competitors := "cells"
	if t.By != nil {
		competitors = "means over seeds"
		if t.Over != nil {
			competitors = "means over seeds and over " + strings.Join(t.Over, ", ")
		}
	}
	sentences := []string{
		"What counts: " + strings.Join(goals, "; ") + ".",
		fmt.Sprintf("Of %s %s, %s make the front: none is better in one of these without being worse in another.",
			chart.Number(float64(t.Points)), competitors, chart.Number(float64(len(t.Front.Points)))),
	}
	if !t.Chosen {
		sentences = append(sentences, "These were chosen since they are most at odds; choose others with --min and --max.")
	}
	if len(t.Front.Points) > 1 {
		sentences = append(sentences, "The knee, marked, is nearest to the best of all, each scaled from its best to its worst on the front.")
	}
	return sentences
}

func (f *findings) frontTable() *table {
	t := f.tradeOff
	var header []string
	columns := t.By
	if columns == nil {
		columns = f.shownParameters()
	}
	for _, column := range columns {
		header = append(header, f.o.heading(&f.schema[column]))
	}
	for _, o := range t.Objectives {
		header = append(header, f.o.heading(&f.schema[o.Column]))
	}
	title := "The front"
	if n := len(t.Front.Points); n > MaxFront {
		title = fmt.Sprintf("The front, the first %d of %s points", MaxFront, chart.Number(float64(n)))
	}
	table := newTable(title, 0, append(header, "")...)
	for i, column := range columns {
		table.Right[i] = isNumber(&f.schema[column])
	}
	for i, p := range t.Front.Points {
		if i >= MaxFront && i != t.Front.Knee {
			continue
		}
		table.add(f.frontRow(i, p.Key, p.Values)...)
	}
	return table
}

func (f *findings) frontRow(i int, key []rows.Value, values []float64) []string {
	t := f.tradeOff
	columns := t.By
	if columns == nil {
		columns = f.shownParameters()
		if i < len(t.Cells) {
			key = t.Cells[i].Values
		}
	}
	var row []string
	for k, column := range columns {
		if k < len(key) {
			row = append(row, shown(&f.schema[column], key[k]))
		} else {
			row = append(row, dash)
		}
	}
	for k, o := range t.Objectives {
		row = append(row, chart.Number(f.display(o.Column, values[k])))
	}
	mark := ""
	if i == t.Front.Knee {
		mark = "knee"
	}
	return append(row, mark)
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
	}
	return "The shares of each metric stand with the metric below. They do not add up to a whole: rows or values are missing, or the parameters were sampled."
}

// capital begins a sentence.
func capital(s string) string {
	if s == "" {
		return s
	}
	return strings.ToUpper(s[:1]) + s[1:]
}

package report

import (
	"fmt"
	"slices"
	"strings"

	"tarama/analysis/pareto"
	"tarama/analysis/report/chart"
)

// tradeOffView is the section of the front.
type tradeOffView struct {
	Sentences []string
	Dots      string // what each dot is
	Pictures  []figure
	Front     *table
}

func (f *findings) tradeOffView() *tradeOffView {
	t := f.tradeOff
	if t == nil {
		return nil
	}
	v := &tradeOffView{Sentences: f.tradeOffSentences(), Front: f.frontTable()}
	if t.By != nil {
		v.Dots = "Dots are " + f.competitorsText() + "."
	}
	for _, picture := range t.Pictures {
		v.Pictures = append(v.Pictures, figure{Caption: picture.Title, Picture: picture})
	}
	return v
}

func (f *findings) tradeOffSentences() []string {
	t := f.tradeOff
	var goals []string
	for _, o := range t.Objectives {
		goals = append(goals, f.goalHeading(o))
	}
	sentences := []string{"What counts: " + strings.Join(goals, "; ") + "."}
	if !t.Chosen {
		sentences = append(sentences, f.oddsSentence())
	}
	if t.By != nil {
		sentences = append(sentences, f.choiceSentences()...)
	}
	if t.Once != nil {
		sentences = append(sentences, t.onceSentence(f.study.Sampling != nil))
	}
	sentences = append(sentences, fmt.Sprintf("Of %s %s, %s make the front: none is better in one of these without being worse in another.",
		chart.Number(float64(t.Points)), f.competitorsText(), chart.Number(float64(len(t.Front.Points)))))
	if t.ties() {
		sentences = append(sentences, "Equal ones are one point, the first of them; the table says how many they are.")
	}
	if len(t.Front.Points) > 1 {
		sentences = append(sentences, f.kneeSentence())
	}
	if t.Worst != nil {
		sentences = append(sentences, "The table has the worst beside each mean: that of all rows behind it, whatever their "+enumerated(f.averaged())+".")
	}
	return sentences
}

// oddsSentence says why these metrics, where nobody asked for them.
func (f *findings) oddsSentence() string {
	first := f.schema[f.tradeOff.Objectives[0].Column].Name
	switch {
	case !f.tradeOff.AtOdds:
		return "None are at odds: where one is good, so are the others. Choose others with --min and --max."
	case slices.Contains(f.study.Preview, first):
		return "These were chosen since they are most at odds, beginning with what the study looks at first; choose others with --min and --max."
	}
	return "These were chosen since they are most at odds; choose others with --min and --max."
}

// competitorsText is what competes.
func (f *findings) competitorsText() string {
	if f.tradeOff.By == nil {
		return "cells"
	}
	return "means over " + enumerated(f.averaged())
}

// averaged is what means are over.
func (f *findings) averaged() []string {
	var over []string
	if f.tradeOff.Seeds {
		over = append(over, "seeds")
	}
	return slices.Concat(over, f.tradeOff.Given, f.tradeOff.Over)
}

// choiceSentences say which parameters compete, and which are only averaged.
func (f *findings) choiceSentences() []string {
	t := f.tradeOff
	names := slices.DeleteFunc(f.names(t.By), func(name string) bool { return slices.Contains(t.Once, name) })
	sentences := []string{"Combinations of these compete: " + strings.Join(names, ", ") + "."}
	if t.Given != nil {
		sentences = append(sentences, t.givenSentence())
	}
	if t.Over != nil {
		sentences = append(sentences, "There are too many combinations to compare with "+enumerated(t.Over)+", which matter least, so means are over these too.")
	}
	if t.Merged {
		d := f.study.Sampling
		sentences = append(sentences, fmt.Sprintf("Of the design's %s points, those with the same values of all parameters count as one.",
			chart.Number(float64(d.Base*d.Block()))))
	}
	return sentences
}

// givenSentence says what the means over circumstances are worth.
func (t *tradeOff) givenSentence() string {
	if t.Uneven {
		return fmt.Sprintf("Nobody chooses %s, so the combinations compete by their means over the values that they met. "+
			"Not all met the same: one that met easy values looks better than it is.", enumerated(t.Given))
	}
	return fmt.Sprintf("Nobody chooses %s, so the combinations compete by their means over all that happens; "+
		"what a single value brings stands with each metric below.", enumerated(t.Given))
}

// onceSentence says that there are no means over some circumstances, and what wins by that: luck, where a design draws them for
// each point; what goes with a choice, where they follow it.
func (t *tradeOff) onceSentence(drawn bool) string {
	each, it, its := "one value of it", "it does", "it"
	if len(t.Once) > 1 {
		each, it, its = "one value of each", "they do", "them"
	}
	text := fmt.Sprintf("Nobody chooses %s, and each combination of choices met only %s: there is no mean over %s, ", enumerated(t.Once), each, its)
	if !drawn {
		return text + fmt.Sprintf("and what %s cannot be told from what the choices do.", it)
	}
	return text + "and points that met easy values can win by these alone. In a grid every combination meets all values, and means can be compared."
}

// enumerated puts names into a sentence.
func enumerated(names []string) string {
	if len(names) < 2 {
		return strings.Join(names, "")
	}
	last := len(names) - 1
	return strings.Join(names[:last], ", ") + " and " + names[last]
}

// kneeSentence says what the marked point is.
func (f *findings) kneeSentence() string {
	t := f.tradeOff
	text := "The knee, marked, is nearest to the best of all, each scaled from its best to its worst on the front"
	var names []string
	for i, byRatio := range t.Front.ByRatio {
		if byRatio {
			names = append(names, f.schema[t.Objectives[i].Column].Name)
		}
	}
	if names == nil {
		return text + "."
	}
	return text + ", by ratios where it spans decades (" + strings.Join(names, ", ") + "); 0 counts as a tenth of the least positive value."
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
	header = append(header, f.objectiveHeadings()...)
	if t.ties() {
		header = append(header, "equal")
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
		if t.listed(i) {
			table.add(f.frontRow(i, &p)...)
		}
	}
	return table
}

// objectiveHeadings are those of the objectives' columns: where means compete, each has its worst beside it.
func (f *findings) objectiveHeadings() []string {
	var all []string
	for _, o := range f.tradeOff.Objectives {
		heading := f.o.heading(&f.schema[o.Column])
		if f.tradeOff.Worst == nil {
			all = append(all, heading)
		} else {
			all = append(all, "mean "+heading, "worst "+heading)
		}
	}
	return all
}

func (f *findings) frontRow(i int, p *pareto.Point) []string {
	t, key := f.tradeOff, p.Key
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
		row = append(row, chart.Number(f.display(o.Column, p.Values[k])))
		if t.Worst != nil {
			row = append(row, chart.Number(f.display(o.Column, t.Worst[i][k])))
		}
	}
	if t.ties() {
		row = append(row, chart.Number(float64(p.Equal)))
	}
	mark := ""
	if i == t.Front.Knee {
		mark = "knee"
	}
	return append(row, mark)
}

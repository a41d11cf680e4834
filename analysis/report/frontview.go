package report

import (
	"fmt"
	"strings"

	"tarama/analysis/report/chart"
	"tarama/analysis/rows"
)

// tradeOffView is the section of the front.
type tradeOffView struct {
	Sentences []string
	Pictures  []figure
	Front     *table
}

func (f *findings) tradeOffView() *tradeOffView {
	t := f.tradeOff
	if t == nil {
		return nil
	}
	v := &tradeOffView{Sentences: f.tradeOffSentences(), Front: f.frontTable()}
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
		sentences = append(sentences, f.kneeSentence())
	}
	return sentences
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

package main

import (
	"errors"
	"fmt"
	"io"
	"math"
	"slices"
	"strconv"
	"strings"

	"tarama/analysis/rows"
	"tarama/analysis/summaries"
	"tarama/output"
)

// compareLevels prints the differences between the two levels of --compare.
func compareLevels(out, notices io.Writer, d *dataset, f *summarizeFlags, q summaries.Query) error {
	levels, err := d.levels(f.compare)
	if err != nil {
		return err
	}
	if slices.Contains(q.By, levels.Parameter) {
		return usageError{fmt.Errorf("--by and --compare both name %s", d.schema[levels.Parameter].Name)}
	}
	found, err := summaries.Compare(d.source, q, levels)
	if err != nil && d.empty() {
		return d.emptyError(notices)
	}
	if err != nil {
		return d.levelError(err)
	}
	d.passes.hide()
	d.unfinished(notices)
	var all []*summaries.Statistics
	for i := range found.Groups {
		for k := range found.Groups[i].Metrics {
			all = append(all, &found.Groups[i].Metrics[k].Differences)
		}
	}
	noteStatistics(notices, all)
	d.notePairing(notices, f, found.Groups)
	if len(found.Moved) > 0 {
		of := "both"
		if len(found.Moved) > 1 {
			of = fmt.Sprintf("all %d", len(found.Moved)+1)
		}
		say(notices, "%s moves together with %s: the differences are of %s",
			d.schema[levels.Parameter].Name, strings.Join(columnNames(d.picked(found.Moved)), ", "), of)
	}
	return writeDifferences(out, d, f, q, levels, found.Groups)
}

// levels reads NAME=A,B.
func (d *dataset) levels(text string) (l summaries.Levels, err error) {
	name, list, ok := strings.Cut(text, "=")
	words := strings.Split(list, ",")
	if !ok || len(words) != 2 {
		return l, usageError{fmt.Errorf("--compare is %q, but must be NAME=A,B: a parameter and two of its values", text)}
	}
	if l.Parameter, err = d.column(name); err != nil {
		return l, err
	}
	c := &d.schema[l.Parameter]
	if c.Role != output.RoleParameter {
		return l, usageError{fmt.Errorf("--compare: %s is no parameter", name)}
	}
	l.Parameters = d.roles(output.RoleParameter)
	if l.A, err = parseValue(c, words[0]); err != nil {
		return l, err
	}
	if l.B, err = parseValue(c, words[1]); err != nil {
		return l, err
	}
	if l.A == l.B {
		return l, usageError{fmt.Errorf("--compare: both levels of %s are %s", name, words[0])}
	}
	return l, nil
}

// parseValue reads a value of a column.
func parseValue(c *output.Column, text string) (rows.Value, error) {
	text = strings.TrimSpace(text)
	switch c.Type {
	case output.Int64:
		if n, err := strconv.ParseInt(text, 10, 64); err == nil {
			return rows.Value{Bits: uint64(n)}, nil
		}
		return rows.Value{}, usageError{fmt.Errorf("%s is %q, but must be an integer", c.Name, text)}
	case output.Float64:
		if x, err := strconv.ParseFloat(text, 64); err == nil {
			return rows.Value{Bits: math.Float64bits(x + 0)}, nil
		}
		return rows.Value{}, usageError{fmt.Errorf("%s is %q, but must be a number", c.Name, text)}
	}
	i := slices.Index(c.Words, text)
	if i < 0 {
		return rows.Value{}, usageError{fmt.Errorf("%s is %q, but must be one of %s", c.Name, text, strings.Join(c.Words, ", "))}
	}
	return rows.Value{Bits: uint64(i)}, nil
}

// mostLevels is how many levels an error lists.
const mostLevels = 20

// levelError says which levels there are.
func (d *dataset) levelError(err error) error {
	var none *summaries.NoLevelError
	if !errors.As(err, &none) {
		return keyError(err)
	}
	c := &d.schema[none.Column]
	if none.Levels == nil {
		return usageError{fmt.Errorf("--compare: %s does not vary in these rows", c.Name)}
	}
	var levels []string
	for i, v := range none.Levels {
		if i == mostLevels {
			levels = append(levels, fmt.Sprintf("and %d more", len(none.Levels)-mostLevels))
			break
		}
		levels = append(levels, exact(v.Any(c)))
	}
	return usageError{fmt.Errorf("--compare: no row has %s %s, only %s", c.Name, exact(none.Value.Any(c)), strings.Join(levels, ", "))}
}

func writeDifferences(out io.Writer, d *dataset, f *summarizeFlags, q summaries.Query, l summaries.Levels, groups []summaries.Difference) error {
	parameter := &d.schema[l.Parameter]
	sides := []string{"mean at " + exact(l.A.Any(parameter)), "mean at " + exact(l.B.Any(parameter))}
	counts := []output.Column{countColumn("pairs"), countColumn("unpaired")}
	if !f.forPeople() {
		a := &answerTable{columns: append(append(d.picked(q.By), textColumn("metric"), textColumn("unit")), counts...)}
		a.columns = append(append(a.columns, realColumn("mean_a"), realColumn("mean_b")), statisticsColumns(realColumn)...)
		a.columns = append(a.columns, countColumn("seeds"), realColumn("quantile_error"), textColumn("interval"))
		for i := range groups {
			for k := range q.Metrics {
				c, p := &d.schema[q.Metrics[k]], &groups[i].Metrics[k]
				row := append(d.values(q.By, groups[i].Key), c.Name, c.Unit)
				row = append(append(row, pairedValues(p)...), int64(p.Differences.Seeds), quantileError(&p.Differences), p.Differences.Method.String())
				a.add(row...)
			}
		}
		return a.write(f.format, out)
	}
	for k, metric := range q.Metrics {
		c := &d.schema[metric]
		value := valueColumn(c)
		a := &answerTable{titled: true, columns: append(append(d.picked(q.By), counts...), value(sides[0]), value(sides[1]))}
		a.columns = append(a.columns, statisticsColumns(value)...)
		for i := range groups {
			a.add(append(d.values(q.By, groups[i].Key), pairedValues(&groups[i].Metrics[k])...)...)
		}
		title := *c
		title.Doc = fmt.Sprintf("at %s %s minus at %s", parameter.Name, exact(l.B.Any(parameter)), exact(l.A.Any(parameter)))
		if err := writeTitle(f.format, out, k == 0, &title); err != nil {
			return err
		}
		if err := a.write(f.format, out); err != nil {
			return err
		}
	}
	return nil
}

func pairedValues(p *summaries.Paired) []any {
	values := []any{p.Differences.Count, p.Unpaired, optional(p.MeanA), optional(p.MeanB)}
	return append(values, statisticsValues(&p.Differences)...)
}

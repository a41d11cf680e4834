package main

import (
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"tarama/models"
	"tarama/output"
	"tarama/output/results"
	"tarama/sweep"
)

// tableColumns are those that a table for people has.
type tableColumns struct {
	columns []output.Column
	left    []output.Column // that it would have were there room
	chosen  bool            // the study names them
}

// mostLeft is how many columns a note names.
const mostLeft = 6

// note names the columns for which there was no room.
func (t *tableColumns) note() string {
	if t.chosen || len(t.left) == 0 {
		return ""
	}
	return "no room for " + some(columnNames(t.left))
}

// some is a list of names, the first ones if it is long.
func some(names []string) string {
	if len(names) > mostLeft {
		names = append(names[:mostLeft:mostLeft], fmt.Sprintf("and %d more", len(names)-mostLeft))
	}
	return strings.Join(names, ", ")
}

// previewColumns are the columns that the study names for it, or else the parameters that vary and as many metrics as
// fit, those first by which people decide.
func previewColumns(r *results.Results, width int) (*tableColumns, error) {
	plan, err := sweep.PlanOf(r)
	if err != nil {
		return nil, err
	}
	return choosePreview(r, plan, width, nil), nil
}

// choosePreview chooses for rows that have been seen, or for any if there is no survey.
func choosePreview(r *results.Results, plan *sweep.Plan, width int, seen *survey) *tableColumns {
	columns := r.Schema().Columns
	switch {
	case len(plan.Study.Preview) > 0:
	case seen != nil:
		return fitting(seen.columns, width, urgency(plan.Study.Spec, seen))
	default:
		return fitting(tableCandidates(plan, columns), width, urgency(plan.Study.Spec, nil))
	}
	t := &tableColumns{chosen: true}
	for _, name := range plan.Study.Preview {
		if i := slices.IndexFunc(columns, func(c output.Column) bool { return c.Name == name }); i >= 0 {
			t.columns = append(t.columns, columns[i])
		}
	}
	return t
}

// tableCandidates are the parameters that vary, and the metrics.
func tableCandidates(plan *sweep.Plan, columns []output.Column) []output.Column {
	var candidates []output.Column
	for i, c := range columns {
		if c.Role == output.RoleMetric || c.Role == output.RoleParameter && plan.Varies(i) {
			candidates = append(candidates, c)
		}
	}
	return candidates
}

// The urgency of a column for a table that has not room for all.
const (
	decisive  = iota // parameters, and the metrics of which less or more is better: people decide by these
	telling          // other metrics
	constant         // the same in all rows seen
	urgencies        // how many there are
)

// urgency tells that of columns, for rows that have been seen or for any.
func urgency(spec *models.Spec, seen *survey) func(*output.Column) int {
	return func(c *output.Column) int {
		goalless := func(m models.Metric) bool { return m.Name == c.Name && m.Goal == models.NoGoal }
		switch {
		case seen != nil && !seen.several[c.Name]:
			return constant
		case c.Role == output.RoleMetric && slices.ContainsFunc(spec.Metrics, goalless):
			return telling
		}
		return decisive
	}
}

// fitting takes what fits a width: the most urgent first, and of these in the order of the candidates, which the table has too.
func fitting(candidates []output.Column, width int, urgency func(*output.Column) int) *tableColumns {
	taken := make([]bool, len(candidates))
	for turn := range urgencies {
		for i := range candidates {
			if urgency(&candidates[i]) != turn {
				continue
			}
			if need := narrowestWidth(&candidates[i]); need <= width || !slices.Contains(taken, true) {
				taken[i] = true
				width -= need + len(between)
			}
		}
	}
	t := &tableColumns{}
	for i, c := range candidates {
		if taken[i] {
			t.columns = append(t.columns, c)
		} else {
			t.left = append(t.left, c)
		}
	}
	return t
}

// narrowestWidth is how wide a column is once its heading is folded, as far as that can be told without its values: numbers
// are taken to have six characters.
func narrowestWidth(c *output.Column) int {
	need := 6
	for _, word := range c.Words {
		need = max(need, utf8.RuneCountInString(word))
	}
	name := heading(c)
	for folded := fold(name); folded != name; folded = fold(name) {
		name = folded
	}
	for _, line := range strings.Split(name, "\n") {
		need = max(need, utf8.RuneCountInString(line))
	}
	return need
}

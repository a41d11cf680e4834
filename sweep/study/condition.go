package study

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"go.yaml.in/yaml/v3"

	"tarama/models"
	"tarama/sweep/where"
)

// readWhere compiles the study's condition, if it has one.
func (d *draft) readWhere(s *Study) bool {
	if d.where == nil {
		return true
	}
	text, ok := d.text(d.where, "where")
	if !ok {
		return false
	}
	filter, err := where.Compile(text, s.Grid)
	if err == nil {
		s.Where = filter
		return d.checkKept(s)
	}
	d.reportWhere(err, text)
	return false
}

// checkWhere looks for what is wrong with the condition whatever the values are, for a study that has no sound grid. With
// a wrong scenario it leaves the condition alone: the names and words that it may use are not known.
func (d *draft) checkWhere() {
	if d.where == nil || d.unsure {
		return
	}
	text, ok := d.text(d.where, "where")
	if !ok {
		return
	}
	if err := where.Check(text, d.spec.Parameters); err != nil {
		d.reportWhere(err, text)
	}
}

// checkKept warns if the sample of a large grid had no cell that the condition keeps.
func (d *draft) checkKept(s *Study) bool {
	if kept, exact := s.Where.Kept(); kept == 0 && !exact {
		d.warnings = append(d.warnings, d.problem(d.where, "where left no cell of the sample that was looked at: few are left of the study, or none", ""))
	}
	return true
}

// reportWhere reports what is wrong with the condition.
func (d *draft) reportWhere(err error, text string) {
	var problems where.Problems
	if !errors.As(err, &problems) {
		d.report(d.where, "where: "+err.Error(), "")
	}
	for _, p := range problems {
		d.placeWhere(p, text)
	}
}

// placeWhere places a problem of the condition inside the scalar if that stands on one line as it is meant: plain, or
// quoted without escapes. In other scalars it says how far from the beginning the problem is.
func (d *draft) placeWhere(p where.Problem, text string) {
	hint := p.Hint
	if d.isMetric(p.Name) {
		hint = "that is a metric, known only once the cell is computed; tarama show --where selects rows by it"
	}
	problem := d.problem(d.where, "where: "+p.Message, hint)
	switch {
	case strings.Contains(text, "\n") || d.where.Style&(yaml.LiteralStyle|yaml.FoldedStyle) != 0:
		problem.Message += fmt.Sprintf(", at character %d", p.Offset+1)
	case d.where.Style&yaml.DoubleQuotedStyle != 0 && strings.ContainsAny(text, `"\`), d.where.Style&yaml.SingleQuotedStyle != 0 && strings.Contains(text, "'"):
		problem.Message += fmt.Sprintf(", at character %d", p.Offset+1)
	case quoted(d.where):
		problem.Column += p.Offset + 1
	default:
		problem.Column += p.Offset
	}
	d.add(problem)
}

func (d *draft) isMetric(name string) bool {
	return slices.ContainsFunc(d.spec.Metrics, func(m models.Metric) bool { return m.Name == name })
}

package study

import (
	"fmt"
	"slices"

	"go.yaml.in/yaml/v3"

	"tarama/models"
	"tarama/sweep/grid"
)

// checkRules reports rules between parameters that every cell breaks, and warns of those that some break.
func (d *draft) checkRules(s *Study) bool {
	var part grid.Condition
	if s.Where != nil {
		part = s.Where
	}
	s.Rules = grid.NewRules(d.spec, s.Grid, part)
	for _, broken := range s.Rules.Broken() {
		place := d.ruleField(broken.Rule)
		if broken.All {
			d.report(place, "in every cell "+broken.Message, "")
			continue
		}
		about := ""
		cells, exact := s.Cells()
		if !broken.Exact || !exact {
			about = "about "
		}
		message := fmt.Sprintf("%s%s of %s cells will be failed rows: %s", about, models.FormatCount(broken.Cells),
			models.FormatCount(cells), broken.Message)
		d.warnings = append(d.warnings, d.problem(place, message, ""))
	}
	return len(d.problems) == 0
}

// ruleField is the place in the file that has most to do with a rule: what fixes or varies one of its parameters, the
// later ones in the file first; else the model's.
func (d *draft) ruleField(rule int) *yaml.Node {
	place := d.modelNode
	for _, name := range d.spec.Rules[rule].Parameters {
		p := d.spec.Lookup(name)
		for _, a := range d.fixed {
			if a.parameter == p {
				place = a.node
			}
		}
		for _, a := range d.axes {
			if slices.Contains(a.parameters(), p) {
				return a.node
			}
		}
	}
	return place
}

package lint

import (
	"fmt"

	"tarama/models"
	"tarama/sweep/grid"
	"tarama/sweep/study"
)

// The outcomes of a comparison in a survey: cells without a count, those that can be compared with the first cell that has
// one, and those that cannot; the last is for cells that are not part of the study.
const (
	uncounted = iota
	equal
	unequal
	comparisons = unequal + 2
)

// comparison asks whether cells that differ in the first parameter of a caution count over as much. Only if some do not, where is
// asked too, as for other cautions.
func comparison(s *study.Study, c *models.Caution) (Lint, bool) {
	if !s.Grid.Varies(s.Spec.Lookup(c.Parameters[0])) {
		return Lint{}, false
	}
	one, other := unequalCells(s, c, nil)
	if other >= 0 && s.Where != nil {
		one, other = unequalCells(s, c, s.Where)
	}
	if other < 0 {
		return Lint{}, false
	}
	return Lint{
		Name: c.Name, Advice: c.Advice, Parameters: c.Parameters,
		Message: fmt.Sprintf("%s; %s, but %s", c.Doc, exposureOf(s, c, one), exposureOf(s, c, other)),
	}, true
}

// unequalCells are the first cell of a part of the study that counts anything, and one that cannot be compared with it, -1 if
// there is none.
func unequalCells(s *study.Study, c *models.Caution, part grid.Condition) (one, other int64) {
	parameters := positions(s.Spec, c.Parameters)
	p, found := look(s, parameters, comparisons, func(values []models.Value) int {
		if c.Exposure(values) == 0 {
			return uncounted
		}
		return equal
	}, part)
	if found.Counts[equal] == 0 {
		return -1, -1
	}
	one = p.CellOf(found.First[equal])
	first := at(s, one, parameters)
	exposure := c.Exposure(first)
	p, found = look(s, parameters, comparisons, func(values []models.Value) int {
		switch e := c.Exposure(values); {
		case e == 0:
			return uncounted
		case e == exposure || values[0] == first[0]:
			return equal
		}
		return unequal
	}, part)
	if found.Counts[unequal] == 0 {
		return one, -1
	}
	return one, p.CellOf(found.First[unequal])
}

// exposureOf says over how much a cell counts.
func exposureOf(s *study.Study, c *models.Caution, cell int64) string {
	values := at(s, cell, positions(s.Spec, c.Parameters))
	return fmt.Sprintf("%s in cell %d, with %s %s", models.FormatCount(c.Exposure(values)), cell, c.Parameters[0], values[0])
}

// at is the values of some parameters in a cell.
func at(s *study.Study, cell int64, parameters []int) []models.Value {
	all := s.Grid.At(cell)
	values := make([]models.Value, len(parameters))
	for i, parameter := range parameters {
		values[i] = all[parameter]
	}
	return values
}

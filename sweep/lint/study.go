package lint

import (
	"fmt"
	"slices"
	"strings"

	"tarama/models"
	"tarama/sweep/grid"
	"tarama/sweep/grid/design"
	"tarama/sweep/study"
)

// Study returns what is misleading about a study as it stands, the model's cautions first.
func Study(s *study.Study) []Lint {
	var lints []Lint
	for i := range s.Spec.Cautions {
		ask := caution
		if s.Spec.Cautions[i].Exposure != nil {
			ask = comparison
		}
		if l, found := ask(s, &s.Spec.Cautions[i]); found {
			lints = append(lints, l)
		}
	}
	if s.Spec.Chance != nil {
		lints = append(lints, seeds(s, s.Spec.Chance)...)
	}
	if l, found := unevenPoints(s); found {
		lints = append(lints, l)
	}
	return lints
}

// The outcomes of a caution in a survey are the verdicts, and one more for cells that are not part of the study.
const (
	outside  = int(models.Misleading) + 1
	outcomes = outside + 1
)

// caution asks about every combination of what the caution looks at, or about a sample if there are very many. Only if it
// finds something, where is asked too, which may look at many more.
func caution(s *study.Study, c *models.Caution) (Lint, bool) {
	parameters := positions(s.Spec, c.Parameters)
	verdict := func(values []models.Value) int { return int(c.Check(values)) }
	p, found := look(s, parameters, outcomes, verdict, nil)
	if found.Counts[models.Misleading] > 0 && s.Where != nil {
		p, found = look(s, parameters, outcomes, verdict, s.Where)
	}
	fair, misleading := found.Counts[models.Fair], found.Counts[models.Misleading]
	if misleading == 0 || (c.Whole && fair > 0) {
		return Lint{}, false
	}
	l := Lint{Name: c.Name, Message: c.Doc, Advice: c.Advice, Parameters: c.Parameters}
	if !c.Whole {
		l.Message += "; " + extent(s, p, found, parameters)
	}
	return l, true
}

// extent says how many cells are misleading, and gives an example.
func extent(s *study.Study, p *grid.Projection, found *grid.Survey, parameters []int) string {
	cell := p.CellOf(found.First[models.Misleading])
	values := s.Grid.At(cell)
	var example []string
	for _, parameter := range parameters {
		example = append(example, s.Spec.Parameters[parameter].Name+" "+values[parameter].String())
	}
	share := "in every cell"
	if misleading, cells := found.Cells(p, int(models.Misleading)), cellsOf(s); misleading < cells {
		about := "in "
		if _, exact := s.Cells(); !exact || !found.Exact {
			about = "in about "
		}
		share = fmt.Sprintf("%s%s of %s cells", about, models.FormatCount(misleading), models.FormatCount(cells))
	}
	return fmt.Sprintf("%s, such as cell %d: %s", share, cell, strings.Join(example, ", "))
}

func cellsOf(s *study.Study) int64 {
	cells, _ := s.Cells()
	return cells
}

// look surveys the values of some parameters; cells that part leaves out are outside.
func look(s *study.Study, parameters []int, outcomes int, outcome func([]models.Value) int, part grid.Condition) (*grid.Projection, *grid.Survey) {
	seen := parameters
	if part != nil {
		seen = slices.Concat(parameters, part.Parameters())
	}
	p := s.Grid.Project(seen)
	return p, p.Survey(outcomes, func() func([]models.Column, int) int {
		values := make([]models.Value, len(parameters))
		included := func([]models.Column, int) bool { return true }
		if part != nil {
			included = part.NewJudge()
		}
		return func(columns []models.Column, row int) int {
			if !included(columns, row) {
				return outcomes - 1
			}
			for i, parameter := range parameters {
				values[i] = s.Grid.Value(columns, row, parameter)
			}
			return outcome(values)
		}
	})
}

func positions(spec *models.Spec, names []string) []int {
	list := make([]int, len(names))
	for i, name := range names {
		list[i] = spec.Lookup(name)
	}
	return list
}

// unevenPoints is about Sobol' points that are not a power of two.
func unevenPoints(s *study.Study) (Lint, bool) {
	d := s.Design
	if d == nil || (d.Method != design.Sobol && d.Method != design.Saltelli) || d.Settings.Points&(d.Settings.Points-1) == 0 {
		return Lint{}, false
	}
	power := int64(1)
	for power < d.Settings.Points {
		power *= 2
	}
	return Lint{
		Name:       "uneven-points",
		Message:    fmt.Sprintf("a Sobol' sequence is even at powers of two, and %s points are none: some values come more often than others", models.FormatCount(d.Settings.Points)),
		Advice:     fmt.Sprintf("points: %d or %d", power/2, power),
		Parameters: d.Parameters,
	}, true
}

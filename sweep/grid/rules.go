package grid

import (
	"slices"

	"tarama/models"
)

// Rules are the rules of a spec over a grid. It is immutable and safe for concurrent use.
type Rules struct {
	grid   *Grid
	rules  []rule
	broken []Broken
}

// rule is a rule that some cell may break.
type rule struct {
	check      func([]models.Value) error
	parameters []int
	projection *Projection
	survey     *Survey
}

// The outcomes of a rule in a survey.
const (
	kept    = iota
	failed  // the cell breaks it
	outside // the cell is not part of the study
	outcomes
)

// Broken says how many cells break a rule.
type Broken struct {
	Rule    int    // position in Spec.Rules
	Message string // of the first cell that breaks it
	Cell    int64  // the first cell that was found to break it
	Cells   int64  // how many do; an estimate if not Exact
	Exact   bool
	All     bool // every cell breaks it
}

// Condition says which cells of a grid are part of a study.
type Condition interface {
	// Parameters are those that the condition looks at.
	Parameters() []int

	// NewJudge returns a function for one goroutine that says whether a row of filled columns is part of the study.
	NewJudge() func(columns []models.Column, row int) bool
}

// NewRules evaluates the rules of a spec over the cells of the grid that are part of the study; a nil condition means all
// of them. It is exact where the axes that rule and condition look at have at most MaxCombinations combinations; else it
// takes a sample.
func NewRules(spec *models.Spec, g *Grid, part Condition) *Rules {
	r := &Rules{grid: g}
	for i := range spec.Rules {
		rule := newRule(spec, i)
		rule.projection = g.Project(rule.parameters)
		rule.survey = rule.look(g, rule.projection, nil)
		if rule.survey.Exact && rule.survey.Counts[failed] == 0 {
			continue
		}
		r.rules = append(r.rules, rule)
		if b, found := rule.broken(g, part); found {
			b.Rule = i
			r.broken = append(r.broken, b)
		}
	}
	return r
}

func newRule(spec *models.Spec, index int) rule {
	r := rule{check: spec.Rules[index].Check}
	for _, name := range spec.Rules[index].Parameters {
		r.parameters = append(r.parameters, spec.Lookup(name))
	}
	return r
}

// broken counts the cells of the study that break the rule.
func (r *rule) broken(g *Grid, part Condition) (Broken, bool) {
	projection, s := r.projection, r.survey
	if part != nil {
		projection = g.Project(slices.Concat(r.parameters, part.Parameters()))
		s = r.look(g, projection, part)
	}
	if s.Counts[failed] == 0 {
		return Broken{}, false
	}
	cell := projection.CellOf(s.First[failed])
	return Broken{
		Message: r.message(g.At(cell)),
		Cell:    cell,
		Cells:   s.Cells(projection, failed),
		Exact:   s.Exact,
		All:     s.Exact && s.Counts[kept] == 0,
	}, true
}

// look surveys the rule over a projection on its parameters and those of the condition.
func (r *rule) look(g *Grid, p *Projection, part Condition) *Survey {
	return p.Survey(outcomes, func() func([]models.Column, int) int {
		values := make([]models.Value, len(r.parameters))
		included := func([]models.Column, int) bool { return true }
		if part != nil {
			included = part.NewJudge()
		}
		return func(columns []models.Column, row int) int {
			switch {
			case !included(columns, row):
				return outside
			case r.breaks(g, columns, row, values) != nil:
				return failed
			}
			return kept
		}
	})
}

// breaks evaluates the rule for a row. The values are scratch memory.
func (r *rule) breaks(g *Grid, columns []models.Column, row int, values []models.Value) error {
	for i, p := range r.parameters {
		values[i] = g.Value(columns, row, p)
	}
	return r.check(values)
}

func (r *rule) message(all []models.Value) string {
	values := make([]models.Value, len(r.parameters))
	for i, p := range r.parameters {
		values[i] = all[p]
	}
	return r.check(values).Error()
}

// Broken lists the rules that some cells break.
func (r *Rules) Broken() []Broken { return r.broken }

// NewChecker returns a checker for one worker.
func (r *Rules) NewChecker() *Checker {
	c := &Checker{rules: r}
	for i := range r.rules {
		c.values = append(c.values, make([]models.Value, len(r.rules[i].parameters)))
		c.messages = append(c.messages, map[int64]string{})
	}
	return c
}

// Checker finds the cells of a block that break rules.
type Checker struct {
	rules    *Rules
	values   [][]models.Value   // by rule: scratch memory
	messages []map[int64]string // by rule: messages of combinations that broke it, so that few are made twice
}

// maxMessages bounds the messages that a checker remembers of a rule.
const maxMessages = 4096

// Check sets failures[i] to the message of the first broken rule for each of the cells first+i that breaks one and has
// no message yet. columns hold the block as Grid.Fill filled it; the block is as long as failures. It returns how many
// messages it set. Where no rule can break it costs nothing; it allocates nothing for cells that keep the rules.
func (c *Checker) Check(first int64, columns []models.Column, failures []string) int {
	set := 0
	for i := range c.rules.rules {
		rule := &c.rules.rules[i]
		rule.projection.Runs(first, len(failures), func(low, high int, combination int64) {
			message := c.message(i, columns, low, combination)
			if message == "" {
				return
			}
			for row := low; row < high; row++ {
				if failures[row] == "" {
					failures[row] = message
					set++
				}
			}
		})
	}
	return set
}

// message is that of rule i for a row with the given combination, or "" if it keeps the rule.
func (c *Checker) message(i int, columns []models.Column, row int, combination int64) string {
	rule := &c.rules.rules[i]
	if rule.survey.Exact && rule.survey.Outcome(combination) == kept {
		return ""
	}
	if message, known := c.messages[i][combination]; known {
		return message
	}
	err := rule.breaks(c.rules.grid, columns, row, c.values[i])
	if err == nil {
		return ""
	}
	if len(c.messages[i]) >= maxMessages {
		clear(c.messages[i])
	}
	c.messages[i][combination] = err.Error()
	return err.Error()
}

package where

import (
	"fmt"

	"tarama/models"
	"tarama/sweep/grid"
)

// Problem is one thing that is wrong with a condition.
type Problem struct {
	Offset  int // in characters from the beginning of the condition
	Message string
	Hint    string // what was probably meant; may be empty
	Name    string // the name that is unknown, if that is the problem
}

// Problems are all things that are wrong with a condition. It is the error that Compile returns.
type Problems []Problem

// Error says the first problem and how many there are.
func (p Problems) Error() string {
	if len(p) == 1 {
		return p[0].Message
	}
	return fmt.Sprintf("%s (and %d more)", p[0].Message, len(p)-1)
}

// Filter is a compiled condition over a grid. It is immutable and safe for concurrent use.
type Filter struct {
	spelling   string
	condition  func(*row) bool
	parameters []int
	projection *grid.Projection
	survey     *grid.Survey
}

// The outcomes of a condition: each fault is one of its own.
const (
	leftOut = iota
	kept
	faults // the first fault
)

// Compile reads a condition on the cells of a grid. It is an error if the condition keeps no cell, or if it has no value
// for some.
func Compile(text string, g *grid.Grid) (*Filter, error) {
	f, err := compile(text, &compiler{names: g, noun: "parameter"})
	if err != nil {
		return nil, err
	}
	f.projection = g.Project(f.parameters)
	f.survey = f.projection.Survey(faults+len(faultMessages), func() func([]models.Column, int) int {
		r := new(row)
		return func(columns []models.Column, at int) int { return f.outcome(r, columns, at) }
	})
	if p := f.check(g); p != nil {
		return nil, p
	}
	return f, nil
}

// Check returns what is wrong with a condition on cells whatever values they have: its syntax, names, words and types.
func Check(text string, parameters []models.Parameter) error {
	_, err := compile(text, &compiler{names: Columns(parameters), noun: "parameter"})
	return err
}

// compile reads a condition without looking at what it comes to.
func compile(text string, c *compiler) (*Filter, error) {
	tree, problems := parse(text)
	if problems != nil {
		return nil, problems
	}
	condition := c.condition(tree)
	if c.problems != nil {
		return nil, c.problems
	}
	return &Filter{spelling: spell(tree), condition: condition, parameters: c.mentioned}, nil
}

// outcome evaluates the condition for a row.
func (f *Filter) outcome(r *row, columns []models.Column, at int) int {
	*r = row{columns: columns, at: at}
	keep := f.condition(r)
	switch {
	case r.fault != noFault:
		return faults + int(r.fault) - 1
	case keep:
		return kept
	}
	return leftOut
}

// check reports what the survey found.
func (f *Filter) check(g *grid.Grid) Problems {
	for fault, message := range faultMessages {
		if first := f.survey.First[faults+fault]; first >= 0 {
			return Problems{{Message: fmt.Sprintf("%s%s", message, example(g, f.projection.CellOf(first), f.parameters))}}
		}
	}
	if f.survey.Exact && f.survey.Counts[kept] == 0 {
		return Problems{{Message: "the condition is false for every cell: nothing is left of the study"}}
	}
	return nil
}

// example says which values of the parameters led to something.
func example(g *grid.Grid, cell int64, mentioned []int) string {
	s := ""
	for i, value := range g.At(cell) {
		for _, p := range mentioned {
			if p != i {
				continue
			}
			if s == "" {
				s = ", as for "
			} else {
				s += ", "
			}
			s += g.Parameters()[p].Name + " " + value.String()
		}
	}
	return s
}

// String is the condition in its canonical spelling, in which Compile reads the same condition.
func (f *Filter) String() string { return f.spelling }

// Kept says how many cells of the grid the condition keeps; an estimate from an even sample if not exact.
func (f *Filter) Kept() (cells int64, exact bool) {
	return f.survey.Cells(f.projection, kept), f.survey.Exact
}

// Parameters are the positions of the parameters that the condition mentions.
func (f *Filter) Parameters() []int { return f.parameters }

// NewJudge returns a function for one goroutine that says whether the condition keeps a row of filled columns. A row for
// which it has no value is kept, as Select does.
func (f *Filter) NewJudge() func(columns []models.Column, row int) bool {
	r := new(row)
	return func(columns []models.Column, at int) bool { return f.outcome(r, columns, at) != leftOut }
}

// NewEvaluator returns an evaluator for one worker.
func (f *Filter) NewEvaluator() *Evaluator { return &Evaluator{filter: f} }

// Evaluator applies a filter to blocks of cells.
type Evaluator struct {
	filter *Filter
	row    row
}

// Select sets keep[i] for each of the cells first+i to whether the condition keeps it, and returns how many it keeps.
// columns hold the block as Grid.Fill filled it; the block is as long as keep. A cell for which the condition has no
// value is kept, and failures[i] says why, so that it becomes a failed row. It allocates nothing.
func (e *Evaluator) Select(first int64, columns []models.Column, keep []bool, failures []string) int {
	f, count := e.filter, 0
	f.projection.Runs(first, len(keep), func(low, high int, combination int64) {
		var outcome int
		if f.survey.Exact {
			outcome = f.survey.Outcome(combination)
		} else {
			outcome = f.outcome(&e.row, columns, low)
		}
		for i := low; i < high; i++ {
			keep[i] = outcome != leftOut
		}
		if outcome == leftOut {
			return
		}
		count += high - low
		if outcome >= faults {
			for i := low; i < high; i++ {
				failures[i] = faultMessages[outcome-faults]
			}
		}
	})
	return count
}

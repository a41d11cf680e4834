package lint

import (
	"context"
	"fmt"
	"math"
	"slices"
	"strings"
	"time"

	"tarama/models"
	"tarama/sweep/grid"
	"tarama/sweep/study"
)

// How many pairs of cells are drawn for an axis, and how many draws must be of cells of the study for a word.
const (
	pairs    = 64
	minPairs = 8
)

// NoEffect compares pairs of cells that differ on one axis only, or in one parameter of a design, and returns a lint for
// each that changed no metric in any pair. It stops at the limit and says nothing of what it has not finished then. A
// parameter that matters in few cells only may be missed, which is why the lint says how many pairs there were.
func NoEffect(ctx context.Context, s *study.Study, limit time.Duration) []Lint {
	deadline := time.Now().Add(limit)
	p := newProbe(s)
	var lints []Lint
	for a, axis := range s.Grid.Axes() {
		for _, group := range groups(axis) {
			counted, changes := 0, false
			different := map[[2]int64]bool{}
			for i := 0; i < pairs && !changes; i++ {
				if ctx.Err() != nil || time.Now().After(deadline) {
					return lints
				}
				pair := p.fill(a, group, int64(i))
				same, counts := p.compare(group)
				changes = !same
				if counts {
					counted++
					different[pair] = true
				}
			}
			if !changes && counted >= minPairs {
				lints = append(lints, noEffect(s.Spec, group, len(different)))
			}
		}
	}
	return lints
}

// groups are the parameters of an axis that vary together: all of them, or each alone if a design moves it.
func groups(axis grid.Axis) [][]int {
	if axis.Len() < 2 {
		return nil
	}
	if _, independent := axis.(*grid.Design); !independent {
		return [][]int{axis.Parameters()}
	}
	var single [][]int
	for _, parameter := range axis.Parameters() {
		single = append(single, []int{parameter})
	}
	return single
}

// noEffect is the lint for a group, after so many different pairs: in a small study the draws soon repeat.
func noEffect(spec *models.Spec, group []int, different int) Lint {
	var names []string
	for _, parameter := range group {
		names = append(names, spec.Parameters[parameter].Name)
	}
	compared := fmt.Sprintf("%d pairs of cells that differ in nothing else have", different)
	if different == 1 {
		compared = "the one pair of cells that differs in nothing else has"
	}
	return Lint{
		Name:       "no-effect",
		Message:    fmt.Sprintf("%s changes no metric: %s the same results", strings.Join(names, " with "), compared),
		Advice:     "fix it, or set what makes it matter",
		Parameters: names,
	}
}

// probe computes two cells at a time.
type probe struct {
	study    *study.Study
	kernel   models.Kernel
	batch    models.Batch
	other    []models.Column // a row that values are taken from
	digits   []int64
	values   []models.Value
	included func(columns []models.Column, row int) bool
}

func newProbe(s *study.Study) *probe {
	p := &probe{
		study: s, kernel: s.Spec.NewKernel(s.Grid.Words()),
		batch: models.Batch{
			Rows: 2, Order: []int32{0, 1}, Parameters: grid.NewColumns(s.Spec.Parameters, 2), Failures: make([]string, 2),
		},
		other:    grid.NewColumns(s.Spec.Parameters, 1),
		digits:   make([]int64, len(s.Grid.Axes())),
		included: func([]models.Column, int) bool { return true },
	}
	s.Grid.FillFixed(p.batch.Parameters, 2)
	for i := range s.Spec.Metrics {
		p.batch.Metrics = append(p.batch.Metrics, metricColumn(s.Spec.Metrics[i].Type))
	}
	if s.Where != nil {
		p.included = s.Where.NewJudge()
	}
	return p
}

func metricColumn(t models.Type) models.Column {
	c := models.Column{Null: make([]bool, 2)}
	switch t {
	case models.Int:
		c.Ints = make([]int64, 2)
	case models.Real:
		c.Reals = make([]float64, 2)
	default:
		c.Codes = make([]int32, 2)
	}
	return c
}

// compare computes the pair that fill made for a group of parameters. It says whether both cells have the same results,
// and whether they count: cells that are not part of the study, that break a rule or that do not differ do not.
func (p *probe) compare(group []int) (same, counts bool) {
	if !p.differ(group) {
		return true, false
	}
	for row := range 2 {
		if !p.included(p.batch.Parameters, row) || p.breaksRule(row) {
			return true, false
		}
	}
	clear(p.batch.Failures)
	if p.run() != nil {
		return false, true // a fault of the model is for the run to report
	}
	return p.equal(), true
}

// golden is the golden section of the unit interval; its multiples mod 1 spread evenly however many there are.
const golden = 0.6180339887498949

// fill makes row 0 a cell of the grid, and row 1 the same but for the group, whose values are those at another position of the
// axis: the first and the last for the first pair, then ever others. It returns the cells that the two rows come from; in order
// if they are interchangeable, because the group is all that they differ in.
func (p *probe) fill(axis int, group []int, i int64) [2]int64 {
	g := p.study.Grid
	base := min(int64(math.Mod(float64(i)*golden, 1)*float64(g.Cells())), g.Cells()-1)
	length := g.Lengths()[axis]
	g.Digits(base, p.digits)
	p.digits[axis] = i * 7 % length
	first := g.Cell(p.digits)
	g.Fill(first, 1, p.batch.Parameters)
	step := 1 + min(int64(math.Mod(float64(i+1)*golden*golden, 1)*float64(length-1)), length-2)
	if i == 0 {
		step = length - 1
	}
	p.digits[axis] = (p.digits[axis] + step) % length
	second := g.Cell(p.digits)
	g.Fill(second, 1, p.other)
	for parameter := range p.batch.Parameters {
		from := &p.batch.Parameters[parameter]
		if slices.Contains(group, parameter) {
			from = &p.other[parameter]
		}
		copyValue(&p.batch.Parameters[parameter], from)
	}
	if len(group) == len(g.Axes()[axis].Parameters()) {
		return [2]int64{min(first, second), max(first, second)}
	}
	return [2]int64{first, second}
}

// differ says whether the two rows have different values of the group.
func (p *probe) differ(group []int) bool {
	for _, parameter := range group {
		if !alike(&p.batch.Parameters[parameter]) {
			return true
		}
	}
	return false
}

// alike says whether the two values of a column are the same.
func alike(c *models.Column) bool {
	switch {
	case c.Ints != nil:
		return c.Ints[0] == c.Ints[1]
	case c.Reals != nil:
		return c.Reals[0] == c.Reals[1]
	}
	return c.Codes[0] == c.Codes[1]
}

// copyValue copies the first value of a column to the second of another.
func copyValue(to, from *models.Column) {
	switch {
	case to.Ints != nil:
		to.Ints[1] = from.Ints[0]
	case to.Reals != nil:
		to.Reals[1] = from.Reals[0]
	default:
		to.Codes[1] = from.Codes[0]
	}
}

func (p *probe) breaksRule(row int) bool {
	for i := range p.study.Spec.Rules {
		rule := &p.study.Spec.Rules[i]
		p.values = p.values[:0]
		for _, name := range rule.Parameters {
			p.values = append(p.values, p.study.Grid.Value(p.batch.Parameters, row, p.study.Spec.Lookup(name)))
		}
		if rule.Check(p.values) != nil {
			return true
		}
	}
	return false
}

// run computes both rows and returns what the kernel panicked with.
func (p *probe) run() (fault any) {
	defer func() { fault = recover() }()
	p.kernel.Run(&p.batch)
	return nil
}

func (p *probe) equal() bool {
	if p.batch.Failures[0] != p.batch.Failures[1] {
		return false
	}
	for i := range p.batch.Metrics {
		switch m := &p.batch.Metrics[i]; {
		case m.Null[0] != m.Null[1]:
			return false
		case !m.Null[0] && !alike(m):
			return false
		}
	}
	return true
}

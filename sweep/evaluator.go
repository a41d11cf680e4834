package sweep

import (
	"fmt"
	"slices"
	"unicode/utf8"

	"tarama/models"
	"tarama/output"
	"tarama/sweep/grid"
	"tarama/sweep/where"
)

// evaluator computes blocks of cells for one worker: it fills in the parameters, leaves out the cells that where
// excludes, fails those that break a rule, and has the kernel compute the rest in the cheapest order. All its memory is
// allocated once.
type evaluator struct {
	plan   *Plan
	kernel models.Kernel
	order  *order
	filter *where.Evaluator // nil: the study has no where
	pick   func(in []bool)  // nil, or takes further rows of a block out: an audit's selection
	rules  *grid.Checker

	own      *output.Table // where blocks go that have no other place; nil while there was none
	rows     *output.Table // the results of the block; the batch's columns are the same slices where they can be
	batch    models.Batch
	capacity int     // cells of a block at most
	in       []bool  // by row: neither where nor pick leaves it out
	keep     []int32 // the rows that are in, in cell order
	runs     []int32 // of them those that keep the rules, in evaluation order
	failures []string

	backwards bool // compute in the reverse of the cheapest order, which costs the same: an audit's
}

func newEvaluator(plan *Plan, capacity int) *evaluator {
	e := &evaluator{
		plan:     plan,
		kernel:   plan.newKernel(),
		order:    newOrder(plan.grid().Lengths(), plan.axisCosts(), capacity),
		rules:    plan.Study.Rules.NewChecker(),
		capacity: capacity,
		in:       make([]bool, capacity),
		keep:     make([]int32, 0, capacity),
		runs:     make([]int32, 0, capacity),
		failures: make([]string, capacity),
	}
	if plan.Study.Where != nil {
		e.filter = plan.Study.Where.NewEvaluator()
	}
	fill(e.in, true)
	e.fillConstants()
	return e
}

// fillConstants gives the parameters that never vary a column of their own, once: a table has one value of each, but a kernel
// reads every parameter by row.
func (e *evaluator) fillConstants() {
	e.batch.Parameters = make([]models.Column, len(e.plan.Study.Spec.Parameters))
	e.batch.Metrics = make([]models.Column, len(e.plan.Study.Spec.Metrics))
	for i := range e.batch.Parameters {
		if e.plan.layout.constants[firstParameter+i] != nil {
			v := newValues(&e.plan.schema.Columns[firstParameter+i], firstParameter+i, e.capacity)
			e.batch.Parameters[i] = models.Column{Ints: v.Ints, Reals: v.Reals, Codes: v.Codes, Constant: true}
		}
	}
	e.plan.grid().FillFixed(e.batch.Parameters, e.capacity)
}

// bind lets the batch's columns be those of a table, where the table has them by row.
func (e *evaluator) bind(rows *output.Table) {
	if rows == e.rows && rows == e.own {
		return
	}
	e.rows = rows
	for i := range e.batch.Parameters {
		if v := &rows.Columns[firstParameter+i]; !v.Constant {
			e.batch.Parameters[i] = models.Column{Ints: v.Ints, Reals: v.Reals, Codes: v.Codes}
		}
	}
	for i := range e.batch.Metrics {
		v := &rows.Columns[e.plan.firstMetric()+i]
		e.batch.Metrics[i] = models.Column{Ints: v.Ints, Reals: v.Reals, Codes: v.Codes, Null: v.Null}
	}
}

// evaluate computes the cells first to first+count-1 and says how many of the rows failed. The table is valid until
// the next call.
func (e *evaluator) evaluate(first int64, count int) (rows *output.Table, failed int) {
	if e.own == nil {
		e.own = e.plan.layout.newTable(e.capacity)
	}
	return e.own, e.evaluateInto(e.own, first, count)
}

// evaluateInto computes the cells into a table with room for as many rows.
func (e *evaluator) evaluateInto(rows *output.Table, first int64, count int) (failed int) {
	e.bind(rows)
	e.plan.grid().Fill(first, count, e.batch.Parameters)
	e.batch.Rows = count
	e.batch.Failures = e.failures[:count]
	clear(e.batch.Failures)
	e.choose(first, count)
	e.batch.Order = e.runs
	if e.try() != nil {
		e.computeSingly()
	}
	return e.finish(first, count)
}

// choose sets keep and runs: which rows there are, and which of them the kernel computes. In most blocks both are all.
func (e *evaluator) choose(first int64, count int) {
	in := e.in[:count]
	if e.filter != nil {
		e.filter.Select(first, e.batch.Parameters, in, e.batch.Failures)
	} else if e.pick != nil {
		fill(in, true)
	}
	if e.pick != nil {
		e.pick(in)
	}
	e.rules.Check(first, e.batch.Parameters, e.batch.Failures)
	e.runs = append(e.runs[:0], e.order.of(first, count)...)
	if e.mayLeaveOut() || e.anyFailed() {
		e.runs = slices.DeleteFunc(e.runs, func(row int32) bool { return !in[row] || e.batch.Failures[row] != "" })
	}
	if e.backwards {
		slices.Reverse(e.runs)
	}
}

// mayLeaveOut says that blocks need not have all of their cells.
func (e *evaluator) mayLeaveOut() bool { return e.filter != nil || e.pick != nil }

func (e *evaluator) anyFailed() bool {
	for _, failure := range e.batch.Failures {
		if failure != "" {
			return true
		}
	}
	return false
}

// try has the kernel run, and returns what it panicked with.
func (e *evaluator) try() (fault any) {
	defer func() { fault = recover() }()
	e.kernel.Run(&e.batch)
	return nil
}

// computeSingly finds the cells on which the kernel panics, and fails them. A panic leaves a kernel in a half-done
// state, so the cells after it get a new one: what a row holds must not depend on which cells shared its block.
func (e *evaluator) computeSingly() {
	e.kernel = e.plan.newKernel()
	for i, row := range e.runs {
		e.batch.Failures[row] = ""
		e.batch.Order = e.runs[i : i+1]
		if fault := e.try(); fault != nil {
			e.batch.Failures[row] = fmt.Sprintf("the model panicked: %v", fault)
			e.kernel = e.plan.newKernel()
		}
	}
}

// finish fills in the columns that are the sweep's own and closes the gaps that where left.
func (e *evaluator) finish(first int64, count int) (failed int) {
	status, errors := &e.rows.Columns[e.plan.statusColumn()], &e.rows.Columns[e.plan.statusColumn()+1]
	for row := range e.rows.Columns[0].Ints[:count] {
		e.rows.Columns[0].Ints[row] = first + int64(row)
	}
	fill(status.Codes[:count], statusOK)
	fill(errors.Null[:count], true) // where it is, its text means nothing and is left as it is
	for row, failure := range e.batch.Failures {
		if failure != "" && e.in[row] {
			status.Codes[row], errors.Texts[row], errors.Null[row] = statusFailed, shorten(failure), false
			e.clearMetrics(row)
			failed++
		}
	}
	e.rows.Rows = count
	if e.mayLeaveOut() {
		e.closeGaps(count)
	}
	return failed
}

// closeGaps moves the rows that are in to the front.
func (e *evaluator) closeGaps(count int) {
	e.keep = e.keep[:0]
	for row, in := range e.in[:count] {
		if in {
			e.keep = append(e.keep, int32(row))
		}
	}
	if len(e.keep) < count {
		keepRows(e.rows, e.keep)
	}
}

// fill sets all values, by copying those that are set: at the speed of memory.
func fill[T any](values []T, value T) {
	if len(values) > 0 {
		values[0] = value
	}
	for done := 1; done < len(values); done *= 2 {
		copy(values[done:], values[:done])
	}
}

// clearMetrics makes every metric of a failed row null.
func (e *evaluator) clearMetrics(row int) {
	for i := range e.batch.Metrics {
		e.batch.Metrics[i].Null[row] = true
	}
}

// shorten cuts an error's text to maxErrorBytes at a character.
func shorten(text string) string {
	if len(text) <= maxErrorBytes {
		return text
	}
	cut := maxErrorBytes
	for cut > 0 && !utf8.RuneStart(text[cut]) {
		cut--
	}
	return text[:cut]
}

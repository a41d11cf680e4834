package sweep

import (
	"math"
	"slices"

	"tarama/output"
	"tarama/output/results"
)

// SampleCells chooses the cells for an audit by sample: n rows spread evenly over the results, and for each metric a
// row with its smallest and one with its largest value, where a mistake would hurt most.
func SampleCells(r *results.Results, plan *Plan, n int64) ([]int64, error) {
	rows := r.Rows()
	n = min(n, rows)
	s := &sample{plan: plan, extremes: make([]extremes, len(plan.Study.Spec.Metrics))}
	next := int64(0) // of the n rows
	for slice, err := range r.Tables(results.Selection{}) {
		if err != nil {
			return nil, err
		}
		cells := slice.Table.Columns[0].Ints
		for ; next < n; next++ {
			row := spread(next, n, rows) - slice.FirstRow
			if row >= int64(slice.Table.Rows) {
				break
			}
			s.cells = append(s.cells, cells[row])
		}
		s.look(slice.Table)
	}
	for _, e := range s.extremes {
		if e.seen {
			s.cells = append(s.cells, e.minCell, e.maxCell)
		}
	}
	slices.Sort(s.cells)
	return slices.Compact(s.cells), nil
}

// spread is the i-th of n rows spread evenly over all: the middle of the i-th of n equal stretches.
func spread(i, n, rows int64) int64 {
	return int64((float64(i) + 0.5) / float64(n) * float64(rows))
}

// sample gathers cells.
type sample struct {
	plan     *Plan
	cells    []int64
	extremes []extremes // by metric
}

// extremes are the first cells with a metric's smallest and largest value so far.
type extremes struct {
	seen             bool
	min, max         float64
	minCell, maxCell int64
}

func (s *sample) look(t *output.Table) {
	cells := t.Columns[0].Ints
	for i := range s.extremes {
		v := &t.Columns[s.plan.firstMetric()+i]
		for row := range t.Rows {
			if !isNull(v, row) {
				s.extremes[i].see(number(v, index(v, row)), cells[row])
			}
		}
	}
}

func number(v *output.Values, row int) float64 {
	switch {
	case v.Ints != nil:
		return float64(v.Ints[row])
	case v.Reals != nil:
		return v.Reals[row]
	}
	return float64(v.Codes[row])
}

func (e *extremes) see(x float64, cell int64) {
	if !e.seen {
		*e = extremes{true, math.Inf(1), math.Inf(-1), cell, cell}
	}
	if x < e.min {
		e.min, e.minCell = x, cell
	}
	if x > e.max {
		e.max, e.maxCell = x, cell
	}
}

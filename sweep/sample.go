package sweep

import (
	"errors"
	"math"
	"slices"

	"tarama/output"
	"tarama/output/results"
)

// SampleCells chooses the cells for an audit by sample: n rows spread evenly over the results, and for each metric a
// row with its smallest and one with its largest value, where a mistake would hurt most. A part is read in the first format in
// which it can be; unread are the files that could not. Of a part without another file there are no cells.
func SampleCells(r *results.Results, plan *Plan, n int64) (cells []int64, unread []*results.DamagedError, err error) {
	rows := r.Rows()
	s := &sample{plan: plan, results: r, wanted: min(n, rows), rows: rows, cells: []int64{}}
	s.extremes = make([]extremes, len(plan.Study.Spec.Metrics))
	first := int64(0)
	for _, part := range r.Parts() {
		if part.Rows == 0 {
			continue
		}
		damage, err := s.readPart(part, first)
		if err != nil {
			return nil, nil, err
		}
		unread = append(unread, damage...)
		first += part.Rows
	}
	for _, e := range s.extremes {
		if e.seen {
			s.cells = append(s.cells, e.minCell, e.maxCell)
		}
	}
	slices.Sort(s.cells)
	return slices.Compact(s.cells), unread, nil
}

// readPart looks at a part, whose first row is number first of all, in one format after the other until one can be read to the
// end.
func (s *sample) readPart(part results.SealedPart, first int64) (unread []*results.DamagedError, err error) {
	for _, format := range s.plan.Study.Formats {
		err := s.readFile(part, first, format)
		var damage *results.DamagedError
		if !errors.As(err, &damage) {
			return unread, err
		}
		unread = append(unread, damage)
	}
	return unread, nil
}

// readFile looks at a part in one format.
func (s *sample) readFile(part results.SealedPart, first int64, format string) error {
	end := first + part.Rows
	next := s.next
	for next < s.wanted && spread(next, s.wanted, s.rows) < first {
		next++ // in a part that could not be read
	}
	for slice, err := range s.results.Tables(results.Selection{FirstPart: part.Number, Format: format}) {
		if err != nil {
			return err
		}
		cells := slice.Table.Columns[0].Ints
		for ; next < s.wanted; next++ {
			row := spread(next, s.wanted, s.rows) - slice.FirstRow
			if row >= int64(slice.Table.Rows) {
				break
			}
			s.cells = append(s.cells, cells[row])
		}
		s.look(slice.Table)
		if slice.FirstRow+int64(slice.Table.Rows) >= end {
			break // before the next part is opened
		}
	}
	s.next = next
	return nil
}

// spread is the i-th of n rows spread evenly over all: the middle of the i-th of n equal stretches.
func spread(i, n, rows int64) int64 {
	return int64((float64(i) + 0.5) / float64(n) * float64(rows))
}

// sample gathers cells.
type sample struct {
	plan     *Plan
	results  *results.Results
	wanted   int64 // rows spread evenly
	rows     int64 // of all parts
	next     int64 // of the wanted rows
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

package sweep

import (
	"fmt"
	"slices"

	"tarama/models"
	"tarama/output"
	"tarama/output/results"
)

// Replay is one row of some results, stored and recomputed side by side.
type Replay struct {
	Part       int
	Cell       int64
	Columns    []output.Column
	Stored     []string // by column
	Recomputed []string // by column
	Trace      *models.Trace
}

// Same says whether every stored value is what comes out again.
func (r *Replay) Same() bool { return slices.Equal(r.Stored, r.Recomputed) }

// CellError says that a cell has no row, and why.
type CellError struct {
	Cell int64
	Why  string
}

func (e *CellError) Error() string { return fmt.Sprintf("cell %d has no row: %s", e.Cell, e.Why) }

// ReplayCell recomputes one row of some results. A cell that has no row gives a *CellError.
func ReplayCell(r *results.Results, plan *Plan, cell int64) (*Replay, error) {
	if cell < 0 || cell >= plan.Cells() {
		return nil, &CellError{cell, fmt.Sprintf("the study has the cells 0 to %d", plan.Cells()-1)}
	}
	e := newEvaluator(plan, 1)
	rows, failed := e.evaluate(cell, 1)
	if rows.Rows == 0 {
		return nil, &CellError{cell, "where leaves it out"}
	}
	replay := &Replay{Part: int(cell / plan.partCells), Cell: cell, Columns: plan.schema.Columns}
	for i := range replay.Columns {
		replay.Recomputed = append(replay.Recomputed, text(&replay.Columns[i], &rows.Columns[i], 0))
	}
	if trace := plan.Study.Spec.Trace; trace != nil && failed == 0 {
		replay.Trace = trace(plan.grid().At(cell))
	}
	return replay, replay.find(r)
}

// find reads the stored row.
func (p *Replay) find(r *results.Results) error {
	i, ok := slices.BinarySearchFunc(r.Parts(), p.Part, func(part results.SealedPart, n int) int { return part.Number - n })
	if !ok {
		return &CellError{p.Cell, fmt.Sprintf("part %d is not sealed yet", p.Part)}
	}
	part := r.Parts()[i]
	if part.Rows == 0 {
		return &CellError{p.Cell, fmt.Sprintf("part %d was stored without rows", p.Part)}
	}
	reader, err := r.OpenPart(part, r.Format())
	if err != nil {
		return err
	}
	defer reader.Close()
	var positions []int
	for i := range p.Columns {
		positions = append(positions, i)
	}
	var t output.Table
	for group := range reader.Rows() {
		if err := reader.Read(group, positions, &t); err != nil {
			return err
		}
		if row, ok := slices.BinarySearch(t.Columns[0].Ints[:t.Rows], p.Cell); ok {
			for i := range p.Columns {
				p.Stored = append(p.Stored, text(&p.Columns[i], &t.Columns[i], row))
			}
			return nil
		}
	}
	return &CellError{p.Cell, fmt.Sprintf("it is missing in part %d", p.Part)}
}

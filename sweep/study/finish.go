package study

import (
	"errors"
	"fmt"

	"tarama/models"
	"tarama/sweep/grid"
)

// finish makes the study of a draft. It is called for drafts with problems too, to find those that only show on the
// whole.
func (r *reader) finish(d *draft) *Study {
	s := &Study{
		Name: d.name, Title: d.title, Model: d.model, Spec: d.spec,
		Formats: d.formats, Preview: d.preview, PartCells: d.partCells, Points: d.points,
	}
	if !d.build(s) || len(r.problems) > 0 {
		d.checkWhere()
		return nil
	}
	if !d.readWhere(s) || !d.checkRules(s) {
		return nil
	}
	if err := d.write(s); err != nil {
		r.reportFile("the study cannot be written as JSON: "+err.Error(), "")
		return nil
	}
	if len(s.Resolved) > maxBytes {
		r.reportFile(fmt.Sprintf("the study with everything said is over %d MiB", maxBytes>>20), longLists)
		return nil
	}
	return s
}

// build makes the grid: every parameter has its fixed value, its default or its axis.
func (d *draft) build(s *Study) bool {
	fixed := make([]models.Value, len(d.spec.Parameters))
	for p := range d.spec.Parameters {
		fixed[p] = d.spec.Parameters[p].Default
	}
	for _, a := range d.fixed {
		fixed[a.parameter] = a.value
	}
	var axes []grid.Axis
	if design := d.designAxis(s); design != nil {
		axes = append(axes, design)
	}
	for _, a := range d.axes {
		if a.factor == nil {
			axes = append(axes, a.grid)
		}
	}
	g, err := grid.New(d.spec.Parameters, fixed, axes)
	var tooMany *grid.TooManyCellsError
	switch {
	case errors.As(err, &tooMany):
		d.report(d.axes[0].node, err.Error(), "")
		return false
	case err != nil:
		return false // a parameter on two axes: checkOnce has said so
	}
	s.Grid = g
	return d.checkParts(g.Cells())
}

// MaxParts is how many parts a study may be cut into: each has files of its own, and an entry in the manifest.
const MaxParts = 1 << 18

func (d *draft) checkParts(cells int64) bool {
	if d.partCells < 1 || (cells-1)/d.partCells < MaxParts {
		return true
	}
	d.report(d.partsNode, fmt.Sprintf("part_cells is %d, which cuts %s cells into more than %s parts", d.partCells,
		models.FormatCount(cells), models.FormatCount(MaxParts)), fmt.Sprintf("at least %d, or leave it out", (cells-1)/MaxParts+1))
	return false
}

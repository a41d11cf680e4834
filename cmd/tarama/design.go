package main

import (
	"fmt"
	"io"

	"tarama/models"
	"tarama/sweep/grid"
	"tarama/sweep/grid/design"
	"tarama/sweep/study"
)

// designJSON is a sampling design as plan --json prints it.
type designJSON struct {
	Method     design.Method `json:"method"`
	Points     int64         `json:"points"` // as the study asks for
	Levels     *int64        `json:"levels,omitempty"`
	Seed       *int64        `json:"seed,omitempty"`
	Total      int64         `json:"total"` // points of the design
	Parameters []string      `json:"parameters"`
}

// newDesignJSON is nil for a study without a design.
func newDesignJSON(d *study.Design) *designJSON {
	if d == nil {
		return nil
	}
	j := &designJSON{Method: d.Method, Points: d.Settings.Points, Total: d.Total, Parameters: d.Parameters}
	if d.Method == design.Morris {
		j.Levels = &d.Levels
	}
	if d.Seeded {
		j.Seed = &d.Seed
	}
	return j
}

// writeDesign says how the design makes its points, and between which values.
func writeDesign(w io.Writer, d *study.Design, axis axisJSON) {
	how := plural(d.Total, "point")
	switch d.Method {
	case design.Saltelli:
		how = fmt.Sprintf("%s from %s", how, plural(d.Settings.Points, "base point"))
	case design.Morris:
		how = fmt.Sprintf("%s in %d trajectories on %d levels", how, d.Settings.Points, d.Levels)
	}
	if d.Seeded {
		how += fmt.Sprintf(", seed %d", d.Seed)
	}
	fmt.Fprintf(w, "design   %s: %s\n", d.Method, how)
	for i, name := range axis.Parameters {
		fmt.Fprintf(w, "         %s: %s to %s\n", name, axis.First[i], axis.Last[i])
	}
}

// designEnds are the cells, off the design, at which every parameter of it has its first and its last value.
func designEnds(g *grid.Grid, d *grid.Design) (first, last []models.Value) {
	columns := grid.NewColumns(g.Parameters(), 2)
	g.FillFixed(columns, 2)
	d.FillEnds(columns)
	first, last = make([]models.Value, len(columns)), make([]models.Value, len(columns))
	for _, p := range d.Parameters() {
		first[p], last[p] = g.Value(columns, 0, p), g.Value(columns, 1, p)
	}
	return first, last
}

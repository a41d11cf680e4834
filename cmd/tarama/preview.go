package main

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"golang.org/x/term"

	"tarama/output"
	"tarama/output/results"
	"tarama/sweep"
)

// plainWidth is how wide a table may get where no terminal says.
const plainWidth = 120

// preview prints the first rows of a results directory as a table, of replicates only those of the first seed, and says
// what it leaves out.
func preview(out io.Writer, dir string) error {
	r, err := results.Open(dir)
	if err != nil {
		return err
	}
	defer r.Close()
	plan, err := sweep.PlanOf(r)
	if err != nil {
		return err
	}
	seen, err := firstRows(r, plan)
	if err != nil {
		return err
	}
	choice := choosePreview(r, plan, widthOf(out), seen)
	writer, err := newRowWriter("table", out, choice.columns)
	if err != nil {
		return err
	}
	rows, err := newRowStream(r, choice.columns, seen.condition)
	if err != nil {
		return err
	}
	if _, err = rows.write(writer, tableRows); err != nil {
		return err
	}
	if note := previewNote(r, seen, choice); note != "" {
		_, err = io.WriteString(out, paragraph(out, note))
	}
	return err
}

// previewNote says how many of the rows and which of the columns a preview has; nothing if it has all.
func previewNote(r *results.Results, seen *survey, choice *tableColumns) string {
	var parts []string
	if seen.rows < r.Rows() {
		parts = append(parts, fmt.Sprintf("%s of %s%s", count(seen.rows), plural(r.Rows(), "row"), seen.only))
	}
	if note := choice.note(); note != "" {
		parts = append(parts, note)
	}
	if parts == nil {
		return ""
	}
	return fmt.Sprintf("%s; tarama show %s --columns A,B --limit N", strings.Join(parts, "; "), r.Path())
}

// survey is what the rows of a preview have in common. As a rowWriter it sees them go by.
type survey struct {
	condition string // that chooses the rows; empty: all
	only      string // the same in words
	rows      int64

	columns []output.Column
	first   []any           // of the first row
	several map[string]bool // columns that have several values
}

func (s *survey) write(t *output.Table, positions []int, row int) error {
	s.rows++
	for i, p := range positions {
		x := value(&s.columns[i], &t.Columns[p], row)
		if len(s.first) < len(positions) {
			s.first = append(s.first, x)
		}
		if x != s.first[i] {
			s.several[s.columns[i].Name] = true
		}
	}
	return nil
}

func (s *survey) close() error { return nil }

// firstRows looks at the rows that a preview has. Replicates of one setting would fill it and look all alike, so of several
// seeds it has the first one, unless nothing else varies or the study names the seed for its preview.
func firstRows(r *results.Results, plan *sweep.Plan) (*survey, error) {
	s := &survey{several: map[string]bool{}, columns: tableCandidates(plan, r.Schema().Columns)}
	if seed, ok := firstSeed(plan); ok {
		s.condition, s.only = fmt.Sprintf("%s == %d", seedName, seed), fmt.Sprintf(", those of %s %d", seedName, seed)
		s.columns = slices.DeleteFunc(s.columns, func(c output.Column) bool { return c.Name == seedName })
	}
	rows, err := newRowStream(r, s.columns, s.condition)
	if err != nil {
		return nil, err
	}
	if _, err := rows.write(s, tableRows); err != nil {
		return nil, err
	}
	if s.rows == 0 && s.condition != "" { // where has left that seed out
		s.condition, s.only = "", ""
		s.rows = min(r.Rows(), tableRows)
	}
	return s, nil
}

// firstSeed is the first value of an axis of seeds that stands beside others.
func firstSeed(plan *sweep.Plan) (seed int64, ok bool) {
	grid := plan.Study.Grid
	at := plan.Study.Spec.Lookup(seedName)
	if at < 0 || !grid.Varies(at) || slices.Contains(plan.Study.Preview, seedName) || len(grid.Axes()[grid.AxisOf(at)].Parameters()) > 1 {
		return 0, false
	}
	for p := range plan.Study.Spec.Parameters {
		if p != at && grid.Varies(p) {
			return grid.At(0)[at].Int, true
		}
	}
	return 0, false
}

// widthOf is the width of a terminal, or plainWidth.
func widthOf(out io.Writer) int {
	if file, ok := raw(out).(interface{ Fd() uintptr }); ok {
		if width, _, err := term.GetSize(int(file.Fd())); err == nil && width > 0 {
			return width
		}
	}
	return plainWidth
}

package main

import (
	"io"

	"golang.org/x/term"

	"tarama/output"
	"tarama/output/results"
	"tarama/sweep"
)

// plainWidth is how wide a table may get where no terminal says.
const plainWidth = 120

// preview prints the first rows of a results directory as a table.
func preview(out io.Writer, dir string) error {
	r, err := results.Open(dir)
	if err != nil {
		return err
	}
	defer r.Close()
	columns, err := previewColumns(r, widthOf(out))
	if err != nil {
		return err
	}
	writer, err := newRowWriter("table", out, columns)
	if err != nil {
		return err
	}
	rows, err := newRowStream(r, columns, "")
	if err != nil {
		return err
	}
	_, err = rows.write(writer, tableRows)
	return err
}

// previewColumns are the columns that the study names for it, or else the parameters that vary and as many metrics as
// fit.
func previewColumns(r *results.Results, width int) ([]output.Column, error) {
	plan, err := sweep.PlanOf(r)
	if err != nil {
		return nil, err
	}
	wanted := map[string]int{}
	for i, name := range plan.Study.Preview {
		wanted[name] = i
	}
	columns := r.Schema().Columns
	if len(wanted) > 0 {
		chosen := make([]output.Column, len(wanted))
		for _, c := range columns {
			if i, ok := wanted[c.Name]; ok {
				chosen[i] = c
			}
		}
		return chosen, nil
	}
	return fitting(plan, columns, width), nil
}

func fitting(plan *sweep.Plan, columns []output.Column, width int) []output.Column {
	var chosen []output.Column
	for i, c := range columns {
		shown := c.Role == output.RoleMetric || c.Role == output.RoleParameter && plan.Varies(i)
		if !shown {
			continue
		}
		width -= max(len(heading(&c)), 6) + 2
		if width < 0 && len(chosen) > 0 {
			break
		}
		chosen = append(chosen, c)
	}
	return chosen
}

// widthOf is the width of a terminal, or plainWidth.
func widthOf(out io.Writer) int {
	if file, ok := out.(interface{ Fd() uintptr }); ok {
		if width, _, err := term.GetSize(int(file.Fd())); err == nil && width > 0 {
			return width
		}
	}
	return plainWidth
}

package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/spf13/cobra"

	"tarama/models"
	"tarama/output"
	"tarama/sweep"
)

func newReplay() *cobra.Command {
	var (
		cell   int64
		asJSON bool
	)
	cmd := &cobra.Command{
		Use:   "replay DIR --cell N",
		Short: "recompute one row and show how its numbers came about",
		Long: `replay shows the parameters of one row, its metrics as stored and as recomputed, and for dns and failover a timeline
of what happened.`,
		Example:           `  tarama replay results/quickstart --cell 2`,
		Args:              exactly("DIR"),
		ValidArgsFunction: completeDir,
		RunE: func(cmd *cobra.Command, args []string) error {
			if !cmd.Flags().Changed("cell") {
				return usageError{fmt.Errorf("--cell is missing; usage: %s", cmd.UseLine())}
			}
			return replayCell(cmd.OutOrStdout(), args[0], cell, asJSON)
		},
	}
	cmd.Flags().Int64Var(&cell, "cell", 0, "number `N` of the cell, from the column cell")
	cmd.Flags().BoolVar(&asJSON, "json", false, "print JSON for programs")
	return cmd
}

func replayCell(out io.Writer, dir string, cell int64, asJSON bool) error {
	r, err := openResults(dir)
	if err != nil {
		return err
	}
	defer r.Close()
	plan, err := sweep.PlanOf(r)
	if err != nil {
		return err
	}
	replay, err := sweep.ReplayCell(r, plan, cell)
	var missing *sweep.CellError
	if errors.As(err, &missing) {
		return usageError{fmt.Errorf("%s: %w", dir, err)}
	}
	if err != nil {
		return err
	}
	if asJSON {
		err = writeReplayJSON(out, replay)
	} else {
		err = writeReplay(plainText{out}, replay)
	}
	if err == nil && !replay.Same() {
		err = outcome{exitDifference}
	}
	return err
}

func writeReplay(w io.Writer, r *sweep.Replay) error {
	if _, err := fmt.Fprintf(w, "cell %d, in part %d\n\n", r.Cell, r.Part); err != nil {
		return err
	}
	parameters := table{header: []string{"parameter", "value", "unit"}, right: []bool{false, true, false}}
	metrics := table{header: []string{"metric", "stored", "recomputed", "unit", ""}, right: []bool{false, true, true, false, false}}
	for i, c := range r.Columns {
		stored, recomputed := escapeControl(r.Stored[i]), escapeControl(r.Recomputed[i])
		mark := ""
		if stored != recomputed {
			mark = "differs"
		}
		if c.Role == output.RoleParameter && mark == "" {
			parameters.rows = append(parameters.rows, []string{c.Name, stored, c.Unit})
		} else if c.Role != output.RoleCell {
			metrics.rows = append(metrics.rows, []string{c.Name, stored, recomputed, c.Unit, mark})
		}
	}
	if err := parameters.writePlain(w); err != nil {
		return err
	}
	if _, err := fmt.Fprintln(w); err != nil {
		return err
	}
	if err := metrics.writePlain(w); err != nil {
		return err
	}
	return writeTrace(w, r.Trace)
}

// writeTrace prints what happened, and each series as its stretches of time.
func writeTrace(w io.Writer, trace *models.Trace) error {
	if trace == nil {
		return nil
	}
	var b strings.Builder
	events := table{header: []string{"second", "what happens"}, right: []bool{true, false}}
	for _, e := range trace.Events {
		events.rows = append(events.rows, []string{count(e.Time), e.What})
	}
	b.WriteString("\n")
	if err := events.writePlain(&b); err != nil {
		return err
	}
	for _, s := range trace.Series {
		fmt.Fprintf(&b, "\n%s\n", s.Name)
		runs := table{header: []string{"from second", "to", s.Unit}, right: []bool{true, true, true}}
		for _, run := range s.Runs {
			runs.rows = append(runs.rows, []string{count(run.First), count(run.Last), count(run.Value)})
		}
		if err := runs.writePlain(&b); err != nil {
			return err
		}
	}
	_, err := io.WriteString(w, b.String())
	return err
}

func writeReplayJSON(w io.Writer, r *sweep.Replay) error {
	type columnJSON struct {
		Name       string      `json:"name"`
		Role       output.Role `json:"role"`
		Unit       string      `json:"unit,omitempty"`
		Stored     string      `json:"stored"`
		Recomputed string      `json:"recomputed"`
	}
	var columns []columnJSON
	for i, c := range r.Columns {
		columns = append(columns, columnJSON{c.Name, c.Role, c.Unit, r.Stored[i], r.Recomputed[i]})
	}
	encoder := json.NewEncoder(w)
	encoder.SetIndent("", "  ")
	encoder.SetEscapeHTML(false)
	return encoder.Encode(struct {
		Cell    int64         `json:"cell"`
		Part    int           `json:"part"`
		Same    bool          `json:"same"`
		Columns []columnJSON  `json:"columns"`
		Trace   *models.Trace `json:"trace,omitempty"`
	}{r.Cell, r.Part, r.Same(), columns, r.Trace})
}

package main

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"math"
	"path/filepath"
	"runtime"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"tarama/output"
	"tarama/sweep"
	"tarama/sweep/grid"
	"tarama/sweep/lint"
)

func newPlan() *cobra.Command {
	var (
		set     []string
		workers int
		asJSON  bool
	)
	cmd := &cobra.Command{
		Use:   "plan STUDY",
		Short: "say what a study would compute, how long it takes and how much disk it needs",
		Long: `plan reads the study, computes a sample of its cells for half a second, and says what the whole run would take. It
warns of what would mislead a reader of the results, and writes nothing. STUDY is a file, a pipe, or - for the standard input.`,
		Example: `  tarama plan configs/failover-overnight.yaml
  tarama plan study.yaml --set ttl_s=30,60 --json`,
		Args:              exactly("STUDY"),
		ValidArgsFunction: completeStudy,
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := checkWorkers(workers); err != nil {
				return err
			}
			s, err := loadStudy(args[0], set, cmd.ErrOrStderr())
			if err != nil {
				return err
			}
			f, err := foresee(cmd.Context(), sweep.NewPlan(s), filepath.Join("results", s.Name), workers, sweep.PilotTime)
			if err != nil {
				return err
			}
			f.lints = append(findLints(cmd.Context(), s), f.longParts()...)
			if asJSON {
				return f.writeJSON(cmd.OutOrStdout())
			}
			printLints(cmd.ErrOrStderr(), f.lints)
			return f.writeText(plainText{cmd.OutOrStdout()}, true)
		},
	}
	addSet(cmd, &set)
	addWorkers(cmd, &workers)
	cmd.Flags().BoolVar(&asJSON, "json", false, "print JSON for programs")
	return cmd
}

func addSet(cmd *cobra.Command, set *[]string) {
	cmd.Flags().StringArrayVar(set, "set", nil,
		"fix a parameter or replace an axis: `NAME=VALUE`, NAME=VALUE,VALUE or NAME={from: 1, to: 9, step: 2}")
	mustComplete(cmd, "set", completeSet)
}

func addWorkers(cmd *cobra.Command, workers *int) {
	cmd.Flags().IntVar(workers, "workers", runtime.GOMAXPROCS(0), "number of workers `N`; the files do not depend on it")
}

// maxWorkers keeps a slip of the keyboard from asking for a million goroutines with megabytes each.
const maxWorkers = 1024

func checkWorkers(n int) error {
	if n < 1 || n > maxWorkers {
		return usageError{fmt.Errorf("--workers is %d, but must be 1 to %d", n, maxWorkers)}
	}
	return nil
}

// forecast is what plan says of a study, and the head of run.
type forecast struct {
	plan      *sweep.Plan
	dir       string
	workers   int
	kept      int64 // cells that where leaves in
	keptExact bool
	pilot     *sweep.Estimate
	free      int64       // bytes on the disk of dir
	lints     []lint.Lint // plan only: run prints its own
}

// foresee runs the pilot, which may compute for so long, and looks at the disk.
func foresee(ctx context.Context, plan *sweep.Plan, dir string, workers int, limit time.Duration) (*forecast, error) {
	if ctx == nil {
		ctx = context.Background()
	}
	f := &forecast{plan: plan, dir: dir, workers: workers}
	f.kept, f.keptExact = plan.Study.Cells()
	var err error
	if f.pilot, err = sweep.Pilot(ctx, plan, limit); err != nil {
		return nil, err
	}
	if f.free, err = freeSpace(dir); err != nil {
		return nil, &sweep.DirectoryError{Path: dir, Err: err}
	}
	return f, nil
}

// rows is how many rows the results will have, as well as it is known.
func (f *forecast) rows() int64 {
	if f.pilot.Whole {
		return f.pilot.Rows
	}
	return f.kept
}

// bytes is the expected size of all files, by format.
func (f *forecast) bytes(format string) int64 {
	files := min(int64(f.plan.Parts()), f.rows())
	ofRows := float64(float64(f.rows()) * float64(f.pilot.BytesPerRow[format]))
	return saturated(ofRows + float64(float64(files)*float64(f.pilot.BytesPerFile[format])))
}

func (f *forecast) allBytes() int64 {
	total := 0.0
	for _, format := range f.plan.Study.Formats {
		total += float64(f.bytes(format))
	}
	return saturated(total)
}

// coresOf is how many cores do the work of so many workers.
func coresOf(workers int) int { return min(workers, runtime.NumCPU()) }

// times is the expected duration with the forecast's workers.
func (f *forecast) times() (low, high time.Duration) {
	scale := float64(f.plan.Cells()) / float64(coresOf(f.workers)) * float64(time.Second)
	return time.Duration(saturated(f.pilot.CellSeconds.Low * scale)), time.Duration(saturated(f.pilot.CellSeconds.High * scale))
}

// longParts warns if a run would lose much when it is stopped.
func (f *forecast) longParts() []lint.Lint {
	return lint.LongParts(partsOf(f.plan, f.workers, f.pilot.CellSeconds.Mean))
}

func partsOf(plan *sweep.Plan, workers int, cellSeconds float64) lint.Parts {
	return lint.Parts{
		StudyCells: plan.Cells(), Cells: plan.PartCells(), CellSeconds: cellSeconds, Workers: workers, Cores: coresOf(workers),
	}
}

func (f *forecast) writeText(w io.Writer, columns bool) error {
	var b strings.Builder
	s := f.plan.Study
	fmt.Fprintf(&b, "study    %s, model %s\n", s.Name, s.Spec.Model)
	if s.Title != "" {
		fmt.Fprintf(&b, "         %s\n", escapeControl(s.Title))
	}
	axes := f.axes()
	if s.Design != nil {
		writeDesign(&b, s.Design, axes[0])
		axes = axes[1:]
	}
	for i, axis := range axes {
		label := "axes     "
		if i > 0 {
			label = "         "
		}
		fmt.Fprintf(&b, "%s%s: %s, %s\n", label, strings.Join(axis.Parameters, ", "), plural(axis.Values, "value"), axis.summary())
	}
	fmt.Fprintf(&b, "cells    %s%s\n", count(f.plan.Cells()), f.leftOut())
	fmt.Fprintf(&b, "parts    %s of %s cells\n", count(int64(f.plan.Parts())), count(f.plan.PartCells()))
	if columns {
		fmt.Fprintf(&b, "columns  %s\n", wrap(f.columnNames(), 9, min(110, widthOf(w))))
	}
	low, high := f.times()
	fmt.Fprintf(&b, "time     %s with %s (%s computed for this)\n", span(low, high),
		plural(int64(f.workers), "worker"), plural(f.pilot.Sampled, "cell"))
	fmt.Fprintf(&b, "disk     %s; %s free\n", f.sizes(), size(f.free))
	if f.pilot.Failed > 0 {
		fmt.Fprintf(&b, "failed   %s of %s rows of the sample: %s\n", count(f.pilot.Failed), count(f.pilot.Rows),
			escapeControl(f.pilot.Why))
	}
	_, err := io.WriteString(w, b.String())
	return err
}

func (f *forecast) leftOut() string {
	left := f.plan.Cells() - f.kept
	switch {
	case f.plan.Study.Where == nil:
		return ""
	case f.keptExact:
		return fmt.Sprintf(", of which where leaves out %s: %s", count(left), plural(f.kept, "row"))
	}
	return fmt.Sprintf(", of which where leaves out about %s (estimated from a sample)", count(left))
}

func (f *forecast) sizes() string {
	var parts []string
	for _, format := range f.plan.Study.Formats {
		parts = append(parts, about(f.bytes(format))+" "+format)
	}
	return strings.Join(parts, ", ")
}

func (f *forecast) columnNames() []string {
	var names []string
	for _, c := range f.plan.Schema().Columns {
		names = append(names, heading(&c))
	}
	return names
}

// span prints a span of time; the ends are rounded to what a person plans with.
func span(low, high time.Duration) string {
	a, b := duration(low), duration(high)
	switch {
	case low == math.MaxInt64:
		return a
	case a == b:
		return "about " + a
	}
	return a + " to " + b
}

// wrap joins words with commas into lines of at most width characters, the following ones indented.
func wrap(words []string, indent, width int) string {
	var b strings.Builder
	line := indent
	for i, word := range words {
		if i < len(words)-1 {
			word += ","
		}
		if i > 0 && line+1+len(word) > width {
			b.WriteString("\n" + strings.Repeat(" ", indent))
			line = indent
		} else if i > 0 {
			b.WriteByte(' ')
			line++
		}
		b.WriteString(word)
		line += len(word)
	}
	return b.String()
}

// axisJSON is an axis as plan --json prints it.
type axisJSON struct {
	Parameters []string `json:"parameters"`
	Values     int64    `json:"values"`
	First      []string `json:"first"` // by parameter; of a design the ends that its values lie between
	Last       []string `json:"last"`
}

func (a axisJSON) summary() string {
	first, last := strings.Join(a.First, " "), strings.Join(a.Last, " ")
	if a.Values == 1 {
		return first
	}
	return first + " to " + last
}

func (f *forecast) axes() []axisJSON {
	g := f.plan.Study.Grid
	axes := make([]axisJSON, len(g.Axes()))
	for i, axis := range g.Axes() {
		a := &axes[i]
		a.Values = axis.Len()
		first, last := g.At(0), g.At((axis.Len()-1)*g.Strides()[i])
		if d, ok := axis.(*grid.Design); ok {
			first, last = designEnds(g, d)
		}
		for _, p := range axis.Parameters() {
			a.Parameters = append(a.Parameters, g.Parameters()[p].Name)
			a.First = append(a.First, first[p].String())
			a.Last = append(a.Last, last[p].String())
		}
	}
	return axes
}

func (f *forecast) writeJSON(w io.Writer) error {
	low, high := f.times()
	type columnJSON struct {
		Name string      `json:"name"`
		Role output.Role `json:"role"`
		Unit string      `json:"unit,omitempty"`
		Doc  string      `json:"doc"`
	}
	var columns []columnJSON
	for _, c := range f.plan.Schema().Columns {
		columns = append(columns, columnJSON{c.Name, c.Role, c.Unit, c.Doc})
	}
	bytes := map[string]int64{}
	for _, format := range f.plan.Study.Formats {
		bytes[format] = f.bytes(format)
	}
	var warnings []string
	for _, warning := range f.plan.Study.Warnings {
		warnings = append(warnings, warning.String())
	}
	encoder := json.NewEncoder(w)
	encoder.SetIndent("", "  ")
	encoder.SetEscapeHTML(false)
	return encoder.Encode(map[string]any{
		"study": f.plan.Study.Name, "title": f.plan.Study.Title, "model": f.plan.Study.Spec.Model,
		"digest": f.plan.Study.Digest, "axes": f.axes(), "design": newDesignJSON(f.plan.Study.Design),
		"cells": f.plan.Cells(), "cells_kept": f.kept, "cells_kept_exact": f.keptExact,
		"parts": f.plan.Parts(), "part_cells": f.plan.PartCells(), "columns": columns,
		"workers": f.workers, "seconds_low": low.Seconds(), "seconds_high": high.Seconds(),
		"bytes": bytes, "bytes_free": f.free,
		"sample_cells": f.pilot.Sampled, "sample_rows": f.pilot.Rows, "sample_failed": f.pilot.Failed,
		"warnings": append([]string{}, warnings...), "lints": append([]lint.Lint{}, f.lints...),
	})
}

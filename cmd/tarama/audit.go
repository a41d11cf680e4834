package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"runtime"
	"slices"
	"strings"
	"syscall"

	"github.com/spf13/cobra"

	"tarama/output"
	"tarama/output/results"
	"tarama/sweep"
)

// auditFlags are the options of audit.
type auditFlags struct {
	seed    int64
	sample  int64
	workers int
	asJSON  bool
	quiet   bool
}

func newAudit() *cobra.Command {
	var f auditFlags
	cmd := &cobra.Command{
		Use:   "audit DIR",
		Short: "recompute rows of a results directory and compare them bit for bit",
		Long: `audit checks a results directory on its own, without the study file: the files against the manifest, the study
against its digest, and the rows of every format against what comes out when they are computed again, in another order
and with another number of workers than the run. Parquet is read by another implementation than the one that wrote it. Files
are read in a process of its own for each worker, with limits on time and memory.

All rows are recomputed, or those with one seed, or a sample: N rows spread evenly and the extremes of each metric.`,
		Example: `  tarama audit results/quickstart
  tarama audit results/night --seed 41129
  tarama audit results/night --sample 10000 --json`,
		Args:              exactly("DIR"),
		ValidArgsFunction: completeDir,
		RunE: func(cmd *cobra.Command, args []string) error {
			return auditDir(cmd, args[0], f)
		},
	}
	flags := cmd.Flags()
	flags.Int64Var(&f.seed, "seed", 0, "recompute only the rows with seed `N`")
	flags.Int64Var(&f.sample, "sample", 0, "recompute `N` rows spread evenly, and the extremes of each metric")
	flags.IntVar(&f.workers, "workers", 0, "number of workers `N` (default: as many as cores, but not as many as the run had)")
	flags.BoolVar(&f.asJSON, "json", false, "print JSON for programs")
	flags.BoolVarP(&f.quiet, "quiet", "q", false, "print nothing but errors and differences")
	return cmd
}

func auditDir(cmd *cobra.Command, dir string, f auditFlags) error {
	err := f.compare(cmd, dir)
	var damage *results.DamagedError
	if !errors.As(err, &damage) {
		return err
	}
	// What cannot be opened at all is what an audit is there to find.
	report := sweep.NewAuditReport()
	report.Problems = append(report.Problems, damage.Error())
	report.Remedies.Repair = true
	found := auditJSON{Directory: dir, AuditReport: report, Advice: auditAdvice(dir, report.Remedies)}
	if err := f.print(cmd.OutOrStdout(), found, sweep.Selection{}); err != nil {
		return err
	}
	return outcome{exitDifference}
}

// compare audits a directory that can be opened.
func (f *auditFlags) compare(cmd *cobra.Command, dir string) error {
	r, err := openResults(dir)
	if err != nil {
		return err
	}
	defer r.Close()
	plan, err := sweep.PlanOf(r)
	if err != nil {
		return err
	}
	selection, unread, err := f.selection(cmd, r, plan)
	if err != nil {
		return err
	}
	run, damage := sweep.ReadRecord(r)
	if run == nil {
		run = &sweep.Record{}
	}
	if f.workers == 0 {
		f.workers = otherWorkers(run.Workers)
	}
	if err := checkWorkers(f.workers); err != nil {
		return err
	}
	report, err := f.audit(cmd, r, plan, selection)
	stopped := errors.Is(err, context.Canceled) && report != nil
	if err != nil && !stopped {
		return err
	}
	if stopped {
		report.Problems = append(report.Problems, fmt.Sprintf("the audit was stopped after %s of %s",
			count(int64(report.Parts)), plural(int64(len(r.Parts())), "part")))
	}
	noteUnread(report, unread)
	noteRecord(report, run, damage)
	if selection.HasSeed && report.Values == 0 && report.Clean() {
		return usageError{fmt.Errorf("%s has no row with seed %d, so no row was compared", dir, f.seed)}
	}
	found := auditJSON{dir, r.Header().Digest, report.Clean(), report, auditAdvice(dir, report.Remedies)}
	if err := f.print(cmd.OutOrStdout(), found, selection); err != nil {
		return err
	}
	if stopped {
		return outcome{exitInterrupted}
	}
	if !report.Clean() {
		return outcome{exitDifference}
	}
	return nil
}

// selection is the rows to recompute. For a sample files are read; unread are those that cannot be.
func (f *auditFlags) selection(cmd *cobra.Command, r *results.Results, plan *sweep.Plan) (
	s sweep.Selection, unread []*results.DamagedError, err error,
) {
	switch {
	case cmd.Flags().Changed("seed") && cmd.Flags().Changed("sample"):
		return s, nil, usageError{errors.New("--seed and --sample are two selections; give one of them")}
	case cmd.Flags().Changed("seed"):
		return sweep.Selection{HasSeed: true, Seed: f.seed}, nil, nil
	case !cmd.Flags().Changed("sample"):
		return s, nil, nil
	case f.sample < 1:
		return s, nil, usageError{fmt.Errorf("--sample is %d, but must be 1 or more", f.sample)}
	}
	s.Cells, unread, err = sweep.SampleCells(r, plan, f.sample)
	return s, unread, err
}

// noteUnread adds files that could not be read for a sample, unless the audit itself has found what is wrong with them.
func noteUnread(report *sweep.AuditReport, unread []*results.DamagedError) {
	for _, damage := range unread {
		if !slices.ContainsFunc(report.Problems, func(p string) bool { return strings.HasPrefix(p, damage.Path+": ") }) {
			report.Problems = append(report.Problems, damage.Error())
		}
	}
}

// noteRecord says what is wrong with run.json, and whether another build wrote the results.
func noteRecord(report *sweep.AuditReport, run *sweep.Record, damage error) {
	if damage != nil {
		report.Problems = append(report.Problems, damage.Error()+": remove it, no row depends on it")
	}
	if run.Build != "" && run.Build != revision() {
		report.Notes = append(report.Notes, fmt.Sprintf("written by %s, recomputed by %s", run.Build, revision()))
	}
}

// audit runs the audit with signals and progress around it.
func (f *auditFlags) audit(cmd *cobra.Command, r *results.Results, plan *sweep.Plan, s sweep.Selection) (*sweep.AuditReport, error) {
	notices := cmd.ErrOrStderr()
	if f.quiet {
		notices = io.Discard
	}
	ctx, stop := signal.NotifyContext(cmd.Context(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	progress := &sweep.Progress{}
	if !f.quiet {
		view := watch(progress, s.CellsIn(r.Parts()), notices, progressAuto)
		defer view.close()
	}
	return sweep.Audit(ctx, r, plan, sweep.AuditOptions{
		Workers: min(f.workers, auditorsThatFit()), Selection: s, Progress: progress,
		NewExaminer: func() (sweep.PartExaminer, error) {
			x := newRemoteExaminer(ctx, r.Path(), s)
			if err := x.start(); err != nil { // no fault of the files
				return nil, fmt.Errorf("start the process that reads the files: %w", err)
			}
			return x, nil
		},
	})
}

// auditorsThatFit is how many workers can audit side by side before the process runs out of open files. Each has a file,
// a process to read with, and three pipes to it, whose other ends are open for a moment too.
func auditorsThatFit() int {
	const each, others = 9, 16
	return max(1, (results.OpenFiles()-others)/each)
}

// otherWorkers is a number of workers that the run did not have.
func otherWorkers(run int) int {
	if n := runtime.GOMAXPROCS(0); n != run {
		return n
	}
	return run + 1
}

// auditJSON is what audit --json prints.
type auditJSON struct {
	Directory string `json:"directory"`
	Digest    string `json:"digest"` // of the study; empty if the directory cannot say it
	Clean     bool   `json:"clean"`
	*sweep.AuditReport
	Advice []string `json:"advice"` // what to do about it
}

func (f *auditFlags) print(w io.Writer, report auditJSON, s sweep.Selection) error {
	if f.asJSON {
		encoder := json.NewEncoder(w)
		encoder.SetIndent("", "  ")
		encoder.SetEscapeHTML(false)
		return encoder.Encode(report)
	}
	if f.quiet && report.Clean {
		return nil
	}
	w = plainText{w}
	for _, note := range report.Notes {
		if _, err := fmt.Fprintf(w, "note: %s\n", escapeControl(note)); err != nil {
			return err
		}
	}
	for _, problem := range report.Problems {
		if _, err := fmt.Fprintf(w, "problem: %s\n", escapeControl(problem)); err != nil {
			return err
		}
	}
	if err := printDifferences(w, report); err != nil {
		return err
	}
	if err := f.printVerdict(w, report.AuditReport, s); err != nil {
		return err
	}
	return printAdvice(w, report.Advice)
}

func printDifferences(w io.Writer, report auditJSON) error {
	if report.Count == 0 {
		return nil
	}
	t := table{
		header: []string{"cell", "format", "column", "stored", "recomputed"},
		right:  []bool{true, false, false, true, true},
	}
	for _, d := range report.Differences {
		t.rows = append(t.rows, []string{
			fmt.Sprint(d.Cell), d.Format, escapeControl(d.Column), escapeControl(d.Stored), escapeControl(d.Recomputed),
		})
	}
	if err := t.writePlain(w); err != nil {
		return err
	}
	if more := report.Count - int64(len(report.Differences)); more > 0 {
		if _, err := fmt.Fprintf(w, "and %s more\n", count(more)); err != nil {
			return err
		}
	}
	_, err := fmt.Fprintf(w, "how a cell comes about: tarama replay %s --cell %d\n", escapeControl(shellWord(report.Directory)), report.Differences[0].Cell)
	return err
}

func (f *auditFlags) printVerdict(w io.Writer, report *sweep.AuditReport, s sweep.Selection) error {
	what := "every row"
	switch {
	case report.Parts == 0:
		_, err := fmt.Fprintln(w, "nothing could be compared")
		return err
	case s.HasSeed:
		what = fmt.Sprintf("the rows with seed %d", s.Seed)
	case s.Cells != nil:
		what = fmt.Sprintf("a sample of %s", plural(int64(len(s.Cells)), "cell"))
	}
	verdict := "all the same"
	if !report.Clean() {
		verdict = fmt.Sprintf("%s, %s", plural(report.Count, "difference"), plural(int64(len(report.Problems)), "problem"))
	}
	var rows []string
	for _, format := range output.Formats() {
		if n, ok := report.Rows[format.Name()]; ok {
			rows = append(rows, plural(n, format.Name()+" row"))
		}
	}
	_, err := fmt.Fprintf(w, "%s, %s, recomputed %s: %s in %s compared, %s\n", plural(int64(report.Parts), "part"),
		plural(int64(report.Files), "file"), what, plural(report.Values, "value"), strings.Join(rows, " and "), verdict)
	return err
}

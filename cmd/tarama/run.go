package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"time"

	"github.com/spf13/cobra"

	"tarama/output/results"
	"tarama/sweep"
	"tarama/sweep/study"
)

// runFlags are the options of run.
type runFlags struct {
	dir       string
	set       []string
	workers   int
	overwrite bool
	quiet     bool
	trustSize bool
	progress  string
}

func newRun() *cobra.Command {
	var f runFlags
	cmd := &cobra.Command{
		Use:   "run STUDY",
		Short: "run a study into a directory of Parquet and Arrow files",
		Long: `run computes every cell of the study and writes Parquet and Arrow files, a manifest and run.json into DIR. STUDY is a file,
a pipe, or - for the standard input.

On a directory that holds part of the same study it goes on with what is missing; on a finished one it does nothing.
Ctrl-C or SIGTERM seals the parts that get done within seconds; a second one stops at once. Either way the same command
goes on later.

With --progress json, the lines on stderr that begin with {"cells": are progress, one every two seconds and one at the end; all
others are words for people: warnings, what is going on, the outcome.`,
		Example: `  tarama run configs/quickstart.yaml
  tarama run study.yaml -o /data/night --workers 8
  tarama run study.yaml --set ttl_s=30,60 --set policy=latency`,
		Args:              exactly("STUDY"),
		ValidArgsFunction: completeStudy,
		RunE: func(cmd *cobra.Command, args []string) error {
			return runStudy(cmd, args[0], f)
		},
	}
	flags := cmd.Flags()
	flags.StringVarP(&f.dir, "output", "o", "", "results directory `DIR` (default results/NAME of the study)")
	addSet(cmd, &f.set)
	addWorkers(cmd, &f.workers)
	flags.BoolVar(&f.overwrite, "overwrite", false, "replace another study's results; removes only files that its manifest or journal names")
	flags.BoolVar(&f.trustSize, "trust-size", false, "take sealed parts by their size, without reading them again")
	flags.StringVar(&f.progress, "progress", progressAuto, "`FORM` of progress on stderr: auto (a bar on a terminal, else lines) or json")
	mustComplete(cmd, "progress", completeWords(progressForms...))
	flags.BoolVarP(&f.quiet, "quiet", "q", false, "print errors only")
	return cmd
}

func runStudy(cmd *cobra.Command, path string, f runFlags) error {
	if err := checkWorkers(f.workers); err != nil {
		return err
	}
	if !slices.Contains(progressForms, f.progress) {
		return usageError{fmt.Errorf("--progress is %q, but must be one of %s", f.progress, strings.Join(progressForms, ", "))}
	}
	notices := cmd.ErrOrStderr()
	if f.quiet {
		notices = io.Discard
	}
	if err := checkOutput(f.dir, cmd.Flags().Changed("output")); err != nil {
		return err
	}
	s, err := loadStudy(path, f.set, notices)
	if err != nil {
		return err
	}
	if !cmd.Flags().Changed("output") {
		f.dir = filepath.Join("results", s.Name)
	}
	plan := sweep.NewPlan(s)
	told, err := headline(cmd.Context(), plan, f, notices)
	if err != nil {
		return explain(err, plan, f.dir)
	}
	report, err := runPlan(plan, f, notices)
	if err != nil {
		return explain(err, plan, f.dir)
	}
	fmt.Fprint(notices, summary(plan, report, f))
	if !f.quiet && !told && !report.Finished {
		printLints(notices, findLints(cmd.Context(), s))
	}
	return conclude(cmd, report, f)
}

// checkOutput refuses a name that only a slip makes one of a directory: an empty variable, the option that comes next, or a
// dash that stands for the standard output elsewhere.
func checkOutput(dir string, given bool) error {
	switch {
	case given && dir == "":
		return usageError{errors.New("-o is empty, but must name a directory")}
	case strings.HasPrefix(dir, "-"):
		return usageError{fmt.Errorf("-o is %q, but must name a directory; if that is its name, write ./%s", dir, dir)}
	}
	return nil
}

// loadStudy reads a study and prints its warnings.
func loadStudy(path string, set []string, notices io.Writer) (*study.Study, error) {
	s, err := study.Load(path, study.Options{Overrides: set})
	if err != nil {
		return nil, studyError(path, err)
	}
	for _, warning := range s.Warnings {
		fmt.Fprint(notices, paragraph(notices, "warning: "+warning.String()))
	}
	return s, nil
}

// studyError is what to say when a study cannot be had: what is wrong in it, or with its path.
func studyError(path string, err error) error {
	var bad study.Problems
	if errors.As(err, &bad) {
		return err
	}
	return badStudyPath(path, err)
}

// From how many cells on, and from what time on, a run begins with its plan: smaller ones are done sooner than it is read.
const (
	headlineCells = 100_000
	headlineSpan  = 10 * time.Second
)

// headlineTime is how long the pilot of a run may compute. It is on one core, while the others wait.
const headlineTime = sweep.PilotTime / 5

// headline says what a long run will take and what misleads about it, and refuses any that the disk has no room for. It returns
// whether it has spoken.
func headline(ctx context.Context, plan *sweep.Plan, f runFlags, notices io.Writer) (told bool, err error) {
	have, finished := sealedBytes(f.dir)
	if finished {
		return false, nil
	}
	many := plan.Cells() >= headlineCells
	long := !f.quiet && (many || !sweep.DoneWithin(plan, coresOf(f.workers), headlineSpan))
	if !long && fitsSurely(plan, f.dir) {
		return false, nil
	}
	forecast, err := foresee(ctx, plan, f.dir, f.workers, headlineTime)
	if err != nil {
		return false, err
	}
	if _, high := forecast.times(); long && !many && high < headlineSpan { // a glance sees less than a pilot
		long = false
	}
	if long {
		forecast.tell(ctx, f, notices, have > 0 && !f.overwrite)
	}
	return long, checkRoom(f.dir, forecast.free, forecast.allBytes()-have)
}

// tell writes the head of a run. One that goes on is not told of parts that cannot be cut otherwise any more.
func (f *forecast) tell(ctx context.Context, flags runFlags, notices io.Writer, goesOn bool) {
	printLints(notices, findLints(ctx, f.plan.Study))
	if !goesOn {
		printLints(notices, f.longParts())
	}
	if flags.progress != progressJSON {
		_ = f.writeText(notices, false) // that nobody reads it is no reason not to run
	}
}

// runPlan runs with signals and progress around it.
func runPlan(plan *sweep.Plan, f runFlags, notices io.Writer) (*sweep.Report, error) {
	progress := &sweep.Progress{}
	ctx, stop := stopOnSignal(notices, func() {
		aside(notices, "stopped at once: %s\n", remains{plan, f, int(progress.Parts.Load()), progress.Pace()})
	})
	defer stop()
	if !f.quiet {
		view := watch(progress, plan.Cells(), notices, f.progress)
		defer view.close()
	}
	return sweep.Run(ctx, plan, f.dir, sweep.RunOptions{
		Workers: f.workers, Overwrite: f.overwrite, TrustSize: f.trustSize, Progress: progress, Build: revision(),
		Notice: func(message string) { say(notices, "%s", message) },
	})
}

// stopOnSignal returns a context that ends at the first Ctrl-C or SIGTERM. The second one ends the process after a last
// word: what is sealed then stays, and the rest is temporary files that the next run sweeps away.
func stopOnSignal(notices io.Writer, lastWord func()) (context.Context, func()) {
	ctx, cancel := context.WithCancel(context.Background())
	signals := make(chan os.Signal, 2)
	signal.Notify(signals, os.Interrupt, syscall.SIGTERM)
	go func() {
		if _, ok := <-signals; !ok {
			return
		}
		aside(notices, "stopping: parts that get done within %s are sealed; once more to stop at once\n", sweep.Grace)
		cancel()
		if _, ok := <-signals; ok {
			lastWord()
			os.Exit(exitInterrupted)
		}
	}()
	return ctx, func() {
		signal.Stop(signals)
		close(signals)
		cancel()
	}
}

// explain says of another study in which way it differs, and what a person can do.
func explain(err error, plan *sweep.Plan, dir string) error {
	var other *results.OtherStudyError
	var directory *sweep.DirectoryError
	switch {
	case errors.As(err, &directory):
		return fmt.Errorf("%w; choose another with -o DIR", err)
	case !errors.As(err, &other):
		return err
	}
	const wayOut = "use another directory with -o DIR, or replace the results with --overwrite"
	lines, e := study.Difference(other.Stored.Study, plan.Study.Resolved)
	if e != nil || len(lines) == 0 { // not a study, or the same one by another version
		return &otherStudy{err, []string{err.Error(), wayOut}}
	}
	said := &otherStudy{err, []string{dir + " holds another study; seen from the one there:"}}
	for _, line := range lines {
		said.lines = append(said.lines, "  "+line)
	}
	said.lines = append(said.lines, wayOut)
	return said
}

// otherStudy is an OtherStudyError in words that name the study's keys.
type otherStudy struct {
	error
	lines []string
}

func (e *otherStudy) Error() string { return strings.Join(e.lines, "\n") }
func (e *otherStudy) Unwrap() error { return e.error }

// conclude shows the first rows of a run that went to its end, and says by the exit code how it went.
func conclude(cmd *cobra.Command, r *sweep.Report, f runFlags) error {
	if r.Interrupted {
		return outcome{exitInterrupted}
	}
	if !f.quiet && isTerminal(cmd.OutOrStdout()) {
		if err := preview(cmd.OutOrStdout(), f.dir); err != nil {
			return err
		}
	}
	if r.Failed > 0 {
		return outcome{exitFailedCells}
	}
	return nil
}

// summary says where the results are and how it went.
func summary(plan *sweep.Plan, r *sweep.Report, f runFlags) string {
	switch {
	case r.Finished:
		return fmt.Sprintf("%s holds the whole study already: %s in %s, all files whole\n",
			escapeControl(f.dir), plural(r.Rows, "row"), plural(int64(r.Parts), "part"))
	case r.Interrupted:
		return fmt.Sprintf("stopped: %s\n", remains{plan, f, r.Kept + r.Sealed, r.Pace})
	}
	text := fmt.Sprintf("%s: %s in %s, %s, computed in %s", escapeControl(f.dir), plural(r.Rows, "row"),
		plural(int64(r.Parts), "part"), size(r.Bytes), duration(r.Elapsed))
	if seconds := r.Elapsed.Seconds(); seconds > 0 {
		text += fmt.Sprintf(" by %s (%s cells/s)", plural(int64(r.Workers), "worker"), perSecond(float64(r.Computed)/seconds))
	}
	text += "\n"
	if r.Kept > 0 {
		text += fmt.Sprintf("%s found sealed, %s computed\n", plural(int64(r.Kept), "part"), plural(int64(r.Sealed), "part"))
	}
	if r.Failed > 0 {
		text += fmt.Sprintf("%s failed: see the columns status and error\n", plural(r.Failed, "cell"))
	}
	return text
}

package sweep

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"
	"syscall"
	"time"

	"tarama/models"
	"tarama/output/results"
	"tarama/sweep/study"
)

// Grace is how long a stopped run goes on with the parts that are open, to seal those that get done.
const Grace = 5 * time.Second

// RunOptions say how a run is carried out. None of them shows in the files.
type RunOptions struct {
	Workers   int
	Overwrite bool
	TrustSize bool // take earlier parts by their size alone, without reading them
	Progress  *Progress
	Notice    func(message string) // what a person should know while the run goes on
	Build     string               // of the tool, for run.json
}

// Report says what a run did.
type Report struct {
	Finished    bool // there was nothing to do: the directory holds the whole study already
	Interrupted bool // stopped before the end: what is sealed is kept, and another run goes on
	Workers     int
	Cells       int64 // of the study
	Rows        int64 // in all sealed parts
	Failed      int64 // of them failed
	Computed    int64 // rows computed by this run
	Pace        Pace  // of computing
	Parts       int   // of the study
	Kept        int   // parts found whole
	Sealed      int   // parts sealed by this run
	Bytes       int64 // in all sealed files
	Elapsed     time.Duration
}

// FuseError says that the first rows of a study all failed, so nothing was run and nothing written.
type FuseError struct {
	Rows int
	Cell int64  // the first that failed
	Why  string // its message
}

func (e *FuseError) Error() string {
	return fmt.Sprintf("the first %s cells all fail, so nothing was run; cell %d: %s", models.FormatCount(int64(e.Rows)), e.Cell, e.Why)
}

// DirectoryError says that a directory cannot hold results: it cannot be made or written.
type DirectoryError struct {
	Path string
	Err  error
}

func (e *DirectoryError) Error() string {
	return fmt.Sprintf("the directory %s cannot hold results: %v", e.Path, e.Err)
}

func (e *DirectoryError) Unwrap() error { return e.Err }

// Run computes what is missing of a study in the results directory at path. When ctx ends, the run begins no more
// parts, seals those that get done within Grace, and reports Interrupted without an error.
//
// Errors are those of package results (another study, locked, foreign, damaged, changed), *DirectoryError before anything is
// written and the file system's own after that, and *FuseError.
func Run(ctx context.Context, plan *Plan, path string, options RunOptions) (*Report, error) {
	began := time.Now()
	report := &Report{Workers: options.Workers, Cells: plan.Cells(), Parts: plan.Parts()}
	plan, err := continuing(plan, path, options.Overwrite)
	if err != nil {
		return nil, err
	}
	dir, err := results.Create(path, plan.Header(), plan.Schema(), results.Options{Overwrite: options.Overwrite})
	if file := new(fs.PathError); errors.As(err, &file) {
		if whole := wholeAlready(ctx, plan, path, options); whole != nil {
			return whole, nil
		}
		if machineIsFull(err) {
			return nil, err
		}
		return nil, &DirectoryError{path, err}
	}
	if err != nil {
		return nil, err
	}
	r := &run{plan: plan, dir: dir, options: options, report: report}
	reporter := newReporter(dir, plan, options)
	err = r.do(ctx)
	err = errors.Join(err, reporter.close(), dir.Close())
	report.Elapsed = time.Since(began)
	return report, err
}

// machineIsFull says whether it is not the directory that is at fault, but what the machine has left for anybody.
func machineIsFull(err error) bool {
	return errors.Is(err, syscall.EMFILE) || errors.Is(err, syscall.ENFILE) || errors.Is(err, syscall.ENOSPC)
}

// continuing returns the plan to run: on a directory that holds results of the same study, with the study spelled as it
// was when they were begun, so that all files carry the same; where it begins anew the plan itself, if the fuse holds.
func continuing(plan *Plan, path string, overwrite bool) (*Plan, error) {
	contents, err := results.Inspect(path)
	switch {
	case err != nil || overwrite || contents.State == results.Absent:
		return plan, checkFuse(plan)
	case contents.Header.Digest == plan.Study.Digest && spells(contents.Header, plan.Study.Model, path):
		return asStored(plan.Study, contents.Header)
	}
	return plan, nil // Create says that it is another study's
}

// spells says whether the study that a directory holds is still the one of its digest. If it was changed, this run's own
// spelling takes its place.
func spells(h *results.Header, model models.Model, path string) bool {
	s, err := study.Parse(filepath.Join(path, "study"), h.Study, study.Options{Models: []models.Model{model}})
	return err == nil && s.Digest == h.Digest
}

// run is one run under way.
type run struct {
	plan    *Plan
	dir     *results.Dir
	options RunOptions
	report  *Report
}

func (r *run) do(ctx context.Context) error {
	for _, note := range r.dir.Notes() {
		r.options.Notice(note)
	}
	if r.dir.Finished() {
		r.report.Finished = true
	}
	began := time.Now()
	todo, err := r.missing(ctx)
	if errors.Is(err, context.Canceled) {
		r.report.Interrupted = true
		return nil
	}
	if err != nil {
		return err
	}
	r.announce(len(todo))
	if len(todo) == 0 && r.report.Finished {
		r.report.count(r.dir.Earlier())
		return r.mendManifest()
	}
	r.report.Finished = false
	if err := r.plan.copyPoints(r.dir); err != nil {
		return err
	}
	if err := r.compute(ctx, todo); err != nil || r.report.Interrupted {
		return err
	}
	manifest, err := r.dir.Finish()
	if err != nil {
		return err
	}
	r.report.count(manifest.Parts)
	return r.dir.WriteRun(r.record(began))
}

// announce says how much is to be computed where a note told of damage: without a manifest it may be everything.
func (r *run) announce(todo int) {
	if todo == 0 || len(r.dir.Notes()) == 0 {
		return
	}
	r.options.Notice(fmt.Sprintf("%s of %s parts are to be computed, %s found whole", models.FormatCount(int64(todo)),
		models.FormatCount(int64(r.plan.Parts())), models.FormatCount(int64(r.report.Kept))))
}

// mendManifest writes the manifest of a finished directory again if it is not what this run would have written.
func (r *run) mendManifest() error {
	if err := r.plan.copyPoints(r.dir); err != nil {
		return err
	}
	same, err := r.dir.ManifestStands()
	if err != nil || same {
		return err
	}
	r.options.Notice("manifest.json was changed since it was written: it is written again")
	_, err = r.dir.Finish()
	return err
}

// compute runs the missing parts until they are done, a fault occurs, or ctx ends.
func (r *run) compute(ctx context.Context, todo []int) error {
	r.options.Progress.Begin()
	p := newPool(r.plan, r.dir, todo, r.options.Workers, r.options.Progress)
	done := make(chan error, 1)
	go func() { done <- p.run() }()
	var err error
	select {
	case err = <-done:
	case <-ctx.Done():
		r.report.Interrupted = true
		p.stop()
		err = r.windDown(p, done)
	}
	r.report.Computed = r.options.Progress.Rows.Load()
	r.report.Pace = r.options.Progress.Pace()
	r.report.Sealed = int(r.options.Progress.Parts.Load()) - r.report.Kept
	if r.report.Sealed == len(todo) {
		r.report.Interrupted = false // the signal came with the last part
	}
	return err
}

// windDown gives open parts their grace. A cell may take longer than that to compute; its worker is then left behind,
// and its part's temporary file is swept away by the next run.
func (r *run) windDown(p *pool, done <-chan error) error {
	select {
	case err := <-done:
		return err
	case <-time.After(Grace):
	}
	p.halt()
	select {
	case err := <-done:
		return err
	case <-time.After(time.Second):
		return nil
	}
}

func (r *Report) count(parts []results.SealedPart) {
	for _, part := range parts {
		r.Rows += part.Rows
		r.Failed += part.Failed
		for _, file := range part.Files {
			r.Bytes += file.Bytes
		}
	}
}

package sweep

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"sync/atomic"

	"tarama/output/results"
)

// missing verifies the parts of earlier runs, keeps those that are whole, and lists the others. Files are read side by
// side; what is kept, said and listed comes in the order of the parts.
func (r *run) missing(ctx context.Context) ([]int, error) {
	earlier := r.dir.Earlier()
	verdicts := verify(ctx, earlier, r.dir.Verify, r.options)
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	kept := map[int]bool{}
	for i, part := range earlier {
		var damaged *results.DamagedError
		if errors.As(verdicts[i], &damaged) {
			r.options.Notice(fmt.Sprintf("part %d is computed again: %s", part.Number, damaged))
			continue
		}
		if verdicts[i] != nil {
			return nil, verdicts[i]
		}
		if err := r.dir.Keep(part); err != nil {
			return nil, err
		}
		kept[part.Number] = true
		r.options.Progress.Parts.Add(1)
		r.options.Progress.Cells.Add(part.EndCell - part.FirstCell)
		r.options.Progress.Found.Add(part.EndCell - part.FirstCell)
	}
	r.report.Kept = len(kept)
	var todo []int
	for number := range r.plan.Parts() {
		if !kept[number] {
			todo = append(todo, number)
		}
	}
	return todo, nil
}

// verifier compares the files of a part with what was written.
type verifier func(results.SealedPart, results.VerifyOptions) error

// verify reads the files of some parts with all workers, until ctx ends, and returns what is wrong with each part.
func verify(ctx context.Context, parts []results.SealedPart, one verifier, o RunOptions) []error {
	verdicts := make([]error, len(parts))
	options := results.VerifyOptions{SizeOnly: o.TrustSize}
	var next atomic.Int64
	var workers sync.WaitGroup
	for range o.Workers {
		workers.Go(func() {
			for ctx.Err() == nil {
				i := int(next.Add(1)) - 1
				if i >= len(parts) {
					return
				}
				verdicts[i] = one(parts[i], options)
			}
		})
	}
	workers.Wait()
	return verdicts
}

// wholeAlready looks at a directory that cannot be written. If it holds the whole study, every file as it was written,
// there is nothing to write and this is the report; else it is nil.
func wholeAlready(ctx context.Context, plan *Plan, path string, o RunOptions) *Report {
	r, err := results.Open(path)
	if err != nil {
		return nil
	}
	defer r.Close()
	if o.Overwrite || !r.Holds(plan.Header()) {
		return nil
	}
	failures := verify(ctx, r.Parts(), r.Verify, o)
	for _, input := range r.Inputs() {
		failures = append(failures, r.VerifyInput(input))
	}
	if errors.Join(failures...) != nil || ctx.Err() != nil {
		return nil
	}
	report := &Report{Finished: true, Workers: o.Workers, Cells: plan.Cells(), Parts: plan.Parts(), Kept: plan.Parts()}
	report.count(r.Parts())
	return report
}

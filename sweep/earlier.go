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
	verdicts := r.verify(ctx, earlier)
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

// verify reads the files of some parts with all workers, until ctx ends, and returns what is wrong with each part.
func (r *run) verify(ctx context.Context, parts []results.SealedPart) []error {
	verdicts := make([]error, len(parts))
	options := results.VerifyOptions{SizeOnly: r.options.TrustSize}
	var next atomic.Int64
	var workers sync.WaitGroup
	for range r.options.Workers {
		workers.Go(func() {
			for ctx.Err() == nil {
				i := int(next.Add(1)) - 1
				if i >= len(parts) {
					return
				}
				verdicts[i] = r.dir.Verify(parts[i], options)
			}
		})
	}
	workers.Wait()
	return verdicts
}

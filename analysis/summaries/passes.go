package summaries

import (
	"errors"

	"tarama/analysis/rows"
	"tarama/output"
)

// bounds are the bounds on what a pass through the rows keeps. What does not fit is left for another pass.
type bounds struct {
	groups  int // of a query, whatever the passes: beyond that is an error
	tallies int // groups times metrics, with quantiles
	seeds   int // pairs of group and seed, times metrics
	metrics int // whose columns are read ahead

	open int64 // pairs of rows, times metrics, of which one row may have come: 16 bytes each
}

// standard keeps a pass below about 150 MB: 8 kB a tally whose values are counted one by one, 24 bytes a pair of group and seed
// and again as much for its number, and a row group of each metric in each of two buffers a worker.
var standard = bounds{groups: 1 << 15, tallies: 1 << 13, seeds: 1 << 20, metrics: 12, open: 5_000_000}

// Batches of seeds: how many there are at first, and how few at least.
const (
	mostBatches  = 256
	leastBatches = 32
)

// inPasses does something once for as many metrics at a time as the bounds allow. If there are too many pairs of group and seed
// even for one metric, seeds are put together in batches.
func inPasses(q Query, b bounds, once func(part Query, groups, seeds int) error) error {
	size := max(1, min(len(q.Metrics), b.metrics))
	for done := 0; done == 0 || done < len(q.Metrics); {
		part := q
		part.Metrics = q.Metrics[done:min(done+size, len(q.Metrics))]
		err := once(part, b.groupsOf(q, size), b.seeds/size)
		var tooMany *rows.TooManyKeysError
		switch {
		case err == nil && len(q.Metrics) == 0:
			return nil
		case err == nil:
			done += len(part.Metrics)
		case !errors.As(err, &tooMany):
			return err
		case size > 1:
			size = (size + 1) / 2
		case len(tooMany.Columns) <= len(q.By) || q.batches == leastBatches:
			return err
		default: // not even the first metric fitted, since all have the same pairs
			q.batches = fewerBatches(q.batches)
			size = max(1, min(len(q.Metrics), b.metrics))
		}
	}
	return nil
}

// groupsOf is how many groups there may be in a pass with so many metrics. One metric may have as many as a query.
func (b *bounds) groupsOf(q Query, metrics int) int {
	if metrics == 1 || q.NoQuantiles {
		return b.groups
	}
	return min(b.groups, b.tallies/metrics)
}

// fewerBatches is how many batches to try next.
func fewerBatches(batches int) int {
	if batches == 0 {
		return mostBatches
	}
	return max(leastBatches, batches/2)
}

// intoBatches replaces the seeds of a row group by the numbers of their batches, which depend on the seed alone.
func intoBatches(seeds *output.Values, batches int) {
	for row, seed := range seeds.Ints {
		mixed := uint64(seed) * 0x9E3779B97F4A7C15 // Fibonacci hashing, so that neighbours part
		seeds.Ints[row] = int64((mixed ^ mixed>>32) * 0x9E3779B97F4A7C15 >> 32 % uint64(batches))
	}
}

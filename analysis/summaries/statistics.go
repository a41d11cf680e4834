package summaries

import (
	"math"

	"tarama/analysis/sums"
)

// Statistics describe one metric in one group. What does not exist is nil.
type Statistics struct {
	Count int64 // values: rows that neither failed nor are null
	Nulls int64 // rows that did not fail and in which the metric is null

	Mean, SD, Min, Max *float64
	Quantiles          []float64 // as QuantilePercents; nil without values
	Exact              bool      // the quantiles are exact

	Seeds    int       // with values
	Batched  bool      // there are too many seeds to tell apart: Seeds are batches of them
	Even     bool      // every one of these seeds has the same number of values
	Interval *Interval // of the mean
	Method   Method    // by which the interval was found, or why there is none
}

// QuantilePercents are how many of a hundred values are at most each quantile of Statistics.
var QuantilePercents = []int64{5, 50, 95}

// accumulator gathers the values of one metric in one group. Sums are of differences to the first value, so that a large mean
// costs a small spread no digits.
type accumulator struct {
	n, nulls int64
	first    float64
	sum      sums.Sum // of y - first
	squares  sums.Sum // of (y - first)^2
	min, max float64
	values   distribution // empty if no quantiles are asked for
}

// seedSums are the values of one metric of one seed in one group.
type seedSums struct {
	n   int64
	sum sums.Sum // of y - the group's first value
}

// add takes a value into account, but for quantiles.
func (a *accumulator) add(y float64, seed *seedSums) {
	if a.n == 0 {
		a.first, a.min, a.max = y, y, y
	}
	a.n++
	d := y - a.first
	a.sum.Add(d)
	a.squares.Add(float64(d * d))
	a.min, a.max = min(a.min, y), max(a.max, y)
	seed.n++
	seed.sum.Add(d)
}

// statistics are what the values so far amount to. seeds are those of the group.
func (a *accumulator) statistics(seeds []seedSums, r Range) (Statistics, error) {
	s := Statistics{Count: a.n, Nulls: a.nulls, Exact: a.values.exact()}
	if s.Count == 0 {
		return s, nil
	}
	n, sum := float64(s.Count), a.sum.Value()
	offset := sum / n // of the mean from the first value
	mean, least, most := a.mean(n, sum), a.min, a.max
	s.Mean, s.Min, s.Max = &mean, &least, &most
	if s.Count > 1 {
		about := a.squares.Value() - float64(sum*offset)
		sd := math.Sqrt(max(0, about) / (n - 1))
		s.SD = &sd
	}
	if a.values.n > 0 {
		s.Quantiles = a.values.quantiles(QuantilePercents)
	}
	for i, q := range s.Quantiles { // a bin of the sketch may reach beyond the values in it
		s.Quantiles[i] = min(max(q, a.min), a.max)
	}
	e := Estimate{Mean: mean, Least: a.min, Most: a.max, Range: r}
	s.useSeeds(&e, seeds, offset, a.first)
	s.Interval, s.Method = e.Interval()
	return s, nil
}

// mean is that of n values. Of whole numbers it is rounded once, so that a mean of 0.2 is no less and no more than 0.2.
func (a *accumulator) mean(n, sum float64) float64 {
	if total := float64(a.first*n) + sum; total == math.Trunc(total) && a.first == math.Trunc(a.first) && math.Abs(total) < 1<<53 {
		return total / n
	}
	return a.first + sum/n
}

// useSeeds finds what seeds say of the mean. Their sums are of differences to first, of which offset is the mean.
func (s *Statistics) useSeeds(e *Estimate, seeds []seedSums, offset, first float64) {
	var squares sums.Sum
	s.Even = true
	each, count := int64(0), float64(s.Count)
	for i := range seeds {
		n := seeds[i].n
		if n == 0 {
			continue
		}
		s.Seeds++
		if each == 0 {
			each = n
		}
		s.Even = s.Even && n == each
		r := seeds[i].sum.Value() - float64(offset*float64(n))
		squares.Add(float64(r * r))
		e.Weight = max(e.Weight, (seeds[i].sum.Value()+float64(first*float64(n)))/count)
	}
	if e.Seeds = s.Seeds; s.Seeds > 1 {
		r := float64(s.Seeds)
		e.Variance = r / (r - 1) * squares.Value() / count / count
	}
}

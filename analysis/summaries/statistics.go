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
	Quantiles          []float64 // as Shares; nil without values
	Exact              bool      // the quantiles are exact

	Seeds    int  // with values
	Even     bool // every one of these seeds has the same number of values
	Interval *Interval
}

// Shares are the quantiles that Statistics has.
var Shares = []float64{0.05, 0.5, 0.95}

// accumulator gathers the values of one metric in one group. Sums are of differences to the first value, so that a large mean
// costs a small spread no digits.
type accumulator struct {
	nulls    int64
	first    float64
	sum      sums.Sum // of y - first
	squares  sums.Sum // of (y - first)^2
	min, max float64
	values   distribution
}

// seedSums are the values of one metric of one seed in one group.
type seedSums struct {
	n   int64
	sum sums.Sum // of y - the group's first value
}

func (a *accumulator) add(y float64, seed *seedSums) error {
	if a.values.n == 0 {
		a.first, a.min, a.max = y, y, y
	}
	d := y - a.first
	a.sum.Add(d)
	a.squares.Add(float64(d * d))
	a.min, a.max = min(a.min, y), max(a.max, y)
	if seed != nil {
		seed.n++
		seed.sum.Add(d)
	}
	return a.values.add(y)
}

// statistics are what the values so far amount to. seeds are those of the group.
func (a *accumulator) statistics(seeds []seedSums) (Statistics, error) {
	s := Statistics{Count: a.values.n, Nulls: a.nulls, Exact: a.values.exact()}
	if s.Count == 0 {
		return s, nil
	}
	n, sum := float64(s.Count), a.sum.Value()
	offset := sum / n // of the mean from the first value
	mean, least, most := a.first+offset, a.min, a.max
	s.Mean, s.Min, s.Max = &mean, &least, &most
	if s.Count > 1 {
		about := a.squares.Value() - float64(sum*offset)
		sd := math.Sqrt(max(0, about) / (n - 1))
		s.SD = &sd
	}
	s.Quantiles = a.values.quantiles(Shares)
	for i, q := range s.Quantiles { // a bin of the sketch may reach beyond the values in it
		s.Quantiles[i] = min(max(q, a.min), a.max)
	}
	s.useSeeds(seeds, offset, mean)
	return s, nil
}

// useSeeds finds the interval of the mean.
func (s *Statistics) useSeeds(seeds []seedSums, offset, mean float64) {
	var squares sums.Sum
	s.Even = true
	each := int64(0)
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
	}
	if s.Seeds < 2 {
		return
	}
	r, n := float64(s.Seeds), float64(s.Count)
	h := halfWidth(r/(r-1)*squares.Value()/n/n, s.Seeds)
	s.Interval = &Interval{Low: mean - h, High: mean + h}
}

package sensitivity

import (
	"cmp"
	"math"
	"slices"

	"tarama/analysis/rows"
)

// beyondChance is how many standard deviations above what chance explains the next columns of a factor must explain for it to
// get them.
const beyondChance = 4

// longestFit is how many columns a factor may grow to.
const longestFit = 64

// growth is the next columns of a factor.
type growth struct {
	factor, columns int
	excess          float64 // what they explain of the rest beyond chance
}

// grow gives factors as many columns again as they have, if these explain more of the rest than chance would, those that explain
// most first. It says whether one got any.
func (e *additive) grow(m *pointMeans, whole []int64, factors []cosines, levels []int, workers int) bool {
	sum := e.sum(everyUnit(e))
	l := newLeastSquares(sum.products, e.columns()-2)
	budget := columnBudget(len(whole)) - l.p
	rests := restsOf(l, sum.products[1:l.p+1], m, whole, factors)
	next := make([]growth, len(factors))
	rows.Each(len(next), workers, func(i int) {
		next[i] = growth{factor: i, columns: min(e.counts[i], longestFit-e.counts[i], levels[i]-1-e.counts[i], budget)}
		if n := float64(next[i].columns); n > 0 {
			chance := float64(l.rest() * (n + float64(beyondChance*math.Sqrt(2*n))))
			next[i].excess = further(rests, factors[i], next[i].columns) - chance
		}
	})
	slices.SortStableFunc(next, func(a, b growth) int { return cmp.Compare(b.excess, a.excess) })
	grown := false
	for _, g := range next {
		if g.excess > 0 && g.columns <= budget {
			e.counts[g.factor] += g.columns
			budget -= g.columns
			grown = true
		}
	}
	return grown
}

// restsOf are what the fit leaves of the metric at each whole point. sums are those of the columns.
func restsOf(l *leastSquares, sums []float64, m *pointMeans, whole []int64, factors []cosines) []float64 {
	mean := dot(l.b, sums) / l.n // of the fit
	rests, row := make([]float64, len(whole)), make([]float64, l.p+2)
	for i, point := range whole {
		fillRow(row, factors, i)
		rests[i] = m.at(point) - (dot(l.b, row[1:l.p+1]) - mean)
	}
	return rests
}

// further is the sum of squares that the next columns of a factor explain of some rests, as if they were not correlated.
func further(rests []float64, factor cosines, columns int) float64 {
	n := factor.n
	factor.n += columns
	row, sums := make([]float64, factor.n), make([]float64, columns)
	for i, rest := range rests {
		factor.fill(row, i)
		for k, x := range row[n:] {
			sums[k] += float64(rest * x)
		}
	}
	return dot(sums, sums) / float64(len(rests))
}

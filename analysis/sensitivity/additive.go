package sensitivity

import (
	"tarama/analysis/rows"
	"tarama/output"
)

// additive estimates first-order indices from points of any kind. It fits the sum of a function of each factor to the means at
// the points, by least squares:
//
//	f = mean + g_1(X_1) + ... + g_d(X_d) + rest,    g_i = sum over k = 1 ... n of b_ik cos(k pi u_i)
//
// where u_i is the place of X_i in the order of its values, from 0 to 1. For independent factors g_i is E[f | X_i] less the
// mean, so S_i is the variance of g_i over the points, divided by V. Cosines in the order of one factor are what the
// estimators for given points, EASI and RBD-FAST, are made of (Tarantola, Gatelli and Mara, "Random balance designs for the
// estimation of first order global sensitivity indices", 2006; Plischke, "An effective algorithm for computing global
// sensitivity indices (EASI)", 2010). They look at one factor at a time, and what the others do is noise to them. That is
// wrong on Sobol' points, where neighbours in one factor are far apart in the others. Here all factors are fitted together, as
// in a high-dimensional model representation (Li et al., "Global sensitivity analysis for systems with independent and/or
// correlated inputs", 2010), so that only interactions and noise are left over.
//
// What is left over, with the variance s^2 = (squares of the rest) / (N - 1 - all columns), makes the variance of g_i too large, by
// s^2 trace(A_ii inv(A)_ii) / N with A the products of the columns and A_ii those of factor i: about s^2 n / N. That is
// taken off, which for one factor is the correction of Tissot and Prieur ("Bias correction for the estimation of
// sensitivity indices based on random balance designs", 2012). The noise of the seeds that is left in the means is part of the
// rest and goes with it. An estimate may come out below 0.
//
// A factor of L values has at most L - 1 columns; with all of them g_i takes the mean at each value. Else it begins with n = 4
// to 16 and gets more as long as they explain more than chance (see grow.go). What a factor does in more than n/2 waves over
// its range is missed: of a step at the share p of its range about 1 / (pi^2 n p (1 - p)), which is 5 % of its variance for
// n = 8 and p = 1/2.
type additive struct {
	counts  []int     // columns by factor
	factors []cosines // the same with the places of the points
	whole   []int64
	groups  []moments
}

// How many columns a factor has.
const (
	leastCosines = 4
	mostCosines  = 16      // before it is known that more pay
	mostColumns  = 512     // of all factors together
	columnPoints = 4       // points that a column takes at least
	columnWork   = 1 << 34 // bounds the points times the square of all columns
)

// leastPoints is how many points the indices of so many parameters take.
func leastPoints(parameters int) int64 { return int64(parameters) * leastCosines * columnPoints }

// columnBudget is how many columns all factors may have together, unless that is less than leastCosines each.
func columnBudget(points int) int {
	budget := min(points/columnPoints, mostColumns)
	for int64(points)*int64(budget*budget) > columnWork {
		budget--
	}
	return budget
}

// cosinesFor is how many columns a factor begins with: the greatest n with n^3 <= 2 N, within bounds.
func cosinesFor(points, parameters int) int {
	n := leastCosines
	for n < mostCosines && (n+1)*(n+1)*(n+1) <= 2*points {
		n++
	}
	return max(leastCosines, min(n, columnBudget(points)/parameters))
}

// findOrders finds the points in the order of each factor.
func findOrders(s rows.Source, q SampledQuery, points, maxPoints int64) ([]*ordered, error) {
	orders := make([]*ordered, len(q.Factors))
	err := eachCoordinate(s, q, points, maxPoints, func(factor int, x coordinates) error {
		orders[factor] = newOrdered(x, s.Columns()[q.Factors[factor]].Type == output.Dict)
		return nil
	})
	return orders, err
}

// newAdditive takes the whole points.
func newAdditive(m *pointMeans, whole []int64, orders []*ordered, workers int) *additive {
	numbers := make([]int32, len(m.n))
	for point := range numbers {
		numbers[point] = -1
	}
	for i, point := range whole {
		numbers[point] = int32(i)
	}
	factors := make([]cosines, len(orders))
	levels := make([]int, len(orders))
	rows.Each(len(orders), workers, func(i int) { factors[i].places, levels[i] = orders[i].place(numbers, len(whole)) })
	e := &additive{counts: columnCounts(orders, levels, len(whole)), factors: factors, whole: whole}
	for {
		for i := range factors {
			factors[i].n = e.counts[i]
		}
		e.groups = gather(m, whole, factors, workers)
		if !e.grow(m, whole, factors, levels, workers) {
			return e
		}
	}
}

// columnCounts are the columns of each factor. Words get all that they can have, if the points are enough.
func columnCounts(orders []*ordered, levels []int, points int) []int {
	most := cosinesFor(points, len(orders))
	counts, all := make([]int, len(orders)), make([]int, len(orders))
	sum := 0
	for i := range orders {
		counts[i] = min(most, levels[i]-1)
		if all[i] = counts[i]; orders[i].words {
			all[i] = levels[i] - 1
		}
		sum += all[i]
	}
	if sum <= columnBudget(points) {
		return all
	}
	return counts
}

func (e *additive) units() int { return len(e.groups) }

// of has the same columns, so that the moments differ in the metric only.
func (e *additive) of(m *pointMeans) estimator {
	sum := e.sum(everyUnit(e))
	sum.setMetric(m, e.whole, e.factors)
	return &additive{counts: e.counts, factors: e.factors, whole: e.whole, groups: []moments{sum}}
}

// sum is the moments of the groups that were drawn.
func (e *additive) sum(drawn []int) moments {
	times := make([]float64, len(e.groups))
	for _, group := range drawn {
		times[group]++
	}
	sum := moments{products: make([]float64, len(e.groups[0].products))}
	for group := range e.groups {
		if times[group] > 0 {
			sum.add(&e.groups[group], times[group])
		}
	}
	return sum
}

func (e *additive) work() int {
	columns := e.columns()
	return len(e.groups)*entries(columns) + columns*columns*columns/2
}

// columns is how many the moments are of.
func (e *additive) columns() int {
	columns := 2
	for _, n := range e.counts {
		columns += n
	}
	return columns
}

// statistics are the first-order index of each factor, then noise and interactions.
func (e *additive) statistics(drawn []int) []float64 {
	sum := e.sum(drawn)
	l := newLeastSquares(sum.products, e.columns()-2)
	n := sum.products[0]
	within := sum.within / n
	variance := l.squares/n + within
	all := make([]float64, 0, len(e.counts)+2)
	if variance <= 0 {
		return all[:cap(all)]
	}
	rest := l.rest()
	known := within / variance
	at := 0
	for _, count := range e.counts {
		first := (l.explained(at, at+count) - float64(rest*l.inflation(at, at+count))) / n / variance
		all = append(all, first)
		known += first
		at += count
	}
	return append(all, within/variance, 1-known)
}

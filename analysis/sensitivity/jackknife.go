package sensitivity

import (
	"math"
	"slices"

	"gonum.org/v1/gonum/stat/distuv"

	"tarama/analysis/rows"
	"tarama/analysis/sums"
)

// group is the cells of a group of seeds.
func (m *pointMeans) group(g int) *cells {
	for len(m.groups) <= g {
		m.groups = append(m.groups, newCells(int64(len(m.n))))
	}
	return &m.groups[g]
}

// sameSeeds says whether all whole points have values for the same seeds, as far as groups of them tell. Under a condition on
// seeds, or where values are missing here and there, as many values need not be of the same seeds.
func (m *pointMeans) sameSeeds() bool {
	whole := m.wholeBlocks(1)
	for g := range m.groups {
		n := m.groups[g].n
		if slices.ContainsFunc(whole, func(point int64) bool { return n[point] != n[whole[0]] }) {
			return false
		}
	}
	return true
}

// without are the means at the points over all seeds but those of one group; nil if some whole points lack more of them than
// others, as under a condition on seeds.
func (m *pointMeans) without(group int) *pointMeans {
	left := &pointMeans{column: m.column, count: m.count, first: m.first, cells: newCells(int64(len(m.n)))}
	for g := range m.groups {
		if g != group {
			left.merge(&m.groups[g])
		}
	}
	left.finish()
	for point := range m.n {
		if m.whole(int64(point)) && !left.whole(int64(point)) {
			return nil
		}
	}
	return left
}

// seedErrors are how far the statistics of an estimator reach to each side because all points share a few seeds, with a
// confidence of 95 %: the delete-a-group jackknife. With s_g the statistic without the seeds of group g and G groups, the
// variance of the statistic over other seeds is estimated by
//
//	(G - 1) / G * sum over g of (s_g - mean of the s_g)^2
//
// (Kott, "The delete-a-group jackknife", 2001; with a seed a group it is the jackknife of Tukey, "Bias and confidence in not-quite
// large samples", 1958), and has G - 1 degrees of freedom. There are none unless the seeds are in the intervals.
func seedErrors(e estimator, m *pointMeans, workers int) ([]float64, SeedPart) {
	switch {
	case len(m.groups) < 2:
		return nil, NoSeedPart
	case !m.sameSeeds():
		return nil, SeedsDiffer
	case m.within == 0:
		return nil, NoSeedPart
	}
	without := make([][]float64, len(m.groups))
	rows.Each(len(without), workers, func(g int) {
		if left := m.without(g); left != nil {
			other := e.of(left)
			without[g] = other.statistics(everyUnit(other))
		}
	})
	if slices.ContainsFunc(without, func(statistics []float64) bool { return statistics == nil }) {
		return nil, SeedsDiffer
	}
	n := float64(len(without))
	t := distuv.StudentsT{Mu: 0, Sigma: 1, Nu: n - 1}.Quantile(0.975)
	var reach []float64
	for i := range without[0] {
		var sum, squares sums.Sum
		for _, statistics := range without {
			off := statistics[i] - without[0][i]
			sum.Add(off)
			squares.Add(float64(off * off))
		}
		spread := max(0, squares.Value()-float64(sum.Value()*sum.Value())/n)
		reach = append(reach, float64(t*math.Sqrt(spread*(n-1)/n)))
	}
	return reach, SeedsInIntervals
}

// widen moves the ends of an interval away from the estimate. What points and what seeds do is independent, so that the variances
// add up.
func (e *Estimate) widen(reach float64) {
	if reach > 0 {
		below, above := e.Value-e.Low, e.High-e.Value
		e.Low = e.Value - math.Sqrt(float64(below*below)+float64(reach*reach)) // not math.Hypot, whose bits depend on the platform
		e.High = e.Value + math.Sqrt(float64(above*above)+float64(reach*reach))
	}
}

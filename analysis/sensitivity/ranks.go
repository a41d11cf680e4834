package sensitivity

import (
	"math"
	"math/rand/v2"
	"slices"

	"tarama/analysis/rows"
	"tarama/analysis/sums"
)

// ranked estimates first-order indices from points of any kind, by their order in one factor:
//
//	S_i = ( mean( f_k f_k' ) - mean(f)^2 ) / V
//
// where k' is the point that comes next to k in order of factor i, the first after the last (Gamboa, Gremaud, Klein and Lagnoux,
// "Global sensitivity analysis: a novel generation of mighty estimators based on rank statistics", 2022): neighbours have nearly
// the same X_i and all else independent. For points with the same X_i the mean over all pairs of different points among them
// takes the place of the product with the next.
//
// Drawing points with replacement would make neighbours of the same point, so intervals are from halves: a random half of the
// points has an estimate whose deviation from that of all points varies as much as the latter does from the truth (the
// delete-half jackknife; Shao and Wu, "A general theory for jackknife variance estimation", 1989).
type ranked struct {
	order []int32 // points with a value, by factor value
	x     coordinates
	means *pointMeans
}

func newRanked(m *pointMeans, x coordinates) *ranked {
	r := &ranked{x: x, means: m}
	for point := range x {
		if _, ok := m.at(int64(point)); ok {
			r.order = append(r.order, int32(point))
		}
	}
	slices.SortStableFunc(r.order, func(a, b int32) int {
		switch {
		case x[a] < x[b]:
			return -1
		case x[a] > x[b]:
			return 1
		}
		return 0
	})
	return r
}

// first is the index over the points for which keep is true; nil stands for all.
func (r *ranked) first(keep []bool) float64 {
	var points []int32
	for _, point := range r.order {
		if keep == nil || keep[point] {
			points = append(points, point)
		}
	}
	var products, sum, squares sums.Sum
	for i := 0; i < len(points); {
		end := i + 1
		for end < len(points) && r.x[points[end]] == r.x[points[i]] {
			end++
		}
		var tied, tiedSquares sums.Sum
		for _, point := range points[i:end] {
			y := r.y(point)
			tied.Add(y)
			tiedSquares.Add(float64(y * y))
		}
		sum.AddSum(tied)
		squares.AddSum(tiedSquares)
		if end-i == 1 {
			products.Add(tied.Value() * r.y(points[end%len(points)]))
		} else {
			products.Add((float64(tied.Value()*tied.Value()) - tiedSquares.Value()) / float64(end-i-1))
		}
		i = end
	}
	n := float64(len(points))
	mean := sum.Value() / n
	variance := squares.Value()/n - float64(mean*mean)
	if variance <= 0 {
		return 0
	}
	return (products.Value()/n - float64(mean*mean)) / variance
}

// y is the value at a point, less the mean.
func (r *ranked) y(point int32) float64 {
	return r.means.total[point]/float64(r.means.wanted) - r.means.mean
}

// rankEffects fills in the first-order indices of some metrics.
func rankEffects(s rows.Source, q SampledQuery, points, maxPoints int64, metrics []pointMeans, found []SampledMetric) error {
	for i := range metrics {
		found[i].Blocks = metrics[i].whole()
		if found[i].Blocks < 2*leastBlocks || *found[i].Variance == 0 {
			continue
		}
		found[i].Resamples = resamples(int(found[i].Blocks))
		found[i].Factors = make([]Effect, len(q.Factors))
	}
	return eachCoordinate(s, q, points, maxPoints, func(factor int, x coordinates) error {
		for i := range metrics {
			if found[i].Factors == nil {
				continue
			}
			r := newRanked(&metrics[i], x)
			deviations := make([]float64, found[i].Resamples)
			first := r.first(nil)
			rows.Each(len(deviations), q.Workers, func(k int) {
				deviations[k] = r.first(metrics[i].half(uint64(k), found[i].Blocks)) - first
			})
			reach := normalQuantile * rootMeanSquare(deviations)
			found[i].Factors[factor].First = &Estimate{Value: first, Low: first - reach, High: first + reach}
		}
		return nil
	})
}

// normalQuantile is the 97.5 % quantile of the normal distribution.
const normalQuantile = 1.959963984540054

func rootMeanSquare(values []float64) float64 {
	var squares sums.Sum
	for _, x := range values {
		squares.Add(float64(x * x))
	}
	return math.Sqrt(squares.Value() / float64(len(values)))
}

// whole is the number of points that have all of their values.
func (m *pointMeans) whole() int64 {
	n := int64(0)
	for point := range int64(len(m.n)) {
		if _, ok := m.at(point); ok {
			n++
		}
	}
	return n
}

// half draws half of the whole points without replacement: each in turn with the probability that is still needed.
func (m *pointMeans) half(resample uint64, whole int64) []bool {
	random := rand.New(rand.NewPCG(resampleSeed, resample))
	keep := make([]bool, len(m.n))
	left, wanted := uint64(whole), uint64(whole/2)
	for point := range keep {
		if _, ok := m.at(int64(point)); !ok {
			continue
		}
		if random.Uint64N(left) < wanted {
			keep[point] = true
			wanted--
		}
		left--
	}
	return keep
}

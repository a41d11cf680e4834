package sensitivity

import "tarama/analysis/sums"

// saltelli estimates Sobol' indices from base points A and B and the points AB_i, which are A with coordinate i of B:
//
//	S_i = mean( f(B) (f(AB_i) - f(A)) ) / V     (Saltelli et al., "Variance based sensitivity analysis of model output", 2010)
//	T_i = mean( (f(A) - f(AB_i))^2 ) / 2 V      (Jansen, "Analysis of variance designs for model output", 1999)
//
// with V the variance over the rows of the A and the B, and f the means at the points less that of all points. A base point
// stands in the order A, AB_1, ..., AB_d, B.
type saltelli struct {
	d     int64
	means *pointMeans
	whole []int64
	mean  float64 // of f over the whole base points
}

func newSaltelli(d int64, m *pointMeans, whole []int64) *saltelli {
	e := &saltelli{d: d, means: m, whole: whole}
	var sum sums.Sum
	for _, block := range e.whole {
		for i := range e.d + 2 {
			sum.Add(m.at(block*(e.d+2) + i))
		}
	}
	e.mean = sum.Value() / (float64(len(e.whole)) * float64(e.d+2))
	return e
}

func (e *saltelli) of(m *pointMeans) estimator { return newSaltelli(e.d, m, e.whole) }

func (e *saltelli) units() int { return len(e.whole) }

// f is the value at a point of a base point.
func (e *saltelli) f(block, i int64) float64 { return e.means.at(block*(e.d+2)+i) - e.mean }

// statistics are first and total of each factor, then noise and interactions.
func (e *saltelli) statistics(drawn []int) []float64 {
	var sum, squares, spreads sums.Sum
	for _, unit := range drawn {
		block := e.whole[unit]
		a, b := e.f(block, 0), e.f(block, e.d+1)
		sum.Add(a + b)
		squares.Add(float64(a*a) + float64(b*b))
		spreads.Add(e.means.spread(block*(e.d+2)) + e.means.spread(block*(e.d+2)+e.d+1))
	}
	n := 2 * float64(len(drawn))
	mean, within := sum.Value()/n, spreads.Value()/n
	variance := squares.Value()/n - float64(mean*mean) + within
	all := make([]float64, 0, 2*e.d+2)
	if variance <= 0 {
		return all[:cap(all)]
	}
	known := within / variance
	for factor := range e.d {
		first, total := e.effects(factor, drawn)
		all = append(all, first/variance, total/variance)
		known += first / variance
	}
	return append(all, within/variance, 1-known)
}

// effects are the variances that first and total are shares of V of.
func (e *saltelli) effects(factor int64, drawn []int) (first, total float64) {
	var products, squares sums.Sum
	for _, unit := range drawn {
		block := e.whole[unit]
		a, b, ab := e.f(block, 0), e.f(block, e.d+1), e.f(block, factor+1)
		products.Add(float64(b * (ab - a)))
		squares.Add(float64((a - ab) * (a - ab)))
	}
	n := float64(len(drawn))
	return products.Value() / n, squares.Value() / (2 * n)
}

func (e *saltelli) work() int { return len(e.whole) * int(e.d) * 8 }

package sensitivity

import "tarama/analysis/sums"

// saltelli estimates Sobol' indices from base points A and B and the points AB_i, which are A with coordinate i of B:
//
//	S_i = mean( f(B) (f(AB_i) - f(A)) ) / V     (Saltelli et al., "Variance based sensitivity analysis of model output", 2010)
//	T_i = mean( (f(A) - f(AB_i))^2 ) / 2 V      (Jansen, "Analysis of variance designs for model output", 1999)
//
// with V the variance of f over the A and the B, and f less its mean over all of the points. A base point stands in the order
// A, AB_1, ..., AB_d, B.
type saltelli struct {
	d     int64
	means *pointMeans
	whole []int64
	mean  float64 // over all points of the whole blocks
}

func newSaltelli(s *Sampling, m *pointMeans) *saltelli {
	e := &saltelli{d: int64(len(s.Parameters)), means: m, whole: wholeBlocks(m, s.Block())}
	var sum sums.Sum
	for _, block := range e.whole {
		for i := range e.d + 2 {
			sum.Add(m.total[block*(e.d+2)+i] / float64(m.wanted))
		}
	}
	if n := float64(len(e.whole)) * float64(e.d+2); n > 0 {
		e.mean = sum.Value() / n
	}
	return e
}

// wholeBlocks are the blocks of so many points that have all of their values.
func wholeBlocks(m *pointMeans, size int64) []int64 {
	var whole []int64
	for block := range int64(len(m.n)) / size {
		complete := true
		for i := range size {
			_, ok := m.at(block*size + i)
			complete = complete && ok
		}
		if complete {
			whole = append(whole, block)
		}
	}
	return whole
}

func (e *saltelli) blocks() []int64 { return e.whole }

// f is the value at a point of a whole block.
func (e *saltelli) f(block, i int64) float64 {
	return e.means.total[block*(e.d+2)+i]/float64(e.means.wanted) - e.mean
}

func (e *saltelli) statistics(factor int, blocks []int64) []float64 {
	var first, total, sum, squares sums.Sum
	for _, block := range blocks {
		a, b, ab := e.f(block, 0), e.f(block, e.d+1), e.f(block, int64(factor)+1)
		first.Add(float64(b * (ab - a)))
		total.Add(float64((a - ab) * (a - ab)))
		sum.Add(a + b)
		squares.Add(float64(a*a) + float64(b*b))
	}
	n := float64(len(blocks))
	mean := sum.Value() / (2 * n)
	variance := squares.Value()/(2*n) - float64(mean*mean)
	if variance <= 0 {
		return []float64{0, 0}
	}
	return []float64{first.Value() / n / variance, total.Value() / (2 * n) / variance}
}

package sensitivity

import (
	"math"

	"tarama/analysis/sums"
)

// morris finds elementary effects: on a trajectory each factor makes one step of D = p / (2 (p - 1)) of its range, up or down, for
// p levels, and its elementary effect is the change of the metric divided by the step. Over trajectories
//
//	mu*   mean of the absolute effects: how much the factor matters
//	mu    mean: in which direction
//	sigma standard deviation: how much this depends on the other factors, or is not linear
//
// (Morris, "Factorial sampling plans for preliminary computational experiments", 1991; Campolongo, Cariboni and Saltelli, "An
// effective screening design for sensitivity analysis of large models", 2007, for mu*).
type morris struct {
	*trajectories
	means *pointMeans
	whole []int64
}

func (e *morris) of(m *pointMeans) estimator { return &morris{e.trajectories, m, e.whole} }

func (e *morris) units() int { return len(e.whole) }

// effect is a factor's elementary effect on a trajectory.
func (e *morris) effect(trajectory, factor int64) float64 {
	at, sign := int64(e.at[trajectory*e.d+factor]), 1.0
	if at < 0 {
		at, sign = -at, -1
	}
	point := trajectory*(e.d+1) + at
	return sign * (e.means.at(point) - e.means.at(point-1)) / e.step
}

// statistics are mu*, mu and sigma of each factor.
func (e *morris) statistics(drawn []int) []float64 {
	all := make([]float64, 0, 3*e.d)
	for factor := range e.d {
		var absolute, sum, squares sums.Sum
		shift := e.effect(e.whole[drawn[0]], factor) // so that equal effects have no spread
		for _, unit := range drawn {
			x := e.effect(e.whole[unit], factor)
			absolute.Add(math.Abs(x))
			sum.Add(x - shift)
			squares.Add(float64((x - shift) * (x - shift)))
		}
		n := float64(len(drawn))
		offset := sum.Value() / n
		spread := max(0, squares.Value()-float64(sum.Value()*offset))
		all = append(all, absolute.Value()/n, shift+offset, math.Sqrt(spread/(n-1)))
	}
	return all
}

func (e *morris) work() int { return len(e.whole) * int(e.d) * 8 }

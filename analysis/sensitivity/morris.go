package sensitivity

import (
	"fmt"
	"math"

	"tarama/analysis/rows"
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
	d     int64
	step  float64 // D
	means *pointMeans
	whole []int64
	at    []int32 // by trajectory and factor: at which step, from 1, the factor moves; negative: downwards
}

// step is which factor moves from a point to the next: its number + 1, negative if downwards; 0 at the end of a trajectory.
type step int32

// findSteps compares the coordinates of each point with those of the next.
func findSteps(s rows.Source, q SampledQuery, points, maxPoints int64) ([]step, error) {
	steps := make([]step, points)
	block := q.Sampling.Block()
	err := eachCoordinate(s, q, points, maxPoints, func(factor int, x coordinates) error {
		for point := range points - 1 {
			if (point+1)%block == 0 || x[point] == x[point+1] {
				continue
			}
			if steps[point] != 0 {
				return fmt.Errorf("point %d differs from the one before in %s and in %s, which are no steps of a trajectory",
					point+1, q.Sampling.Parameters[max(steps[point], -steps[point])-1], q.Sampling.Parameters[factor])
			}
			steps[point] = step(factor + 1)
			if x[point+1] < x[point] {
				steps[point] = -steps[point]
			}
		}
		return nil
	})
	return steps, err
}

// eachCoordinate finds the coordinates of one factor after the other, as many in a pass through the rows as memory allows.
func eachCoordinate(s rows.Source, q SampledQuery, points, maxPoints int64, use func(factor int, x coordinates) error) error {
	batch := int(max(1, maxPoints/points))
	for first := 0; first < len(q.Factors); first += batch {
		p := newSampledPass(s, q, points, nil, q.Factors[first:min(first+batch, len(q.Factors))])
		if err := p.run(s); err != nil {
			return err
		}
		for i, x := range p.found {
			if err := use(first+i, x); err != nil {
				return err
			}
		}
	}
	return nil
}

func newMorris(s *Sampling, m *pointMeans, steps []step) *morris {
	d := int64(len(s.Parameters))
	e := &morris{d: d, means: m, step: float64(s.Levels) / (2 * float64(s.Levels-1)), at: make([]int32, s.Base*d)}
	for point, moved := range steps {
		trajectory, place := int64(point)/(d+1), int32(int64(point)%(d+1))+1
		if factor := int64(max(moved, -moved)) - 1; factor >= 0 {
			e.at[trajectory*d+factor] = place
			if moved < 0 {
				e.at[trajectory*d+factor] = -place
			}
		}
	}
	for _, block := range wholeBlocks(m, d+1) {
		complete := true
		for factor := range d {
			complete = complete && e.at[block*d+factor] != 0
		}
		if complete {
			e.whole = append(e.whole, block)
		}
	}
	return e
}

func (e *morris) blocks() []int64 { return e.whole }

// effect is a factor's elementary effect on a trajectory.
func (e *morris) effect(trajectory int64, factor int) float64 {
	at, sign := int64(e.at[trajectory*e.d+int64(factor)]), 1.0
	if at < 0 {
		at, sign = -at, -1
	}
	point := trajectory*(e.d+1) + at
	return sign * (e.means.total[point] - e.means.total[point-1]) / float64(e.means.wanted) / e.step
}

func (e *morris) statistics(factor int, blocks []int64) []float64 {
	var absolute, sum, squares sums.Sum
	shift := e.effect(blocks[0], factor) // so that equal effects have no spread
	for _, block := range blocks {
		x := e.effect(block, factor)
		absolute.Add(math.Abs(x))
		sum.Add(x - shift)
		squares.Add(float64((x - shift) * (x - shift)))
	}
	n := float64(len(blocks))
	offset := sum.Value() / n
	spread := max(0, squares.Value()-float64(sum.Value()*offset))
	return []float64{absolute.Value() / n, shift + offset, math.Sqrt(spread / (n - 1))}
}

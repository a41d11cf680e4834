package sensitivity

import (
	"fmt"
	"slices"

	"tarama/analysis/rows"
)

// trajectories are those of a design of Morris.
type trajectories struct {
	d    int64
	step float64 // D
	at   []int32 // by trajectory and factor: at which step, from 1, the factor moves; negative: downwards; 0: it does not
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

// findTrajectories finds at which step of each trajectory each factor moves.
func findTrajectories(s rows.Source, q SampledQuery, points, maxPoints int64) (*trajectories, error) {
	steps, err := findSteps(s, q, points, maxPoints)
	if err != nil {
		return nil, err
	}
	d, levels := int64(len(q.Factors)), q.Sampling.Levels
	t := &trajectories{d: d, step: float64(levels) / float64(2*(levels-1)), at: make([]int32, points/(d+1)*d)}
	for point, moved := range steps {
		trajectory, place := int64(point)/(d+1), int32(int64(point)%(d+1))+1
		if factor := int64(max(moved, -moved)) - 1; factor >= 0 {
			t.at[trajectory*d+factor] = place
			if moved < 0 {
				t.at[trajectory*d+factor] = -place
			}
		}
	}
	return t, nil
}

// blocks are the trajectories whose points are whole and on which each factor moves.
func (t *trajectories) blocks(m *pointMeans) []int64 {
	return slices.DeleteFunc(m.wholeBlocks(t.d+1), func(trajectory int64) bool {
		return slices.Contains(t.at[trajectory*t.d:(trajectory+1)*t.d], 0)
	})
}

package design

// DefaultLevels is the usual number of levels of Morris's method, and MaxLevels the greatest.
const (
	DefaultLevels = 4
	MaxLevels     = 1000
)

// morris has trajectories of d+1 points on a grid of p levels, 0, 1/(p-1), ..., 1. From a point to the next one factor makes
// a step of p/2 levels, up or down; on a trajectory each factor makes one. Start, directions and the order of the steps are
// random, each trajectory's own (Morris, "Factorial sampling plans for preliminary computational experiments", 1991).
type morris struct {
	seed         int64
	trajectories int64
	factors      int64
	half         uint64  // p/2
	last         float64 // p-1
}

func newMorris(s Settings) *morris {
	return &morris{
		seed: s.Seed, trajectories: s.Points, factors: int64(s.Factors),
		half: uint64(s.Levels / 2), last: float64(s.Levels - 1),
	}
}

func (m *morris) Len() int64 { return m.trajectories * (m.factors + 1) }

func (m *morris) At(point int64, factor int) float64 {
	trajectory, place := point/(m.factors+1), point%(m.factors+1)
	choice, direction := philox(uint64(m.seed), uint64(trajectory), forTrajectory|uint64(factor))
	lower := below(choice, m.half) // of the two levels that the factor has on the trajectory
	moved := m.turn(trajectory, factor) < place
	if startsLower := direction&1 == 0; startsLower == moved {
		return float64(lower+m.half) / m.last
	}
	return float64(lower) / m.last
}

// turn is at which step of a trajectory, from 0, the factor moves.
func (m *morris) turn(trajectory int64, factor int) int64 {
	return int64(permute(uint64(factor), uint64(m.factors), draw(m.seed, forOrder, 0, trajectory)))
}

package design

import "math/bits"

// hypercube is a Latin hypercube of n points: each factor has a permutation of the n strata of its own, and a point lies at a
// random place of its stratum.
type hypercube struct {
	seed   int64
	points uint64
	keys   []uint64 // by factor, of the permutation
	places uint     // a place is one of the middles of 2^places equal parts of the stratum
}

// halfBits is how many bits stratum and place may have together: with the bit for the middle 53, which a float64 holds.
const halfBits = 52

func newHypercube(s Settings) *hypercube {
	h := &hypercube{seed: s.Seed, points: uint64(s.Points)}
	h.places = halfBits - uint(bits.Len64(h.points-1))
	for factor := range s.Factors {
		h.keys = append(h.keys, draw(s.Seed, forStratum, factor, 0))
	}
	return h
}

func (h *hypercube) Len() int64 { return int64(h.points) }

// At is (stratum + place) / n. The sum is exact, and it is half a part or more away from the ends of the stratum, which is
// more than the division's rounding can move it: the point stays inside its stratum.
func (h *hypercube) At(point int64, factor int) float64 {
	stratum := permute(uint64(point), h.points, h.keys[factor])
	place := draw(h.seed, forPlace, factor, point) >> (64 - h.places)
	middle := float64(stratum<<(h.places+1)|place<<1|1) * fraction(h.places+1)
	return middle / float64(h.points)
}

// fraction is 2^-n, for n up to 63.
func fraction(n uint) float64 { return 1 / float64(uint64(1)<<n) }

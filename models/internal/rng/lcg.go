package rng

// LCG is k steps of lcg32 in one: s becomes Multiplier*s + Increment modulo 2^32. Steps of any length are affine, which
// is what lets a stream be entered in the middle and several parts of it run side by side.
type LCG struct {
	Multiplier, Increment uint32
}

// Steps returns k steps of lcg32 in one, by squaring.
func Steps(k uint64) LCG {
	result, power := LCG{1, 0}, LCG{Multiplier, Increment}
	for ; k > 0; k >>= 1 {
		if k&1 == 1 {
			result = result.then(power)
		}
		power = power.then(power)
	}
	return result
}

// Next returns the state after the steps.
func (l LCG) Next(s uint32) uint32 { return l.Multiplier*s + l.Increment }

// then returns the steps of l followed by those of m.
func (l LCG) then(m LCG) LCG {
	return LCG{m.Multiplier * l.Multiplier, m.Multiplier*l.Increment + m.Increment}
}

// LCGSeed returns the state of lcg32 before the first draw of a seed: the seed modulo 2^32, never negative.
func LCGSeed(seed int64) uint32 { return uint32(uint64(seed)) }

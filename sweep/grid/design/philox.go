package design

import "math/bits"

// The uses that random numbers are put to. Each has counters of its own, so that no number is used twice.
const (
	forCoordinate uint64 = iota << 32
	forStratum
	forPlace
	forScramble
	forShift
	forTrajectory
	forOrder
)

// Constants of Philox2x64, from "Parallel random numbers: as easy as 1, 2, 3" (Salmon et al., SC 2011).
const (
	philoxMultiplier = 0xD2B74407B1CE6E93
	philoxWeyl       = 0x9E3779B97F4A7C15
	philoxRounds     = 10
)

// philox is the counter-based generator Philox2x64-10: for every key a bijection of 128 bits whose values at 0, 1, 2, ...
// pass as independent random numbers. There is no state, so any number can be had at once.
func philox(key, low, high uint64) (uint64, uint64) {
	for range philoxRounds {
		product, rest := bits.Mul64(philoxMultiplier, low)
		low, high = product^key^high, rest
		key += philoxWeyl
	}
	return low, high
}

// draw is a random number for a use of a factor at a point.
func draw(seed int64, use uint64, factor int, point int64) uint64 {
	value, _ := philox(uint64(seed), uint64(point), use|uint64(factor))
	return value
}

// unit makes 53 random bits a number from 0 to 1, 1 excluded.
func unit(random uint64) float64 { return float64(random>>11) * 0x1p-53 }

// below makes a random number one from 0 to n-1, by the high word of the product. A value is more likely than another by at
// most n / 2^64.
func below(random, n uint64) uint64 {
	high, _ := bits.Mul64(random, n)
	return high
}

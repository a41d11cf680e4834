package rng

import "math"

// Resolution returns the number of equally likely values that a draw of the generator can take: u is a whole number
// below it, divided by it.
func (k Kind) Resolution() uint64 {
	if k == PCG64 {
		return 1 << 53
	}
	return 1 << 32
}

// Below returns how many of the values that a draw can take are less than p, for p in [0, 1]. Draw number n of these, in
// rising order, is n / Resolution, so that u < p is exactly n < Below(p): scaling p by a power of two rounds nothing,
// and a whole number is below a real exactly if it is below the real's ceiling.
func (k Kind) Below(p float64) uint64 {
	return uint64(math.Ceil(p * float64(k.Resolution())))
}

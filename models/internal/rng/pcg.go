package rng

import "math/bits"

// PCG is the generator of math/rand/v2's NewPCG(seed, 0): a 128-bit linear congruential generator with the output
// function DXSM. It is written out here because a draw takes twice as long through the library, whose method the
// compiler does not inline; a test holds the two together.
type PCG struct {
	high, low uint64
}

// The constants of the 128-bit step and of DXSM.
const (
	pcgMultiplierHigh = 0x2360ed051fc65da4
	pcgMultiplierLow  = 0x4385df649fccf645
	pcgIncrementHigh  = 0x5851f42d4c957f2d
	pcgIncrementLow   = 0x14057b7ef767814f
	dxsmMultiplier    = 0xda942042e4dd58b5
)

// NewPCG returns the generator at the start of the stream of a seed.
func NewPCG(seed int64) PCG { return PCG{high: uint64(seed)} }

// Next returns the generator after one step, and the draw as a whole number below 2^53: u is the
// 2^53rd part of it.
func (p PCG) Next() (PCG, uint64) {
	high, low := bits.Mul64(p.low, pcgMultiplierLow)
	high += p.high*pcgMultiplierLow + p.low*pcgMultiplierHigh
	low, carry := bits.Add64(low, pcgIncrementLow, 0)
	high, _ = bits.Add64(high, pcgIncrementHigh, carry)

	x := high ^ high>>32
	x *= dxsmMultiplier
	x ^= x >> 48
	x *= low | 1
	return PCG{high, low}, x & (1<<53 - 1)
}

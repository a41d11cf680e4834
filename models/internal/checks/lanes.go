package checks

import (
	"math/bits"

	"tarama/models/internal/rng"
)

const (
	lanes      = 32              // words of failures that are drawn side by side
	laneRounds = blockRounds / 2 // rounds that a lane draws at a time
)

// bernoulli says how a lane goes from one round to the next, and when a check fails: if its draw is below the bound, which
// is at least 1 and below 2^32.
type bernoulli struct {
	stride rng.LCG
	below  uint32
}

// drawLanesPlainly draws 32 rounds of the first used lanes: bit i of a lane's word says that the check of round i failed. A lane's
// state goes from the one before its first draw to that of its last. What becomes of the other lanes means nothing.
//
// It is the plain form of what the processor's vector instructions do, where there are any (lanes_amd64.s).
func drawLanesPlainly(failed, states *[lanes]uint32, used int, b bernoulli) {
	for at := 0; at < used; at += 4 {
		drawFour((*[4]uint32)(failed[at:]), (*[4]uint32)(states[at:]), b)
	}
}

// drawFour draws four lanes. Each is a chain of multiplications that wait for each other; four chains keep the processor
// busy where one would leave it idle most of the time. It is a function of its own, and a plain one, because only then do
// the compiler's registers suffice.
//
// For each draw below the bound it shifts a one in at the low end: such a draw is a subtraction that borrows, and so sets
// the top bit.
func drawFour(failed, states *[4]uint32, b bernoulli) {
	mul, inc, below := b.stride.Multiplier, b.stride.Increment, uint64(b.below)
	s0, s1, s2, s3 := states[0], states[1], states[2], states[3]
	var w0, w1, w2, w3 uint64
	for range laneRounds {
		s0 = s0*mul + inc
		w0 = w0*2 + (uint64(s0)-below)>>63
		s1 = s1*mul + inc
		w1 = w1*2 + (uint64(s1)-below)>>63
		s2 = s2*mul + inc
		w2 = w2*2 + (uint64(s2)-below)>>63
		s3 = s3*mul + inc
		w3 = w3*2 + (uint64(s3)-below)>>63
	}
	*states = [4]uint32{s0, s1, s2, s3}
	for i, w := range [...]uint64{w0, w1, w2, w3} {
		failed[i] = bits.Reverse32(uint32(w)) // the first round becomes the lowest bit
	}
}

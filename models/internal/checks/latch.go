package checks

import "math/bits"

// latch returns, for each of 64 rounds, whether a latch is on before it, and whether it is on after the last. set and
// reset have no round in common.
//
// An adder does just this: where both addends have a bit, position i generates a carry, where one has, it hands on the
// carry that it gets, where none has, it swallows it. So a round that sets becomes 1+1, one that does neither 1+0, and
// one that resets 0+0; the carry into a position is the latch before that round. The sum's bits are the addends' and the
// carry's added without carrying, which gives the carries back.
func latch(set, reset, on uint64) (before, onAfter uint64) {
	sum, carry := bits.Add64(^reset, set, on)
	return sum ^ ^reset ^ set, carry
}

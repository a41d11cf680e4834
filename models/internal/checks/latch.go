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

// longRunEnds is limit.ends for any length, given how many ones stand before the first round.
// Nothing in it depends on the ones but through arithmetic: a branch would be guessed wrong too often.
func longRunEnds(ones uint64, length, earlier int64) uint64 {
	// The runs that lie within the word. While width grows to length, a bit of ends says that it and the width-1 bits
	// below it are ones.
	ends := ones
	for width := int64(1); width < min(length, blockRounds+1); {
		step := min(width, length-width)
		ends &= ends << uint64(step)
		width += step
	}
	// The run that the earlier ones go on with: it reaches the length at round length-earlier, counted from 1.
	head := ones &^ (ones + 1)
	short := max(length-earlier-1, 0)
	return ends | head&^lowest(uint64(short))
}

// lastRun returns how many ones in a row end with the last round, given how many stand before the first.
func lastRun(ones uint64, earlier int64) int64 {
	if ones == ^uint64(0) {
		return earlier + blockRounds
	}
	return int64(bits.LeadingZeros64(^ones))
}

// lowest returns a word with the n lowest bits set; all of them if n is 64 or more.
func lowest(n uint64) uint64 { return 1<<n - 1 }

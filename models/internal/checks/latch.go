package checks

import "math/bits"

// limits are how many equal outcomes in a row change a target's state.
type limits struct {
	threshold, rise int64
}

// short says that a run of failures or passes that counts reaches back into the word before at most.
func (l limits) short() bool { return max(l.threshold, l.rise) <= blockRounds }

// memory is what one block tells the next about a target.
type memory struct {
	out            uint64 // 1 if the target is out after its last round
	failures       uint64 // the block's failures; for short limits
	failed, passed int64  // the run of failures, or of passes, that its last round ends: one of them is 0; for the others
}

// advance takes the targets through the 64 rounds of a block: bit i of a target's word says that its check of round i failed
// by chance. It sets in which rounds the target was out before the check, and in which after it. The limits must be short.
//
// The two kinds of run end in different rounds, so that they can be told apart by round alone: a target is out after a
// round if the round ends a run of failures, or if it was out before and the round ends no run of passes. No run that
// began under the other state is counted by mistake, since the check that changed the state was of the other outcome.
//
// For the same reason nothing need say that no checks were made before the first block. They count as passed: passes bring
// back only a target that is out, and it went out with a failure, so none of the passes that bring it back lies before that.
func (s *Simulation) advance(words []uint64, l limits) {
	n := len(words)
	targets, before, after := s.targets[:n], s.block.Before[:n], s.block.After[:n]
	failed, down := s.config.Failed, s.down(s.block.First)
	for i, failures := range words {
		if int64(i) == failed {
			failures |= down
		}
		m := &targets[i]
		earlier := m.failures
		m.failures = failures
		set := runEnds(failures, earlier, l.threshold)
		if set|m.out == 0 { // it stays in, as most do most of the time
			before[i], after[i] = 0, 0
			continue
		}
		on, last := latch(set, runEnds(^failures, ^earlier, l.rise), m.out)
		before[i], after[i], m.out = on, on>>1|last<<63, last
	}
}

// advanceLong is advance for limits of any size.
func (s *Simulation) advanceLong(words []uint64, l limits) {
	failed, down := s.config.Failed, s.down(s.block.First)
	for i, failures := range words {
		if int64(i) == failed {
			failures |= down
		}
		m := &s.targets[i]
		set, reset := longRunEnds(failures, l.threshold, m.failed), longRunEnds(^failures, l.rise, m.passed)
		m.failed, m.passed = lastRun(failures, m.failed), lastRun(^failures, m.passed)
		on, last := latch(set, reset, m.out)
		s.block.Before[i], s.block.After[i], m.out = on, on>>1|last<<63, last
	}
}

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

// runEnds marks the rounds that end at least length ones in a row, for a length of at most 64. earlier holds the 64 rounds
// before them.
func runEnds(ones, earlier uint64, length int64) uint64 {
	if length > 4 {
		return runEndsByDoubling(ones, earlier, length)
	}
	for ; length > 1; length-- { // a bit still says that its round ends ones: one more each time
		ones &= ones<<1 | earlier>>63
		earlier &= earlier << 1
	}
	return ones
}

// runEndsByDoubling is runEnds in steps that grow with the length: while width grows to length, a bit of both words says that
// it and the width-1 rounds before it are ones. Of earlier, the first few bits say less, as what was before is not known; but
// no run of this length reaches back to them.
func runEndsByDoubling(ones, earlier uint64, length int64) uint64 {
	for width := int64(1); width < length; {
		step := min(width, length-width) // at most 32
		ones &= ones<<(step&63) | earlier>>(-step&63)
		earlier &= earlier << (step & 63)
		width += step
	}
	return ones
}

// longRunEnds is runEnds for any length, given how many ones stand before the first round.
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

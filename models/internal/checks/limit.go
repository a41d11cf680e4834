package checks

import "math/bits"

// limit is how many equal outcomes in a row change a target's state.
type limit struct {
	length int64
	steps  int64    // how many of the shifts are used; none if the limit is not short
	shifts [6]shift // how runs of a length of at most 64 are found
}

// shift moves a word up by some rounds, at least one, and the word before it down by the rest of 64, so that the two join.
type shift struct{ up, down uint64 }

// set makes the limit one of that length.
func (l *limit) set(length int64) {
	if l.length == length {
		return
	}
	l.length, l.steps = length, 0
	if !l.short() {
		return
	}
	for width := int64(1); width < length; l.steps++ {
		step := min(width, length-width)
		l.shifts[l.steps] = shift{uint64(step), uint64(blockRounds - step)}
		width += step
	}
}

// short says that a run that counts reaches back into the word before at most.
func (l *limit) short() bool { return l.length <= blockRounds }

// ends marks the rounds that end as many ones in a row, or more, for a short limit. earlier holds the 64 rounds before them.
//
// It goes in steps that grow with the length: while width grows to the length, a bit of both words says that it and the
// width-1 rounds before it are ones. Of earlier, the first few bits say less, as what was before is not known; but no run of
// this length reaches back to them.
func (l *limit) ends(ones, earlier uint64) uint64 {
	for _, s := range l.shifts[:l.steps] {
		ones &= ones<<(s.up&63) | earlier>>(s.down&63)
		earlier &= earlier << (s.up & 63)
	}
	return ones
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

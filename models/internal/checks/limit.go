package checks

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

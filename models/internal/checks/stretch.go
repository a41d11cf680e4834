package checks

// vector is how many words the processor's vector instructions handle at once.
const vector = 4

// stretchWords bounds how many words of a kind a stretch has, unless a single block has more: they stay in the fastest cache.
const stretchWords = 128

// stretch works out when the targets are out, for some blocks together, and keeps what the next ones need to know.
//
// Slices by target have room for whole vectors, as blocks do. Failures by chance are dense, but there is room for a vector
// behind them.
type stretch struct {
	Blocks
	targets, failedTarget int64
	most                  int64    // blocks that it may have at most
	downAfter             int64    // rounds of these blocks before the failed target is down
	blocks                int      // how many there are; none before the first
	next                  int64    // the number of the block after them
	valid                 uint64   // the rounds of the last block that the simulation has
	words                 []uint64 // by block and target: failures by chance

	threshold, rise limit

	used           []uint64 // by target: all ones, but 0 where there is none
	failing        []uint64 // by target: all ones for the failed target, else 0
	out, earlier   []uint64 // by target: 1 if it is out after the last round; the failures of the last block, for short limits
	failed, passed []int64  // by target: the run of failures, or of passes, that the last round ends; for limits that are not short
}

// reset makes ready for the first stretch of a simulation.
func (s *stretch) reset(c *Config) {
	s.threshold.set(c.Threshold)
	s.rise.set(c.Rise)
	s.blocks, s.next = 0, 0
	s.mark(c.Targets, c.Failed)
	clear(s.out)
	clear(s.earlier)
	if !s.short() {
		s.failed, s.passed = cleared(s.failed, s.Stride), cleared(s.passed, s.Stride)
	}
}

// mark sets what depends on these two, unless it is right already.
func (s *stretch) mark(targets, failed int64) {
	if s.targets == targets && s.failedTarget == failed {
		return
	}
	s.targets, s.failedTarget = targets, failed
	s.Stride = int(targets+vector-1) / vector * vector
	s.most = int64(max(stretchWords/s.Stride, 1))
	s.used, s.failing = cleared(s.used, s.Stride), cleared(s.failing, s.Stride)
	s.out, s.earlier = resize(s.out, s.Stride), resize(s.earlier, s.Stride)
	for i := range s.used[:targets] {
		s.used[i] = ^uint64(0)
	}
	if failed != NoTarget {
		s.failing[failed] = ^uint64(0)
	}
}

// begin goes on to the next blocks, given the simulation's last round and the first in which the failed target is down.
func (s *stretch) begin(blocks int, last, failedFrom int64) {
	s.First = s.next*blockRounds + 1
	s.blocks, s.next = blocks, s.next+int64(blocks)
	s.valid = ^uint64(0) >> max(s.next*blockRounds-last, 0)
	words := blocks * s.Stride
	s.Before = resize(s.Before, words)
	s.After = resize(s.After, (blocks+vector-1)/vector*vector*s.Stride)
	clear(s.After[words:]) // counts are made of whole vectors of blocks
	s.After = s.After[:words]
	s.setDown(blocks, failedFrom-s.First)
}

// setDown sets in which rounds of so many blocks the failed target is down, given how many rounds come before, unless that is right
// already: in most sweeps it is the same for all simulations.
func (s *stretch) setDown(blocks int, rounds int64) {
	if len(s.Down) == blocks && s.downAfter == rounds {
		return
	}
	s.downAfter = rounds
	s.Down = resize(s.Down, blocks)
	for b := range s.Down {
		s.Down[b] = ^lowest(uint64(max(rounds-int64(b)*blockRounds, 0)))
	}
}

// advance takes the targets through the blocks, given their failures by chance.
func (s *stretch) advance(words []uint64) {
	s.words = words
	if s.short() {
		advance(s)
	} else {
		s.advanceLong()
	}
}

// short says that a run of failures or passes that counts reaches back into the word before at most.
func (s *stretch) short() bool { return s.threshold.short() && s.rise.short() }

// advancePlainly works out before and after, for short limits.
//
// The two kinds of run end in different rounds, so that they can be told apart by round alone: a target is out after a
// round if the round ends a run of failures, or if it was out before and the round ends no run of passes. No run that
// began under the other state is counted by mistake, since the check that changed the state was of the other outcome.
//
// For the same reason nothing need say that no checks were made before the first block. They count as passed: passes bring
// back only a target that is out, and it went out with a failure, so none of the passes that bring it back lies before that.
//
// It is the plain form of what the processor's vector instructions do, where there are any (stretch_amd64.s).
func (s *stretch) advancePlainly() {
	n := int(s.targets)
	failing, out, earlier := s.failing[:n], s.out[:n], s.earlier[:n]
	for b, down := range s.Down {
		before, after := s.block(b)
		for i, failures := range s.words[b*n:][:n] {
			failures |= down & failing[i]
			set, reset := s.threshold.ends(failures, earlier[i]), s.rise.ends(^failures, ^earlier[i])
			on, last := latch(set, reset, out[i])
			before[i], after[i], out[i], earlier[i] = on, on>>1|last<<63, last, failures
		}
	}
	s.cut()
}

// advanceLong is advancePlainly for limits of any size.
func (s *stretch) advanceLong() {
	n := int(s.targets)
	for b, down := range s.Down {
		before, after := s.block(b)
		for i, failures := range s.words[b*n:][:n] {
			failures |= down & s.failing[i]
			set := longRunEnds(failures, s.threshold.length, s.failed[i])
			reset := longRunEnds(^failures, s.rise.length, s.passed[i])
			s.failed[i], s.passed[i] = lastRun(failures, s.failed[i]), lastRun(^failures, s.passed[i])
			on, last := latch(set, reset, s.out[i])
			before[i], after[i], s.out[i] = on, on>>1|last<<63, last
		}
	}
	s.cut()
}

// block returns before and after of a block, by target. What fills the last vector becomes 0.
func (s *stretch) block(b int) (before, after []uint64) {
	n := int(s.targets)
	before, after = s.Before[b*s.Stride:][:s.Stride], s.After[b*s.Stride:][:s.Stride]
	clear(before[n:])
	clear(after[n:])
	return before[:n], after[:n]
}

// cut clears the bits of rounds that the simulation does not have.
func (s *stretch) cut() {
	before, after := s.block(len(s.Down) - 1)
	for i := range after {
		before[i] &= s.valid
		after[i] &= s.valid
	}
}

// cleared returns a slice of zeros, in the same memory where that is enough.
func cleared[T any](s []T, length int) []T {
	s = resize(s, length)
	clear(s)
	return s
}

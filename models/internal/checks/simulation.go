package checks

import (
	"math/bits"

	"tarama/models/internal/rng"
)

// NoTarget is Config.Failed where no target goes down.
const NoTarget = -1

// Config says what is checked and how. Counts are at least 1, except that there may be no rounds.
type Config struct {
	Targets, Rounds int64   // targets checked in every round, and rounds
	Threshold, Rise int64   // failures in a row that take a target out, passes in a row that bring it back
	Probability     float64 // that a check of a target that is up fails, in [0, 1]
	Generator       rng.Kind
	Seed            int64
	Failed          int64 // the target that goes down for good, or NoTarget
	FailedFrom      int64 // the first round in which it is down; beyond Rounds: never
}

// Change is a check after which a target is out and before which it was not, or the other way round.
type Change struct {
	Round  int64 // counted from 1
	Target int64 // counted from 0
	Out    bool  // the state after the check
}

// Simulation runs health checks, again and again for different configurations. The zero Simulation is ready for Reset.
type Simulation struct {
	chance  chance
	stretch stretch
	fixed   fixed

	// The last probability, and how many draws of the generator are below it.
	probability float64
	generator   rng.Kind
	below       uint64

	// Next's place in the stretch.
	block   int    // the block
	pending uint64 // its rounds that hold a change and are not done
	target  int    // where in the first of them to go on
}

// fixed is what of a configuration is needed after Reset.
type fixed struct {
	rounds, threshold, failed, failedFrom int64
}

// Reset begins a simulation at round 1. After it, use either NextBlocks or Next.
func (s *Simulation) Reset(c *Config) {
	s.fixed = fixed{c.Rounds, c.Threshold, c.Failed, c.FailedFrom}
	s.block, s.pending, s.target = -1, 0, 0
	s.stretch.reset(c)
	if s.probability != c.Probability || s.generator != c.Generator {
		s.probability, s.generator, s.below = c.Probability, c.Generator, c.Generator.Below(c.Probability)
	}
	s.chance.reset(stream{c.Generator, c.Seed, s.below, c.Targets}, c.Rounds)
}

// Constant says that no draw can change a check, because false failures are certain or impossible. Next then costs by
// the changes alone, while NextBlocks still goes through all rounds.
func (s *Simulation) Constant() bool {
	_, constant := s.chance.constant()
	return constant
}

// NextBlocks simulates the next rounds. It returns nil after the last. The blocks are valid until the next call.
func (s *Simulation) NextBlocks() *Blocks {
	done := s.stretch.next
	remain := (s.fixed.rounds+blockRounds-1)/blockRounds - done
	if remain == 0 {
		return nil
	}
	words, blocks := s.chance.words(done, min(remain, s.stretch.most))
	s.stretch.begin(blocks, s.fixed.rounds, s.fixed.failedFrom)
	s.stretch.advance(words)
	return &s.stretch.Blocks
}

// Next gives the next change, in the order of rounds and, within a round, of targets. It returns false when there are
// no more.
func (s *Simulation) Next(c *Change) bool {
	if always, constant := s.chance.constant(); constant {
		return s.nextConstant(c, always)
	}
	for s.pending == 0 {
		if s.block++; s.block >= s.stretch.blocks {
			if s.NextBlocks() == nil {
				return false
			}
			s.block = 0
		}
		s.pending = s.stretch.changes(s.block)
	}
	round := bits.TrailingZeros64(s.pending)
	target := s.stretch.changed(s.block, s.target, round)
	out := s.stretch.After[s.block*s.stretch.Stride+target]>>round&1 == 1
	*c = Change{s.stretch.Round(s.block, round), int64(target), out}
	if s.target = s.stretch.changed(s.block, target+1, round); s.target == s.stretch.Stride {
		s.pending &= s.pending - 1
		s.target = 0
	}
	return true
}

// nextConstant is Next where no draw can change a check. If all checks fail, every target goes out with the check that
// reaches the threshold; if those of targets that are up pass, only the failed target does. None comes back.
func (s *Simulation) nextConstant(c *Change, always bool) bool {
	first, targets := int64(1), int(s.stretch.targets)
	if !always {
		if s.fixed.failed == NoTarget {
			return false
		}
		failed := int(s.fixed.failed)
		first, s.target, targets = s.fixed.failedFrom, max(s.target, failed), failed+1
	}
	round := first + s.fixed.threshold - 1
	if s.target >= targets || round > s.fixed.rounds {
		return false
	}
	*c = Change{round, int64(s.target), true}
	s.target++
	return true
}

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

// Block is 64 rounds of a simulation. Bit i of a word stands for round First+i.
type Block struct {
	First  int64    // the first round, counted from 1
	Valid  uint64   // which bits stand for a round at all; bits of the words outside it mean nothing
	Before []uint64 // by target: out before the round's check
	After  []uint64 // by target: out after the round's check
}

// Change is a check after which a target is out and before which it was not, or the other way round.
type Change struct {
	Round  int64 // counted from 1
	Target int64 // counted from 0
	Out    bool  // the state after the check
}

// Simulation runs health checks, again and again for different configurations. The zero Simulation is ready for Reset.
type Simulation struct {
	config  Config
	chance  chance
	targets []memory
	next    int64 // the number of the next block
	block   Block

	// Next's place in the block.
	pending uint64 // rounds that hold a change and are not done
	target  int64  // where in the first of them to go on
}

// Reset begins a simulation at round 1. After it, use either NextBlock or Next.
func (s *Simulation) Reset(c *Config) {
	s.config = *c
	s.next, s.pending, s.target = 0, 0, 0
	n := int(c.Targets)
	s.targets = resize(s.targets, n)
	clear(s.targets)
	s.block.Before = resize(s.block.Before, n)
	s.block.After = resize(s.block.After, n)
	s.chance.reset(stream{c.Generator, c.Seed, c.Generator.Below(c.Probability), c.Targets}, c.Rounds)
}

// Constant says that no draw can change a check, because false failures are certain or impossible. Next then costs by
// the changes alone, while NextBlock still goes through all rounds.
func (s *Simulation) Constant() bool {
	_, constant := s.chance.constant()
	return constant
}

// NextBlock simulates the next 64 rounds, or what is left of them. It returns nil after the last round. The block is
// valid until the next call.
func (s *Simulation) NextBlock() *Block {
	first := s.next*blockRounds + 1
	if first > s.config.Rounds {
		return nil
	}
	words := s.chance.block(s.next)
	s.next++
	s.block.First = first
	s.block.Valid = lowest(uint64(s.config.Rounds - first + 1))

	if l := (limits{s.config.Threshold, s.config.Rise}); l.short() {
		s.advance(words, l)
	} else {
		s.advanceLong(words, l)
	}
	return &s.block
}

// down marks the rounds of the block that begins with the given round in which the failed target is down.
func (s *Simulation) down(first int64) uint64 {
	return ^lowest(uint64(max(s.config.FailedFrom-first, 0)))
}

// Next gives the next change, in the order of rounds and, within a round, of targets. It returns false when there are
// no more.
func (s *Simulation) Next(c *Change) bool {
	if always, constant := s.chance.constant(); constant {
		return s.nextConstant(c, always)
	}
	for s.pending == 0 {
		b := s.NextBlock()
		if b == nil {
			return false
		}
		s.pending = b.changes() & b.Valid
	}
	round := bits.TrailingZeros64(s.pending)
	target := s.block.changed(s.target, round)
	*c = Change{s.block.First + int64(round), target, s.block.After[target]>>round&1 == 1}
	if s.target = s.block.changed(target+1, round); s.target == s.config.Targets {
		s.pending &= s.pending - 1
		s.target = 0
	}
	return true
}

// changed returns the first target from the given one on that changes in the round of that bit, or their number if
// none does.
func (b *Block) changed(from int64, bit int) int64 {
	for i := from; i < int64(len(b.Before)); i++ {
		if (b.Before[i]^b.After[i])>>bit&1 == 1 {
			return i
		}
	}
	return int64(len(b.Before))
}

// changes marks the rounds in which any target changes.
func (b *Block) changes() uint64 {
	var any uint64
	for i, before := range b.Before {
		any |= before ^ b.After[i]
	}
	return any
}

// nextConstant is Next where no draw can change a check. If all checks fail, every target goes out with the check that
// reaches the threshold; if those of targets that are up pass, only the failed target does. None comes back.
func (s *Simulation) nextConstant(c *Change, always bool) bool {
	first, targets := int64(1), s.config.Targets
	if !always {
		if s.config.Failed == NoTarget {
			return false
		}
		first, s.target, targets = s.config.FailedFrom, max(s.target, s.config.Failed), s.config.Failed+1
	}
	round := first + s.config.Threshold - 1
	if s.target >= targets || round > s.config.Rounds {
		return false
	}
	*c = Change{round, s.target, true}
	s.target++
	return true
}

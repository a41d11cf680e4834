package health

import (
	"math/bits"

	"tarama/models/internal/checks"
)

// totals is what a simulation comes to, in rounds.
type totals struct {
	falseEvictions int64
	lostRounds     int64
	mostOut        int64 // most instances out after a round
	detection      int64 // round in which a check after the failure evicted the failed instance, or 0
	alreadyOut     bool  // the failed instance was out before its first check after the failure
}

// outcome returns the code of the outcome.
func (t *totals) outcome() int32 {
	switch {
	case t.alreadyOut:
		return alreadyOut
	case t.detection > 0:
		return evicted
	}
	return never
}

// counter runs simulations and counts.
type counter struct {
	simulation checks.Simulation
	tally      tally
}

// count runs a simulation. Most are counted by blocks, as counting bits is cheaper than looking at changes; where no
// draw matters there are few changes and they come at once.
func (c *counter) count(config *checks.Config) totals {
	c.simulation.Reset(config)
	if c.simulation.Constant() {
		return c.countChanges(config)
	}
	return c.countBlocks(config)
}

// countBlocks counts the bits of words that stand for 64 rounds of an instance. First it counts all instances as good; then
// it takes back what the failed one did while it was down.
func (c *counter) countBlocks(config *checks.Config) totals {
	var t totals
	for b := c.simulation.NextBlock(); b != nil; b = c.simulation.NextBlock() {
		t.falseEvictions += c.tally.count(b)
		t.mostOut = max(t.mostOut, c.tally.most())
		t.lostRounds += c.tally.sum()
		if down := b.Valid &^ (1<<uint64(max(config.FailedFrom-b.First, 0)) - 1); down != 0 {
			t.fail(b, config.Failed, down)
		}
	}
	return t
}

// fail takes the rounds of a block in which the failed instance is down out of what good instances did, and looks for its
// eviction, or for its being out already.
func (t *totals) fail(b *checks.Block, failed int64, down uint64) {
	before, after := b.Before[failed], b.After[failed]&down
	t.falseEvictions -= int64(bits.OnesCount64(after &^ before))
	t.lostRounds -= int64(bits.OnesCount64(after))
	if t.detection > 0 {
		return
	}
	if first := down & -down; before&first != 0 {
		t.alreadyOut = true
	} else if after != 0 {
		t.detection = b.First + int64(bits.TrailingZeros64(after))
	}
}

// countChanges adds up the changes of a simulation in which no check fails or passes by chance, so that whatever goes
// out stays out.
func (c *counter) countChanges(config *checks.Config) totals {
	var t totals
	for change := (checks.Change{}); c.simulation.Next(&change); {
		t.mostOut++
		goodUntil := config.Rounds + 1
		if change.Target == config.Failed && config.FailedFrom <= config.Rounds {
			goodUntil = config.FailedFrom
			t.alreadyOut = change.Round < goodUntil
			if !t.alreadyOut {
				t.detection = change.Round
				continue
			}
		}
		t.falseEvictions++
		t.lostRounds += goodUntil - change.Round
	}
	return t
}

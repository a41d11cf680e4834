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
}

// count runs a simulation and adds it to totals of nothing. Most are counted by blocks, as counting bits is cheaper than looking at changes; where no
// draw matters there are few changes and they come at once.
func (c *counter) count(config *checks.Config, t *totals) {
	c.simulation.Reset(config)
	if c.simulation.Constant() {
		c.countChanges(config, t)
	} else {
		c.countBlocks(config, t)
	}
}

// countBlocks counts the bits of words that stand for 64 rounds of an instance. First it counts all instances as good; then
// it takes back what the failed one did while it was down.
func (c *counter) countBlocks(config *checks.Config, t *totals) {
	var o checks.Outage
	for b := c.simulation.NextBlocks(); b != nil; b = c.simulation.NextBlocks() {
		o.Add(b)
		t.fail(b, int(config.Failed))
	}
	t.falseEvictions += o.Evictions
	t.lostRounds += o.Sum
	t.mostOut = o.Most
}

// fail takes the rounds in which the failed instance is down out of what good instances did, and looks for its eviction, or for its
// being out already.
func (t *totals) fail(b *checks.Blocks, failed int) {
	for i, down := range b.Down {
		if down == 0 {
			continue
		}
		before, after := b.Before[i*b.Stride+failed], b.After[i*b.Stride+failed]&down
		t.falseEvictions -= int64(bits.OnesCount64(after &^ before))
		t.lostRounds -= int64(bits.OnesCount64(after))
		if t.alreadyOut || t.detection > 0 {
			continue
		}
		if first := down & -down; before&first != 0 {
			t.alreadyOut = true
		} else if after != 0 {
			t.detection = b.Round(i, bits.TrailingZeros64(after))
		}
	}
}

// countChanges adds up the changes of a simulation in which no check fails or passes by chance, so that whatever goes
// out stays out.
func (c *counter) countChanges(config *checks.Config, t *totals) {
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
}

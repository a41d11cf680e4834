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
// it takes back what the failed one did while it was down: once out it stays out, as all its checks fail.
func (c *counter) countBlocks(config *checks.Config, t *totals) {
	var o checks.Outage
	for b := c.simulation.NextBlocks(); b != nil; b = c.simulation.NextBlocks() {
		o.Add(b)
		t.find(b, int(config.Failed))
	}
	t.falseEvictions, t.lostRounds, t.mostOut = o.Evictions, o.Sum, o.Most
	switch {
	case t.alreadyOut:
		t.lostRounds -= config.Rounds - config.FailedFrom + 1
	case t.detection > 0:
		t.falseEvictions--
		t.lostRounds -= config.Rounds - t.detection + 1
	}
}

// find looks for the eviction of the failed instance while it is down, or for its being out already.
func (t *totals) find(b *checks.Blocks, failed int) {
	if t.alreadyOut || t.detection > 0 {
		return
	}
	for i, down := range b.Down {
		word := i*b.Stride + failed
		out := b.After[word] & down
		if out == 0 {
			continue
		}
		if first := down & -down; b.Before[word]&first != 0 {
			t.alreadyOut = true
		} else {
			t.detection = b.Round(i, bits.TrailingZeros64(out))
		}
		return
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

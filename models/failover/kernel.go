package failover

import (
	"tarama/models"
	"tarama/models/internal/checks"
	"tarama/models/internal/traffic"
)

// kernel computes cells for one worker.
type kernel struct {
	simulator *traffic.Simulator
	checks    checks.Simulation
	regions   int64

	interval, threshold, rise, probability                     int // positions of parameters
	outcome, detection, evictions, lostRegion, checksPerMinute int // positions of metrics
}

func newKernel(n *traffic.Network, spec *models.Spec, words [][]string) *kernel {
	first := len(spec.Metrics) - len(metrics())
	return &kernel{
		simulator: traffic.NewSimulator(n, spec, words), regions: int64(n.Regions()),
		interval: spec.Lookup("interval_s"), threshold: spec.Lookup("threshold"), rise: spec.Lookup("rise"),
		probability: spec.Lookup("false_failure_probability"),
		outcome:     first, detection: first + 1, evictions: first + 2, lostRegion: first + 3, checksPerMinute: first + 4,
	}
}

// Simulator returns what plays the cells.
func (k *kernel) Simulator() *traffic.Simulator { return k.simulator }

// Run computes the rows that b.Order names.
func (k *kernel) Run(b *models.Batch) {
	k.simulator.Take(b)
	for _, row := range b.Order {
		k.simulator.Begin(int(row))
		h := k.newHistory(b, int(row))
		k.play(&h)
		k.simulator.Finish(b, int(row))
		k.write(b, int(row), &h)
	}
}

// history is what the health checks of one cell have done so far.
type history struct {
	interval int64
	duration int64
	failed   int // region, or -1
	start    int64

	out       traffic.RegionSet
	evictions int64 // of regions that were up
	lost      int64 // region-seconds; see change
	outcome   outcome
	detection int64
}

// newHistory sets up the checks of a row.
func (k *kernel) newHistory(b *models.Batch, row int) history {
	failed, start, _ := k.simulator.Failure()
	h := history{interval: b.Parameters[k.interval].Ints[row], duration: k.simulator.Duration(), failed: failed, start: start}
	kind, seed := k.simulator.Random()
	k.checks.Reset(&checks.Config{
		Targets:     k.regions,
		Rounds:      h.duration / h.interval,
		Threshold:   b.Parameters[k.threshold].Ints[row],
		Rise:        b.Parameters[k.rise].Ints[row],
		Probability: b.Parameters[k.probability].Reals[row],
		Generator:   kind,
		Seed:        seed,
		Failed:      int64(failed),
		FailedFrom:  start/h.interval + 1, // the first round after the failure
	})
	return h
}

// play applies the changes of the checks, those of one second together.
func (k *kernel) play(h *history) {
	if h.failed >= 0 {
		h.outcome = never
	}
	var c checks.Change
	more := k.checks.Next(&c)
	for more {
		round := c.Round
		for more && c.Round == round {
			h.change(round*h.interval, int(c.Target), c.Out)
			more = k.checks.Next(&c)
		}
		k.simulator.Until(round * h.interval)
		k.simulator.TakeOut(h.out)
	}
}

// change notes that a region goes out or comes back. Lost seconds are counted as if a region that goes out stayed out
// for as long as it is up; when it comes back, what is left is given back.
func (h *history) change(second int64, region int, out bool) {
	upTo := h.duration + 1 // the first second in which the region is not up, or not counted
	if region == h.failed {
		upTo = min(upTo, h.start)
	}
	rest := max(upTo-second, 0)
	if !out {
		h.out = h.out.Without(region)
		h.lost -= rest
		if region == h.failed { // at or before the failure, since no check passes after it
			h.outcome = never
		}
		return
	}
	h.out = h.out.With(region)
	h.lost += rest
	switch {
	case region != h.failed:
		h.evictions++
	case second > h.start:
		h.outcome = evicted
		h.detection = second - h.start
	default:
		h.evictions++
		if h.start <= h.duration {
			h.outcome = alreadyOut
		}
	}
}

// write sets the metrics that the health checks add.
func (k *kernel) write(b *models.Batch, row int, h *history) {
	setInt := func(metric int, value int64) {
		b.Metrics[metric].Ints[row] = value
		b.Metrics[metric].Null[row] = false
	}
	b.Metrics[k.outcome].Codes[row] = int32(h.outcome)
	b.Metrics[k.outcome].Null[row] = false
	setInt(k.detection, h.detection)
	b.Metrics[k.detection].Null[row] = h.outcome == none || h.outcome == never
	setInt(k.evictions, h.evictions)
	setInt(k.lostRegion, h.lost)
	b.Metrics[k.checksPerMinute].Reals[row] = 60 / float64(h.interval) * float64(k.regions)
	b.Metrics[k.checksPerMinute].Null[row] = false
}

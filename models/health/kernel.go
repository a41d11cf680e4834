package health

import (
	"slices"

	"tarama/models"
	"tarama/models/internal/checks"
	"tarama/models/internal/rng"
)

// kernel keeps the totals of the cell before: cells that differ in the interval alone share them.
type kernel struct {
	generators []rng.Kind // by the code of the parameter rng
	counter    counter
	config     checks.Config
	totals     totals
}

func newKernel(words [][]string) models.Kernel {
	k := &kernel{}
	for _, w := range words[generator] {
		k.generators = append(k.generators, rng.Kind(slices.Index(rng.Words, w)))
	}
	return k
}

// Run implements models.Kernel.
func (k *kernel) Run(b *models.Batch) {
	for _, row := range b.Order {
		if c := k.read(b.Parameters, row); c != k.config {
			k.config = c
			k.totals = k.counter.count(c)
		}
		k.write(b, row)
	}
}

// read returns what the checks of a row depend on.
func (k *kernel) read(p []models.Column, row int32) checks.Config {
	return checks.Config{
		Targets:     p[instances].Ints[row],
		Rounds:      p[rounds].Ints[row],
		Threshold:   p[threshold].Ints[row],
		Rise:        p[rise].Ints[row],
		Probability: p[probability].Reals[row],
		Generator:   k.generators[p[generator].Codes[row]],
		Seed:        p[seed].Ints[row],
		Failed:      p[failedInstance].Ints[row],
		FailedFrom:  p[failureRound].Ints[row],
	}
}

// write sets the metrics of a row.
func (k *kernel) write(b *models.Batch, row int32) {
	m, seconds := b.Metrics, b.Parameters[interval].Ints[row]
	code, t := k.totals.outcome(), &k.totals
	m[outcome].Codes[row] = code

	m[detectionRound].Ints[row] = t.detection
	m[detectionRound].Null[row] = code != evicted
	m[detectionTime].Ints[row] = 0
	if code == evicted {
		m[detectionTime].Ints[row] = (t.detection - k.config.FailedFrom + 1) * seconds
	}
	m[detectionTime].Null[row] = code == never

	m[falseEvictions].Ints[row] = t.falseEvictions
	m[lostRounds].Ints[row] = t.lostRounds
	m[lostTime].Ints[row] = t.lostRounds * seconds
	m[checksPerMinute].Reals[row] = (60 / float64(seconds)) * float64(k.config.Targets)
	m[minInService].Ints[row] = k.config.Targets - t.mostOut
	for _, i := range [...]int{outcome, falseEvictions, lostRounds, lostTime, checksPerMinute, minInService} {
		m[i].Null[row] = false
	}
}

package health

import (
	"tarama/models"
	"tarama/models/internal/checks"
)

// kernel keeps the result of the cell before: cells that differ in the interval alone share it.
type kernel struct {
	inputs  inputs
	outputs outputs
	counter counter
	config  checks.Config
	result  result
}

func newKernel(words [][]string) models.Kernel {
	return &kernel{inputs: newInputs(words)}
}

// Run implements models.Kernel.
func (k *kernel) Run(b *models.Batch) {
	k.inputs.bind(b.Parameters)
	k.outputs.bind(b)
	for _, row := range b.Order {
		if !k.inputs.same(row, &k.config) {
			k.inputs.read(row, &k.config)
			var t totals
			k.counter.count(&k.config, &t)
			k.result.set(&k.config, &t)
		}
		k.outputs.write(row, k.inputs.interval[row], &k.result)
	}
}

// set takes what is stored from the totals of a simulation.
func (r *result) set(c *checks.Config, t *totals) {
	r.outcome = t.outcome()
	r.detection, r.inService = 0, 0
	if r.outcome == evicted {
		r.detection, r.inService = t.detection, t.detection-c.FailedFrom+1
	}
	r.falseEvictions, r.lostRounds = t.falseEvictions, t.lostRounds
	r.minInService, r.instances = c.Targets-t.mostOut, float64(c.Targets)
}

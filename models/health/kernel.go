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
			k.config = k.inputs.read(row)
			k.result = newResult(&k.config, k.counter.count(k.config))
		}
		k.outputs.write(row, k.inputs.interval[row], &k.result)
	}
}

// newResult takes what is stored from the totals of a simulation.
func newResult(c *checks.Config, t totals) result {
	r := result{
		outcome: t.outcome(), falseEvictions: t.falseEvictions, lostRounds: t.lostRounds,
		minInService: c.Targets - t.mostOut, instances: float64(c.Targets),
	}
	if r.outcome == evicted {
		r.detection, r.inService = t.detection, t.detection-c.FailedFrom+1
	}
	return r
}

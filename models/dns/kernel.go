package dns

import (
	"tarama/models"
	"tarama/models/internal/traffic"
)

// kernel computes cells for one worker.
type kernel struct {
	simulator *traffic.Simulator
	detection int // position of the parameter
}

// Simulator returns what plays the cells.
func (k *kernel) Simulator() *traffic.Simulator { return k.simulator }

// Run computes the rows that b.Order names.
func (k *kernel) Run(b *models.Batch) {
	detections := b.Parameters[k.detection].Ints
	k.simulator.Take(b)
	for _, row := range b.Order {
		k.simulator.Begin(int(row))
		if region, second, ok := k.simulator.Failure(); ok {
			k.simulator.Until(second + detections[row])
			k.simulator.TakeOut(traffic.RegionSet(0).With(region))
		}
		k.simulator.Finish(b, int(row))
	}
}

package lb

import (
	"math/bits"
	"sort"

	"tarama/models/internal/rng"
)

// chooser finds the flow of a draw. It works on whole numbers: a draw is n, standing for u = n / Resolution.
type chooser struct {
	below []uint64 // by flow: u * W is less than the weights up to and with the flow's exactly if n is below this
	guide []int32  // by the highest bits of n: the first flow that any n with these bits can belong to
	shift uint     // how far they are up
}

// newChooser makes the chooser of a generator for flows of these weights.
//
// u * W rises with n, also as it is rounded, and so does the condition for a flow turn from true to false at one n, which
// bisection finds with the very product that the model is defined by. The last flow's condition is never false:
// u <= 1 - 2^-53, and W - W * 2^-53 is more than half a step below W, so that it is not rounded up to W.
func newChooser(kind rng.Kind, flows []Flow) chooser {
	var total int64
	for i := range flows {
		total += flows[i].Weight
	}
	resolution := kind.Resolution()
	c := chooser{below: make([]uint64, len(flows))}
	var cumulative int64
	for i := range flows {
		cumulative += flows[i].Weight
		c.below[i] = uint64(sort.Search(int(resolution), func(n int) bool {
			u := float64(n) / float64(resolution)
			return !(float64(u*float64(total)) < float64(cumulative))
		}))
	}
	c.guide, c.shift = newGuide(c.below, resolution)
	return c
}

// newGuide makes a table with several entries per flow, so that few draws need a second comparison.
func newGuide(below []uint64, resolution uint64) (guide []int32, shift uint) {
	width := min(max(bits.Len(uint(len(below)))+2, 8), 16)
	shift = uint(bits.Len64(resolution) - 1 - width)
	guide = make([]int32, 1<<width)
	flow := 0
	for i := range guide {
		for below[flow] <= uint64(i)<<shift {
			flow++
		}
		guide[i] = int32(flow)
	}
	return guide, shift
}

// flow returns the first flow whose condition holds for the draw.
func (c *chooser) flow(n uint64) int32 {
	f := c.guide[n>>c.shift]
	for n >= c.below[f] {
		f++
	}
	return f
}

// draws holds how many of the first requests of a stream belong to each flow. All arrangements share them, and a larger
// number of requests goes on where the smaller one ended.
type draws struct {
	kind   rng.Kind
	seed   int64
	drawn  int64
	lcg    uint32  // where the stream goes on, if it is lcg32
	pcg    rng.PCG // the same for pcg64
	counts []int64 // by flow
}

// draw makes the counts those of the given number of requests. choosers are by generator.
func (d *draws) draw(choosers *[2]chooser, kind rng.Kind, seed, requests int64) {
	if d.drawn == 0 || d.kind != kind || d.seed != seed || d.drawn > requests {
		d.kind, d.seed, d.drawn = kind, seed, 0
		d.lcg, d.pcg = rng.LCGSeed(seed), rng.NewPCG(seed)
		clear(d.counts)
	}
	if kind == rng.PCG64 {
		d.goOnPCG(&choosers[kind], requests-d.drawn)
	} else {
		d.goOnLCG(&choosers[kind], requests-d.drawn)
	}
	d.drawn = requests
}

// goOnLCG counts n more draws of lcg32. The state is a variable of its own so that it stays in a register.
func (d *draws) goOnLCG(c *chooser, n int64) {
	state := d.lcg
	for range n {
		state = rng.Multiplier*state + rng.Increment
		d.counts[c.flow(uint64(state))]++
	}
	d.lcg = state
}

// goOnPCG is goOnLCG for pcg64.
func (d *draws) goOnPCG(c *chooser, n int64) {
	pcg, draw := d.pcg, uint64(0)
	for range n {
		pcg, draw = pcg.Next()
		d.counts[c.flow(draw)]++
	}
	d.pcg = pcg
}

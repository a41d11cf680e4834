package checks

import "golang.org/x/sys/cpu"

// drawLanes draws as drawLanesPlainly does.
func drawLanes(failed, states *[lanes]uint32, used int, b bernoulli) {
	if cpu.X86.HasAVX2 {
		drawLanesAVX2(failed, states, b.stride.Multiplier, b.stride.Increment, b.below)
		return
	}
	drawLanesPlainly(failed, states, used, b)
}

// drawLanesAVX2 draws all lanes, used or not.
//
//go:noescape
func drawLanesAVX2(failed, states *[lanes]uint32, multiplier, increment, below uint32)

package checks

import "tarama/models/internal/rng"

// lcgWords draws words of lcg32, block by block. The draws of a target lie apart by the number of targets, and lcg32 can step
// over any distance at once: so every word is a stream of its own, and those of a group of blocks are drawn side by side.
type lcgWords struct {
	steps  steps
	states []uint32 // by word of the group: one stride before its first draw; room for whole lanes
	leap   bool     // the states are those after a group
}

// steps are distances in the stream that depend on the number of targets.
type steps struct {
	targets int64
	group   int64   // blocks drawn side by side: as many as lanes hold, at least one
	stride  rng.LCG // from one round to the next
	back    rng.LCG // the other way; lcg32 comes round after 2^32 steps
	block   rng.LCG // from one block to the next
	groups  rng.LCG // from the end of a group to the beginning of the next
}

// set makes the steps those of that many targets, if they are not already.
func (s *steps) set(targets int64) {
	if s.targets == targets {
		return
	}
	n, group := uint64(targets), max(lanes/targets, 1)
	*s = steps{
		targets: targets, group: group, stride: rng.Steps(n), back: rng.Steps(1<<32 - n),
		block: rng.Steps(blockRounds * n), groups: rng.Steps(blockRounds * n * uint64(group-1)),
	}
}

// restart goes to the beginning of the stream of a seed.
func (w *lcgWords) restart(seed, targets int64) {
	w.steps.set(targets)
	w.leap = false
	n := int(targets)
	words := n * int(w.steps.group)
	w.states = resize(w.states, (words+lanes-1)/lanes*lanes)
	state := w.steps.back.Next(rng.LCGSeed(seed))
	for i := range n {
		state = rng.Multiplier*state + rng.Increment
		w.states[i] = state
	}
	for i := n; i < words; i++ {
		w.states[i] = w.steps.block.Next(w.states[i-n])
	}
}

// fill draws the words of the next blocks: of whole groups, except at the end of the stream.
func (w *lcgWords) fill(words []uint64, below uint32) {
	group := int(w.steps.targets * w.steps.group)
	for ; len(words) > 0; words = words[min(group, len(words)):] {
		if w.leap {
			for i, s := range w.states {
				w.states[i] = w.steps.groups.Next(s)
			}
		}
		w.leap = true
		w.draw(words[:min(group, len(words))], bernoulli{w.steps.stride, below})
	}
}

// draw draws the words of a group.
func (w *lcgWords) draw(words []uint64, b bernoulli) {
	var first, second [lanes]uint32
	for at := 0; at < len(words); at += lanes {
		states, some := (*[lanes]uint32)(w.states[at:]), words[at:min(at+lanes, len(words))]
		drawLanes(&first, states, len(some), b)
		drawLanes(&second, states, len(some), b)
		for i := range some {
			some[i] = uint64(first[i]) | uint64(second[i])<<laneRounds
		}
	}
}

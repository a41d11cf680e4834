package lb

import (
	"testing"

	"pgregory.net/rapid"

	"tarama/models/internal/rng"
)

// TestChooserAtItsBounds compares the chooser with the definition where they could part: at the draws around a bound, for
// sums of weights so large that u * W is rounded.
func TestChooserAtItsBounds(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := scenarios().Draw(t, "scenario")
		if rapid.Bool().Draw(t, "many flows") {
			for range rapid.IntRange(0, 3000).Draw(t, "more flows") {
				s.Flows = append(s.Flows, Flow{Weight: maxWeight - int64(len(s.Flows))})
			}
		}
		for i := range s.Flows {
			s.Flows[i].Host = string(rune(i)) // so that two flows are never the same
		}
		for _, kind := range []rng.Kind{rng.LCG32, rng.PCG64} {
			c := newChooser(kind, s.Flows)
			resolution := kind.Resolution()
			if last := c.below[len(c.below)-1]; last != resolution {
				t.Fatalf("draws from %d on belong to no flow", last)
			}
			bound := c.below[rapid.IntRange(0, len(c.below)-1).Draw(t, "flow")]
			for _, n := range []uint64{0, bound - 1, bound, bound + 1, resolution - 1, rapid.Uint64Range(0, resolution-1).Draw(t, "n")} {
				if n >= resolution {
					continue // not a draw
				}
				want := s.choose(float64(n) / float64(resolution))
				if got := s.Flows[c.flow(n)]; got != want {
					t.Fatalf("draw %d belongs to %+v, want %+v", n, got, want)
				}
			}
		}
	})
}

// TestDrawsGoOn holds counts that were continued to counts from the start.
func TestDrawsGoOn(t *testing.T) {
	flows := defaultScenario().Flows
	choosers := [2]chooser{newChooser(rng.LCG32, flows), newChooser(rng.PCG64, flows)}
	rapid.Check(t, func(t *rapid.T) {
		kept := draws{counts: make([]int64, len(flows))}
		for range rapid.IntRange(1, 6).Draw(t, "steps") {
			kind := rapid.SampledFrom([]rng.Kind{rng.LCG32, rng.PCG64}).Draw(t, "kind")
			seed, requests := rapid.Int64Range(0, 2).Draw(t, "seed"), rapid.Int64Range(1, 500).Draw(t, "requests")
			kept.draw(&choosers, kind, seed, requests)
			fresh := draws{counts: make([]int64, len(flows))}
			fresh.draw(&choosers, kind, seed, requests)
			for i := range flows {
				if kept.counts[i] != fresh.counts[i] {
					t.Fatalf("flow %d has %d of %d requests, want %d", i, kept.counts[i], requests, fresh.counts[i])
				}
			}
		}
	})
}

package rng

import (
	"math"
	"math/big"
	"math/rand/v2"
	"testing"

	"pgregory.net/rapid"
)

// kinds draws one of the generators.
func kinds() *rapid.Generator[Kind] { return rapid.SampledFrom([]Kind{LCG32, PCG64}) }

func TestLCG32FollowsTheRecurrence(t *testing.T) {
	const modulus = 1 << 32
	rapid.Check(t, func(t *rapid.T) {
		seed := rapid.Int64().Draw(t, "seed")
		var source Source
		source.Reset(LCG32, seed)
		state := new(big.Int).Mod(big.NewInt(seed), big.NewInt(modulus)) // Mod is Euclidean
		for i := range 20 {
			state.Mul(state, big.NewInt(1664525))
			state.Add(state, big.NewInt(1013904223))
			state.Mod(state, big.NewInt(modulus))
			want := float64(state.Uint64()) / modulus
			if got := source.Float64(); got != want {
				t.Fatalf("draw %d of seed %d is %v, want %v", i, seed, got, want)
			}
		}
	})
}

func TestLCG32KnownDraws(t *testing.T) {
	var source Source
	source.Reset(LCG32, 0)
	for i, want := range []uint64{1013904223, 1196435762, 3519870697} { // the published start of the sequence
		if got := source.Uint64(); got != want {
			t.Errorf("draw %d is %d, want %d", i, got, want)
		}
	}
}

func TestPCG64EqualsTheLibrary(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		seed := rapid.Int64().Draw(t, "seed")
		var source Source
		source.Reset(PCG64, seed)
		library := rand.New(rand.NewPCG(uint64(seed), 0))
		for i := range 20 {
			if got, want := source.Float64(), library.Float64(); got != want {
				t.Fatalf("draw %d of seed %d is %v, want %v", i, seed, got, want)
			}
		}
	})
}

func TestResetForgetsEarlierDraws(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		kind, seed := kinds().Draw(t, "kind"), rapid.Int64().Draw(t, "seed")
		var fresh, used Source
		used.Reset(kinds().Draw(t, "earlier kind"), 7)
		for range rapid.IntRange(0, 3).Draw(t, "earlier draws") {
			used.Float64()
		}
		fresh.Reset(kind, seed)
		used.Reset(kind, seed)
		if a, b := fresh.Float64(), used.Float64(); a != b {
			t.Fatalf("first draws of %v differ: %v and %v", kind, a, b)
		}
	})
}

func TestStepsEqualSingleSteps(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		state := rapid.Uint32().Draw(t, "state")
		k := rapid.Uint64Range(0, 2000).Draw(t, "steps")
		want := state
		for range k {
			want = Multiplier*want + Increment
		}
		if got := Steps(k).Next(state); got != want {
			t.Fatalf("%d steps from %d give %d, want %d", k, state, got, want)
		}
	})
	if got := Steps(1 << 32).Next(12345); got != 12345 {
		t.Errorf("a whole period ends at %d, want the start", got)
	}
}

// TestBelow holds the comparison of whole numbers to the comparison of reals, where it could go wrong: at the bound.
func TestBelow(t *testing.T) {
	probabilities := rapid.OneOf(
		rapid.Float64Range(0, 1),
		rapid.SampledFrom([]float64{0, 1, 0.5, 0.06, math.SmallestNonzeroFloat64, 1.0 / (1 << 32), math.Nextafter(1, 0)}),
		rapid.Custom(func(t *rapid.T) float64 { // a draw's own value, and its neighbours
			u := float64(rapid.Uint64Range(0, 1<<32).Draw(t, "n")) / (1 << 32)
			towards := rapid.SampledFrom([]float64{0, u, 1}).Draw(t, "towards")
			return math.Nextafter(u, towards)
		}),
	)
	rapid.Check(t, func(t *rapid.T) {
		kind, p := kinds().Draw(t, "kind"), probabilities.Draw(t, "p")
		bound, resolution := kind.Below(p), kind.Resolution()
		for _, n := range []uint64{0, bound - 1, bound, bound + 1, resolution - 1} {
			if n >= resolution {
				continue // not a draw
			}
			u := float64(n) / float64(resolution)
			if (u < p) != (n < bound) {
				t.Fatalf("draw %d of %d: u < %v is %v, but the bound is %d", n, resolution, p, u < p, bound)
			}
		}
	})
}

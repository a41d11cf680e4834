package checks

import (
	"math"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"tarama/models/internal/rng"
)

// TestLanesEqualDraws holds both ways of drawing lanes, the plain one and that of this processor, to lanes drawn one by one.
func TestLanesEqualDraws(t *testing.T) {
	ways := map[string]func(failed, states *[lanes]uint32, used int, b bernoulli){"plain": drawLanesPlainly, "fast": drawLanes}
	rapid.Check(t, func(t *rapid.T) {
		var starts [lanes]uint32
		for i := range starts {
			starts[i] = rapid.Uint32().Draw(t, "start")
		}
		used := rapid.IntRange(1, lanes).Draw(t, "used")
		b := bernoulli{
			stride: rng.Steps(uint64(rapid.OneOf(rapid.Uint32Range(1, 40), rapid.Uint32()).Draw(t, "stride"))),
			below: rapid.OneOf(rapid.Uint32Min(1), rapid.SampledFrom([]uint32{1, 1 << 31, 1<<31 - 1, 1<<31 + 1, math.MaxUint32})).
				Draw(t, "below"),
		}
		for name, draw := range ways {
			var failed [lanes]uint32
			states := starts
			draw(&failed, &states, used, b)
			for i := range used {
				want, state := drawSlowly(starts[i], b)
				if failed[i] != want || states[i] != state {
					t.Fatalf("%s: lane %d of %d is %032b with state %d, want %032b with state %d",
						name, i, used, failed[i], states[i], want, state)
				}
			}
		}
	})
}

// drawSlowly draws a lane round by round.
func drawSlowly(state uint32, b bernoulli) (failed, last uint32) {
	for round := range laneRounds {
		if state = b.stride.Next(state); state < b.below {
			failed |= 1 << round
		}
	}
	return failed, state
}

// TestWordsEqualDraws holds words, drawn in several goes, to the stream drawn check by check.
func TestWordsEqualDraws(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var w lcgWords
		for range rapid.IntRange(1, 3).Draw(t, "streams") {
			seed, targets := rapid.Int64().Draw(t, "seed"), rapid.Int64Range(1, 80).Draw(t, "targets")
			below := rapid.Uint32Min(1).Draw(t, "below")
			w.restart(seed, targets)
			var source rng.Source
			source.Reset(rng.LCG32, seed)
			for range rapid.IntRange(1, 3).Draw(t, "goes") {
				words := make([]uint64, rapid.Int64Range(1, 3).Draw(t, "groups")*w.steps.group*targets)
				w.fill(words, below)
				for block := 0; block < len(words); block += int(targets) {
					if want := wordsOf(&source, int(targets), below); !slices.Equal(words[block:block+int(targets)], want) {
						t.Fatalf("%d targets: words %d and on are %x, want %x", targets, block, words[block:], want)
					}
				}
			}
		}
	})
}

// wordsOf draws the words of a block in the order of the stream.
func wordsOf(source *rng.Source, targets int, below uint32) []uint64 {
	words := make([]uint64, targets)
	for round := range blockRounds {
		for i := range words {
			if source.Uint64() < uint64(below) {
				words[i] |= 1 << round
			}
		}
	}
	return words
}

package checks

import (
	"slices"
	"testing"

	"pgregory.net/rapid"
)

// usedStretch returns one that was used before, and has left its memory full of ones.
func usedStretch() *stretch {
	ones := slices.Repeat([]uint64{^uint64(0)}, 4*stretchWords)
	return &stretch{Blocks: Blocks{Before: ones, After: slices.Clone(ones)}}
}

// TestStretchesEqualPlainOnes holds the way of this processor to the plain one, which TestSimulationEqualsReference cannot see
// where there is a faster one: over several stretches, so that what goes over to the next is compared too.
func TestStretchesEqualPlainOnes(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		fast, plain := usedStretch(), usedStretch()
		c := configs().Draw(t, "config")
		lengths := rapid.OneOf(rapid.Int64Range(1, 5), rapid.Int64Range(1, blockRounds))
		c.Threshold, c.Rise = lengths.Draw(t, "threshold"), lengths.Draw(t, "rise")
		fast.reset(&c)
		plain.reset(&c)
		for range rapid.IntRange(1, 3).Draw(t, "stretches") {
			blocks := rapid.IntRange(1, int(fast.most)).Draw(t, "blocks")
			words := rapid.SliceOfN(manyOnes(), blocks*int(c.Targets)+vector, blocks*int(c.Targets)+vector).Draw(t, "words")
			words = words[:blocks*int(c.Targets)]
			fast.begin(blocks, c.Rounds, c.FailedFrom)
			plain.begin(blocks, c.Rounds, c.FailedFrom)
			fast.advance(words)
			plain.words = words
			plain.advancePlainly()
			if !slices.Equal(fast.Before, plain.Before) || !slices.Equal(fast.After, plain.After) {
				t.Fatalf("%+v: before and after are\n%x\n%x, want\n%x\n%x", c, fast.Before, fast.After, plain.Before, plain.After)
			}
		}
	})
}

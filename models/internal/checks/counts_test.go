package checks

import (
	"testing"

	"pgregory.net/rapid"
)

// someBlocks draws blocks as a stretch lays them out, of few targets that are out or of many.
func someBlocks() *rapid.Generator[*Blocks] {
	return rapid.Custom(func(t *rapid.T) *Blocks {
		s := usedStretch()
		c := Config{Targets: rapid.OneOf(rapid.Int64Range(1, 9), rapid.Int64Range(1, 150)).Draw(t, "targets"), Failed: NoTarget}
		s.reset(&c)
		s.begin(rapid.IntRange(1, int(s.most)).Draw(t, "blocks"), 1<<20, 1)
		words := rapid.OneOf(rapid.Just(uint64(0)), rapid.Uint64Range(0, 3), rapid.Uint64())
		for i := range s.After {
			s.Before[i], s.After[i] = 0, 0
			if i%s.Stride < int(c.Targets) {
				s.Before[i], s.After[i] = words.Draw(t, "before"), words.Draw(t, "after")
			}
		}
		return &s.Blocks
	})
}

// countSlowly counts round by round.
func countSlowly(b *Blocks) Outage {
	var o Outage
	for i := range b.Down {
		for bit := range blockRounds {
			out := int64(0)
			for word := i * b.Stride; word < (i+1)*b.Stride; word++ {
				before, after := int64(b.Before[word]>>bit&1), int64(b.After[word]>>bit&1)
				out += after
				o.Evictions += after * (1 - before)
			}
			o.Sum += out
			o.Most = max(o.Most, out)
		}
	}
	return o
}

func TestOutage(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var got, want Outage
		for range rapid.IntRange(1, 2).Draw(t, "stretches") {
			b := someBlocks().Draw(t, "blocks")
			got.Add(b)
			one := countSlowly(b)
			want = Outage{want.Evictions + one.Evictions, want.Sum + one.Sum, max(want.Most, one.Most)}
		}
		if got != want {
			t.Fatalf("the outage is %+v, want %+v", got, want)
		}
	})
}

// TestCounts holds both ways of counting, the plain one and that of this processor, to counts round by round.
func TestCounts(t *testing.T) {
	ways := map[string]func(c *counts, b *Blocks){"plain": (*counts).setPlainly, "fast": (*counts).set}
	rapid.Check(t, func(t *rapid.T) {
		b := someBlocks().Draw(t, "blocks")
		want := countSlowly(b)
		for name, set := range ways {
			var c counts
			set(&c, b)
			if c.evictions != want.Evictions || c.more != (want.Most > 7) {
				t.Fatalf("%s: %d evictions and more than seven at a time is %v, want %d and at most %d", name,
					c.evictions, c.more, want.Evictions, want.Most)
			}
			if !c.more && (c.sum() != want.Sum || c.most() != want.Most) {
				t.Fatalf("%s: the sum is %d and the most %d, want %d and %d", name, c.sum(), c.most(), want.Sum, want.Most)
			}
		}
	})
}

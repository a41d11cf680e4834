package checks

import (
	"fmt"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"tarama/models/internal/rng"
)

// reference is the obvious simulation: one check after the other, as the package comment says.
func reference(c Config) []Change {
	var source rng.Source
	source.Reset(c.Generator, c.Seed)
	failures, passes := make([]int64, c.Targets), make([]int64, c.Targets)
	out := make([]bool, c.Targets)
	var changes []Change
	for round := int64(1); round <= c.Rounds; round++ {
		for i := range c.Targets {
			if u := source.Float64(); u < c.Probability || (i == c.Failed && round >= c.FailedFrom) {
				failures[i], passes[i] = failures[i]+1, 0
			} else {
				failures[i], passes[i] = 0, passes[i]+1
			}
			switch {
			case !out[i] && failures[i] >= c.Threshold:
				out[i] = true
				changes = append(changes, Change{round, i, true})
			case out[i] && passes[i] >= c.Rise:
				out[i] = false
				changes = append(changes, Change{round, i, false})
			}
		}
	}
	return changes
}

// configs draws configurations of all kinds, small enough for the reference.
func configs() *rapid.Generator[Config] {
	lengths := rapid.OneOf(rapid.Int64Range(1, 4), rapid.Int64Range(1, 1000), rapid.Int64Range(60, 70))
	return rapid.Custom(func(t *rapid.T) Config {
		c := Config{
			Targets:   rapid.OneOf(rapid.Int64Range(1, 9), rapid.Int64Range(1, 80)).Draw(t, "targets"),
			Rounds:    rapid.OneOf(rapid.Int64Range(0, 700), rapid.SampledFrom([]int64{63, 64, 65, 128})).Draw(t, "rounds"),
			Threshold: lengths.Draw(t, "threshold"),
			Rise:      lengths.Draw(t, "rise"),
			Probability: rapid.OneOf(rapid.Float64Range(0, 1),
				rapid.SampledFrom([]float64{0, 0.06, 0.5, 0.9, 0.99, 1})).Draw(t, "probability"),
			Generator:  rapid.SampledFrom([]rng.Kind{rng.LCG32, rng.PCG64}).Draw(t, "generator"),
			Seed:       rapid.OneOf(rapid.Int64Range(-2, 2), rapid.Int64()).Draw(t, "seed"),
			FailedFrom: rapid.Int64Range(1, 800).Draw(t, "failed from"),
		}
		c.Failed = rapid.Int64Range(NoTarget, c.Targets-1).Draw(t, "failed")
		return c
	})
}

// varied draws a configuration that differs from another in some ways only, as neighbours in a sweep do.
func varied(t *rapid.T, c Config) Config {
	other := configs().Draw(t, "other")
	switch rapid.IntRange(0, 4).Draw(t, "what varies") {
	case 0:
		c.Threshold, c.Rise = other.Threshold, other.Rise
	case 1:
		c.Rounds = other.Rounds
	case 2:
		c.Failed, c.FailedFrom = min(other.Failed, c.Targets-1), other.FailedFrom
	case 3:
		c.Seed, c.Probability = other.Seed, other.Probability
	default:
		return other
	}
	return c
}

func collect(s *Simulation, c Config) []Change {
	var changes []Change
	s.Reset(&c)
	for change := (Change{}); s.Next(&change); {
		changes = append(changes, change)
	}
	return changes
}

// collectBlocks finds the same changes in blocks, and checks that what they say holds together.
func collectBlocks(t *rapid.T, s *Simulation, c Config) []Change {
	var changes []Change
	out := make([]bool, c.Targets)
	rounds := int64(0)
	s.Reset(&c)
	for b := s.NextBlocks(); b != nil; b = s.NextBlocks() {
		if b.First != rounds+1 {
			t.Fatalf("blocks begin with round %d after round %d", b.First, rounds)
		}
		for i := range 64 * len(b.Down) {
			if rounds == c.Rounds {
				break
			}
			rounds++
			block, bit := i/64, i%64
			if b.Round(block, bit) != rounds {
				t.Fatalf("round %d is called %d", rounds, b.Round(block, bit))
			}
			if down := b.Down[block]>>bit&1 == 1; down != (rounds >= c.FailedFrom) {
				t.Fatalf("in round %d the failed target is down: %v, but it fails in round %d", rounds, down, c.FailedFrom)
			}
			for i := range c.Targets {
				word := block*b.Stride + int(i)
				before, after := b.Before[word]>>bit&1 == 1, b.After[word]>>bit&1 == 1
				if before != out[i] {
					t.Fatalf("target %d is out before round %d: %v, after the round before: %v", i, rounds, before, out[i])
				}
				if out[i] = after; before != after {
					changes = append(changes, Change{rounds, i, after})
				}
			}
		}
		checkEmpty(t, b, c)
	}
	if rounds != c.Rounds {
		t.Fatalf("the blocks hold %d rounds, want %d", rounds, c.Rounds)
	}
	return changes
}

// checkEmpty checks that nothing stands in blocks beside targets and rounds.
func checkEmpty(t *rapid.T, b *Blocks, c Config) {
	for i := range b.After {
		valid := lowest(uint64(max(c.Rounds-b.Round(i/b.Stride, 0)+1, 0)))
		if i%b.Stride >= int(c.Targets) {
			valid = 0
		}
		if beside := (b.Before[i] | b.After[i]) &^ valid; beside != 0 {
			t.Fatalf("word %d of blocks of %d words has the bits %x beside %d targets and %d rounds", i, b.Stride, beside, c.Targets, c.Rounds)
		}
	}
}

// TestSimulationEqualsReference runs several configurations through one simulation, so that what it keeps from one to
// the next is tested too.
func TestSimulationEqualsReference(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var s Simulation
		c := configs().Draw(t, "config")
		for range rapid.IntRange(1, 4).Draw(t, "runs") {
			want := reference(c)
			var got []Change
			if rapid.Bool().Draw(t, "by blocks") {
				got = collectBlocks(t, &s, c)
			} else {
				got = collect(&s, c)
			}
			if d := cmp.Diff(want, got); d != "" {
				t.Fatalf("%+v (-reference +simulation):\n%s", c, d)
			}
			c = varied(t, c)
		}
	})
}

// TestWindowSlides uses simulations that do not fit into the buffer, in turn with one that does.
func TestWindowSlides(t *testing.T) {
	long := Config{Targets: 3000, Rounds: 64*25 + 7, Threshold: 2, Rise: 2, Probability: 0.03, Seed: 5, Failed: 2999, FailedFrom: 900}
	wide := Config{Targets: bufferWords + 1, Rounds: 65, Threshold: 2, Rise: 3, Probability: 0.02, Seed: 6, Failed: NoTarget}
	narrow := Config{Targets: 5, Rounds: 64 * (bufferWords/5 + 9), Threshold: 1, Rise: 2, Probability: 0.03, Seed: 7, Failed: NoTarget}
	small := Config{Targets: 6, Rounds: 300, Threshold: 1, Rise: 2, Probability: 0.06, Seed: 41129, Failed: 3, FailedFrom: 120}
	if long.Targets*long.Rounds/blockRounds < 2*bufferWords {
		t.Fatal("the long simulation fits into the buffer twice; make it longer")
	}
	for _, kind := range []rng.Kind{rng.LCG32, rng.PCG64} {
		var s Simulation
		for _, c := range []Config{long, long, wide, small, narrow, long, small} {
			c.Generator = kind
			if d := cmp.Diff(reference(c), collect(&s, c)); d != "" {
				t.Fatalf("%+v (-reference +simulation):\n%s", c, d)
			}
			if w := s.chance.window; cap(w)-len(w) < vector-1 {
				t.Errorf("there are %d words in room for %d: a vector may reach over the end", len(w), cap(w))
			}
		}
		if held := cap(s.chance.window); held > bufferWords+1+vector {
			t.Errorf("%d words are held, want no more than %d", held, bufferWords+1+vector)
		}
	}
}

// TestStoppedHalfWay leaves simulations before their end.
func TestStoppedHalfWay(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var s Simulation
		c := configs().Draw(t, "config")
		s.Reset(&c)
		for range rapid.IntRange(0, 5).Draw(t, "steps") {
			if rapid.Bool().Draw(t, "by blocks") {
				s.NextBlocks()
			} else {
				s.Next(new(Change))
				break // the two do not mix
			}
		}
		c = varied(t, c)
		if d := cmp.Diff(reference(c), collect(&s, c)); d != "" {
			t.Fatalf("%+v (-reference +simulation):\n%s", c, d)
		}
	})
}

func TestSimulationAllocatesNothing(t *testing.T) {
	var s Simulation
	c := Config{Targets: 6, Rounds: 300, Threshold: 1, Rise: 2, Probability: 0.06, Failed: 3, FailedFrom: 120}
	collect(&s, c)
	allocations := testing.AllocsPerRun(100, func() {
		c.Seed++
		s.Reset(&c)
		for change := (Change{}); s.Next(&change); {
		}
	})
	if allocations != 0 {
		t.Errorf("%v allocations a run, want none", allocations)
	}
}

// BenchmarkSimulation measures the seed's health study: alone, and where only the threshold changes.
func BenchmarkSimulation(b *testing.B) {
	for _, kind := range []rng.Kind{rng.LCG32, rng.PCG64} {
		for _, fresh := range []bool{true, false} {
			b.Run(fmt.Sprintf("%s/fresh=%v", rng.Words[kind], fresh), func(b *testing.B) {
				c := Config{Targets: 6, Rounds: 300, Threshold: 3, Rise: 2, Probability: 0.06, Generator: kind, Seed: 41129, Failed: 3, FailedFrom: 120}
				var s Simulation
				for b.Loop() {
					if fresh {
						c.Seed++
					}
					s.Reset(&c)
					for s.NextBlocks() != nil {
					}
				}
			})
		}
	}
}

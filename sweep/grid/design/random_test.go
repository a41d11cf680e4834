package design

import (
	"testing"

	"pgregory.net/rapid"
)

// TestPhilox has the known answers that the authors of the generator publish beside it.
func TestPhilox(t *testing.T) {
	const all = ^uint64(0)
	for _, c := range []struct{ low, high, key, wantLow, wantHigh uint64 }{
		{0, 0, 0, 0xca00a0459843d731, 0x66c24222c9a845b5},
		{all, all, all, 0x65b021d60cd8310f, 0x4d02f3222f86df20},
		{0x243f6a8885a308d3, 0x13198a2e03707344, 0xa4093822299f31d0, 0x0a5e742c2997341c, 0xb0f883d38000de5d},
	} {
		if low, high := philox(c.key, c.low, c.high); low != c.wantLow || high != c.wantHigh {
			t.Errorf("%x %x, want %x %x", low, high, c.wantLow, c.wantHigh)
		}
	}
}

func TestPermuteIsABijection(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n, key := rapid.Uint64Range(1, 5000).Draw(t, "n"), rapid.Uint64().Draw(t, "key")
		taken := make([]bool, n)
		for x := range n {
			y := permute(x, n, key)
			if y >= n || taken[y] {
				t.Fatalf("%d goes to %d", x, y)
			}
			taken[y] = true
		}
	})
}

// TestPermuteHasNoFavourites counts the permutations of few elements over many keys. The bound is the mean of chi-square
// plus five deviations.
func TestPermuteHasNoFavourites(t *testing.T) {
	for n, permutations := range map[uint64]int{2: 2, 3: 6, 4: 24, 5: 120, 6: 720} {
		const keys = 100_000
		counts := map[uint64]int{}
		for key := range uint64(keys) {
			number := uint64(0)
			for x := range n {
				number = number*n + permute(x, n, stir(key))
			}
			counts[number]++
		}
		expected := float64(keys) / float64(permutations)
		chi := expected * float64(permutations-len(counts))
		for _, c := range counts {
			chi += (float64(c) - expected) * (float64(c) - expected) / expected
		}
		freedom := float64(permutations - 1)
		if limit := freedom + 5*sqrt(2*freedom); chi > limit {
			t.Errorf("n %d: chi-square is %.0f, over %.0f; %d permutations of %d came", n, chi, limit, len(counts), permutations)
		}
	}
}

// TestPermuteMovesPairsEvenly counts where two neighbours go among 16 elements, where the halves are smallest.
func TestPermuteMovesPairsEvenly(t *testing.T) {
	const keys, n = 200_000, 16
	var counts [n * n]int
	for key := range uint64(keys) {
		counts[permute(3, n, stir(key))*n+permute(4, n, stir(key))]++
	}
	const pairs = n * (n - 1)
	chi := 0.0
	for i, c := range counts {
		if i/n == i%n {
			continue
		}
		const expected = float64(keys) / pairs
		chi += (float64(c) - expected) * (float64(c) - expected) / expected
	}
	if limit := pairs + 5*sqrt(2*pairs); chi > limit {
		t.Errorf("chi-square is %.0f, over %.0f", chi, limit)
	}
}

func BenchmarkAt(b *testing.B) {
	for _, m := range Methods() {
		b.Run(string(m), func(b *testing.B) {
			d, err := New(Settings{Method: m, Points: 1 << 30, Levels: 4, Seeded: true, Factors: 8})
			if err != nil {
				b.Fatal(err)
			}
			for i := 0; b.Loop(); i++ {
				d.At(int64(i), i%8)
			}
		})
	}
}

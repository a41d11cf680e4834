package rng

import (
	"strings"
	"testing"

	"pgregory.net/rapid"
)

func TestReplicates(t *testing.T) {
	for _, c := range []struct {
		generator string
		seeds     []int64
		want      string // names of the findings
		says      string
	}{
		{"pcg64", []int64{1, 2, 3}, "", ""},
		{"pcg64", []int64{0, 1 << 32}, "", ""},
		{"lcg32", []int64{7}, "", ""},
		{"lcg32", []int64{1, 2, 3}, "lcg32-replicates", "3 seeds of lcg32"},
		{"lcg32", []int64{5, 9, 5 + 1<<20}, "lcg32-replicates seeds-in-step", "5 and 1048581 differ by a multiple of 2^20"},
		{"lcg32", []int64{0, 3 << 16, 1 << 31}, "lcg32-replicates seeds-in-step", "0 and 2147483648 differ by a multiple of 2^31"},
		{"lcg32", []int64{0, 3 << 16}, "lcg32-replicates seeds-in-step", "comes again after 16,384 draws"},
		{"lcg32", []int64{0, 1 << 15}, "lcg32-replicates", ""},
		{"lcg32", []int64{-1, 1<<32 - 1}, "lcg32-replicates seeds-in-step", "-1 and 4294967295 are the same"},
	} {
		var names, messages []string
		for _, f := range Replicates(c.generator, c.seeds) {
			names, messages = append(names, f.Name), append(messages, f.Message)
		}
		if strings.Join(names, " ") != c.want || !strings.Contains(strings.Join(messages, "\n"), c.says) {
			t.Errorf("%s %v: %v %q, want %s", c.generator, c.seeds, names, messages, c.want)
		}
	}
}

// TestDifferencesComeAgain proves what inStep says: the differences of two streams repeat.
func TestDifferencesComeAgain(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		k := rapid.IntRange(sharedBits, 31).Draw(t, "k")
		odd := rapid.Uint32().Draw(t, "odd") | 1
		a := rapid.Uint32().Draw(t, "seed")
		b := a + odd<<k
		period := uint64(1) << max(30-k, 0)
		for n := uint64(1); n < 20; n++ {
			early := Steps(n).Next(b) - Steps(n).Next(a)
			late := Steps(n+period).Next(b) - Steps(n+period).Next(a)
			if early != late || early%(1<<k) != 0 {
				t.Fatalf("the difference is %#x after %d draws and %#x after %d", early, n, late, n+period)
			}
		}
	})
}

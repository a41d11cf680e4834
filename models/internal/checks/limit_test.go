package checks

import (
	"testing"

	"pgregory.net/rapid"
)

// endsOfRuns marks the ends of runs round by round, given how many ones stand before the first. It says too how many end with the last.
func endsOfRuns(ones uint64, length, earlier int64) (ends uint64, run int64) {
	run = earlier
	for i := range blockRounds {
		if run++; ones>>i&1 == 0 {
			run = 0
		}
		if run >= length {
			ends |= 1 << i
		}
	}
	return ends, run
}

// manyOnes draws words with and without long runs of ones.
func manyOnes() *rapid.Generator[uint64] {
	return rapid.OneOf(rapid.Uint64(), rapid.Just(^uint64(0)), rapid.Custom(func(t *rapid.T) uint64 {
		return rapid.Uint64().Draw(t, "a") | rapid.Uint64().Draw(t, "b") | rapid.Uint64().Draw(t, "c")
	}))
}

func TestRunEnds(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		earlier, ones := manyOnes().Draw(t, "earlier"), manyOnes().Draw(t, "ones")
		length := rapid.Int64Range(1, blockRounds).Draw(t, "length")
		var l limit
		l.set(length)
		_, before := endsOfRuns(earlier, length, 0)
		if want, _ := endsOfRuns(ones, length, before); l.ends(ones, earlier) != want {
			t.Errorf("runs of %d in %064b after %064b end at\n%064b, want\n%064b",
				length, ones, earlier, l.ends(ones, earlier), want)
		}
	})
}

func TestLongRunEnds(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		ones := manyOnes().Draw(t, "ones")
		length := rapid.Int64Range(1, 130).Draw(t, "length")
		earlier := rapid.Int64Range(0, 130).Draw(t, "earlier")
		want, run := endsOfRuns(ones, length, earlier)
		if got := longRunEnds(ones, length, earlier); got != want {
			t.Errorf("runs of %d in %064b after %d end at\n%064b, want\n%064b", length, ones, earlier, got, want)
		}
		if got := lastRun(ones, earlier); got != run {
			t.Errorf("the last run of %064b after %d is %d, want %d", ones, earlier, got, run)
		}
	})
}

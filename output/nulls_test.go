package output

import (
	"testing"

	"pgregory.net/rapid"
)

// TestCountNulls counts runs of flags of which some are longer than what is compared at once.
func TestCountNulls(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var null []bool
		want := 0
		for range rapid.IntRange(0, 4).Draw(t, "runs") {
			length, is := rapid.IntRange(0, 3*nullChunk).Draw(t, "length"), rapid.Bool().Draw(t, "null")
			for range length {
				null = append(null, is)
			}
			if is {
				want += length
			}
		}
		if got := countNulls(null); got != want {
			t.Fatalf("%d of %d flags are set, want %d", got, len(null), want)
		}
	})
}

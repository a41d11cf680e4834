package traffic

import (
	"slices"
	"testing"

	"pgregory.net/rapid"
)

// TestSpacedOrderNeedsNoSorting compares the walk along the circle with sorting.
func TestSpacedOrderNeedsNoSorting(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		most := rapid.SampledFrom([]int64{1, 10, 100, 1<<31 - 1})
		key := scheduleKey{
			phases:    spaced,
			ttl:       rapid.Int64Range(1, most.Draw(t, "longest ttl")).Draw(t, "ttl"),
			step:      rapid.Int64Range(0, most.Draw(t, "longest step")).Draw(t, "step"),
			resolvers: rapid.Int64Range(1, 200).Draw(t, "resolvers"),
		}
		key.normal()
		var resolvers []int32
		for j := range key.resolvers {
			resolvers = append(resolvers, int32(j))
		}
		phase := func(j int32) int64 { return int64(j) * key.step % key.ttl }
		slices.SortStableFunc(resolvers, func(a, b int32) int { return int(phase(a) - phase(b)) })

		var s schedule
		s.sort(key)
		if !slices.Equal(s.resolver, resolvers) {
			t.Fatalf("%+v: the order is %v, want %v", key, s.resolver, resolvers)
		}
		for rank, j := range s.resolver {
			if s.phase[rank] != phase(j) {
				t.Fatalf("%+v: the phase of resolver %d is %d, want %d", key, j, s.phase[rank], phase(j))
			}
		}
	})
}

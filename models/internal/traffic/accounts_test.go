package traffic

import (
	"math"
	"slices"
	"testing"

	"pgregory.net/rapid"
)

// count books requests by group and region, one pair after the other.
func (a *accounts) count(requests []int64) []int64 {
	counted := make([]int64, a.number)
	for i, n := range requests {
		counted[a.place[i]] += n
		counted[a.number-1] += n * a.distance[i]
	}
	return counted
}

// TestTalliesOfAccountsEqualThoseOfRequests compares to the bit, up to as many requests as accounts are for.
func TestTalliesOfAccountsEqualThoseOfRequests(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		regions, groups := rapid.IntRange(1, 5).Draw(t, "regions"), rapid.IntRange(1, 6).Draw(t, "groups")
		distance := rapid.SampledFrom(rapid.SampledFrom([][]float64{
			{0}, {0, 1, 2, 3, 4}, {3, 5, 999_983, maxWhole}, {1, 2, maxWhole + 1}, {2, 2.5}, {1.0 / 3, 130.1}, {math.MaxFloat64, 1},
		}).Draw(t, "distances"))
		n := &Network{distance: rapid.SliceOfN(distance, regions*groups, regions*groups).Draw(t, "distance")}
		n.accounts = newAccounts(n.distance, regions)
		left := int64(maxExact)
		if n.accounts.exact > 0 {
			left = n.accounts.exact
		}
		requests := make([]int64, regions*groups)
		for i := range requests {
			requests[i] = rapid.Int64Range(0, left).Draw(t, "requests")
			left -= requests[i]
		}
		got, want := tally{served: make([]int64, regions)}, tally{served: make([]int64, regions)}
		got.take(n, n.accounts.count(requests))
		want.sum(n, requests)
		if !slices.Equal(got.served, want.served) || math.Float64bits(got.distance) != math.Float64bits(want.distance) {
			t.Errorf("requests %v: the accounts tell %v, want %v", requests, got, want)
		}
	})
}

// TestFewAccountsNeedWholeDistances: where sums could be rounded, each group and region has an account.
func TestFewAccountsNeedWholeDistances(t *testing.T) {
	for _, test := range []struct {
		distances []float64
		number    int
		exact     int64
	}{
		{[]float64{0, 0, 0, 0}, 3, maxExact},
		{[]float64{1, 2, 3, 4}, 3, maxExact / 4},
		{[]float64{1, 2, 3, maxWhole}, 3, maxExact / maxWhole},
		{[]float64{1, 2, 3, maxWhole + 1}, 5, 0},
		{[]float64{1, 2, 3, 2.5}, 5, 0},
		{[]float64{1, 2, 3, 1e300}, 5, 0},
	} {
		if a := newAccounts(test.distances, 2); a.number != test.number || a.exact != test.exact {
			t.Errorf("%v: %d accounts for %d requests, want %d for %d", test.distances, a.number, a.exact, test.number, test.exact)
		}
	}
}

// TestCellsOfMoreRequestsThanAccountsHoldAreNotCounted by them.
func TestCellsOfMoreRequestsThanAccountsHoldAreNotCounted(t *testing.T) {
	for _, test := range []struct {
		distances []float64
		requests  int64
		want      bool
	}{
		{[]float64{1, 4}, maxExact / 4, true},
		{[]float64{1, 4}, maxExact/4 + 1, false},
		{[]float64{1, 2.5}, maxExact, true},
	} {
		s := Simulator{network: &Network{accounts: newAccounts(test.distances, 2)}}
		s.cell.quotas.rate, s.cell.duration = test.requests, 1
		if got := s.countable(); got != test.want {
			t.Errorf("%v, %d requests: %v, want %v", test.distances, test.requests, got, test.want)
		}
	}
}

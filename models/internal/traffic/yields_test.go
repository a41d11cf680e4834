package traffic

import (
	"slices"
	"testing"

	"pgregory.net/rapid"
)

// TestYieldsEqualSingleSeconds has cells of several rotations share the seating of some resolvers, and counts the requests of each
// second by second as well. Those of equal lengths and durations share yields.
func TestYieldsEqualSingleSeconds(t *testing.T) {
	shared := 0
	rapid.Check(t, func(t *rapid.T) {
		c := drawnCompany(t)
		c.line.groups = rapid.SampledFrom([]int{1, 4, 5, 6, 11, 12, 13}).Draw(t, "groups")
		n := int64(len(c.line.quotas))
		key := scheduleKey{phases: spaced, ttl: rapid.Int64Range(1, 60).Draw(t, "ttl"), resolvers: n, step: c.line.step}
		key.normal()
		all := seatings{groups: c.line.groups, width: c.line.width}
		got := c.newRun()
		got.ttl = key.ttl
		durations := rapid.SliceOfN(rapid.Int64Range(1, 400), 1, 2).Draw(t, "durations")
		lengths := rapid.SliceOfN(rapid.SampledFrom([]int{1, 2, 3, 4, 8, 12, 40}), 1, 2).Draw(t, "lengths")
		for i := range uint64(rapid.IntRange(1, 12).Draw(t, "cells")) {
			got.end = rapid.SampledFrom(durations).Draw(t, "duration") + 1
			length := rapid.SampledFrom(lengths).Draw(t, "length")
			region := rapid.Uint8Range(0, uint8(c.line.width-1))
			c.line.round = rapid.SliceOfN(region, length, length).Draw(t, "round")
			all.find(key, quotasKey{n, 1, c.rate}, c.line.quotas).sit(got)
			got.steady(answers{round: c.line.round}, &rotation{id: i, slots: c.line.round}, c.rate)
			if got.seating.yields.made {
				shared++
			}
			requests, peaks := c.bySecond(got)
			if !slices.Equal(got.requests, requests) || !slices.Equal(got.peak, peaks) {
				t.Fatalf("cell %d: requests %v and peaks %v, want %v and %v, of %+v and ttl %d, duration %d, yields %+v",
					i, got.requests, got.peak, requests, peaks, c.line, got.ttl, got.end-1, got.seating.yields)
			}
		}
	})
	if shared == 0 {
		t.Error("no cells shared yields")
	}
}

// TestYieldsGoWithTheirSeating: one that takes the place of another, since its phases are a different step apart, has none yet.
func TestYieldsGoWithTheirSeating(t *testing.T) {
	c := company{rate: 15, lanes: newLanes(2), accounts: accountsByGroup(4)}
	c.line = line{quotas: []int64{5, 4, 3, 2, 1}, round: []uint8{0, 1, 0, 0}, groups: 2, width: 2}
	all := seatings{groups: 2, width: 2}
	got := c.newRun()
	got.ttl, got.end = 10, 94
	for i, step := range []int64{3, 3, 4, 4, 3} {
		key := scheduleKey{phases: spaced, ttl: got.ttl, resolvers: 5, step: step}
		all.find(key, quotasKey{5, 1, c.rate}, c.line.quotas).sit(got)
		got.steady(answers{round: c.line.round}, &rotation{slots: c.line.round}, c.rate)
		if requests, _ := c.bySecond(got); !slices.Equal(got.requests, requests) {
			t.Errorf("cell %d: requests %v, want %v", i, got.requests, requests)
		}
	}
}

// bySecond counts the requests of a run's resolvers in every second, by who holds what in it.
func (c *company) bySecond(r *run) (requests, peaks []int64) {
	requests, peaks = make([]int64, len(r.requests)), make([]int64, r.width)
	for second := int64(1); second < r.end; second++ {
		loads := make([]int64, r.width)
		for rank := range r.askers {
			a := &r.askers[rank]
			window := (second - 1 - a.phase + r.ttl) / r.ttl // of its last question
			slot := (window*int64(len(r.askers)) + int64(rank)) % int64(len(c.line.round))
			region := int(c.line.round[slot])
			requests[int(a.group)*r.width+region] += a.quota
			loads[region] += a.quota
		}
		for region, load := range loads {
			peaks[region] = max(peaks[region], load)
		}
	}
	return requests, peaks
}

// TestYieldsAreBounded: a seating keeps none that are many, and makes none that would take longer than its resolvers do.
func TestYieldsAreBounded(t *testing.T) {
	for _, test := range []struct {
		name                      string
		resolvers, groups, length int
		rate                      int64
		want                      bool
	}{
		{"few", 40, 4, 40, 514, true},
		{"many", 100, 4, maxYields, 514, true},
		{"too many", 100, 4, maxYields + 1, 514, false},
		{"too many for the groups", 100, 6, maxYields/2 + 1, 514, false},
		{"more than the resolvers are worth", 10, 4, 41, 514, false},
		{"numbers of 32 bits", 40, 4, 40, 1<<32 - 1, true},
		{"numbers of more", 40, 4, 40, 1 << 32, false},
	} {
		t.Run(test.name, func(t *testing.T) {
			var seated seating
			r := run{seating: &seated, askers: make([]asker, test.resolvers), groupQuota: make([]int64, test.groups), ttl: 1, end: 2}
			for i := range r.askers {
				r.askers[i].group = uint8(i % test.groups)
			}
			r.askers[0].quota = test.rate
			s := span{windows: 1, asking: 0}
			if r.bySlot(s, test.length, test.rate) != nil {
				t.Error("the first cell has yields")
			}
			if got := r.bySlot(s, test.length, test.rate) != nil; got != test.want {
				t.Errorf("the second has yields: %v, want %v", got, test.want)
			}
		})
	}
}

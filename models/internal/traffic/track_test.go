package traffic

import (
	"slices"
	"testing"

	"pgregory.net/rapid"
)

// TestTracksEqualSingleCells has cells of all lifetimes and durations go along one track, in any order, and plays each of them
// alone as well.
func TestTracksEqualSingleCells(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		c := drawnCompany(t)
		n := int64(len(c.line.quotas))
		var kept track
		kept.restart(trackKey{})
		for range rapid.IntRange(1, 12).Draw(t, "cells") {
			shortest := (n-1)*c.line.step + 1
			ttl := shortest + rapid.Int64Range(0, rapid.SampledFrom([]int64{0, 2, 50, 1 << 20}).Draw(t, "reserve")).Draw(t, "more")
			duration := rapid.Int64Range(1, ttl*rapid.Int64Range(1, 200).Draw(t, "windows")).Draw(t, "duration")

			got := c.newRun()
			if !kept.run(got, &c.line, c.line.span(ttl, duration), ttl) {
				continue
			}
			want := c.alone(ttl, duration)
			if counted := c.accounts.count(want.requests); !slices.Equal(got.counted, counted) || !slices.Equal(got.peak, want.peak) {
				t.Fatalf("ttl %d, duration %d: accounts %v and peaks %v, want %v and %v, of %+v and %+v",
					ttl, duration, got.counted, got.peak, counted, want.peak, c.line, c.accounts)
			}
			if got.upstream != want.upstream || got.busiest != want.busiest {
				t.Fatalf("ttl %d, duration %d: %d questions, at most %d in a second, want %d and %d, of %+v",
					ttl, duration, got.upstream, got.busiest, want.upstream, want.busiest, c.line)
			}
		}
	})
}

// TestTracksGiveUpWhenTheyAreLong: a track is bounded, and what was played of it before stays right.
func TestTracksGiveUpWhenTheyAreLong(t *testing.T) {
	c := company{rate: 3, line: line{quotas: []int64{2, 1}, step: 1, groups: 2, width: 3}}
	for slot := range 9999 {
		c.line.round = append(c.line.round, uint8(slot%7%3))
	}
	c.lanes, c.accounts = newLanes(c.line.width), accountsByGroup(6)
	c.line.lanes, c.line.accounts = &c.lanes, &c.accounts
	var kept track
	kept.restart(trackKey{})
	given := false
	for _, duration := range []int64{10, 100, 3000, 50, 2000, 11} {
		got, want := c.newRun(), c.alone(2, duration)
		if !kept.run(got, &c.line, c.line.span(2, duration), 2) {
			given = true
			continue
		}
		if counted := c.accounts.count(want.requests); !slices.Equal(got.counted, counted) || !slices.Equal(got.peak, want.peak) {
			t.Errorf("duration %d: accounts %v and peaks %v, want %v and %v", duration, got.counted, got.peak, counted, want.peak)
		}
	}
	if !given {
		t.Error("a track of 1,500 windows was kept")
	}
	if kept.played < 10 || cap(kept.rows)+2*cap(kept.peaks) > 2*maxTrack {
		t.Errorf("%d windows and %d numbers are kept", kept.played, cap(kept.rows)+2*cap(kept.peaks))
	}
}

// company is resolvers in line, the lanes for their loads and the accounts for their requests.
type company struct {
	line     line
	lanes    lanes
	accounts accounts
	rate     int64
}

func drawnCompany(t *rapid.T) *company {
	c := &company{line: line{
		step:   rapid.SampledFrom([]int64{0, 1, 13}).Draw(t, "step"),
		width:  rapid.IntRange(1, 4).Draw(t, "regions"),
		groups: rapid.IntRange(1, 5).Draw(t, "groups"),
		quotas: rapid.SliceOfN(rapid.Int64Range(0, 9), 1, 40).Draw(t, "quotas"),
	}}
	c.line.quotas[0]++ // the rate is not 0
	region := rapid.Uint8Range(0, uint8(c.line.width-1))
	c.line.round = rapid.SliceOfN(region, 1, 40).Draw(t, "round")
	for _, quota := range c.line.quotas {
		c.rate += quota
	}
	distance := rapid.SampledFrom(rapid.SampledFrom([][]float64{{0, 1, 2, 7, maxWhole}, {1, 2.5}}).Draw(t, "distances"))
	pairs := c.line.width * c.line.groups
	c.accounts = newAccounts(rapid.SliceOfN(distance, pairs, pairs).Draw(t, "distance"), c.line.width)
	c.lanes = newLanes(c.line.width)
	c.line.lanes, c.line.accounts = &c.lanes, &c.accounts
	return c
}

func (c *company) newRun() *run {
	width := c.line.width
	return &run{
		width: width, lanes: c.lanes, load: make([]int64, width), peak: make([]int64, width),
		requests: make([]int64, width*c.line.groups), counted: make([]int64, c.accounts.number), frozen: make([]int64, c.line.groups),
		bySection: make([]yield, width), failed: noRegion,
	}
}

// alone plays a cell without a track.
func (c *company) alone(ttl, duration int64) *run {
	r := c.newRun()
	r.ttl, r.end = ttl, duration+1
	n, step := int64(len(c.line.quotas)), c.line.step%ttl
	all := seatings{groups: c.line.groups, width: c.line.width}
	all.find(scheduleKey{phases: spaced, ttl: ttl, resolvers: n, step: step}, quotasKey{n, 1, c.rate}, c.line.quotas).sit(r)
	r.steady(answers{round: c.line.round}, &rotation{slots: c.line.round}, c.rate)
	r.upstream, r.busiest = r.questions(r.end)-n, mostWithOnePhase(r.askers, min(ttl, duration))
	return r
}

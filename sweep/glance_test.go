package sweep

import (
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"
)

// TestDoneWithin: a glance is right about cells that all take as long, computes next to nothing where a cell tells enough, and never
// more than a hundredth of slow cells.
func TestDoneWithin(t *testing.T) {
	const study = "study: s\nmodel: fake\naxes: [x: {from: 1000, count: 50000}]\n"
	for _, c := range []struct {
		study string
		cell  time.Duration
		cores int
		want  bool
		most  int64 // cells computed
	}{
		{study, 0, 2, true, 4},
		{study, 390 * time.Microsecond, 2, true, 4},   // 9.75 s
		{study, 410 * time.Microsecond, 2, false, 36}, // 10.25 s
		{study, 410 * time.Microsecond, 4, true, 4},
		{study, time.Hour, 2, false, 4},
		{"study: s\nmodel: fake\naxes: [x: {from: 1000, count: 199}]\n", time.Hour, 2, true, 0}, // a cell is too much of them
		{"study: s\nmodel: fake\naxes: [x: {from: 1000, count: 200}]\n", time.Hour, 2, false, 1},
		{"study: s\nmodel: fake\naxes: [x: [1]]\n", time.Hour, 1, true, 0},
	} {
		synctest.Test(t, func(t *testing.T) {
			cells := new(atomic.Int64)
			plan := planOf(t, fakeModel{before: func() { time.Sleep(c.cell) }, cells: cells}, c.study)
			if got := DoneWithin(plan, c.cores, 10*time.Second); got != c.want || cells.Load() > c.most {
				t.Errorf("cells of %s on %d cores: %v after %d cells, want %v after %d at most\n%s",
					c.cell, c.cores, got, cells.Load(), c.want, c.most, c.study)
			}
		})
	}
}

// TestDoneWithinLooksTwice: the first cells of a kernel may be slow and the rest quick.
func TestDoneWithinLooksTwice(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		cells := new(atomic.Int64)
		slow := fakeModel{cells: cells, before: func() {
			if cells.Load() < 4 {
				time.Sleep(2 * time.Millisecond)
			}
		}}
		plan := planOf(t, slow, "study: s\nmodel: fake\naxes: [x: {from: 1000, count: 50000}]\n")
		if !DoneWithin(plan, 1, 10*time.Second) {
			t.Error("four slow cells are taken for all of them")
		}
	})
}

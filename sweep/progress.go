package sweep

import (
	"sync/atomic"
	"time"
)

// Progress counts what a run has done so far. Any goroutine may read it while the run goes on.
type Progress struct {
	Cells  atomic.Int64 // cells passed, those that where leaves out and those of parts found sealed included
	Found  atomic.Int64 // of them those of parts found sealed
	Rows   atomic.Int64 // rows computed
	Failed atomic.Int64 // of them failed
	Parts  atomic.Int64 // parts sealed, those found so included

	since atomic.Pointer[time.Time] // when the run began to compute; nil before
}

// Begin says that from now on cells are computed: what earlier runs left has been looked through.
func (p *Progress) Begin() {
	now := time.Now()
	p.since.Store(&now)
}

// computing is when the run began to compute; zero before.
func (p *Progress) computing() time.Time {
	if since := p.since.Load(); since != nil {
		return *since
	}
	return time.Time{}
}

// Pace is how fast the run has been so far.
func (p *Progress) Pace() Pace {
	return pace(p.Cells.Load(), p.Found.Load(), p.computing(), time.Now())
}

// Pace is how fast a run is: what it has done itself, and how long that took. What it found done, and the time that it took to find
// it, are no part of it.
type Pace struct {
	Cells   int64
	Elapsed time.Duration
}

func pace(cells, found int64, since, now time.Time) Pace {
	if since.IsZero() {
		return Pace{}
	}
	return Pace{max(cells-found, 0), now.Sub(since)}
}

// PerSecond is a rate; 0 as long as nothing is done.
func (p Pace) PerSecond() float64 {
	if p.Cells == 0 {
		return 0
	}
	return float64(p.Cells) / max(p.Elapsed.Seconds(), 1e-9)
}

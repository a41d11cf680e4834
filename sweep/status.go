package sweep

import (
	"errors"
	"time"

	"tarama/output/results"
)

// Status is how far a run is, for someone who looks from elsewhere.
type Status struct {
	Started   time.Time `json:"started"`
	Computing time.Time `json:"computing,omitzero"` // since when, after a look through the parts found sealed
	Written   time.Time `json:"written"`
	Workers   int       `json:"workers"`

	Cells      int64 `json:"cells"`       // passed so far, those of parts found sealed included
	CellsFound int64 `json:"cells_found"` // of them those
	CellsAll   int64 `json:"cells_all"`
	Rows       int64 `json:"rows"`   // computed by this run
	Failed     int64 `json:"failed"` // of them
	Parts      int64 `json:"parts"`  // sealed, those found so included
	PartsAll   int   `json:"parts_all"`
}

// Pace is how fast the run was until the status was written.
func (s *Status) Pace() Pace { return pace(s.Cells, s.CellsFound, s.Computing, s.Written) }

// statusEvery is how often a run says how far it is. The file is small and not flushed to disk.
const statusEvery = time.Second

// reporter writes a run's status until it is closed.
type reporter struct {
	stop, done chan struct{}
	err        error
}

func newReporter(dir *results.Dir, plan *Plan, o RunOptions) *reporter {
	r := &reporter{stop: make(chan struct{}), done: make(chan struct{})}
	status := Status{Started: time.Now().UTC(), Workers: o.Workers, CellsAll: plan.Cells(), PartsAll: plan.Parts()}
	go func() {
		defer close(r.done)
		tick := time.NewTicker(statusEvery)
		defer tick.Stop()
		for {
			select {
			case <-r.stop:
				r.err = errors.Join(r.err, dir.ClearStatus())
				return
			case <-tick.C:
				status.fill(o.Progress)
				r.err = dir.WriteStatus(status) // only the last error counts: a later status makes up for an earlier one
			}
		}
	}()
	return r
}

func (s *Status) fill(p *Progress) {
	s.Written, s.Computing = time.Now().UTC(), p.computing().UTC()
	s.CellsFound = p.Found.Load()
	s.Cells, s.Rows, s.Failed, s.Parts = p.Cells.Load(), p.Rows.Load(), p.Failed.Load(), p.Parts.Load()
}

// close ends the reports and takes the status away.
func (r *reporter) close() error {
	close(r.stop)
	<-r.done
	return r.err
}

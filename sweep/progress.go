package sweep

import "sync/atomic"

// Progress counts what a run has done so far. Any goroutine may read it while the run goes on.
type Progress struct {
	Cells  atomic.Int64 // cells passed, those that where leaves out and those of parts found sealed included
	Rows   atomic.Int64 // rows computed
	Failed atomic.Int64 // of them failed
	Parts  atomic.Int64 // parts sealed
}

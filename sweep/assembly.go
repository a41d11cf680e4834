package sweep

import (
	"sync"

	"tarama/output"
)

// GroupRows is the number of rows of a full row group. It decides how files look: changing it
// needs a new output.FormatVersion.
const GroupRows = 131_072

// sink takes the rows of one part, in cell order.
type sink interface {
	Write(*output.Table) error
}

// block is a run of cells of one part that a worker computed. Number says which one it is within the part.
type block struct {
	number int
	rows   *output.Table // the worker's scratch: assembly copies what it keeps
}

// assembly puts the blocks of a part in order and passes them on as full row groups. Blocks may come from several
// workers in any order: the worker that brings the next one writes it, and everything that waited for it; a block that
// comes too early is copied and waits. Its memory is one row group and the rows that wait.
type assembly struct {
	layout *layout
	sink   sink
	group  *output.Table // rows of the group that fills up
	view   output.Table

	mu      sync.Mutex
	busy    bool // a worker is writing
	next    int  // the block to write next
	early   map[int]*output.Table
	waiting int // rows in early
	err     error
}

func newAssembly(l *layout, s sink, group *output.Table) *assembly {
	group.Rows = 0
	return &assembly{layout: l, sink: s, group: group, early: map[int]*output.Table{}}
}

// add takes over a block's rows. The error is that of the first write that failed.
func (a *assembly) add(b block) error {
	a.mu.Lock()
	if a.err != nil {
		defer a.mu.Unlock()
		return a.err
	}
	if a.busy || b.number != a.next {
		early := a.layout.newTable(b.rows.Rows)
		copyRows(early, 0, b.rows, 0, b.rows.Rows)
		early.Rows = b.rows.Rows
		a.early[b.number] = early
		a.waiting += early.Rows
		a.mu.Unlock()
		return nil
	}
	a.busy = true
	a.mu.Unlock()
	return a.drain(b.rows)
}

// drain writes rows and all blocks that follow on.
func (a *assembly) drain(rows *output.Table) error {
	for {
		err := a.write(rows)
		a.mu.Lock()
		a.next++
		a.err = err
		following, ok := a.early[a.next]
		if !ok || err != nil {
			a.busy = false
			a.mu.Unlock()
			return err
		}
		delete(a.early, a.next)
		a.waiting -= following.Rows
		a.mu.Unlock()
		rows = following
	}
}

// write copies rows into the group and passes each full group on.
func (a *assembly) write(rows *output.Table) error {
	for done := 0; done < rows.Rows; {
		n := min(rows.Rows-done, GroupRows-a.group.Rows)
		copyRows(a.group, a.group.Rows, rows, done, n)
		a.group.Rows += n
		done += n
		if a.group.Rows == GroupRows {
			if err := a.flush(); err != nil {
				return err
			}
		}
	}
	return nil
}

// flush passes on the rows of the last group, if there are any. Call it once more after the last block.
func (a *assembly) flush() error {
	if a.group.Rows == 0 {
		return nil
	}
	err := a.sink.Write(window(a.group, &a.view))
	a.group.Rows = 0
	return err
}

// written is how many blocks were passed on, and how many rows wait for an earlier one.
func (a *assembly) written() (blocks, waiting int) {
	a.mu.Lock()
	defer a.mu.Unlock()
	return a.next, a.waiting
}

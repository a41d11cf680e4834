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
	rows   *output.Table // the worker's own, of which assembly copies what it keeps, or what it lent
	lent   bool
}

// assembly puts the blocks of a part in order and passes them on as full row groups. Blocks may come from several
// workers in any order: the worker that brings the next one writes it, and everything that waited for it; a block that
// comes too early is copied and waits. Its memory is one row group and the rows that wait.
//
// The block that is next need not be copied at all: its worker asks for the place in the group where the rows belong before it
// computes them. Most blocks are next when their worker begins them, since each worker has a part of its own.
type assembly struct {
	layout *layout
	sink   sink
	group  *output.Table // rows of the group that fills up
	view   output.Table
	place  output.Table // what was lent

	mu      sync.Mutex
	busy    bool // a worker is writing, or fills the place that was lent to it
	next    int  // the block to write next
	early   map[int]*output.Table
	waiting int // rows in early
	err     error
}

func newAssembly(l *layout, s sink, group *output.Table) *assembly {
	group.Rows = 0
	return &assembly{layout: l, sink: s, group: group, early: map[int]*output.Table{}}
}

// lend returns the place of a block's rows in the group, with room for so many. There is none unless the block is next, so that
// nobody writes, and fits into the group. Who gets it must add the block.
func (a *assembly) lend(number, rows int) (place *output.Table, ok bool) {
	a.mu.Lock()
	defer a.mu.Unlock()
	if a.err != nil || number != a.next || a.group.Rows+rows > GroupRows {
		return nil, false
	}
	a.busy = true
	return between(a.group, a.group.Rows, a.group.Rows+rows, &a.place), true
}

// add takes over a block's rows. The error is that of the first write that failed.
func (a *assembly) add(b block) error {
	if b.lent {
		return a.drain(b)
	}
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
	return a.drain(b)
}

// drain writes a block and all that follow on.
func (a *assembly) drain(b block) error {
	for {
		err := a.write(b)
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
		b = block{number: a.next, rows: following}
		a.mu.Unlock()
	}
}

// write puts rows into the group, where they are not there already, and passes each full group on.
func (a *assembly) write(b block) error {
	if b.lent {
		a.group.Rows += b.rows.Rows
		return a.flushFull()
	}
	for done := 0; done < b.rows.Rows; {
		n := min(b.rows.Rows-done, GroupRows-a.group.Rows)
		copyRows(a.group, a.group.Rows, b.rows, done, n)
		a.group.Rows += n
		done += n
		if err := a.flushFull(); err != nil {
			return err
		}
	}
	return nil
}

func (a *assembly) flushFull() error {
	if a.group.Rows < GroupRows {
		return nil
	}
	return a.flush()
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

package sweep

import (
	"fmt"
	"sync"
	"time"

	"tarama/output"
	"tarama/output/results"
)

// How far a part's blocks may run ahead of the one that is written next, so that one slow cell cannot fill the memory.
const (
	maxWaitingRows   = GroupRows
	maxWaitingBlocks = 4096
)

// pool deals out blocks of parts to workers and seals the parts.
type pool struct {
	plan     *Plan
	dir      *results.Dir
	progress *Progress
	limit    int // parts that may be open at once
	workers  int
	limits   blockLimits

	mu       sync.Mutex
	busy     int       // workers that compute or encode, and cores that were lent
	changed  sync.Cond // broadcast when a block was done, a part sealed, or the pool stopped
	todo     []int     // parts that nobody has begun, in order
	left     int64     // cells that are not dealt out
	open     []*openPart
	groups   []*output.Table // row groups to use again
	stopping bool            // begin no more parts
	halted   bool            // begin no more blocks
	err      error           // the first fault
}

// openPart is a part whose blocks are under way. The pool's lock guards it.
type openPart struct {
	file     *results.Part
	first    int64 // first cell
	next     int64 // first cell that nobody has taken
	end      int64
	taken    int // blocks dealt out
	under    int // of them not yet handed in
	assembly *assembly
	group    *output.Table
}

func newPool(plan *Plan, dir *results.Dir, todo []int, workers int, progress *Progress) *pool {
	p := &pool{plan: plan, dir: dir, progress: progress, todo: todo, limit: min(workers, dir.PartLimit()), workers: workers}
	p.changed.L = &p.mu
	p.limits = plan.blockLimits()
	for _, part := range todo {
		first, end := plan.Part(part)
		p.left += end - first
	}
	dir.UseCores(p)
	return p
}

// run computes all parts and returns the first fault.
func (p *pool) run() error {
	var all sync.WaitGroup
	for range p.workers {
		all.Go(func() { newWorker(p).run() })
	}
	all.Wait()
	p.mu.Lock()
	defer p.mu.Unlock()
	for _, part := range p.open {
		if err := part.file.Abort(); err != nil && p.err == nil {
			p.err = err
		}
	}
	return p.err
}

// stop begins no more parts; those that are open go on.
func (p *pool) stop() {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.stopping = true
	p.changed.Broadcast()
}

// halt begins no more blocks; what is not sealed then is dropped.
func (p *pool) halt() {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.halted = true
	p.changed.Broadcast()
}

// fail stops the pool with a fault.
func (p *pool) fail(err error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.err == nil {
		p.err = err
	}
	p.halted = true
	p.changed.Broadcast()
}

// task is a block to compute.
type task struct {
	part   *openPart
	number int
	first  int64
	count  int
}

// Borrow lends the core of a worker that waits. Package results encodes the formats of a part side by side then.
func (p *pool) Borrow() bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.busy >= p.workers {
		return false
	}
	p.busy++
	return true
}

// Return takes a core back: one that was lent, or that of a worker whose block is done.
func (p *pool) Return() {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.busy--
}

// take deals out the next block of at most size cells: of the worker's own part, else of a new part that becomes its
// own, else of the open part with most left to do. It waits while there may be more, and says false when there is not.
func (p *pool) take(own *openPart, size int) (task, bool) {
	p.mu.Lock()
	defer p.mu.Unlock()
	for !p.halted {
		if own != nil && own.available() {
			return p.deal(own, size), true
		}
		if !p.stopping && len(p.todo) > 0 && len(p.open) < p.limit {
			part, err := p.begin(p.todo[0])
			if err != nil {
				p.err, p.halted = err, true
				break
			}
			p.todo = p.todo[1:]
			return p.deal(part, size), true
		}
		if part := p.busiest(); part != nil {
			return p.deal(part, size), true
		}
		if len(p.open) == 0 && (p.stopping || len(p.todo) == 0) {
			break
		}
		p.changed.Wait()
	}
	p.changed.Broadcast()
	return task{}, false
}

// available says whether the part has a block to deal out now.
func (o *openPart) available() bool {
	if o.next == o.end {
		return false
	}
	written, waiting := o.assembly.written()
	return waiting < maxWaitingRows && o.taken-written < maxWaitingBlocks
}

func (p *pool) busiest() *openPart {
	var best *openPart
	for _, part := range p.open {
		if part.available() && (best == nil || part.end-part.next > best.end-best.next) {
			best = part
		}
	}
	return best
}

func (p *pool) begin(number int) (*openPart, error) {
	first, end := p.plan.Part(number)
	file, err := p.dir.NewPart(number, first, end)
	if err != nil {
		return nil, err
	}
	var group *output.Table
	if last := len(p.groups) - 1; last >= 0 {
		group, p.groups = p.groups[last], p.groups[:last]
	} else {
		group = p.plan.layout.newTable(int(min(GroupRows, p.plan.PartCells())))
	}
	part := &openPart{
		file: file, first: first, next: first, end: end, group: group,
		assembly: newAssembly(p.plan.layout, partSink{file, p.plan.statusColumn()}, group),
	}
	p.open = append(p.open, part)
	return part, nil
}

// partSink writes row groups into a part and counts the failed rows.
type partSink struct {
	file   *results.Part
	status int // position of the status column
}

func (s partSink) Write(t *output.Table) error {
	failed := int64(0)
	for _, code := range t.Columns[s.status].Codes {
		failed += int64(code) // statusOK is 0, statusFailed 1
	}
	s.file.AddFailed(failed)
	return s.file.Write(t)
}

func (p *pool) deal(part *openPart, size int) task {
	size = share(size, p.left, p.workers)
	count := alignBlock(p.plan.grid().Lengths(), part.next, min(int64(size), part.end-part.next))
	p.left -= count
	t := task{part: part, number: part.taken, first: part.next, count: int(count)}
	part.next += count
	part.taken++
	part.under++
	p.busy++
	return t
}

// handIn takes a computed block. The worker that hands in the last one seals the part.
func (p *pool) handIn(t task, b block) error {
	if err := t.part.assembly.add(b); err != nil {
		return err
	}
	p.progress.Cells.Add(int64(t.count))
	p.mu.Lock()
	t.part.under--
	last := t.part.under == 0 && t.part.next == t.part.end
	p.changed.Broadcast()
	p.mu.Unlock()
	if !last {
		return nil
	}
	return p.seal(t.part)
}

func (p *pool) seal(part *openPart) error {
	if err := part.assembly.flush(); err != nil {
		return err
	}
	if _, err := part.file.Seal(); err != nil {
		return err
	}
	p.progress.Parts.Add(1)
	p.mu.Lock()
	defer p.mu.Unlock()
	for i := range p.open {
		if p.open[i] == part {
			p.open = append(p.open[:i], p.open[i+1:]...)
			break
		}
	}
	p.groups = append(p.groups, part.group)
	p.changed.Broadcast()
	return nil
}

// worker computes blocks until there are none.
type worker struct {
	pool      *pool
	evaluator *evaluator
	own       *openPart
	size      int // cells of the next block
}

func newWorker(p *pool) *worker {
	return &worker{pool: p, size: 1}
}

func (w *worker) run() {
	defer func() {
		if fault := recover(); fault != nil {
			w.pool.fail(fmt.Errorf("internal fault in a worker: %v", fault))
		}
	}()
	for {
		t, ok := w.pool.take(w.own, w.size)
		if !ok {
			return
		}
		if t.number == 0 {
			w.own = t.part
		}
		w.prepare(t.count)
		began := time.Now()
		b, failed := w.compute(t)
		w.size = w.pool.limits.next(t.count, time.Since(began))
		w.pool.progress.Rows.Add(int64(b.rows.Rows))
		w.pool.progress.Failed.Add(int64(failed))
		if err := w.pool.handIn(t, b); err != nil {
			w.pool.fail(err)
			return
		}
		w.pool.Return()
	}
}

// prepare sees to an evaluator with room for so many cells. There is none before there is work, since of many workers some may
// find none, and no large one before cells turn out to be dear.
func (w *worker) prepare(count int) {
	limits := w.pool.limits
	switch {
	case w.evaluator == nil && count <= limits.cells:
		w.evaluator = newEvaluator(w.pool.plan, min(limits.cells, int(w.pool.plan.PartCells())))
	case w.evaluator == nil || count > w.evaluator.capacity:
		w.evaluator = newEvaluator(w.pool.plan, min(limits.dear, int(w.pool.plan.PartCells())))
	}
}

// compute does so where the rows belong, if it may.
func (w *worker) compute(t task) (b block, failed int) {
	b.number = t.number
	if b.rows, b.lent = t.part.assembly.lend(t.number, t.count); b.lent {
		return b, w.evaluator.evaluateInto(b.rows, t.first, t.count)
	}
	b.rows, failed = w.evaluator.evaluate(t.first, t.count)
	return b, failed
}

package rows

import (
	"runtime"
	"sync"

	"tarama/output"
)

// Steps is what an analysis does with each row group. T is what it prepares: it is made anew for each buffer, and used again
// for one row group after the other.
type Steps[T any] struct {
	// Pass says what this pass over the rows is after, in a few words, to people who wait for it.
	Pass string

	// Prepare runs on several goroutines side by side, with a prepared value of its own. The chunk is valid until Consume
	// returns.
	Prepare func(c *Chunk, prepared *T) error

	// Consume runs on one goroutine at a time, for one row group after the other in the order of the rows.
	Consume func(c *Chunk, prepared *T) error
}

// Chunk is a row group that was read.
type Chunk struct {
	Part, Group int // where it comes from
	Table       output.Table
}

// buffersPerWorker lets a worker fill one buffer while another of its own waits to be consumed.
const buffersPerWorker = 2

// buffer is a row group on its way.
type buffer[T any] struct {
	chunk    Chunk
	prepared T
	rows     int             // of the row group, those included that a condition leaves out
	home     chan *buffer[T] // where it goes when it is done with
	err      error           // the part ends with this error
}

// Scan goes through the rows of a source: it reads the given columns of every row group. workers is the number of goroutines
// that read and prepare; 0 stands for one a core. The memory is that of two row groups a worker.
func Scan[T any](s Source, columns []int, workers int, steps Steps[T]) error {
	if workers <= 0 {
		workers = runtime.GOMAXPROCS(0)
	}
	sc := &scan[T]{source: s, columns: columns, prepare: steps.Prepare, stop: make(chan struct{})}
	sc.streams = make(chan chan *buffer[T], workers)
	var running sync.WaitGroup
	for range min(workers, s.Parts()) {
		running.Go(sc.work)
	}
	go func() {
		running.Wait()
		close(sc.streams)
	}()
	watcher := watcherOf(s)
	watcher.Begin(steps.Pass)
	err := sc.consume(steps.Consume, watcher)
	close(sc.stop)
	for range sc.streams { // lets workers that wait to hand over a stream end
	}
	return err
}

// scan is a Scan under way. Parts are taken in order; each has a stream of its buffers, and the streams are consumed in the
// order of the parts. There is always a worker that fills the stream being consumed, with buffers of its own, so nobody waits
// in a circle.
type scan[T any] struct {
	source  Source
	columns []int
	prepare func(*Chunk, *T) error

	mu      sync.Mutex // held while a part is taken and its stream put in line
	next    int
	streams chan chan *buffer[T]
	stop    chan struct{} // closed: nobody listens any more
}

func (s *scan[T]) work() {
	home := make(chan *buffer[T], buffersPerWorker)
	for range buffersPerWorker {
		home <- &buffer[T]{home: home}
	}
	for {
		part, stream, ok := s.take()
		if !ok {
			return
		}
		more := s.fill(part, stream, home)
		close(stream)
		if !more {
			return
		}
	}
}

// take takes the next part and puts its stream in line.
func (s *scan[T]) take() (part int, stream chan *buffer[T], ok bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.next == s.source.Parts() {
		return 0, nil, false
	}
	stream = make(chan *buffer[T], buffersPerWorker+1)
	select {
	case s.streams <- stream:
	case <-s.stop:
		return 0, nil, false
	}
	part = s.next
	s.next++
	return part, stream, true
}

// fill reads a part into its stream and says whether to go on.
func (s *scan[T]) fill(part int, stream chan *buffer[T], home chan *buffer[T]) bool {
	p, err := s.source.Open(part)
	if err != nil {
		stream <- &buffer[T]{err: err, home: make(chan *buffer[T], 1)}
		return false
	}
	defer p.Close()
	for group, rows := range p.Rows() {
		var b *buffer[T]
		select {
		case b = <-home:
		case <-s.stop:
			return false
		}
		b.chunk.Part, b.chunk.Group, b.rows = part, group, rows
		if b.err = p.Read(group, s.columns, &b.chunk.Table); b.err == nil {
			b.err = s.prepare(&b.chunk, &b.prepared)
		}
		stream <- b // there is room for all of a worker's buffers
		if b.err != nil {
			return false
		}
	}
	return true
}

func (s *scan[T]) consume(consume func(*Chunk, *T) error, watcher Watcher) error {
	for stream := range s.streams {
		for b := range stream {
			if b.err != nil {
				return b.err
			}
			if err := consume(&b.chunk, &b.prepared); err != nil {
				return err
			}
			watcher.Passed(b.rows)
			b.home <- b
		}
	}
	return nil
}

// Each runs a function for 0 to n-1, side by side on up to so many goroutines, one a core if workers is 0.
func Each(n, workers int, do func(i int)) {
	if workers <= 0 {
		workers = runtime.GOMAXPROCS(0)
	}
	if workers = min(workers, n); workers <= 1 {
		for i := range n {
			do(i)
		}
		return
	}
	var group sync.WaitGroup
	next := make(chan int)
	for range workers {
		group.Go(func() {
			for i := range next {
				do(i)
			}
		})
	}
	for i := range n {
		next <- i
	}
	close(next)
	group.Wait()
}

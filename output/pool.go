package output

import (
	"math/bits"
	"sync"

	"github.com/apache/arrow/go/v17/arrow/memory"
)

// pool is memory for the Arrow library that is used again: a file asks for a buffer per column and batch, of a size that
// is known only roughly, and making and collecting those would take a tenth of the time of writing.
type pool struct {
	heap    memory.GoAllocator
	classes [48]sync.Pool // by the logarithm of the capacity
}

// writeMemory is shared by all Arrow files that are written.
var writeMemory = new(pool)

// Allocate returns memory whose capacity is a power of two. It is cleared: the library takes a bitmap of nulls that it
// has not written to for one in which all are.
func (p *pool) Allocate(size int) []byte {
	class := bits.Len(uint(max(size, 64) - 1))
	if b, ok := p.classes[class].Get().(*[]byte); ok {
		clear((*b)[:size])
		return (*b)[:size]
	}
	return p.heap.Allocate(1 << class)[:size]
}

// Reallocate stays in place while half of the memory or more is used. The library asks for as much as compressed data
// may take at most, and gives most of it back: it goes to the next column.
func (p *pool) Reallocate(size int, b []byte) []byte {
	if size <= cap(b) && size >= cap(b)/2 {
		clear(b[min(len(b), size):size])
		return b[:size]
	}
	moved := p.Allocate(size)
	copy(moved, b)
	p.Free(b)
	return moved
}

// Free takes memory back that Allocate gave.
func (p *pool) Free(b []byte) {
	b = b[:cap(b)]
	if class := bits.Len(uint(len(b)) - 1); len(b) >= 64 && len(b) == 1<<class {
		p.classes[class].Put(&b)
	}
}

package output

import (
	"math/bits"
	"sync"

	"github.com/apache/arrow/go/v17/arrow/memory"
)

// pool is memory for the Arrow library that is used again: a file asks for a buffer per column and batch, and making and
// collecting those would take a tenth of the time of writing.
type pool struct {
	heap    memory.GoAllocator
	classes [64 * classesPerDouble]sync.Pool // by class
}

// Capacities are rounded up to one of four sizes between a power of two and the next.
const (
	classesPerDouble = 4
	smallest         = 64
)

// writeMemory is shared by all Arrow files that are written.
var writeMemory = new(pool)

// class returns the class of a size, and the capacity that the memory of that class has.
func class(size int) (class, capacity int) {
	size = max(size, smallest)
	shift := bits.Len(uint(size-1)) - 3
	quarters := (size-1)>>shift + 1 // 5 to 8
	return shift*classesPerDouble + quarters - 5, quarters << shift
}

// maxBitmap is the size of the largest bitmap of nulls: a bit for each row of a batch.
const maxBitmap = arrowRows / 8

// Allocate returns memory that is cleared if it may be for a bitmap: the library takes one that it has not written to for one
// in which all are null. Larger memory is for compressed values, of which it reads only what it wrote.
func (p *pool) Allocate(size int) []byte {
	class, capacity := class(size)
	if b, ok := p.classes[class].Get().(*[]byte); ok {
		clear((*b)[:min(size, maxBitmap)])
		return (*b)[:size]
	}
	return p.heap.Allocate(capacity)[:size]
}

// Reallocate stays in place while most of the memory is used. The library asks for as much as compressed data may take at
// most, and gives the rest of it back: that goes to the next column.
func (p *pool) Reallocate(size int, b []byte) []byte {
	if size <= cap(b) && size >= cap(b)/4*3 {
		clear(b[min(len(b), size, maxBitmap):min(size, maxBitmap)])
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
	if len(b) < smallest {
		return
	}
	if class, capacity := class(len(b)); capacity == len(b) {
		p.classes[class].Put(&b)
	}
}

package output

import (
	"fmt"
	"sync/atomic"

	"github.com/apache/arrow/go/v17/arrow/memory"
)

// budget is the memory that a format library may hold at a time while it reads a file. What a file says about its own
// sizes is not to be trusted: a few changed bits ask for hundreds of gigabytes. Beyond the limit budget panics, which
// readers turn into an error.
type budget struct {
	limit int64
	held  atomic.Int64
	heap  memory.GoAllocator
}

// newBudget allows for the whole file, for the columns of the largest row group, and for pages on the way.
func newBudget(fileSize int64, columns int) *budget {
	return &budget{limit: fileSize + int64(columns)*MaxRows*16 + 4*maxDecoded}
}

func (b *budget) Allocate(size int) []byte {
	b.take(int64(size))
	return b.heap.Allocate(size)
}

func (b *budget) Reallocate(size int, p []byte) []byte {
	b.take(int64(size - len(p)))
	return b.heap.Reallocate(size, p)
}

func (b *budget) Free(p []byte) { b.held.Add(-int64(len(p))) }

func (b *budget) take(n int64) {
	if held := b.held.Load(); n < 0 && held+n < 0 || n > b.limit-held {
		panic(fmt.Errorf("the file asks for %d bytes of memory at once", n))
	}
	b.held.Add(n)
}

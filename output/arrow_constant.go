package output

import (
	"math"
	"sync"
)

// Arrow stores a constant column as a value per row. Studies have twenty or thirty of them, the same in every part, so
// the rows are filled once and shared by all files that are written; nobody changes them.
var (
	constantInts  = constants[int64, int64]{key: func(v int64) int64 { return v }}
	constantReals = constants[float64, uint64]{key: math.Float64bits} // by bits, since -0 equals 0
	constantCodes = constants[int32, int32]{key: func(v int32) int32 { return v }}
)

// maxConstants bounds the columns of one type that are kept. A process that writes more different ones fills them again.
const maxConstants = 64

type number interface{ int64 | float64 | int32 }

type constants[T number, K comparable] struct {
	key  func(T) K
	mu   sync.Mutex
	kept map[K][]T
}

// rows returns a column of so many rows that are all v. It must not be written to.
func (c *constants[T, K]) rows(v T, rows int) []T {
	c.mu.Lock()
	defer c.mu.Unlock()
	column := c.kept[c.key(v)]
	if len(column) >= rows {
		return column[:rows]
	}
	if c.kept == nil || len(c.kept) >= maxConstants {
		c.kept = map[K][]T{}
	}
	column = make([]T, rows)
	for row := range column {
		column[row] = v
	}
	c.kept[c.key(v)] = column
	return column
}

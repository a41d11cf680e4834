package sweep

import (
	"slices"

	"tarama/models"
)

// order finds the order in which the cells of a block are cheapest to compute: what is dear to change varies slowest,
// whatever the order of the axes in the study. It is one worker's own.
//
// The order is that of the cells' numbers in a grid whose axes are sorted by falling cost. It depends on where the
// block lies only through the digits of the axes that turn over within it, so neighbouring blocks that are aligned
// (Plan.alignBlock) have the same order, and it is found once.
type order struct {
	sizes   []int64 // axis lengths, first varies slowest
	strides []int64 // what a step of the axis adds to the rank in evaluation order
	natural bool    // the study's own order is the cheapest already

	shape shape
	keys  []rank
	rows  []int32
}

// shape is what the order of a block depends on.
type shape struct{ axis, offset, count int64 }

type rank struct {
	key int64
	row int32
}

func newOrder(sizes []int64, costs []models.Cost, capacity int) *order {
	sorted := make([]int, len(sizes))
	for i := range sorted {
		sorted[i] = i
	}
	slices.SortStableFunc(sorted, func(a, b int) int { return int(costs[b]) - int(costs[a]) })
	o := &order{
		sizes: sizes, strides: make([]int64, len(sizes)), natural: isNatural(costs),
		shape: shape{axis: -1}, keys: make([]rank, 0, capacity), rows: make([]int32, capacity),
	}
	stride := int64(1)
	for i := len(sorted) - 1; i >= 0; i-- {
		o.strides[sorted[i]] = stride
		stride *= sizes[sorted[i]]
	}
	for i := range o.rows {
		o.rows[i] = int32(i)
	}
	return o
}

// isNatural says whether the study's own order is the cheapest already.
func isNatural(costs []models.Cost) bool {
	return slices.IsSortedFunc(costs, func(a, b models.Cost) int { return int(b) - int(a) })
}

// of returns the rows 0 to count-1 of the block that begins at cell first, in evaluation order. The slice is valid
// until the next call.
func (o *order) of(first int64, count int) []int32 {
	if o.natural {
		return o.rows[:count]
	}
	s := o.shapeOf(first, int64(count))
	if s != o.shape {
		o.sort(first, count)
		o.shape = s
	}
	return o.rows[:count]
}

// shapeOf finds the slowest axis that changes within the block. Above it nothing changes; on it the digits only rise,
// so their start does not matter; below it the start does.
func (o *order) shapeOf(first, count int64) shape {
	below := int64(1) // cells of one step of the axis
	last := first + count - 1
	for axis := len(o.sizes) - 1; axis >= 0; axis-- {
		if cycle := below * o.sizes[axis]; first/cycle == last/cycle {
			return shape{int64(axis), first % below, count}
		}
		below *= o.sizes[axis]
	}
	return shape{-2, first, count}
}

func (o *order) sort(first int64, count int) {
	o.keys = o.keys[:0]
	for row := range count {
		key, rest := int64(0), first+int64(row)
		for axis := len(o.sizes) - 1; axis >= 0; axis-- {
			key += rest % o.sizes[axis] * o.strides[axis]
			rest /= o.sizes[axis]
		}
		o.keys = append(o.keys, rank{key, int32(row)})
	}
	slices.SortFunc(o.keys, func(a, b rank) int {
		if a.key < b.key {
			return -1
		}
		return 1
	})
	for i, k := range o.keys {
		o.rows[i] = k.row
	}
}

// alignBlock shortens a block so that it ends where as many of the fast axes as fit into it have turned over whole.
// Blocks then cut the grid at the same places, which lets order find their order once and keeps runs of cells that
// share work together.
func alignBlock(sizes []int64, first, count int64) int64 {
	unit := int64(1)
	for axis := len(sizes) - 1; axis >= 0 && sizes[axis] <= count/unit; axis-- {
		unit *= sizes[axis]
	}
	if end := (first + count) / unit * unit; end > first {
		return end - first
	}
	return count
}

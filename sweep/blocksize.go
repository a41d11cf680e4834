package sweep

import "time"

// blockLimits bound the blocks of a plan: how many cells one has at most, and about how long it takes, so that a stop is
// obeyed soon.
type blockLimits struct {
	cells int // if they are cheap
	dear  int // if each takes dearCell or longer
	time  time.Duration
}

// Where the order of the study is the cheapest already, blocks are small enough for the columns of one to stay in the
// processor's cache until they are copied into the row group. Where it is not, cells that share work lie far apart: the more of
// them are in a block the less is computed twice. That costs cache, up to 0.1 us a cell, which only cheap cells feel. A block
// of dear ones is a quarter of a row group, 32,768 cells: those of configs/failover-overnight.yaml cost 20 % less than in blocks
// of 8,192, and no more than 3 % more than in blocks of any size. Half a second is well within what a stopped run may take.
//
// Sizes do not follow from the axes. What cells share lies on several axes at once (draws, phases, rotations), so there is no
// length that holds all of it, and the time of a cell says better than its parameters whether sharing matters.
var (
	inStudyOrder = blockLimits{2048, 2048, 20 * time.Millisecond}
	reordered    = blockLimits{8192, 32_768, 500 * time.Millisecond}
)

// dearCell is a multiple of what a row costs in the memory.
const dearCell = 2 * time.Microsecond

func (p *Plan) blockLimits() blockLimits {
	if isNatural(p.axisCosts()) {
		return inStudyOrder
	}
	return reordered
}

// prime returns limits that are about as large, and prime, so that blocks begin elsewhere than those of a run: an audit's.
func (l blockLimits) prime() blockLimits {
	if l == inStudyOrder {
		return blockLimits{2053, 2053, l.time}
	}
	return blockLimits{8209, 32_771, l.time}
}

// most is how many cells a block should have at most if one of count cells took so long.
func (l blockLimits) most(count int, took time.Duration) int {
	if took >= time.Duration(count)*dearCell {
		return l.dear
	}
	return l.cells
}

// next is how many cells the next block should have if one of count cells took so long. It grows at most eightfold a step,
// since the first cells of a block may be dearer than the rest.
func (l blockLimits) next(count int, took time.Duration) int {
	fitting := int64(count) * int64(l.time) / max(int64(took), 1)
	return int(max(1, min(fitting, int64(count)*8, int64(l.most(count, took)))))
}

// share bounds a block near the end of a run, when left cells are not dealt out yet: no worker should have a long block when
// the others have none. Blocks get shorter then, but not so short that sharing work no longer pays.
func share(size int, left int64, workers int) int {
	if workers == 1 {
		return size
	}
	return int(min(int64(size), max(left/int64(4*workers), int64(size/16), 1)))
}

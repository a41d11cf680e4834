package sweep

import "time"

// blockLimits bound the blocks of a plan: how many cells one has at most, and about how long it takes, so that a stop is
// obeyed soon.
type blockLimits struct {
	cells int
	time  time.Duration
}

// Where the order of the study is the cheapest already, blocks are small enough for the columns of one to stay in the
// processor's cache until they are copied into the row group. Where it is not, cells that share work lie far apart: the more of
// them are in a block the less is computed twice.
var (
	inStudyOrder = blockLimits{2048, 20 * time.Millisecond}
	reordered    = blockLimits{8192, 100 * time.Millisecond}
)

func (p *Plan) blockLimits() blockLimits {
	if isNatural(p.axisCosts()) {
		return inStudyOrder
	}
	return reordered
}

// next is how many cells the next block should have if one of count cells took so long. It grows at most eightfold a step,
// since the first cells of a block may be dearer than the rest.
func (l blockLimits) next(count int, took time.Duration) int {
	fitting := int64(count) * int64(l.time) / max(int64(took), 1)
	return int(max(1, min(fitting, int64(count)*8, int64(l.cells))))
}

// share bounds a block near the end of a run, when left cells are not dealt out yet: no worker should have a long block when
// the others have none. Blocks get shorter then, but not so short that sharing work no longer pays.
func share(size int, left int64, workers int) int {
	if workers == 1 {
		return size
	}
	return int(min(int64(size), max(left/int64(4*workers), int64(size/16), 1)))
}

package sweep

import "time"

// A glance is a pilot for studies that are most likely done before a pilot would be: it looks at a few cells in this many
// places, in ever larger blocks, until they tell that there is little to do, or it has taken glanceTime.
const (
	glancePlaces = 4
	glanceBlock  = 64
	glanceTime   = 10 * time.Millisecond
)

// glanceShare is the part of the cells that a glance may compute if they are so slow that it stops after one in each place:
// it has one core, while the others wait.
const glanceShare = 100

// DoneWithin says whether a run on so many cores is done within limit, as far as a few of its cells tell. It takes
// milliseconds, or a hundredth of the run. A plan of too few cells for that counts as done soon; any other of
// which a glance cannot tell does not.
func DoneWithin(plan *Plan, cores int, limit time.Duration) bool {
	cells := plan.Cells()
	places := min(glancePlaces, cells/int64(glanceShare*cores))
	if places == 0 {
		return true
	}
	evaluator := newEvaluator(plan, int(min(glanceBlock, cells)))
	began := time.Now()
	for size := int64(1); size <= min(glanceBlock, cells) && time.Since(began) < glanceTime; size *= 8 {
		blockBegan := time.Now()
		for place := range places {
			first := (cells - size) / places * (place + 1) // small ranges come first, and cost little
			evaluator.evaluate(first, int(size))
		}
		perCell := time.Since(blockBegan).Seconds() / float64(size*places)
		if perCell*float64(cells) < limit.Seconds()*float64(cores) {
			return true
		}
	}
	return false
}

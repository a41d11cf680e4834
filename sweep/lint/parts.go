package lint

import (
	"fmt"
	"math"
	"time"

	"tarama/models"
)

// mostLost is how much time of a run may be lost when it ends early, before that is worth a word: a coffee, not a night. A part
// that is advised takes shortPart, so that the advice is never for less than a fifth of what would be lost.
const (
	mostLost  = 5 * time.Minute
	shortPart = time.Minute
)

// mostParts is how many parts are advised at most, as many as a study has that does not say: each is a file per format.
const mostParts = 4096

// Parts is how a study is cut into parts, and how long they take. Only whole parts outlast the end of a run.
type Parts struct {
	StudyCells  int64
	Cells       int64   // of each part but the last
	CellSeconds float64 // to compute and store a cell on one core
	Workers     int
	Cores       int // that do the workers' work
}

// Lost is the longest time that a run can have computed in vain when it ends early. Each worker has a part of its own while
// there are enough, and all share the cores.
func (p Parts) Lost() time.Duration {
	parts := (p.StudyCells-1)/p.Cells + 1
	cells := min(float64(p.StudyCells), float64(min(parts, int64(p.Workers)))*float64(p.Cells))
	return lasting(cells * p.CellSeconds / float64(p.Cores))
}

// Advised is the number of cells of parts that take about a minute on one core, a number that is easily typed; 0 if a run of these
// parts loses little, or parts cannot be much shorter.
func (p Parts) Advised() int64 {
	if p.Lost() <= mostLost {
		return 0
	}
	fewest := (p.StudyCells-1)/mostParts + 1
	cells := max(fewest, oneDigit(shortPart.Seconds()/p.CellSeconds))
	if cells > p.Cells/2 {
		return 0
	}
	return cells
}

// LongParts is about a run that keeps nothing for long.
func LongParts(p Parts) []Lint {
	cells := p.Advised()
	if cells == 0 {
		return nil
	}
	return []Lint{{
		Name: "long-parts",
		Message: fmt.Sprintf("a run that is stopped keeps whole parts only, and with parts of %s cells it may lose %s of computing",
			models.FormatCount(p.Cells), roughly(p.Lost())),
		Advice:     fmt.Sprintf("give the study output: {part_cells: %d} for parts of %s on one core", cells, roughly(lasting(float64(cells)*p.CellSeconds))),
		Parameters: []string{},
	}}
}

// oneDigit rounds down to a number with one digit that is not 0, at least to 1.
func oneDigit(x float64) int64 {
	power := int64(1)
	for x >= 10 {
		x /= 10
		power *= 10
	}
	return max(int64(x), 1) * power
}

// lasting is a duration of so many seconds, the longest there is if it is beyond that.
func lasting(seconds float64) time.Duration {
	if nanoseconds := seconds * float64(time.Second); nanoseconds < math.MaxInt64 {
		return time.Duration(nanoseconds)
	}
	return math.MaxInt64
}

// roughly tells a time that is known from a sample.
func roughly(d time.Duration) string {
	unit, name := time.Second, "second"
	switch {
	case d >= 72*time.Hour:
		unit, name = 24*time.Hour, "day"
	case d >= 2*time.Hour:
		unit, name = time.Hour, "hour"
	case d >= 50*time.Second:
		unit, name = time.Minute, "minute"
	}
	n := max(int64(d.Round(unit)/unit), 1)
	if n > 1 {
		name += "s"
	}
	return fmt.Sprintf("about %s %s", models.FormatCount(n), name)
}

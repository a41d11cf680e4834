package pareto

import (
	"fmt"
	"slices"

	"tarama/analysis/rows"
)

// MaxPoints is the most points that a front may have.
const MaxPoints = 20_000

// TooLargeError says that more than MaxPoints points do not beat each other.
type TooLargeError struct{}

func (TooLargeError) Error() string {
	return fmt.Sprintf("more than %d points do not beat each other: there must be fewer objectives, fewer rows, or groups of them", MaxPoints)
}

// candidate is a point that nothing seen so far beats.
type candidate struct {
	costs []float64 // by objective; less is better
	place rows.Place
	equal int64 // rows with these costs
}

// join adds rows with the same costs.
func (c *candidate) join(place rows.Place, equal int64) {
	c.equal += equal
	if place.Compare(c.place) < 0 {
		c.place = place
	}
}

// front is the candidates so far, in blocks of neighbours. What is known of a block as a whole spares most comparisons with its
// points. A block that has just beaten a row moves one place up, so that those that beat much are met first.
type front struct {
	blocks []*block
	size   int // candidates
	most   int // candidates that are allowed
}

// relation says how a point compares with another.
type relation int

const (
	neither relation = iota
	better           // or as good, in every objective, and better in some
	worse
	same
)

func compare(a, b []float64) relation {
	less, more := false, false
	for i, x := range a {
		less = less || x < b[i]
		more = more || x > b[i]
	}
	switch {
	case less && more:
		return neither
	case less:
		return better
	case more:
		return worse
	}
	return same
}

// add takes a point into account. The costs are copied if they are kept.
func (f *front) add(costs []float64, place rows.Place, equal int64) error {
	for i := 0; i < len(f.blocks); i++ {
		b := f.blocks[i]
		if !b.mayBeat(costs) && !b.mayLose(costs) {
			continue
		}
		before := len(b.points)
		found := b.meet(costs)
		f.size -= before - len(b.points)
		if found != nil {
			if compare(found.costs, costs) == same {
				found.join(place, equal)
			}
			f.moveUp(i)
			return nil
		}
		if len(b.points) == 0 {
			f.blocks = slices.Delete(f.blocks, i, i+1)
			i--
		}
	}
	if f.size == f.most {
		return TooLargeError{}
	}
	f.insert(candidate{slices.Clone(costs), place, equal})
	return nil
}

func (f *front) moveUp(i int) {
	if i > 0 {
		f.blocks[i-1], f.blocks[i] = f.blocks[i], f.blocks[i-1]
	}
}

// insert puts a new candidate into the block that it fits best.
func (f *front) insert(c candidate) {
	f.size++
	if len(f.blocks) == 0 {
		f.blocks = append(f.blocks, newBlock(nil, len(c.costs)))
	}
	best := slices.MinFunc(f.blocks, func(a, b *block) int { return a.outside(c.costs) - b.outside(c.costs) })
	best.include(c)
	if len(best.points) > blockSize {
		f.blocks = append(f.blocks, best.split())
	}
}

// sorted are the candidates by their costs.
func (f *front) sorted() []candidate {
	all := f.all()
	slices.SortFunc(all, func(a, b candidate) int { return slices.Compare(a.costs, b.costs) })
	return all
}

// all are the candidates in no order.
func (f *front) all() []candidate {
	var all []candidate
	for _, b := range f.blocks {
		all = append(all, b.points...)
	}
	return all
}

package pareto

import (
	"fmt"
	"slices"

	"tarama/analysis/rows"
)

// MaxPoints is the most points that a front may have.
const MaxPoints = 100_000

// TooLargeError says that more than MaxPoints points do not beat each other.
type TooLargeError struct{}

func (TooLargeError) Error() string {
	return fmt.Sprintf("more than %d points do not beat each other: with that many objectives hardly any does", MaxPoints)
}

// candidate is a point that nothing seen so far beats.
type candidate struct {
	costs []float64 // by objective; less is better
	place rows.Place
	equal int64 // rows with these costs
}

// front is the candidates so far. They stand in no order: one that has just beaten a row moves one place up, so that those
// that beat much are met first, and most rows are done with after a few comparisons.
type front struct {
	points []candidate
	most   int // points that are allowed
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
	for i := 0; i < len(f.points); {
		switch compare(f.points[i].costs, costs) {
		case better:
			f.moveUp(i)
			return nil
		case same:
			p := &f.points[i]
			p.equal += equal
			if place.Compare(p.place) < 0 {
				p.place = place
			}
			f.moveUp(i)
			return nil
		case worse:
			last := len(f.points) - 1
			f.points[i] = f.points[last]
			f.points = f.points[:last]
		default:
			i++
		}
	}
	if len(f.points) == f.most {
		return TooLargeError{}
	}
	f.points = append(f.points, candidate{slices.Clone(costs), place, equal})
	return nil
}

func (f *front) moveUp(i int) {
	if i > 0 {
		f.points[i-1], f.points[i] = f.points[i], f.points[i-1]
	}
}

// sorted are the points by their costs.
func (f *front) sorted() []candidate {
	slices.SortFunc(f.points, func(a, b candidate) int { return slices.Compare(a.costs, b.costs) })
	return f.points
}

package pareto

import (
	"fmt"
	"slices"
	"sort"

	"tarama/analysis/rows"
)

// MaxPoints is the most points that a front may have.
const MaxPoints = 50_000

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

// front is the candidates so far. Two objectives keep them in order of the first, in which the second falls, so that a row is
// looked up. With more they stand in no order: one that has just beaten a row moves one place up, so that those that beat
// much are met first, and most rows are done with after a few comparisons.
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
	if len(costs) == 2 {
		return f.addInOrder(costs, place, equal)
	}
	for i := 0; i < len(f.points); {
		switch compare(f.points[i].costs, costs) {
		case better:
			f.moveUp(i)
			return nil
		case same:
			f.points[i].join(place, equal)
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

// addInOrder is add for two objectives.
func (f *front) addInOrder(costs []float64, place rows.Place, equal int64) error {
	at := sort.Search(len(f.points), func(i int) bool { return f.points[i].costs[0] >= costs[0] })
	if at > 0 && f.points[at-1].costs[1] <= costs[1] {
		return nil // less in the first, no more in the second
	}
	end := at // after those that it beats
	for ; end < len(f.points) && f.points[end].costs[1] >= costs[1]; end++ {
		if slices.Equal(f.points[end].costs, costs) {
			f.points[end].join(place, equal)
			return nil
		}
	}
	if end == at && at < len(f.points) && f.points[at].costs[0] == costs[0] {
		return nil // equal in the first, more in the second
	}
	if len(f.points)-(end-at) >= f.most {
		return TooLargeError{}
	}
	f.points = slices.Replace(f.points, at, end, candidate{slices.Clone(costs), place, equal})
	return nil
}

// join adds rows with the same costs.
func (c *candidate) join(place rows.Place, equal int64) {
	c.equal += equal
	if place.Compare(c.place) < 0 {
		c.place = place
	}
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

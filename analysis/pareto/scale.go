package pareto

import "math"

// From manyFold on, values are told apart by their ratios. Those that are tooMany times smaller than the greatest are what
// rounding leaves of zero.
const (
	manyFold = 100
	tooMany  = 1e7
)

// Floor is the least value that counts as more than nothing where values are spaced by their ratios rather than by their
// differences; 0 where they are not, since some are negative or the greatest is less than 100 times the least positive one.
// What is below the floor, such as 0, has the place of a tenth of it.
func Floor(least, leastPositive, most float64) float64 {
	if least < 0 || most < manyFold*leastPositive {
		return 0
	}
	return max(leastPositive, most/tooMany)
}

// scale puts the values of an objective on the front between 0, the least, and 1, the greatest.
type scale struct {
	least, most float64
	floor       float64 // 0: values are spaced by their differences
}

func newScale(points []Point, objective int) scale {
	s := scale{least: math.Inf(1), most: math.Inf(-1)}
	positive := math.Inf(1)
	for i := range points {
		x := points[i].Values[objective]
		s.least, s.most = min(s.least, x), max(s.most, x)
		if x > 0 {
			positive = min(positive, x)
		}
	}
	s.floor = Floor(s.least, positive, s.most)
	return s
}

// flat says that the objective tells no points apart.
func (s *scale) flat() bool { return s.least == s.most }

func (s *scale) at(x float64) float64 {
	least := s.even(s.least)
	return (s.even(x) - least) / (s.even(s.most) - least)
}

// even turns a value into one whose differences count. Logarithms are rounded before they are subtracted, as they are products.
func (s *scale) even(x float64) float64 {
	switch {
	case s.floor == 0:
		return x
	case x < s.floor:
		return float64(math.Log10(s.floor)) - 1
	}
	return float64(math.Log10(x))
}

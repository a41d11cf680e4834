// Package sums adds reals with hardly any rounding error, in a fixed order.
package sums

// Sum is a sum in twice the precision of a float64: what an addition loses is kept and added at the end (Knuth's TwoSum, as
// in Ogita, Rump and Oishi, "Accurate sum and dot product", 2005). Its error is about one rounding of the result plus n^2
// times 10^-32 of the sum of absolute values, so that 10^8 rows are added as exactly as ten. The zero value is an empty sum.
type Sum struct {
	high, low float64
}

// Add adds x.
func (s *Sum) Add(x float64) {
	t := s.high + x
	b := t - s.high
	s.low += (s.high - (t - b)) + (x - b)
	s.high = t
}

// AddSum adds another sum.
func (s *Sum) AddSum(o Sum) {
	s.Add(o.high)
	s.low += o.low
}

// Value is the sum.
func (s *Sum) Value() float64 { return s.high + s.low }

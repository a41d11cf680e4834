package grid

import (
	"math/bits"

	"tarama/models"
)

// Simplex is the axis of all ways to split a whole over several integer parameters, each at least a minimum, in
// lexicographic order. There are C(free+k-1, k-1) of them for k parameters and what is free beyond the minima. None is
// stored: the first of a run is found by its number, each following one from the one before.
type Simplex struct {
	parameters []int
	minimum    int64
	free       int64 // the whole without the minima
	length     int64
}

// NewSimplex returns the splits of whole over the parameters. If the minima are more than the whole, there are none and
// the error is ErrRangeEmpty; more than MaxCells splits are a *TooManyCellsError.
func NewSimplex(parameters []int, whole, minimum int64) (*Simplex, error) {
	high, minima := bits.Mul64(uint64(minimum), uint64(len(parameters)))
	if high != 0 || minima > uint64(whole) {
		return nil, ErrRangeEmpty
	}
	s := &Simplex{parameters: parameters, minimum: minimum, free: whole - int64(minima)}
	length, ok := splits(s.free, len(parameters))
	if !ok {
		return nil, &TooManyCellsError{Lengths: []int64{whole, int64(len(parameters))}}
	}
	s.length = length
	return s, nil
}

// splits returns the number of ways to write free as an ordered sum of k numbers from 0 on: C(free+k-1, k-1). It is not
// ok if that is over MaxCells.
func splits(free int64, k int) (int64, bool) {
	if free > MaxCells {
		return 0, false
	}
	// C(n, r) = C(n-1, r-1) * n / r: each step is exact, and no intermediate value is greater than the result.
	n, r := free+int64(k)-1, int64(k)-1
	r = min(r, n-r)
	result := uint64(1)
	for i := int64(1); i <= r; i++ {
		high, low := bits.Mul64(result, uint64(n-r+i))
		if high >= uint64(i) {
			return 0, false
		}
		if result, _ = bits.Div64(high, low, uint64(i)); result > uint64(MaxCells) {
			return 0, false
		}
	}
	return int64(result), true
}

// Len is the number of splits.
func (s *Simplex) Len() int64 { return s.length }

// Parameters are those that share the whole.
func (s *Simplex) Parameters() []int { return s.parameters }

// Words is nil: shares are numbers.
func (s *Simplex) Words(int) []string { return nil }

// Fill finds the first split by its number and steps from row to row.
func (s *Simplex) Fill(columns []models.Column, low, high int, first int64) {
	if low == high {
		return
	}
	s.unrank(columns, low, first)
	for row := low + 1; row < high; row++ {
		s.next(columns, row)
	}
}

// unrank writes split number rank. Of the splits of free over k parameters, splits(free-v, k) have a first share of v or
// more; so the first share is the greatest v for which no more than rank splits come before those.
func (s *Simplex) unrank(columns []models.Column, row int, rank int64) {
	free := s.free
	for i, p := range s.parameters {
		k := len(s.parameters) - i
		share := free
		if k > 1 {
			all, _ := splits(free, k)
			low, high := int64(0), free
			for low < high {
				middle := (low + high + 1) / 2
				if rest, _ := splits(free-middle, k); all-rest <= rank {
					low = middle
				} else {
					high = middle - 1
				}
			}
			share = low
			rest, _ := splits(free-share, k)
			rank -= all - rest
		}
		columns[p].Ints[row] = s.minimum + share
		free -= share
	}
}

// next writes the split after that of the row before: it takes one from the last share that has any to give, gives it to
// the share before, and moves what is left of the giver to the very end.
func (s *Simplex) next(columns []models.Column, row int) {
	for _, p := range s.parameters {
		columns[p].Ints[row] = columns[p].Ints[row-1]
	}
	last := len(s.parameters) - 1
	giver := last
	for columns[s.parameters[giver]].Ints[row] == s.minimum {
		giver--
	}
	left := columns[s.parameters[giver]].Ints[row] - 1
	columns[s.parameters[giver-1]].Ints[row]++
	columns[s.parameters[giver]].Ints[row] = s.minimum
	columns[s.parameters[last]].Ints[row] = left
}

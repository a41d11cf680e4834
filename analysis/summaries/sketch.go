package summaries

import (
	"fmt"
	"math"
)

// Bins share out each interval between two powers of two evenly: binBits bits of the fraction tell them apart.
const (
	binBits  = 7
	binShift = 52 - binBits // the other bits of the fraction
)

// RelativeError bounds the error of quantiles of more than ExactValues different values: half of a bin is at most 1/256 of any
// value in it.
const RelativeError = 0.004

// leastNormal is the least number with all bits of its fraction. What is nearer to zero counts as zero.
const leastNormal = 0x1p-1022

// sketch counts numbers by bins. The zero value is empty.
type sketch struct {
	negative, positive bins // by size
	zeros              int64
}

// add counts a number n times. Infinities and what is no number have no bin.
func (s *sketch) add(x float64, n int64) error {
	switch size := math.Abs(x); {
	case !(size <= math.MaxFloat64):
		return fmt.Errorf("there is a value %v, of which there are no quantiles", x)
	case size < leastNormal:
		s.zeros += n
	case x < 0:
		s.negative.add(binOf(size), n)
	default:
		s.positive.add(binOf(size), n)
	}
	return nil
}

// at are the middles of the bins that hold the numbers of some ranks, counted from 0 in order of size.
func (s *sketch) at(ranks []int64) []float64 {
	found := make([]float64, len(ranks))
	for i, rank := range ranks {
		switch below, first := s.negative.n, s.negative.n+s.zeros; {
		case rank < below: // the greatest size comes first
			found[i] = -middleOf(s.negative.at(below - 1 - rank))
		case rank >= first:
			found[i] = middleOf(s.positive.at(rank - first))
		}
	}
	return found
}

// binOf numbers the bin of a positive number by its exponent and the first bits of its fraction. So bins are in order of size,
// and nothing is rounded: every processor finds the same.
func binOf(size float64) int { return int(math.Float64bits(size) >> binShift) }

func middleOf(bin int) float64 { return math.Float64frombits(uint64(bin)<<binShift | 1<<(binShift-1)) }

// pageBits is how many bits of a bin's number tell it apart from others of its page.
const pageBits = 5

// bins are counts by number. Pages come into being when they are needed: values of one kind lie close together.
type bins struct {
	n     int64 // of all
	first int   // the number of the first page
	pages []*[1 << pageBits]int64
}

func (b *bins) add(bin int, n int64) {
	number := bin >> pageBits
	if len(b.pages) == 0 {
		b.first = number
	}
	if number < b.first || number >= b.first+len(b.pages) {
		b.extend(number)
	}
	page := &b.pages[number-b.first]
	if *page == nil {
		*page = new([1 << pageBits]int64)
	}
	(*page)[bin&(1<<pageBits-1)] += n
	b.n += n
}

// extend makes room for a page. There are at most 2^13, of all floating-point numbers.
func (b *bins) extend(number int) {
	first, end := min(b.first, number), max(b.first+len(b.pages), number+1)
	pages := make([]*[1 << pageBits]int64, end-first)
	copy(pages[b.first-first:], b.pages)
	b.first, b.pages = first, pages
}

// at is the number of the bin that holds a rank, which must be below n.
func (b *bins) at(rank int64) int {
	for i, page := range b.pages {
		if page == nil {
			continue
		}
		for k, n := range page {
			if rank -= n; rank < 0 {
				return (b.first+i)<<pageBits | k
			}
		}
	}
	return 0
}

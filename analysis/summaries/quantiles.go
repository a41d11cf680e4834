package summaries

import (
	"math"
	"slices"
)

// ExactValues is how many different values are counted one by one.
const ExactValues = 256

// distribution counts values, so that quantiles can be told. The zero value is empty.
type distribution struct {
	n int64

	// The different values with their numbers, as a hash table with linear probing; nil once there are sketches.
	slots    []counted
	distinct int

	sketches *sketches
}

// sketches are of the same values twice, since a spread that is small beside the values would be lost among them.
type sketches struct {
	values      sketch
	center      float64 // the middle of the values that were counted one by one
	differences sketch  // of values from the center
}

type counted struct {
	value float64
	n     int64 // 0: a free slot
}

// leastValues is the size of the first hash table, a power of two. Most metrics have few values in a group.
const leastValues = 8

func (d *distribution) add(x float64) error {
	d.n++
	if d.sketches != nil {
		return d.sketches.add(x, 1)
	}
	if 2*d.distinct >= len(d.slots) {
		d.grow()
	}
	slot := d.find(x)
	if slot.n > 0 {
		slot.n++
		return nil
	}
	*slot = counted{x, 1}
	d.distinct++
	if d.distinct > ExactValues {
		return d.useSketches()
	}
	return nil
}

// find returns the slot of a value, or the free one where it belongs.
func (d *distribution) find(x float64) *counted {
	h := math.Float64bits(x+0) * 0x9E3779B97F4A7C15 // x+0: zero has one form
	h = (h ^ h>>32) * 0x9E3779B97F4A7C15
	mask := uint64(len(d.slots) - 1)
	i := h >> 32 & mask
	for d.slots[i].n > 0 && d.slots[i].value != x {
		i = (i + 1) & mask
	}
	return &d.slots[i]
}

func (d *distribution) grow() {
	old := d.slots
	d.slots = make([]counted, max(leastValues, 2*len(old)))
	for _, c := range old {
		if c.n > 0 {
			*d.find(c.value) = c
		}
	}
}

func (d *distribution) useSketches() error {
	values := d.sorted()
	d.sketches = &sketches{center: values[len(values)/2].value}
	for _, c := range values {
		if err := d.sketches.add(c.value, c.n); err != nil {
			return err
		}
	}
	d.slots = nil
	return nil
}

func (s *sketches) add(x float64, n int64) error {
	if err := s.values.add(x, n); err != nil {
		return err
	}
	return s.differences.add(min(max(x-s.center, -math.MaxFloat64), math.MaxFloat64), n)
}

// at are values of some ranks, each from the sketch in which it is smaller: there the same share of it is a smaller error.
func (s *sketches) at(ranks []int64) []float64 {
	found := s.values.at(ranks)
	for i, difference := range s.differences.at(ranks) {
		if math.Abs(difference) < math.Abs(found[i]) {
			found[i] = s.center + difference
		}
	}
	return found
}

// exact says whether quantiles are exact.
func (d *distribution) exact() bool { return d.sketches == nil }

// quantiles are the least values that so many percent of all values do not exceed, in ascending order. There must be a value.
func (d *distribution) quantiles(percents []int64) []float64 {
	ranks := make([]int64, len(percents))
	for i, percent := range percents {
		ranks[i] = nearestRank(percent, d.n)
	}
	if d.sketches != nil {
		return d.sketches.at(ranks)
	}
	return d.counted(ranks)
}

// sorted are the values that are counted one by one, in order.
func (d *distribution) sorted() []counted {
	values := make([]counted, 0, d.distinct)
	for _, c := range d.slots {
		if c.n > 0 {
			values = append(values, c)
		}
	}
	slices.SortFunc(values, func(a, b counted) int {
		if a.value < b.value {
			return -1
		}
		return 1
	})
	return values
}

// counted are the values of ascending ranks.
func (d *distribution) counted(ranks []int64) []float64 {
	values := d.sorted()
	var found []float64
	i, below := 0, int64(0) // below: how many values are smaller than values[i]
	for _, rank := range ranks {
		for below+values[i].n <= rank {
			below += values[i].n
			i++
		}
		found = append(found, values[i].value)
	}
	return found
}

// nearestRank is percent/100 n, rounded up and counted from 0. It takes care not to overflow.
func nearestRank(percent, n int64) int64 {
	hundreds, rest := n/100, n%100
	return max(0, percent*hundreds+(percent*rest+99)/100-1)
}

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

	// The different values with their numbers, as a hash table with linear probing; nil once there is a sketch.
	slots    []counted
	distinct int

	sketch *sketch
}

type counted struct {
	value float64
	n     int64 // 0: a free slot
}

// leastValues is the size of the first hash table, a power of two. Most metrics have few values in a group.
const leastValues = 8

func (d *distribution) add(x float64) error {
	d.n++
	if d.sketch != nil {
		return d.sketch.add(x, 1)
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
		return d.useSketch()
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

func (d *distribution) useSketch() error {
	d.sketch = new(sketch)
	for _, c := range d.slots {
		if c.n > 0 {
			if err := d.sketch.add(c.value, c.n); err != nil {
				return err
			}
		}
	}
	d.slots = nil
	return nil
}

// exact says whether quantiles are exact.
func (d *distribution) exact() bool { return d.sketch == nil }

// quantiles are the values at the given shares of the order, from 0 to 1 and ascending: of n values, the one with
// floor(share x (n - 1)) smaller ones before it. There must be a value.
func (d *distribution) quantiles(shares []float64) []float64 {
	ranks := make([]int64, len(shares))
	for i, q := range shares {
		ranks[i] = int64(float64(q * float64(d.n-1)))
	}
	if d.sketch != nil {
		return d.sketch.at(ranks)
	}
	return d.counted(ranks)
}

// counted are the values of ascending ranks.
func (d *distribution) counted(ranks []int64) []float64 {
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

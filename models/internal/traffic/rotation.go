package traffic

import "slices"

// rotation is one period of the weighted answers: the region of each slot.
type rotation struct {
	weights   []int64 // by region, of the cell
	sum       int64
	reference bool
	built     bool // slots belong to weights and reference
	slots     []uint8
	counters  []int64 // scratch
}

// update takes the weights of a cell. It leaves the slots for build, since two of the three policies need none.
func (r *rotation) update(weights []int64, reference bool) {
	if r.sum > 0 && reference == r.reference && slices.Equal(weights, r.weights) {
		return
	}
	r.weights = append(r.weights[:0], weights...)
	r.reference = reference
	r.built = false
	r.sum = 0
	for _, w := range weights {
		r.sum += w
	}
}

// build lays out the slots if need be, and says whether it did.
func (r *rotation) build() bool {
	if r.built {
		return false
	}
	r.built = true
	if r.reference {
		r.slots = append(r.slots[:0], referenceSlots...)
		return true
	}
	r.smooth()
	return true
}

// smooth lays out a smooth weighted round robin: each step adds every weight to its region's counter, takes the region
// with the largest counter, the earlier of equals, and subtracts the sum from it.
func (r *rotation) smooth() {
	divisor := int64(0)
	for _, w := range r.weights {
		divisor = gcd(divisor, w)
	}
	r.counters = slices.Grow(r.counters[:0], len(r.weights))[:len(r.weights)]
	clear(r.counters)
	r.slots = r.slots[:0]
	for range r.sum / divisor {
		largest := 0
		for i, w := range r.weights {
			r.counters[i] += w
			if r.counters[i] > r.counters[largest] {
				largest = i
			}
		}
		r.counters[largest] -= r.sum
		r.slots = append(r.slots, uint8(largest))
	}
}

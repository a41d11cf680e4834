package encodings

import "math/bits"

// Distinct finds the different values of a column of numbers. Values are compared as their 64 bits, so that 0 and -0
// stay apart. It can be used again and then allocates nothing new.
type Distinct struct {
	values []uint64 // in the order of their first appearance; the index is the code
	slots  []int32  // open addressing: code+1, 0 for empty
	shift  int      // from a hash to a slot
}

const firstSlots = 256

// Values are the different values of the last Encode, by code.
func (d *Distinct) Values() []uint64 { return d.values }

// Encode sets codes[i] to the code of values[i]. It gives up and returns false as soon as there are more than limit
// different values; what codes holds then means nothing.
func (d *Distinct) Encode(values []uint64, codes []int32, limit int) bool {
	d.reset()
	var last uint64
	lastCode := int32(-1)
	for i, v := range values {
		if v != last || lastCode < 0 {
			last, lastCode = v, d.code(v)
			if len(d.values) > limit {
				return false
			}
		}
		codes[i] = lastCode
	}
	return true
}

func (d *Distinct) reset() {
	d.values = d.values[:0]
	if len(d.slots) == 0 {
		d.resize(firstSlots)
		return
	}
	clear(d.slots)
}

func (d *Distinct) resize(slots int) {
	d.slots = make([]int32, slots)
	d.shift = 64 - bits.Len(uint(slots-1))
	for code, v := range d.values {
		d.slots[d.find(v)] = int32(code) + 1
	}
}

func (d *Distinct) code(v uint64) int32 {
	slot := d.find(v)
	if c := d.slots[slot]; c != 0 {
		return c - 1
	}
	code := int32(len(d.values))
	d.values = append(d.values, v)
	d.slots[slot] = code + 1
	if 2*len(d.values) > len(d.slots) {
		d.resize(2 * len(d.slots))
	}
	return code
}

// find returns the slot of v, or the empty one where it belongs. Neighbouring integers and reals that differ in their
// high bits only both spread well under a multiplication by a large odd number followed by its high bits, once the
// high half is folded into the low.
func (d *Distinct) find(v uint64) int {
	h := (v ^ v>>32) * 0x9E3779B97F4A7C15
	slot := int(h >> d.shift)
	for {
		c := d.slots[slot]
		if c == 0 || d.values[c-1] == v {
			return slot
		}
		slot = (slot + 1) & (len(d.slots) - 1)
	}
}

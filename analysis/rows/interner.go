package rows

import "math/bits"

// interner numbers different 64-bit values in the order in which they first come: open addressing with linear probing, since
// a Go map costs several times as much a value.
type interner struct {
	values []uint64 // by number
	slots  []int32  // number+1, 0 for none; the length is a power of two
	shift  uint
}

const leastSlots = 64

func (in *interner) reset() {
	in.values = in.values[:0]
	if in.slots == nil {
		in.resize(leastSlots)
	}
	clear(in.slots)
}

func (in *interner) resize(slots int) {
	in.slots = make([]int32, slots)
	in.shift = uint(64 - bits.TrailingZeros(uint(slots)))
	for number, x := range in.values {
		in.slots[in.place(x)] = int32(number) + 1
	}
}

// place finds the slot of a value, or the free one where it belongs. The multiplier is 2^64 divided by the golden ratio
// (Fibonacci hashing), applied twice so that reals, whose low bits are often all zero, spread as well.
func (in *interner) place(x uint64) int {
	h := x * 0x9E3779B97F4A7C15
	h = (h ^ h>>32) * 0x9E3779B97F4A7C15
	i := int(h >> in.shift)
	for in.slots[i] != 0 && in.values[in.slots[i]-1] != x {
		i = (i + 1) & (len(in.slots) - 1)
	}
	return i
}

// find returns the number of a value, -1 if it did not come before. It changes nothing.
func (in *interner) find(x uint64) int32 { return in.slots[in.place(x)] - 1 }

// number returns the number of a value, a new one if it did not come before.
func (in *interner) number(x uint64) int32 {
	i := in.place(x)
	if in.slots[i] != 0 {
		return in.slots[i] - 1
	}
	in.values = append(in.values, x)
	n := int32(len(in.values))
	in.slots[i] = n
	if 2*len(in.values) > len(in.slots) {
		in.resize(2 * len(in.slots))
	}
	return n - 1
}

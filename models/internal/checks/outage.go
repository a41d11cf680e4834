package checks

import "math/bits"

// Outage sums up who is out, over rounds.
type Outage struct {
	Evictions int64 // times that a target was taken out
	Sum       int64 // of the targets that are out after a round, over the rounds
	Most      int64 // targets that are out after the same round
}

// Add counts all of some blocks.
func (o *Outage) Add(b *Blocks) {
	c := &b.counts
	c.set(b)
	o.Evictions += c.evictions
	if c.more {
		for from := 0; from < len(b.After); from += b.Stride {
			o.addMany(b.After[from:][:b.Stride])
		}
		return
	}
	o.Sum += c.sum()
	o.Most = max(o.Most, c.most())
}

// addMany counts who is out after the rounds of a block, however many there are. It is a binary counter standing upright: bit i of a
// digit belongs to the count of round i. The carry runs up as in adding by hand.
func (o *Outage) addMany(after []uint64) {
	var digits [bits.UintSize]uint64
	used := 0
	for _, carry := range after {
		for d := 0; carry != 0; d++ {
			digits[d], carry = digits[d]^carry, digits[d]&carry
			used = max(used, d+1)
		}
	}
	most, left := int64(0), ^uint64(0)
	for d := used - 1; d >= 0; d-- { // of the rounds left, keep those that have the digit, if any has
		o.Sum += int64(bits.OnesCount64(digits[d])) << d
		most *= 2
		if with := left & digits[d]; with != 0 {
			most, left = most+1, with
		}
	}
	o.Most = max(o.Most, most)
}

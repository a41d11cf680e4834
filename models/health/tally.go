package health

import "math/bits"

// tally counts, for 64 rounds at once, in how many words the round's bit is set. It is a binary counter standing
// upright: digit d of round i's count is bit i of digits[d].
type tally struct {
	digits [bits.UintSize]uint64
	used   int
}

// reset sets all counts to 0.
func (t *tally) reset() {
	clear(t.digits[:t.used])
	t.used = 0
}

// add adds 1 to the count of every round whose bit is set. The carry runs up as in adding by hand; over many words it
// stops after two digits on average.
func (t *tally) add(word uint64) {
	d := 0
	for carry := word; carry != 0; d++ {
		t.digits[d], carry = t.digits[d]^carry, t.digits[d]&carry
	}
	t.used = max(t.used, d)
}

// most returns the largest count of the rounds that valid marks. From the highest digit down, it keeps those of them
// that have the digit, if any has.
func (t *tally) most(valid uint64) int64 {
	var largest int64
	for d := t.used - 1; d >= 0; d-- {
		if with := valid & t.digits[d]; with != 0 {
			valid = with
			largest |= 1 << d
		}
	}
	return largest
}

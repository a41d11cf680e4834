package health

import (
	"math/bits"

	"tarama/models/internal/checks"
)

// tally counts, for 64 rounds at once, in how many words the round's bit is set. It is a binary counter standing
// upright: digit d of round i's count is bit i of digits[d].
type tally struct {
	digits [bits.UintSize]uint64
	used   int // digits beyond this are 0
}

// inline is how many digits are counted in registers. More are needed only where eight words have a bit in common.
const inline = 3

// count sets the counts to those of instances out after a round of a block, and returns how many went out in it. The carry
// runs up as in adding by hand.
func (t *tally) count(b *checks.Block) (evictions int64) {
	if t.used > inline {
		clear(t.digits[inline:t.used])
	}
	t.used = inline
	var ones, twos, fours uint64
	before, valid, went := b.Before[:len(b.After)], b.Valid, 0
	for i, word := range b.After {
		word &= valid
		went += bits.OnesCount64(word &^ before[i])
		twice := ones & word
		ones ^= word
		fourfold := twos & twice
		twos ^= twice
		carry := fours & fourfold
		fours ^= fourfold
		for d := inline; carry != 0; d++ {
			t.digits[d], carry = t.digits[d]^carry, t.digits[d]&carry
			t.used = max(t.used, d+1)
		}
	}
	t.digits[0], t.digits[1], t.digits[2] = ones, twos, fours
	return int64(went)
}

// sum returns the sum of all counts.
func (t *tally) sum() int64 {
	sum := 0
	for d, digit := range t.digits[:t.used] {
		sum += bits.OnesCount64(digit) << d
	}
	return int64(sum)
}

// most returns the largest count. From the highest digit down, it keeps those of the rounds that have the digit, if any has:
// by arithmetic, since which have it is up to chance and would be guessed wrong too often.
func (t *tally) most() int64 {
	var largest uint64
	left := ^uint64(0)
	for d := t.used - 1; d >= 0; d-- {
		with := left & t.digits[d]
		any := (with | -with) >> 63
		largest = largest*2 + any
		left &= with | (any - 1)
	}
	return int64(largest)
}

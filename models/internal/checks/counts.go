package checks

import "math/bits"

// counts says of every round of some blocks how many targets are out after it, as long as there are fewer than eight: bit i of a
// block's ones, twos and fours are the digits of the number for the block's round i.
type counts struct {
	evictions         int64 // how many times a target was taken out
	more              bool  // after some round there are eight or more, so that the digits mean nothing
	blocks            int
	ones, twos, fours [stretchWords / vector]uint64
}

// setPlainly counts who is out in blocks. The carry of an addition runs from digit to digit, for 64 numbers at once.
//
// It is the plain form of what the processor's vector instructions do, where there are any (counts_amd64.s).
func (c *counts) setPlainly(b *Blocks) {
	c.evictions, c.more, c.blocks = 0, false, len(b.Down)
	for i, after := range b.After {
		c.evictions += int64(bits.OnesCount64(after &^ b.Before[i]))
	}
	for i := range c.blocks {
		var ones, twos, fours, eights uint64
		for _, word := range b.After[i*b.Stride:][:b.Stride] {
			twice := ones & word
			fourfold := twos & twice
			eights |= fours & fourfold
			ones, twos, fours = ones^word, twos^twice, fours^fourfold
		}
		c.ones[i], c.twos[i], c.fours[i] = ones, twos, fours
		c.more = c.more || eights != 0
	}
}

// sum returns the sum of all counts.
func (c *counts) sum() int64 {
	ones, twos, fours := 0, 0, 0
	for b := range c.blocks {
		ones += bits.OnesCount64(c.ones[b])
		twos += bits.OnesCount64(c.twos[b])
		fours += bits.OnesCount64(c.fours[b])
	}
	return int64(ones + 2*twos + 4*fours)
}

// most returns the largest count. It is the largest of the numbers all of whose digits a count has: one that has more is larger.
// There is no branch before the end, since what the counts are is up to chance and would be guessed wrong too often.
func (c *counts) most() int64 {
	var one, two, three, four, five, six, seven uint64
	for b := range c.blocks {
		ones, twos, fours := c.ones[b], c.twos[b], c.fours[b]
		one |= ones
		two |= twos
		three |= twos & ones
		four |= fours
		five |= fours & ones
		six |= fours & twos
		seven |= fours & twos & ones
	}
	switch {
	case seven != 0:
		return 7
	case six != 0:
		return 6
	case five != 0:
		return 5
	case four != 0:
		return 4
	case three != 0:
		return 3
	case two != 0:
		return 2
	case one != 0:
		return 1
	}
	return 0
}

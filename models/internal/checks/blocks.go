package checks

// blockRounds is how many rounds a word holds.
const blockRounds = 64

// Blocks is a stretch of a simulation: one block or more of 64 rounds each. A word tells of one target in one block, and its
// bit i stands for the block's round i. The words of a block lie side by side, Stride of them: the targets' in order, and zeros.
// Bits of rounds after the simulation's last are 0.
type Blocks struct {
	First  int64    // the first round, counted from 1
	Stride int      // words of a block, a multiple of 4
	Before []uint64 // out before the round's check
	After  []uint64 // out after the round's check
	Down   []uint64 // by block: rounds from Config.FailedFrom on, in which the failed target is down if there is one

	counts counts
}

// Round returns the number of a block's round, given its bit.
func (b *Blocks) Round(block, bit int) int64 { return b.First + int64(block)*blockRounds + int64(bit) }

// changes marks the rounds of a block in which any target changes.
func (b *Blocks) changes(block int) uint64 {
	from := block * b.Stride
	before, after := b.Before[from:][:b.Stride], b.After[from:][:b.Stride]
	var any uint64
	for i, word := range before {
		any |= word ^ after[i]
	}
	return any
}

// changed returns the first target from the given one on that changes in a round of a block, or Stride if none does.
func (b *Blocks) changed(block, from, round int) int {
	at := block * b.Stride
	before, after := b.Before[at:][:b.Stride], b.After[at:][:b.Stride]
	for i := from; i < len(before); i++ {
		if (before[i]^after[i])>>round&1 == 1 {
			return i
		}
	}
	return b.Stride
}

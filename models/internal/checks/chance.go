package checks

import (
	"math/bits"

	"tarama/models/internal/rng"
)

// bufferWords bounds the words that are kept: 256 KiB, so that they stay in the cache beside everything else.
const bufferWords = 1 << 15

// stream names a stream of draws and the outcome of each.
type stream struct {
	generator rng.Kind
	seed      int64
	below     uint64 // a check fails by chance if its draw is below this
	targets   int64
}

// chance holds failures by chance. Blocks follow each other, and a block is one word per target: bit i of a word says
// that the draw of the block's round i failed. Bits of rounds after the last mean nothing. Only a window of blocks is held;
// it is all of them where they fit.
type chance struct {
	stream
	rounds int64 // words are right up to this round
	first  int64 // the window's first block
	blocks int64 // how many there are
	window []uint64

	pcg rng.PCG // where the stream goes on after the window
	lcg lcgWords
}

// reset makes ready for blocks from the first on, as far as the given round. The window stays if it begins there.
func (c *chance) reset(s stream, rounds int64) {
	if c.stream == s && c.rounds >= rounds && c.first == 0 {
		return
	}
	c.stream, c.rounds = s, rounds
	c.first, c.blocks = 0, 0
	c.restart()
}

// words returns those of blocks from block b on, by block and target: of most blocks, or of as many as the window still
// has, and of at least one. Blocks must be asked for in order after a reset.
func (c *chance) words(b, most int64) (words []uint64, blocks int) {
	if b >= c.first+c.blocks {
		c.slide(b)
	}
	at := b - c.first
	most = min(most, c.blocks-at)
	return c.window[at*c.targets:][:most*c.targets], int(most)
}

// constant says that every check has the same outcome by chance, and which: no draw can change it.
func (s stream) constant() (fails, constant bool) {
	return s.below > 0, s.below == 0 || s.below == s.generator.Resolution()
}

// restart goes to the beginning of the stream.
func (c *chance) restart() {
	if c.generator == rng.PCG64 {
		c.pcg = rng.NewPCG(c.seed)
		return
	}
	c.lcg.restart(c.seed, c.targets)
}

// slide fills the window with as many blocks from block b on as there are and as it may hold, and at least one.
func (c *chance) slide(b int64) {
	rounds := c.rounds - b*blockRounds // that remain
	c.first, c.blocks = b, min(c.most(), (rounds+blockRounds-1)/blockRounds)
	words := int(c.blocks * c.targets)
	c.window = resize(c.window, words+vector)[:words] // vectors may reach over the end
	c.fill(c.window, rounds)
}

// most returns how many blocks the window may hold. They make whole groups.
func (c *chance) most() int64 {
	if c.generator == rng.PCG64 {
		return max(bufferWords/c.targets, 1)
	}
	group := c.lcg.steps.group
	return max(bufferWords/c.targets/group, 1) * group
}

// fill draws the words of blocks for as many rounds as remain, or more.
func (c *chance) fill(words []uint64, rounds int64) {
	fails, constant := c.constant()
	switch {
	case constant && fails:
		for i := range words {
			words[i] = ^uint64(0)
		}
	case constant:
		clear(words)
	case c.generator == rng.PCG64:
		whole := min(int64(len(words)), rounds/blockRounds*c.targets)
		c.fillPCG(words[:whole], blockRounds)
		c.fillPCG(words[whole:], uint(rounds%blockRounds)) // the stream's last block may be a part of one
	default:
		c.lcg.fill(words, uint32(c.below))
	}
}

// fillPCG draws in the order of the stream, block by block.
func (c *chance) fillPCG(words []uint64, rounds uint) {
	n := int(c.targets)
	pcg, below := c.pcg, c.below
	for ; len(words) > 0; words = words[n:] {
		block := words[:n]
		clear(block)
		for range rounds {
			for i := range block {
				var draw uint64
				pcg, draw = pcg.Next()
				block[i] = block[i]*2 + (draw-below)>>63
			}
		}
		for i, w := range block {
			block[i] = inOrder(w, rounds)
		}
	}
	c.pcg = pcg
}

// inOrder turns a word into which rounds were shifted at the low end: the first round becomes the lowest bit.
func inOrder(w uint64, rounds uint) uint64 {
	return bits.Reverse64(w << (blockRounds - rounds))
}

// resize returns a slice of the given length, in the same memory where that is enough. What it holds is left over.
func resize[T any](s []T, length int) []T {
	if cap(s) < length {
		return make([]T, length)
	}
	return s[:length]
}

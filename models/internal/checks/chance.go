package checks

import (
	"math/bits"

	"tarama/models/internal/rng"
)

// blockRounds is how many rounds a word holds.
const blockRounds = 64

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
// that the draw of the block's round i failed. Only a window of blocks is held; it is all of them where they fit.
type chance struct {
	stream
	rounds int64 // words are right up to this round
	first  int64 // the window's first block
	window []uint64

	// Where the stream goes on after the window.
	pcg    rng.PCG
	starts []uint32 // lcg32: by target, the state one stride before the first draw of its next word
	target int      // lcg32: whose word is next; the first one's between fills, which are of whole blocks
	steps  steps
}

// steps are distances in a stream of lcg32 that depend on the number of targets.
type steps struct {
	targets int64
	stride  rng.LCG // from one round to the next
	back    rng.LCG // the other way; lcg32 comes round after 2^32 steps
	leap    rng.LCG // from one block to the next
}

// set makes the steps those of that many targets, if they are not already.
func (s *steps) set(targets int64) {
	if s.targets == targets {
		return
	}
	n := uint64(targets)
	*s = steps{targets, rng.Steps(n), rng.Steps(1<<32 - n), rng.Steps(blockRounds * n)}
}

// reset makes ready for blocks from the first on, as far as the given round. The window stays if it begins there.
func (c *chance) reset(s stream, rounds int64) {
	if c.stream == s && c.rounds >= rounds && c.first == 0 {
		return
	}
	c.stream, c.rounds = s, rounds
	c.first, c.window = 0, c.window[:0]
	c.restart()
}

// block returns the words of a block, by target. Blocks must be asked for in order after a reset.
func (c *chance) block(b int64) []uint64 {
	n := int(c.targets)
	at := int(b-c.first) * n
	if at >= len(c.window) {
		c.slide(b)
		at = 0
	}
	return c.window[at : at+n]
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
	c.steps.set(c.targets)
	c.starts = resize(c.starts, int(c.targets))
	state := c.steps.back.Next(rng.LCGSeed(c.seed))
	for i := range c.starts {
		state = rng.Multiplier*state + rng.Increment
		c.starts[i] = state
	}
}

// slide fills the window with as many blocks from block b on as there are and as it may hold, and at least one.
func (c *chance) slide(b int64) {
	remaining := c.rounds - b*blockRounds
	blocks := min(max(bufferWords/c.targets, 1), (remaining+blockRounds-1)/blockRounds)
	c.first = b
	c.window = resize(c.window, int(blocks*c.targets))
	whole := c.window[:min(blocks, remaining/blockRounds)*c.targets]
	c.fill(whole, blockRounds)
	c.fill(c.window[len(whole):], uint(remaining%blockRounds)) // the stream's last block may be a part of one
}

// fill draws words with the given number of rounds each.
func (c *chance) fill(words []uint64, rounds uint) {
	fails, constant := c.constant()
	switch {
	case constant && fails:
		for i := range words {
			words[i] = ^uint64(0)
		}
	case constant:
		clear(words)
	case c.generator == rng.PCG64:
		c.fillPCG(words, rounds)
	default:
		c.fillLCG(words, rounds)
	}
}

// fillLCG draws four words side by side where there are four.
func (c *chance) fillLCG(words []uint64, rounds uint) {
	for ; len(words) >= 4; words = words[4:] {
		w := drawFour([4]uint32{c.start(), c.start(), c.start(), c.start()}, c.steps.stride, c.below, rounds)
		for i := range w {
			words[i] = inOrder(w[i], rounds)
		}
	}
	for i := range words {
		words[i] = inOrder(drawOne(c.start(), c.steps.stride, c.below, rounds), rounds)
	}
}

// drawOne draws a word: it steps from the state before a target's first draw, round by round, and shifts a one in for
// each draw below the bound. Such a draw is a subtraction that borrows, and so sets the top bit: both are at most 2^32.
func drawOne(s uint32, stride rng.LCG, below uint64, rounds uint) (w uint64) {
	for range rounds {
		s = s*stride.Multiplier + stride.Increment
		w = w*2 + (uint64(s)-below)>>63
	}
	return w
}

// drawFour is drawOne for four words. Each is a chain of multiplications that wait for each other; four chains keep the
// processor busy where one would leave it idle most of the time. It is a function of its own, and a plain one, because
// only then do the compiler's registers suffice.
func drawFour(s [4]uint32, stride rng.LCG, below uint64, rounds uint) (w [4]uint64) {
	mul, inc := stride.Multiplier, stride.Increment
	s0, s1, s2, s3 := s[0], s[1], s[2], s[3]
	var w0, w1, w2, w3 uint64
	for range rounds {
		s0 = s0*mul + inc
		w0 = w0*2 + (uint64(s0)-below)>>63
		s1 = s1*mul + inc
		w1 = w1*2 + (uint64(s1)-below)>>63
		s2 = s2*mul + inc
		w2 = w2*2 + (uint64(s2)-below)>>63
		s3 = s3*mul + inc
		w3 = w3*2 + (uint64(s3)-below)>>63
	}
	return [4]uint64{w0, w1, w2, w3}
}

// inOrder turns a word into which rounds were shifted at the low end: the first round becomes the lowest bit.
func inOrder(w uint64, rounds uint) uint64 {
	return bits.Reverse64(w << (blockRounds - rounds))
}

// start returns the state one stride before the first draw of the next word, and moves on to the word after it.
func (c *chance) start() uint32 {
	s := c.starts[c.target]
	c.starts[c.target] = c.steps.leap.Next(s)
	if c.target++; c.target == len(c.starts) {
		c.target = 0
	}
	return s
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

// resize returns a slice of the given length, in the same memory where that is enough. What it holds is left over.
func resize[T any](s []T, length int) []T {
	if cap(s) < length {
		return make([]T, length)
	}
	return s[:length]
}

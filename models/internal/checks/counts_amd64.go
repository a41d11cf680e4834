package checks

import "golang.org/x/sys/cpu"

// set does what setPlainly does.
func (c *counts) set(b *Blocks) {
	if !cpu.X86.HasAVX2 {
		c.setPlainly(b)
		return
	}
	c.blocks = len(b.Down)
	c.more = countAVX2(c, b) != 0
}

// countAVX2 sets the evictions and the digits. What it returns is 0 if the digits are right. It reads blocks in fours: those after
// the last must be 0.
//
//go:noescape
func countAVX2(c *counts, b *Blocks) (more uint64)

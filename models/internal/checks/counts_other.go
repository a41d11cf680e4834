//go:build !amd64

package checks

// set does what setPlainly does.
func (c *counts) set(b *Blocks) { c.setPlainly(b) }

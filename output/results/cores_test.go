package results

import (
	"sync/atomic"
	"testing"
)

// someCores lends every other time it is asked.
type someCores struct{ asked, lent, returned atomic.Int64 }

func (c *someCores) Borrow() bool {
	if c.asked.Add(1)%2 == 0 {
		return false
	}
	c.lent.Add(1)
	return true
}

func (c *someCores) Return() { c.returned.Add(1) }

// Whether the formats are encoded side by side or one after the other does not show, and every core is given back.
func TestCoresDoNotShow(t *testing.T) {
	dir := t.TempDir()
	d := create(t, dir)
	cores := new(someCores)
	d.UseCores(cores)
	mustSeal(t, d, 0, 1, 2, 3, 4)
	finish(t, d)
	if lent := cores.lent.Load(); lent < 2 || lent != cores.returned.Load() {
		t.Errorf("%d cores were lent, %d returned", lent, cores.returned.Load())
	}
	checkSame(t, snapshot(t, dir), finished(t))
}

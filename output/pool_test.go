package output

import (
	"testing"

	"pgregory.net/rapid"
)

// TestPool asks for memory, grows and shrinks it, and gives it back dirty.
func TestPool(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p := new(pool)
		size := rapid.IntRange(0, 2*maxBitmap)
		for range rapid.IntRange(1, 20).Draw(t, "rounds") {
			n := size.Draw(t, "size")
			b := p.Allocate(n)
			if len(b) != n || cap(b) > max(smallest, n+n/4+8) {
				t.Fatalf("asked for %d bytes, got %d of %d", n, len(b), cap(b))
			}
			checkCleared(t, b[:min(n, maxBitmap)])
			for i := range b {
				b[i] = 0xFF
			}
			m := size.Draw(t, "another size")
			b = p.Reallocate(m, b)
			if len(b) != m {
				t.Fatalf("asked for %d bytes, got %d", m, len(b))
			}
			for i := range min(n, m) {
				if b[i] != 0xFF {
					t.Fatalf("byte %d was lost", i)
				}
			}
			checkCleared(t, b[min(n, m, maxBitmap):min(m, maxBitmap)])
			p.Free(b)
		}
	})
}

func checkCleared(t *rapid.T, b []byte) {
	for i, x := range b {
		if x != 0 {
			t.Fatalf("byte %d is %d", i, x)
		}
	}
}

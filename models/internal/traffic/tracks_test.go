package traffic

import "testing"

// TestTracksShareNoPlace: keys that differ in one field but have one place take it from each other, and a track is given out
// from its key's second cell on.
func TestTracksShareNoPlace(t *testing.T) {
	base := trackKey{rotation: 3, quotas: quotasKey{40, 1, 514}, step: 13}
	for name, change := range map[string]func(k *trackKey, i int){
		"rotation":  func(k *trackKey, i int) { k.rotation += uint64(i) },
		"resolvers": func(k *trackKey, i int) { k.quotas.resolvers += int64(i) },
		"skew":      func(k *trackKey, i int) { k.quotas.skew += float64(i) / 16 },
		"rate":      func(k *trackKey, i int) { k.quotas.rate += int64(i) },
		"step":      func(k *trackKey, i int) { k.step += int64(i) },
	} {
		other := base
		for i := 1; other == base || other.place() != base.place(); i++ {
			other = base
			change(&other, i)
		}
		var kept tracks
		for i, step := range []struct {
			key  trackKey
			want bool
		}{{base, false}, {base, true}, {other, false}, {base, false}, {other, false}, {other, true}} {
			if got := kept.find(step.key); (got != nil) != step.want {
				t.Errorf("%s: find number %d returned %v", name, i, got)
			}
		}
	}
}

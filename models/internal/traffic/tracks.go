package traffic

import "math"

// tracks keeps the tracks that were met before. Each has one place, by a hash of what it depends on, and takes it from
// the one that was there.
type tracks struct{ places []track } // 1 << trackBits, once they are needed

const trackBits = 10

// find returns the track of the key, or nil if it is the key's first cell since it got the place: to play a track only pays
// when others follow, and that one cell is played without.
func (s *tracks) find(key trackKey) *track {
	if s.places == nil {
		s.places = make([]track, 1<<trackBits)
	}
	c := &s.places[key.place()]
	if c.key.matches(key.rotation, &key.quotas, key.step) {
		return c
	}
	c.restart(key)
	return nil
}

// matches is == with a key of these, without making one.
func (k *trackKey) matches(rotation uint64, quotas *quotasKey, step int64) bool {
	return k.rotation == rotation && k.quotas.resolvers == quotas.resolvers && k.step == step &&
		k.quotas.skew == quotas.skew && k.quotas.rate == quotas.rate
}

// place hashes the key. The factor is 2^64 divided by the golden ratio: it keeps the numbers of rotations, which follow on
// one another, as far apart as can be.
func (k trackKey) place() uint64 {
	const factor = 0x9E3779B97F4A7C15
	rest := uint64(k.quotas.resolvers) + uint64(k.step)<<20 + uint64(k.quotas.rate)<<40 + math.Float64bits(k.quotas.skew)
	rest ^= rest >> 32
	return (k.rotation + rest*factor>>16) * factor >> (64 - trackBits)
}

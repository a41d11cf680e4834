package traffic

import (
	"slices"

	"tarama/models/internal/rng"
)

// phaseSeedMask keeps the phases' stream apart from the health checks' stream of the same seed.
const phaseSeedMask = 0xA5A5A5A5

// schedule is the order in which the resolvers ask within every TTL window: by phase, those of one phase by number.
type schedule struct {
	key      scheduleKey
	phase    []int64 // by rank: seconds from the start of a window to the question
	resolver []int32 // by rank
	draws    draws
	order    []uint64 // scratch
}

// scheduleKey is what the schedule depends on; the fields that the phasing does not use are 0.
type scheduleKey struct {
	phases    phasing
	ttl       int64
	resolvers int64
	step      int64
	kind      rng.Kind
	seed      int64
}

// normal leaves out what does not matter to the phasing, so that equal schedules have equal keys.
func (k *scheduleKey) normal() {
	if k.phases == random {
		k.step = 0
		return
	}
	k.kind, k.seed = 0, 0
	if k.step >= k.ttl {
		k.step %= k.ttl
	}
}

// inLine says whether the resolvers ask in the order of their numbers, all of them within one window: their phases are
// 0, step, 2*step, ... whatever the ttl.
func (k *scheduleKey) inLine() bool { return k.phases == spaced && (k.resolvers-1)*k.step < k.ttl }

// sort puts the resolvers in order. The key must be normal.
func (s *schedule) sort(key scheduleKey) {
	s.key = key
	s.phase = slices.Grow(s.phase[:0], int(key.resolvers))[:key.resolvers]
	s.resolver = slices.Grow(s.resolver[:0], int(key.resolvers))[:key.resolvers]
	if key.phases == random {
		s.sortRandom()
	} else {
		s.sortSpaced()
	}
}

// resolverBits is enough for maxResolvers.
const resolverBits = 20

// sortRandom sorts phases and resolvers packed into one integer each.
func (s *schedule) sortRandom() {
	n := int(s.key.resolvers)
	s.order = slices.Grow(s.order[:0], n)[:n]
	ttl := float64(s.key.ttl)
	for j, u := range s.draws.take(s.key.kind, s.key.seed, n) {
		s.order[j] = uint64(u*ttl)<<resolverBits | uint64(j)
	}
	slices.Sort(s.order)
	for rank, packed := range s.order {
		s.phase[rank] = int64(packed >> resolverBits)
		s.resolver[rank] = int32(packed & (1<<resolverBits - 1))
	}
}

// sortSpaced writes the phases j*step mod ttl down in order without sorting them. They are points on a circle of ttl
// seconds, a fixed step apart, and by the three-gap theorem such points have at most three different distances to their
// next neighbours. With up the resolver of the smallest phase above 0 and down that of the largest phase, the next
// neighbour of resolver j is j+up if there is one, else j-down if there is one, else j+up-down. This holds for the first
// distinct resolvers, whose phases differ; those after them repeat their phases in the same order.
func (s *schedule) sortSpaced() {
	n, ttl, step := s.key.resolvers, s.key.ttl, s.key.step
	distinct, up, down := neighbours(n, ttl, step)
	rank := 0
	for i, j, phase := int64(0), int64(0), int64(0); i < distinct; i++ {
		for same := j; same < n; same += distinct {
			s.phase[rank] = phase
			s.resolver[rank] = int32(same)
			rank++
		}
		switch {
		case j+up.resolver < distinct:
			j, phase = j+up.resolver, phase+up.phase
		case j >= down.resolver:
			j, phase = j-down.resolver, phase+ttl-down.phase
		default:
			j, phase = j+up.resolver-down.resolver, phase+up.phase+ttl-down.phase
		}
	}
}

// point is a resolver and its phase.
type point struct{ resolver, phase int64 }

// neighbours returns how many of the first n resolvers have different phases, and the next neighbours of resolver 0, whose
// phase is 0, on both sides: the smallest phase above 0 and the largest. If all phases are 0, both are beyond all resolvers.
func neighbours(n, ttl, step int64) (distinct int64, up, down point) {
	up, down = point{n, ttl}, point{n, 0}
	phase := int64(0)
	for j := int64(1); j < n; j++ {
		if phase += step; phase >= ttl {
			phase -= ttl
		}
		if phase == 0 {
			return j, up, down
		}
		if phase < up.phase {
			up = point{j, phase}
		}
		if phase > down.phase {
			down = point{j, phase}
		}
	}
	return n, up, down
}

// draws keeps the random numbers of one seed, as many as were asked for so far.
type draws struct {
	kind   rng.Kind
	seed   int64
	source rng.Source
	u      []float64
}

// take returns the first n draws of the phases' stream of a seed.
func (d *draws) take(kind rng.Kind, seed int64, n int) []float64 {
	if len(d.u) == 0 || kind != d.kind || seed != d.seed {
		d.kind, d.seed, d.u = kind, seed, d.u[:0]
		d.source.Reset(kind, seed^phaseSeedMask)
	}
	for len(d.u) < n {
		d.u = append(d.u, d.source.Float64())
	}
	return d.u[:n]
}

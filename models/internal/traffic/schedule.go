package traffic

import (
	"slices"

	"tarama/models/internal/rng"
)

// phaseSeedMask keeps the phases' stream apart from the health checks' stream of the same seed.
const phaseSeedMask = 0xA5A5A5A5

// schedule is the order in which the resolvers ask within every TTL window.
type schedule struct {
	key     scheduleKey
	order   []uint64 // by rank: phase<<resolverBits | resolver, so that sorting it sorts by (phase, resolver)
	busiest int64    // most resolvers with one phase
	draws   draws
}

// resolverBits is enough for maxResolvers.
const resolverBits = 20

// scheduleKey is what the schedule depends on; the fields that the phasing does not use are 0.
type scheduleKey struct {
	phases    phasing
	ttl       int64
	resolvers int64
	step      int64
	kind      rng.Kind
	seed      int64
}

// update sorts the resolvers by phase and says whether anything changed.
func (s *schedule) update(key scheduleKey) bool {
	if key.phases == random {
		key.step = 0
	} else {
		key.kind, key.seed = 0, 0
	}
	if key == s.key {
		return false
	}
	s.key = key
	s.order = slices.Grow(s.order[:0], int(key.resolvers))[:key.resolvers]
	if key.phases == random {
		s.fillRandom()
	} else {
		s.fillSpaced()
	}
	slices.Sort(s.order)
	s.busiest = s.mostWithOnePhase(key.ttl)
	return true
}

func (s *schedule) fillSpaced() {
	step, phase := s.key.step%s.key.ttl, int64(0)
	for j := range s.order {
		s.order[j] = uint64(phase)<<resolverBits | uint64(j)
		if phase += step; phase >= s.key.ttl {
			phase -= s.key.ttl
		}
	}
}

func (s *schedule) fillRandom() {
	ttl := float64(s.key.ttl)
	for j, u := range s.draws.take(s.key.kind, s.key.seed, len(s.order)) {
		s.order[j] = uint64(u*ttl)<<resolverBits | uint64(j)
	}
}

// phase returns the phase of a rank, in seconds after the start of a window.
func (s *schedule) phase(rank int) int64 { return int64(s.order[rank] >> resolverBits) }

// resolver returns the resolver of a rank.
func (s *schedule) resolver(rank int) int { return int(s.order[rank] & (1<<resolverBits - 1)) }

// before counts the resolvers that ask earlier than that many seconds after the start of a window.
func (s *schedule) before(seconds int64) int {
	rank, _ := slices.BinarySearch(s.order, uint64(seconds)<<resolverBits)
	return rank
}

// mostWithOnePhase counts the resolvers of the busiest second among the first seconds of a window.
func (s *schedule) mostWithOnePhase(seconds int64) int64 {
	most, run := int64(0), int64(0)
	for rank := range s.order {
		phase := s.phase(rank)
		if phase >= seconds {
			break
		}
		if rank > 0 && phase == s.phase(rank-1) {
			run++
		} else {
			run = 1
		}
		most = max(most, run)
	}
	return most
}

// peak returns the most upstream queries in one of the seconds 1 to duration.
func (s *schedule) peak(duration int64) int64 {
	if duration >= s.key.ttl {
		return s.busiest
	}
	return s.mostWithOnePhase(duration)
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

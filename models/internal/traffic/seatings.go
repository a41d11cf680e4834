package traffic

import "slices"

// asker is a resolver at its place in the order of asking.
type asker struct {
	phase int64 // seconds from the start of a window to its question
	quota int64 // its requests per second
	row   int32 // its group's row of run.requests, as an index
	group uint8
	last  bool // no asker after it has the same phase
}

// seating is the resolvers in the order of asking.
type seating struct {
	schedule   scheduleKey
	split      quotasKey
	askers     []asker  // by rank
	quotas     []uint64 // by rank, once more, close together
	marks      []uint8  // by rank: the group, and waits if others ask after it in the same second
	groupQuota []int64  // by group: the requests per second of its resolvers
	busiest    int64    // most resolvers with one phase
	lasting    int64    // the duration of the last cell that wanted to know its span, and that span: see steady.go
	end        span
	yields     yields
}

// waits is more than any group.
const waits = 0x80

// seatings keeps the seatings that were met before, since a grid brings the same lifetimes for other weights again. Each has one
// place, by a hash of its keys, and takes it from the one that was there.
type seatings struct {
	groups, width int
	places        []seating // 1 << seatBits, once they are needed
	large         seating   // the last one of more than keptSeats
	order         schedule  // scratch
}

// Places are many more than the lifetimes of most studies, so that few of those share one: to seat resolvers anew and find their
// yields costs as much as ten cells.
const (
	seatBits  = 10
	keptSeats = 1 << 8
)

// find returns the seating of resolvers whose quotas are given. The one that it returned before may be overwritten.
func (s *seatings) find(schedule scheduleKey, key quotasKey, quotas []int64) *seating {
	t := &s.large
	if key.resolvers <= keptSeats {
		if s.places == nil {
			s.places = make([]seating, 1<<seatBits)
		}
		t = &s.places[schedule.place()]
	}
	if t.schedule != schedule || t.split != key {
		t.schedule, t.split, t.lasting, t.yields.duration = schedule, key, 0, 0
		s.order.sort(schedule)
		s.seat(t, quotas)
	}
	return t
}

// place hashes a schedule, by the factor of the rotations: neighbouring lifetimes go to different places. A seed takes the place
// of the one before, which a sweep is done with; that place is in the cache.
func (k *scheduleKey) place() uint64 {
	const factor = 0x9E3779B97F4A7C15
	return (uint64(k.ttl) + uint64(k.resolvers)<<32) * factor >> (64 - seatBits)
}

// seat fills a seating in the order of s.order.
func (s *seatings) seat(t *seating, quotas []int64) {
	n := len(s.order.phase)
	t.askers = slices.Grow(t.askers[:0], n)[:n]
	t.quotas = slices.Grow(t.quotas[:0], n)[:n]
	t.marks = slices.Grow(t.marks[:0], n)[:n]
	if t.groupQuota == nil {
		t.groupQuota = make([]int64, s.groups)
	}
	clear(t.groupQuota)
	last := int64(-1) // the phase of the asker after this one
	for rank := n - 1; rank >= 0; rank-- {
		phase, resolver := s.order.phase[rank], s.order.resolver[rank]
		group := int(uint32(resolver) % uint32(s.groups))
		a := &t.askers[rank] // field by field: a literal would be built elsewhere and copied
		a.phase, a.quota = phase, quotas[resolver]
		a.row, a.group = int32(group*s.width), uint8(group)
		a.last = phase != last
		t.groupQuota[group] += a.quota
		last = phase
		t.quotas[rank], t.marks[rank] = uint64(a.quota), a.group
		if !a.last {
			t.marks[rank] |= waits
		}
	}
	t.busiest = mostWithOnePhase(t.askers, t.schedule.ttl)
}

// sit puts the resolvers of a run in order.
func (t *seating) sit(r *run) {
	r.seating, r.askers, r.quotas, r.marks, r.groupQuota = t, t.askers, t.quotas, t.marks, t.groupQuota
}

// peak returns the most questions in one of the seconds 1 to duration.
func (t *seating) peak(duration int64) int64 {
	if duration >= t.schedule.ttl {
		return t.busiest
	}
	return mostWithOnePhase(t.askers, duration)
}

// mostWithOnePhase counts the resolvers of the busiest among the first seconds of a window.
func mostWithOnePhase(askers []asker, seconds int64) int64 {
	most, first := 0, 0 // first is the first rank with the phase of the present one
	for rank := range askers {
		phase := askers[rank].phase
		if phase >= seconds {
			break
		}
		if phase != askers[first].phase {
			first = rank
		}
		most = max(most, rank-first+1)
	}
	return int64(most)
}

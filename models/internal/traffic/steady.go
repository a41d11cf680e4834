package traffic

import "slices"

// Where the answers never change, the requests of a cell need not be counted second by second. With period = length /
// gcd(length, resolvers), a resolver gets the same answer in windows w, w+period, w+2*period, ...; for how many seconds it
// holds the answers of all those windows together is arithmetic: see the equation at span. The peaks do need the questions
// in their order, but only those of one period, since later ones repeat its loads. So a cell costs period windows, or as
// many as it lasts.

// span is where a cell ends: its whole windows W = duration_s / ttl_s, the seconds left after them, and how many resolvers,
// from rank 0 on, ask in those.
//
// A resolver of phase f holds its answer of window 0 for f counted seconds, those of windows 1 to W for ttl_s each, and the
// one that it holds at the end for left - f more. The last is negative for a resolver whose phase is not below left: it does
// not ask in window W+1 and holds the answer of window W to the end, for ttl_s - (f - left) seconds. With the sums by group
// and region of quotas (rates) and of quotas times phases (moments) over the answers of a window,
//
//	requests = moments(0) + ttl_s * (rates(1) + ... + rates(W)) + left * rates(end) - moments(end)
//
// Sums that go beyond 64 bits on the way come back: they are counted modulo 2^64, and the result is small.
type span struct{ windows, left, asking int64 }

func (r *run) span() span {
	counted := r.end - 1
	s := span{windows: counted / r.ttl}
	s.left = counted - s.windows*r.ttl
	s.asking = int64(r.ranksBefore(s.left))
	return s
}

// times says how often windows 1 to s.windows show what window w does.
func (s span) times(w, period int64) int64 {
	if w > s.windows {
		return 0
	}
	return (s.windows-w)/period + 1
}

// steady plays a whole cell in which no region fails and the answers do not change. rate is the sum of all quotas.
func (r *run) steady(a answers, rate int64) {
	s := r.span()
	r.upstream = s.windows*int64(len(r.askers)) + s.asking
	clear(r.load)
	clear(r.requests)
	if a.byGroup != nil {
		r.steadyByGroup(a.byGroup)
		return
	}
	if length := int64(len(a.round)); length != r.length || len(r.askers) != r.resolvers {
		r.length, r.resolvers = length, len(r.askers)
		r.period = length / gcd(length, int64(len(r.askers)))
	}
	if r.period == 1 {
		r.keepFirst(a.round)
		return
	}
	r.packs = r.lanes.hold(rate)
	r.packed.reset(len(r.askers), r.lanes.most()/rate)
	r.steadyRound(a.round, s)
	if r.packs {
		r.spread()
		r.lanes.unpack(r.packed.peak, r.peak)
	}
}

// steadyByGroup counts answers that depend on the group alone.
func (r *run) steadyByGroup(regions []uint8) {
	for g, region := range regions {
		r.load[region] += r.groupQuota[g]
		r.requests[g*r.width+int(region)] = r.groupQuota[g] * (r.end - 1)
	}
	copy(r.peak, r.load)
}

// keepFirst is for resolvers that are always given what they hold.
func (r *run) keepFirst(round []uint8) {
	slot, counted := 0, r.end-1
	for i := range r.askers {
		a, region := &r.askers[i], round[slot]
		slot = following(slot, round)
		r.requests[a.row+int32(region)] += a.quota * counted
		r.load[region] += a.quota
	}
	copy(r.peak, r.load)
}

// steadyRound plays one period, or as much of it as there is.
func (r *run) steadyRound(round []uint8, s span) {
	n, length := int64(len(r.askers)), int64(len(round))
	end := s.windows * n % length
	r.ends(round, 0, s.asking, (end+n)%length, s.left)
	r.ends(round, s.asking, n, (end+s.asking)%length, s.left)
	r.startPeaks()
	slot := int64(0)
	for w := int64(1); w <= min(r.period, s.windows); w++ {
		old := slot
		slot = (slot + n) % length
		r.take(round, n, old, slot, s.times(w, r.period)*r.ttl)
	}
	if s.windows < r.period {
		r.take(round, s.asking, slot, (slot+n)%length, 0)
	}
}

// ends has some ranks take their answers of window 0, and counts those and the last ones, beside whole windows. The first of
// them ends with the answer of the given slot.
func (r *run) ends(round []uint8, from, to, slot, left int64) {
	askers, held, requests, unit := r.askers[from:to], r.packed.held[from:to], r.requests, &r.lanes.unit
	first, last, load := int(from)%len(round), int(slot), r.packed.load
	for i := range askers {
		a, region := &askers[i], round[first]
		requests[a.row+int32(region)] += a.quota * a.phase
		requests[a.row+int32(round[last])] += a.quota * (left - a.phase)
		first, last = following(first, round), following(last, round)
		if r.packs {
			held[i] = uint64(a.quota) * unit[region]
			load += held[i]
		} else {
			r.load[region] += a.quota
		}
	}
	r.packed.load = load
}

// startPeaks begins with the loads of second 1. Where somebody asks in it, they are those after that question, also of
// regions that it does not move.
func (r *run) startPeaks() {
	r.unseen, r.packed.peak = 0, r.packed.load
	copy(r.peak, r.load)
	if r.askers[0].phase == 0 {
		r.unseen, r.packed.peak = allRegions(r.width), 0
		clear(r.peak)
	}
}

// take plays the first n questions of a window, whose rank 0 had the answer of slot old and gets that of slot. The answers
// count for so many seconds.
func (r *run) take(round []uint8, n, old, slot, seconds int64) {
	if !r.packs {
		r.takePlain(round, r.askers[:n], int(old), int(slot), seconds)
		return
	}
	if p := &r.packed; seconds != p.seconds || p.windows == p.room {
		r.spread()
		p.seconds = seconds
	}
	r.packed.windows++
	r.takePacked(round, int(n), int(slot))
}

// takePlain counts with a number by region. What a resolver held before is the answer to its question before.
func (r *run) takePlain(round []uint8, askers []asker, old, slot int, seconds int64) {
	touched := r.unseen
	r.unseen = 0
	for i := range askers {
		a, from, to := &askers[i], round[old], round[slot]
		old, slot = following(old, round), following(slot, round)
		r.load[from] -= a.quota
		r.load[to] += a.quota
		r.requests[a.row+int32(to)] += a.quota * seconds
		if touched = touched.With(int(to)); a.last {
			r.notePeaks(touched)
			touched = 0
		}
	}
}

// packed is what a steady run counts in lanes.
type packed struct {
	load, peak uint64
	held       []uint64          // by rank: what it adds to the load
	served     [MaxGroups]uint64 // by group: the sum of what windows answered that are not in run.requests yet
	windows    int64             // so many windows
	room       int64             // as many as fit into the lanes
	seconds    int64             // for which their answers count
}

func (p *packed) reset(resolvers int, room int64) {
	p.load, p.windows, p.room = 0, 0, room
	p.held = slices.Grow(p.held[:0], resolvers)[:resolvers]
}

// takePacked counts in lanes, along the rotation to its end and on from its start.
func (r *run) takePacked(round []uint8, n, slot int) {
	for from := 0; from < n; slot = 0 {
		slots := round[slot:]
		slots = slots[:min(len(slots), n-from)]
		r.packed.advance(slots, r.quotas[from:], r.packed.held[from:], r.marks[from:], &r.lanes)
		from += len(slots)
	}
}

// advance plays consecutive questions, which the slots answer. It is a function of its own, on slices of plain numbers, so that
// all that it needs stays in registers: that saves a quarter of its time.
func (p *packed) advance(slots []uint8, quotas, held []uint64, marks []uint8, l *lanes) {
	load, peak, guards := p.load, p.peak|l.guards, l.guards
	quotas, held, marks = quotas[:len(slots)], held[:len(slots)], marks[:len(slots)]
	for i, region := range slots {
		quota, mark := quotas[i]*l.unit[region], marks[i]
		load += quota - held[i]
		held[i] = quota
		p.served[mark%MaxGroups] += quota
		if (peak-load)&guards != guards && mark < waits { // some number of load is greater
			peak = l.raise(load, peak)
		}
	}
	p.load, p.peak = load, peak&^guards
}

// spread adds what was served in lanes to the requests.
func (r *run) spread() {
	p := &r.packed
	if p.windows == 0 {
		return
	}
	for g := range len(r.requests) / r.width {
		r.lanes.addTimes(p.seconds, p.served[g], r.requests[g*r.width:][:r.width])
		p.served[g] = 0
	}
	p.windows = 0
}

// following is the slot after a slot.
func following(slot int, round []uint8) int {
	if slot++; slot == len(round) {
		return 0
	}
	return slot
}

package traffic

// Where the answers never change, the requests of a cell need not be counted second by second. With period = length /
// gcd(length, resolvers), a resolver gets the same answer in windows w, w+period, w+2*period, ...; for how many seconds it
// holds the answers of all those windows together is arithmetic: see the equation at span. The peaks do need the questions
// in their order, but only those of one period, since later ones repeat its loads. So a cell costs period windows, or as
// many as it lasts.
//
// Requests and the loads of window 0 come first: by slot (yields.go) where other cells had the same resolvers, else by resolver
// (addAnswers). Then come the peaks (climb).

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

// span is the same for all cells of a seating that last as long.
func (t *seating) span(duration int64) span {
	if t.lasting != duration {
		ttl := t.schedule.ttl
		s := span{windows: duration / ttl, left: duration % ttl}
		s.asking = int64(ranksBefore(t.askers, s.left))
		t.lasting, t.end = duration, s
	}
	return t.end
}

// times says how often windows 1 to s.windows show what window w does.
func (s span) times(w, period int64) int64 {
	if w > s.windows {
		return 0
	}
	return (s.windows-w)/period + 1
}

// steady plays a whole cell in which no region fails and the answers do not change. rate is the sum of all quotas, and rotation is
// where the answers come from, if they do not depend on the group.
func (r *run) steady(a answers, rotation *rotation, rate int64) {
	s := r.seating.span(r.end - 1)
	n := int64(len(r.askers))
	r.upstream = s.windows*n + s.asking
	if a.byGroup != nil {
		r.steadyByGroup(a.byGroup)
		return
	}
	length := int64(len(a.round))
	if length != r.length || len(r.askers) != r.resolvers {
		r.length, r.resolvers = length, len(r.askers)
		r.period = length / gcd(length, n)
	}
	switch {
	case r.period == 1:
		r.keepFirst(a.round)
		return
	case !r.packs(s, rate):
		r.steadyPlain(a.round, s)
		return
	}
	r.moves.prepare(rotation.id, a.round, n, &r.lanes)
	if y := r.bySlot(s, len(a.round), rate); y != nil {
		y.addUp(r, rotation.sections(r.width))
	} else {
		r.addAnswers(a.round, s, rate)
	}
	r.climb(s)
}

// packs says whether moves are made, and the loads of all resolvers in as many windows as are played fit into lanes.
func (r *run) packs(s span, rate int64) bool {
	windows := min(r.period, s.windows)
	return r.length <= min(movesPerQuestion*int64(len(r.askers))*(windows+1), maxMoves) &&
		r.lanes.hold(rate) && windows <= r.lanes.most()/rate
}

// Moves are made for rotations of so many slots: of longer ones few cells see the end, or they would take much memory.
const (
	movesPerQuestion = 4
	maxMoves         = 1 << 16
)

// steadyByGroup counts answers that depend on the group alone.
func (r *run) steadyByGroup(regions []uint8) {
	clear(r.load)
	clear(r.requests)
	for g, region := range regions {
		r.load[region] += r.groupQuota[g]
		r.requests[g*r.width+int(region)] = r.groupQuota[g] * (r.end - 1)
	}
	copy(r.peak, r.load)
}

// keepFirst is for resolvers that are always given what they hold.
func (r *run) keepFirst(round []uint8) {
	clear(r.load)
	clear(r.requests)
	slot, counted := 0, r.end-1
	for i := range r.askers {
		a, region := &r.askers[i], round[slot]
		slot = following(slot, round)
		r.requests[a.row+int32(region)] += a.quota * counted
		r.load[region] += a.quota
	}
	copy(r.peak, r.load)
}

// steadyPlain plays one period, or as much of it as there is, with a number by region.
func (r *run) steadyPlain(round []uint8, s span) {
	clear(r.load)
	clear(r.requests)
	n, length := int64(len(r.askers)), int64(len(round))
	r.ends(round, s)
	for i := range r.askers {
		r.load[round[i%len(round)]] += r.askers[i].quota
	}
	r.startPeaks()
	slot := int64(0)
	for w := int64(1); w <= min(r.period, s.windows); w++ {
		old := slot
		slot = (slot + n) % length
		r.take(round, r.askers, int(old), int(slot), s.times(w, r.period)*r.ttl)
	}
	if s.windows < r.period {
		r.take(round, r.askers[:s.asking], int(slot), int((slot+n)%length), 0)
	}
}

// ends counts the answers of window 0 and the last ones, beside whole windows.
func (r *run) ends(round []uint8, s span) {
	n, length := int64(len(r.askers)), int64(len(round))
	end := s.windows * n % length
	r.endsOf(round, 0, s.asking, (end+n)%length, s.left)
	r.endsOf(round, s.asking, n, (end+s.asking)%length, s.left)
}

// endsOf does so for some ranks. The first of them ends with the answer of the given slot.
func (r *run) endsOf(round []uint8, from, to, slot, left int64) {
	askers, requests := r.askers[from:to], r.requests
	first, last := int(from)%len(round), int(slot)
	for i := range askers {
		a := &askers[i]
		requests[a.row+int32(round[first])] += a.quota * a.phase
		requests[a.row+int32(round[last])] += a.quota * (left - a.phase)
		first, last = following(first, round), following(last, round)
	}
}

// startPeaks begins with the loads of second 1. Where somebody asks in it, they are those after that question, also of
// regions that it does not move.
func (r *run) startPeaks() {
	r.unseen = 0
	copy(r.peak, r.load)
	if r.askers[0].phase == 0 {
		r.unseen = allRegions(r.width)
		clear(r.peak)
	}
}

// take plays the questions of a window, whose rank 0 had the answer of slot old and gets that of slot. The answers count for
// so many seconds. What a resolver held before is the answer to its question before.
func (r *run) take(round []uint8, askers []asker, old, slot int, seconds int64) {
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

// addAnswers is steadyPlain in lanes, less the peaks: requests follow from how often each resolver was given which answer.
func (r *run) addAnswers(round []uint8, s span, rate int64) {
	clear(r.requests)
	r.moves.sum(round, r.period, &r.lanes)
	p, n, length := &r.packed, len(r.askers), int(r.length)
	end := int(s.windows * int64(n) % r.length)
	p.load = 0
	p.periods, p.rest = uint64(s.windows/r.period), s.windows%r.period
	if s.windows > r.lanes.most()/rate {
		r.goRound()
		r.serve(int64(p.periods) * r.ttl)
		p.periods = 0
	}
	r.settle(0, int(s.asking), (end+n)%length, s.left)
	r.settle(int(s.asking), n, (end+int(s.asking))%length, s.left)
	r.serve(r.ttl)
	r.lanes.unpack(p.load, r.load)
}

// climb goes on with the questions in their order, which the peaks need.
func (r *run) climb(s span) {
	p, m, n, length := &r.packed, &r.moves, len(r.askers), int(r.length)
	p.load = r.lanes.pack(r.load)
	if p.peak = p.load; r.askers[0].phase == 0 { // as startPeaks
		p.peak = 0
	}
	step := n % length
	slot := step
	for range min(r.period, s.windows) {
		p.climb(m.steps[slot:][:n], r.quotas, r.marks, &r.lanes)
		if slot += step; slot >= length {
			slot -= length
		}
	}
	if s.windows < r.period {
		p.climb(m.steps[slot:][:s.asking], r.quotas, r.marks, &r.lanes)
	}
	r.lanes.unpack(p.peak, r.peak)
}

// settle counts for some ranks, of which the first ends with the answer of the given slot: their answers of window 0 and the last
// ones as requests, and those of the windows between in lanes.
func (r *run) settle(from, to, slot int, left int64) {
	p, m, requests, load := &r.packed, &r.moves, r.requests, r.packed.load
	askers := r.askers[from:to]
	firsts, lasts, sums := m.regions[from:][:len(askers)], m.regions[slot:][:len(askers)], m.sums[from:][:len(askers)]
	before, after, round, periods := m.passed, m.passed[p.rest:], m.passed[r.period:], p.periods
	for i := range askers {
		a, first, sum := &askers[i], firsts[i], sums[i]
		requests[a.row+int32(first)] += a.quota * a.phase
		requests[a.row+int32(lasts[i])] += a.quota * (left - a.phase)
		load += uint64(a.quota) * r.lanes.unit[first]
		passed := before[sum]
		p.served[a.group%MaxGroups] += uint64(a.quota) * (periods*(round[sum]-passed) + after[sum] - passed)
	}
	p.load = load
}

// goRound counts one period in lanes. They do not hold all windows of a cell of very many.
func (r *run) goRound() {
	p, m := &r.packed, &r.moves
	before, after := m.passed, m.passed[r.period:]
	for i, sum := range m.sums[:len(r.quotas)] {
		p.served[r.marks[i]%MaxGroups] += r.quotas[i] * (after[sum] - before[sum])
	}
}

// serve adds what was counted in lanes to the requests. The answers count for so many seconds.
func (r *run) serve(seconds int64) {
	p := &r.packed
	for g := range len(r.requests) / r.width {
		r.lanes.addTimes(seconds, p.served[g], r.requests[g*r.width:][:r.width])
		p.served[g] = 0
	}
}

// packed is what a steady run counts in lanes.
type packed struct {
	load, peak uint64
	periods    uint64            // so many and
	rest       int64             // so many windows more are to be counted
	served     [MaxGroups]uint64 // by group: the sum of the windows' answers that are not in run.requests yet
}

// climb plays consecutive questions, by what each adds to the loads for each request. It is a function of its own, on slices of
// plain numbers, so that all that it needs stays in registers.
func (p *packed) climb(steps, quotas []uint64, marks []uint8, l *lanes) {
	load, guards := p.load, l.guards
	peak := p.peak | guards
	quotas, marks = quotas[:len(steps)], marks[:len(steps)]
	for i, step := range steps {
		load += quotas[i] * step
		if (peak-load)&guards != guards && marks[i] < waits { // some number of load is greater
			peak = l.raise(load, peak)
		}
	}
	p.load, p.peak = load, peak&^guards
}

// following is the slot after a slot.
func following(slot int, round []uint8) int {
	if slot++; slot == len(round) {
		return 0
	}
	return slot
}

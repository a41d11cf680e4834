package traffic

// Where the answers never change, the requests of a cell need not be counted question by question. With period = length /
// gcd(length, resolvers), a resolver gets the same answer in windows w, w+period, w+2*period, ...; for how many seconds it
// holds the answers of all those windows together is arithmetic. The peaks do need the questions in their order, but only
// those of one period, since later ones repeat its loads. So a cell costs period windows, or as many as it lasts.

// stretch is consecutive ranks that make their last question in the same window. They hold the answers of the windows before
// it for ttl seconds, and the last one for rest seconds less their phase. The windows before the last, from 1 on, are so many
// rounds of a period and extra ones.
type stretch struct {
	from, to      int
	slot          int // of from, in the window played last
	last          int64
	rounds, extra int64
	rest          int64
}

// stretches splits the ranks. With D counted seconds, those whose phase is below D mod ttl ask once more than the others.
// Where D is less than ttl the others ask not at all: their last window is number 0. Those that ask in second 1 come first.
func (r *run) stretches() [3]stretch {
	counted := r.end - 1
	windows := counted / r.ttl
	left := counted - windows*r.ttl
	second1, split := r.ranksBefore(1), r.ranksBefore(left)
	more := stretch{from: second1, to: split, last: windows + 1, rest: left}
	more.rounds, more.extra = windows/r.period, windows%r.period
	others := stretch{from: max(split, second1), to: len(r.askers), last: windows, rest: left + r.ttl}
	others.rounds, others.extra = more.rounds, more.extra-1
	if more.extra == 0 {
		others.rounds, others.extra = more.rounds-1, r.period-1
	}
	first := more
	if split == 0 {
		first = others
		more.to = more.from
	}
	first.from, first.to = 0, second1
	return [3]stretch{first, more, others}
}

// holding is for how many seconds a resolver holds an answer: a number that is fixed, and its phase so many times.
type holding struct{ fixed, phases int64 }

// window0 is how long the stretch holds its first answer in counted seconds.
func (s *stretch) window0(counted int64) holding {
	if s.last == 0 {
		return holding{fixed: counted}
	}
	return holding{phases: 1}
}

// windows is how long the stretch holds the answers of window w, from 1 to a period, and of every period-th one after it.
func (s *stretch) windows(w, ttl int64) holding {
	h := holding{fixed: s.rounds * ttl}
	switch {
	case w <= s.extra:
		h.fixed += ttl
	case w == s.extra+1:
		h.fixed += s.rest
		h.phases--
	}
	return h
}

// steady plays a whole cell in which no region fails and the answers do not change. rate is the sum of all quotas.
func (r *run) steady(a answers, rate int64) {
	r.down = false
	clear(r.load)
	clear(r.requests)
	if a.byGroup != nil {
		r.steadyByGroup(a.byGroup)
		return
	}
	r.packs = r.lanes.hold(rate)
	r.packedLoad = 0
	if length := int64(len(a.round)); length != r.length || len(r.askers) != r.resolvers {
		r.length, r.resolvers = length, len(r.askers)
		r.period = length / gcd(length, int64(len(r.askers)))
	}
	if r.period == 1 { // every resolver keeps its first answer
		r.hold(a.round, &stretch{to: len(r.askers)}, holding{fixed: r.end - 1})
		r.startPeaks()
	} else {
		r.steadyRound(a.round)
	}
	if r.packs {
		r.lanes.unpack(r.packedPeak, r.peak)
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

// steadyRound plays one period.
func (r *run) steadyRound(round []uint8) {
	stretches := r.stretches()
	again := r.period <= stretches[2].last // window 0 comes again: it is counted with window period
	for i := range stretches {
		s, h := &stretches[i], holding{}
		if !again {
			h = s.window0(r.end - 1)
		}
		r.hold(round, s, h)
	}
	r.startPeaks()
	step := len(r.askers) % len(round) // slots from a resolver's question to its next
	for w := int64(1); w <= min(r.period, stretches[1].last); w++ {
		for i := range stretches {
			s := &stretches[i]
			if w > s.last {
				continue
			}
			h := s.windows(w, r.ttl)
			if again && w == r.period {
				h.phases++
			}
			r.take(round, s, step, h)
			if w == 1 && i == 0 { // what happened before the end of second 1 does not count
				r.startPeaks()
			}
		}
	}
}

// startPeaks begins with the present loads: those of second 1 count for every region, also where it changes nothing.
func (r *run) startPeaks() {
	copy(r.peak, r.load)
	r.packedPeak = r.packedLoad
}

// hold gives a stretch of resolvers the answers of window 0.
func (r *run) hold(round []uint8, s *stretch, h holding) {
	requests, unit := r.requests, &r.lanes.unit
	slot, load := s.from%len(round), r.packedLoad
	s.slot = slot
	askers := r.askers[s.from:s.to]
	for i := range askers {
		a, region := &askers[i], round[slot]
		slot = following(slot, round)
		requests[a.row+int32(region)] += a.quota * (h.fixed + h.phases*a.phase)
		if r.packs {
			load += uint64(a.quota) * unit[region%MaxRegions]
		} else {
			r.load[region] += a.quota
		}
	}
	r.packedLoad = load
}

// take plays the questions of a stretch in its next window. What a resolver held before is the answer to its question
// before, so that nobody has to remember it.
func (r *run) take(round []uint8, s *stretch, step int, h holding) {
	old := s.slot
	if s.slot += step; s.slot >= len(round) {
		s.slot -= len(round)
	}
	askers, slot := r.askers[s.from:s.to], s.slot
	if r.packs {
		r.takePacked(round, askers, old, slot, h)
		return
	}
	touched := RegionSet(0)
	for i := range askers {
		a, from, to := &askers[i], round[old], round[slot]
		old, slot = following(old, round), following(slot, round)
		r.load[from] -= a.quota
		r.load[to] += a.quota
		r.requests[a.row+int32(to)] += a.quota * (h.fixed + h.phases*a.phase)
		if touched = touched.With(int(to)); a.last {
			r.notePeaks(touched)
			touched = 0
		}
	}
}

// takePacked is take with the loads in lanes.
func (r *run) takePacked(round []uint8, askers []asker, old, slot int, h holding) {
	load, peak, requests := r.packedLoad, r.packedPeak, r.requests
	unit, guards := &r.lanes.unit, r.lanes.guards
	for i := range askers {
		a, from, to := &askers[i], round[old], round[slot]
		old, slot = following(old, round), following(slot, round)
		load += uint64(a.quota) * (unit[to%MaxRegions] - unit[from%MaxRegions])
		requests[a.row+int32(to)] += a.quota * (h.fixed + h.phases*a.phase)
		if a.last && ((peak|guards)-load)&guards != guards { // some number of load is greater
			peak = r.lanes.larger(load, peak)
		}
	}
	r.packedLoad, r.packedPeak = load, peak
}

// following is the slot after a slot.
func following(slot int, round []uint8) int {
	if slot++; slot == len(round) {
		return 0
	}
	return slot
}

package traffic

// Where the answers never change, the requests of a cell need not be counted question by question. With period = length /
// gcd(length, resolvers), a resolver gets the same answer in windows w, w+period, w+2*period, ...; for how many seconds it
// holds the answers of all those windows together is arithmetic. The peaks do need the questions in their order, but only
// those of one period, since later ones repeat its loads. So a cell costs period windows, or as many as it lasts.

// stretch is consecutive ranks that make their last question in the same window, full+1. They hold the answers of the
// windows 1 to full for ttl seconds, and the last one for rest seconds less their phase. Full is -1 if they make none.
type stretch struct {
	from, to   int
	full, rest int64
}

// stretches splits the ranks: with D counted seconds, those whose phase is below D mod ttl ask once more than the others.
func (r *run) stretches() [2]stretch {
	counted := r.end - 1
	windows, left := counted/r.ttl, counted%r.ttl
	split := r.ranksBefore(left)
	return [2]stretch{
		{0, split, windows, left},
		{split, len(r.askers), windows - 1, left + r.ttl},
	}
}

// holding is for how many seconds a resolver holds an answer: a number that is fixed, and its phase so many times.
type holding struct{ fixed, phases int64 }

// window0 is how long the stretch holds its first answer in counted seconds.
func (s stretch) window0(counted int64) holding {
	if s.full < 0 {
		return holding{fixed: counted}
	}
	return holding{phases: 1}
}

// windows is how long the stretch holds the answers of window w and of every period-th window after it.
func (s stretch) windows(w, period, ttl int64) holding {
	h := holding{fixed: (s.full + period - w) / period * ttl}
	if (s.full+1-w)%period == 0 {
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
	n, length := int64(len(r.askers)), int64(len(a.round))
	period := length / gcd(length, n)
	if period == 1 { // every resolver keeps its first answer
		r.hold(a.round, stretch{to: len(r.askers)}, holding{fixed: r.end - 1})
		copy(r.peak, r.load)
		return
	}
	r.packs = r.lanes.hold(rate)
	r.steadyRound(a.round, period)
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
func (r *run) steadyRound(round []uint8, period int64) {
	stretches := r.stretches()
	again := period <= (r.end-1)/r.ttl // window 0 comes again: it is counted with window period
	for _, s := range stretches {
		h := holding{}
		if !again {
			h = s.window0(r.end - 1)
		}
		r.hold(round, s, h)
	}
	r.packedLoad = r.lanes.pack(r.load)
	for w := int64(1); w <= min(period, stretches[0].full+1); w++ {
		for _, s := range stretches {
			if w > s.full+1 {
				continue
			}
			h := s.windows(w, period, r.ttl)
			if again && w == period {
				h.phases++
			}
			if w == 1 && s.from == 0 {
				s.from = r.second1(round, s, h)
			}
			r.take(round, s, w, h)
		}
	}
}

// second1 plays the questions of second 1. The peaks begin with the loads after it: it counts for every region, also where
// it changes nothing. It returns the next rank.
func (r *run) second1(round []uint8, s stretch, h holding) int {
	s.to = min(s.to, r.ranksBefore(1))
	r.take(round, s, 1, h)
	copy(r.peak, r.load)
	r.packedPeak = r.packedLoad
	return s.to
}

// hold gives a stretch of resolvers the answers of window 0.
func (r *run) hold(round []uint8, s stretch, h holding) {
	load, requests := r.load, r.requests
	slot := s.from % len(round)
	askers := r.askers[s.from:s.to]
	for i := range askers {
		a, region := &askers[i], round[slot]
		if slot++; slot == len(round) {
			slot = 0
		}
		load[region] += a.quota
		requests[a.row+int32(region)] += a.quota * (h.fixed + h.phases*a.phase)
	}
}

// take plays the questions of a stretch in window w. What a resolver held before is the answer to its question before, so
// that nobody has to remember it.
func (r *run) take(round []uint8, s stretch, w int64, h holding) {
	n := int64(len(r.askers))
	slot, old := int((w*n+int64(s.from))%int64(len(round))), int(((w-1)*n+int64(s.from))%int64(len(round)))
	if r.packs {
		r.takePacked(round, r.askers[s.from:s.to], slot, old, h)
		return
	}
	touched := RegionSet(0)
	for i := s.from; i < s.to; i++ {
		a, from, to := &r.askers[i], round[old], round[slot]
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
func (r *run) takePacked(round []uint8, askers []asker, slot, old int, h holding) {
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

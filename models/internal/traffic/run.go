package traffic

import "slices"

// run is the state of one simulated cell. Seconds move forward only.
//
// An answer is held for ttl_s seconds, so that much is added to requests when it is given, and nothing happens when it is
// replaced. At the end each resolver gives back what is left of its last answer. All are integers, so their order does not matter;
// sums that go beyond 64 bits on the way come back.
type run struct {
	// What does not change during a run.
	seating    *seating
	askers     []asker  // by rank
	quotas     []uint64 // by rank: see seating
	marks      []uint8  // by rank: see seating
	groupQuota []int64  // by group: the requests per second of its resolvers
	ttl        int64
	end        int64 // the first second that is not counted
	failed     int   // the region that goes down, or none
	start      int64 // the second at which it does
	width      int   // number of regions

	progress
	answers *answers // given at present

	// What the resolvers do.
	held     []uint8 // by rank: the region of the answer that it holds, unless in lanes
	load     []int64 // by region: requests per second
	peak     []int64 // by region: the largest load in a counted second so far
	upstream int64   // questions in counted seconds
	busiest  int64   // most of them in one second
	requests []int64 // by group and region: see above
	counted  []int64 // by account: what a track counts instead
	frozen   []int64 // by group: what the failed region had accepted when it went down

	shared shared
	before []int64  // scratch: requests at the start of a cycle
	mark   snapshot // scratch: within a cycle
	rest   []int64  // scratch: see restAt

	// Where loads fit into lanes (questions.go).
	inLanes   bool     // loads and peaks stand in packed, and requests in part
	room      int64    // the requests of so many windows fit in as well
	crossings int64    // windows until they must be taken out
	sent      []uint64 // by rank: its requests per second, which are some, in the lane of the region that held would name

	// Where nothing changes (steady.go): loads in words, and what answers do to them; and the windows after which answers
	// repeat for a rotation of that length and that many resolvers.
	lanes          lanes
	packed         packed
	moves          moves
	rates          []yield   // scratch, as yields.rows: requests per second of the resolvers that a slot answers in window 0
	bySection      []yield   // scratch, by region: the sum of the yields of its slots
	unseen         RegionSet // regions whose peaks have not begun
	length, period int64
	resolvers      int
}

// progress is how far a run has come.
type progress struct {
	window int64 // of the next question
	rank   int   // of the next question
	cursor int   // weighted: the next slot of answers.round
	resume int   // weighted: the cursor in the whole rotation when these answers began
	asked  int64 // questions since these answers began

	opened  bool  // second 1 is done
	down    bool  // the failed region is
	summit  int64 // its peak when it went down
	left    int64 // from this second on nobody holds the failed region; known once it is down
	lags    bool  // questions up to the second reached have not been made: see catchUp
	reached int64
}

// noRegion stands for no failed region.
const noRegion = -1

// begin puts every resolver's answers of window 0 in place. All regions are in service then.
func (r *run) begin(a *answers, key openingKey) {
	a.prepare(len(r.askers), &r.lanes)
	r.answers = a
	o := &r.shared
	known := o.opening == key
	if !known {
		o.opening, o.start = key, 0
		o.inLanes = r.lanes.hold(key.quotas.rate) && len(a.round)+len(r.askers) <= maxSpread && slices.Min(r.quotas) > 0
	}
	if r.inLanes = o.inLanes; r.inLanes {
		r.room = r.lanes.most() / key.quotas.rate
		r.crossings = r.room
	}
	if known {
		o.outset.restore(r)
		return
	}
	r.giveFirst()
	o.outset.save(r)
}

// giveFirst gives every resolver its first answer, which is held in as many counted seconds as the resolver's phase.
func (r *run) giveFirst() {
	n := len(r.askers)
	r.progress = progress{window: 1, asked: int64(n)}
	r.held, r.sent = slices.Grow(r.held[:0], n)[:n], slices.Grow(r.sent[:0], n)[:n]
	clear(r.load)
	clear(r.peak)
	clear(r.requests)
	r.packed.load, r.packed.peak = 0, 0
	for rank := range r.askers {
		asker := &r.askers[rank]
		var region uint8
		if r.answers.byGroup != nil {
			region = r.answers.byGroup[asker.group]
		} else {
			region = r.answers.round[r.cursor]
			r.cursor = following(r.cursor, r.answers.round)
		}
		sent := uint64(asker.quota) * r.lanes.unit[region] // means nothing where it does not fit
		r.held[rank], r.sent[rank] = region, sent
		r.load[region] += asker.quota
		r.packed.load += sent
		r.requests[asker.row+int32(region)] += asker.quota * asker.phase
	}
}

// answer changes the answers from the next question on. It is done with the old ones when it asks for the new ones, which
// may stand in the same memory.
func (r *run) answer(s *server, out RegionSet) {
	r.catchUp()
	if a := r.answers; a.byGroup == nil && r.asked > 0 {
		last := r.cursor - 1
		if last < 0 {
			last += len(a.at)
		}
		if r.resume = int(a.at[last]) + 1; r.resume == len(a.from) {
			r.resume = 0
		}
	}
	r.answers, r.asked = s.without(out), 0
	r.answers.prepare(len(r.askers), &r.lanes)
	if r.answers.byGroup == nil {
		r.cursor = int(r.answers.from[r.resume])
	}
}

// idle says whether nothing happens before the given second.
func (r *run) idle(second int64) bool {
	return r.opened && min(second, r.end) <= r.second() && (r.down || !r.fails() || second < r.start)
}

// fails says whether the failed region goes down in a counted second.
func (r *run) fails() bool { return r.failed != noRegion && r.start < r.end }

// until plays the seconds before the given one, and at most to the end.
func (r *run) until(second int64) {
	second = min(second, r.end)
	if second <= 1 {
		return
	}
	fails := r.fails() && r.start <= second
	if !r.opened {
		if fails && r.asked > 0 { // the answers have not changed
			r.fall()
		} else {
			r.open()
		}
	}
	if fails && !r.down {
		r.play(r.start)
		r.freeze()
	}
	r.play(second)
}

// fall plays from the outset until the failed region is down. It saves that state if it comes by a second time.
func (r *run) fall() {
	s := &r.shared
	known := s.start == r.start && s.failed == r.failed
	if known && s.reusable {
		s.failure.restore(r)
		return
	}
	r.open()
	if !r.down {
		r.play(r.start)
		r.freeze()
	}
	if s.start, s.failed, s.reusable = r.start, r.failed, known; known {
		s.failure.save(r)
	}
}

// open plays second 1, in which every region's load counts, also where it did not change.
func (r *run) open() {
	r.opened = true
	if r.fails() && r.start <= 1 {
		r.freeze()
	}
	r.play(2)
	copy(r.peak, r.load)
	r.packed.peak = r.packed.load
}

// freeze notes what the failed region had accepted when it went down; what it is sent from now on is dropped.
func (r *run) freeze() {
	r.down = true
	r.count()
	r.restAt(r.start)
	for g := range r.frozen {
		at := g*r.width + r.failed
		r.frozen[g] = r.requests[at] - r.rest[at]
	}
	r.noteLeft(len(r.askers))
	r.unpackPeaks()
	r.summit = r.peak[r.failed]
}

// restAt sets rest to what has been counted beyond a second, by group and region: that of the answers held at present.
func (r *run) restAt(second int64) {
	clear(r.rest)
	second -= 1 + (r.window-1)*r.ttl
	r.addRest(r.rank, len(r.askers), second)
	r.addRest(0, r.rank, second-r.ttl)
}

// addRest does so for some ranks, which ask again at their phases; second is relative to these.
func (r *run) addRest(from, to int, second int64) {
	rest, askers := r.rest, r.askers[from:to]
	if !r.inLanes {
		for i, region := range r.held[from:to] {
			a := &askers[i]
			rest[a.row+int32(region)] += a.quota * (a.phase - second)
		}
		return
	}
	sent, inverse := r.sent[from:to][:len(askers)], r.lanes.inverse
	for i := range askers {
		a := &askers[i]
		rest[int(a.row)+region(sent[i], inverse)] += a.quota * (a.phase - second)
	}
}

// next returns the second at which a resolver asks again.
func (r *run) next(rank int) int64 {
	second := 1 + (r.window-1)*r.ttl + r.askers[rank].phase
	if rank < r.rank {
		second += r.ttl
	}
	return second
}

// finish takes what lies behind the end and the dropped requests out of the counts, after until(end).
func (r *run) finish() {
	r.count()
	r.restAt(r.end)
	for i, rest := range r.rest {
		r.requests[i] -= rest
	}
	r.unpackPeaks()
	if !r.down {
		return
	}
	for g, accepted := range r.frozen {
		r.requests[g*r.width+r.failed] = accepted
	}
	r.peak[r.failed] = r.summit
	if r.lags && !r.answers.out.Has(r.failed) && r.isHeld(r.failed) {
		r.left = r.end
	}
}

// place returns the window that holds a second >= 1, and that second's place in it.
func (r *run) place(second int64) (window, phase int64) {
	return (second-1)/r.ttl + 1, (second - 1) % r.ttl
}

// questions counts the questions before a second, from window 0 on.
func (r *run) questions(second int64) int64 {
	window, phase := r.place(second)
	return window*int64(len(r.askers)) + int64(ranksBefore(r.askers, phase))
}

// ranksBefore counts the resolvers whose phase is smaller.
func ranksBefore(askers []asker, phase int64) int {
	low, high := 0, len(askers)
	for low < high {
		if middle := (low + high) / 2; askers[middle].phase < phase {
			low = middle + 1
		} else {
			high = middle
		}
	}
	return low
}

// second returns the second of the next question.
func (r *run) second() int64 {
	return 1 + (r.window-1)*r.ttl + r.askers[r.rank].phase
}

// noteLeft looks for the failed region among the answers of the last questions, at most so many. The last answer that names it
// is the last to be given up.
func (r *run) noteLeft(questions int) {
	n := len(r.askers)
	for i := 1; i <= min(questions, n); i++ {
		rank := r.rank - i
		if rank < 0 {
			rank += n
		}
		if r.holds(rank) == r.failed {
			r.left = r.next(rank)
			return
		}
	}
}

// lastHeld returns the last counted second in which a resolver held the failed region, if that is after it went down; else it is 0.
func (r *run) lastHeld() int64 { return max(min(r.left, r.end)-1, 0) }

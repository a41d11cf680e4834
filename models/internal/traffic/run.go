package traffic

import (
	"math/bits"
	"slices"
)

// run is the state of one simulated cell. Seconds move forward only.
//
// Requests are counted when an answer changes, not when time passes: who takes an answer at second t is counted as if
// it kept it to the end, and who loses it gives back what is left, so that requests always holds what would be accepted
// if nothing changed any more. All are integers, so their order does not matter.
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

	// Where the run is: window and rank of the next question.
	window int64
	rank   int

	// The answers given at present.
	answers answers
	cursor  int   // weighted: the next slot of answers.round
	resume  int   // weighted: the cursor in the whole rotation when these answers began
	asked   int64 // questions since these answers began

	// What the resolvers do.
	held     []uint8 // by rank: the region of the answer that it holds
	load     []int64 // by region: requests per second
	peak     []int64 // by region: the largest load in a counted second so far
	upstream int64   // questions in counted seconds
	busiest  int64   // most of them in one second
	left     []int64 // by region: the last second at which a resolver changed from it to another
	requests []int64 // by group and region: see above
	counted  []int64 // by account: what a track counts instead
	before   []int64 // scratch: requests at the start of a cycle
	frozen   []int64 // by group: what the failed region had accepted when it went down
	summit   int64   // the failed region's peak when it went down
	opened   bool    // second 1 is done
	down     bool    // the failed region is

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

// noRegion stands for no failed region.
const noRegion = -1

// begin puts every resolver's answers of window 0 in place. All regions are in service then.
func (r *run) begin(a answers) {
	r.window, r.rank = 1, 0
	r.answers, r.resume = a, 0
	r.opened, r.down = false, false
	r.held = slices.Grow(r.held[:0], len(r.askers))[:len(r.askers)]
	clear(r.load)
	clear(r.peak)
	clear(r.left)
	clear(r.requests)
	cursor, counted := 0, r.end-1
	for rank := range r.askers {
		asker := &r.askers[rank]
		var region uint8
		if a.byGroup != nil {
			region = a.byGroup[asker.group]
		} else {
			region = a.round[cursor]
			if cursor++; cursor == len(a.round) {
				cursor = 0
			}
		}
		r.held[rank] = region
		r.load[region] += asker.quota
		r.requests[asker.row+int32(region)] += asker.quota * counted
	}
	r.cursor = cursor
	r.asked = int64(len(r.askers))
}

// answer changes the answers from the next question on. It is done with the old ones when it asks for the new ones, which
// may stand in the same memory.
func (r *run) answer(s *server, out RegionSet) {
	if r.answers.byGroup == nil && r.asked > 0 {
		n := len(r.answers.at)
		r.resume = int(r.answers.at[(r.cursor+n-1)%n]) + 1
	}
	r.answers, r.asked = s.without(out), 0
	if r.answers.byGroup == nil {
		at, _ := slices.BinarySearch(r.answers.at, int32(r.resume))
		r.cursor = at % len(r.answers.at)
	}
}

// until plays the seconds before the given one, and at most to the end.
func (r *run) until(second int64) {
	second = min(second, r.end)
	if second <= 1 {
		return
	}
	if !r.opened {
		r.open()
	}
	if r.failed != noRegion && !r.down && r.start < r.end && r.start <= second {
		r.play(r.start)
		r.freeze()
	}
	r.play(second)
}

// open plays second 1, in which every region's load counts, also where it did not change.
func (r *run) open() {
	r.opened = true
	if r.failed != noRegion && r.start <= 1 {
		r.freeze()
	}
	first := 0
	for first < len(r.askers) && r.askers[first].phase == 0 {
		first++
	}
	r.ask(int64(first))
	copy(r.peak, r.load)
}

// freeze notes what the failed region had accepted when it went down; what it is sent from now on is dropped.
func (r *run) freeze() {
	r.down = true
	region := uint8(r.failed)
	for g := range r.frozen {
		r.frozen[g] = r.requests[g*r.width+r.failed]
	}
	for rank, holds := range r.held {
		if holds == region {
			a := &r.askers[rank]
			r.frozen[a.group] -= a.quota * (r.end - r.start)
		}
	}
	r.summit = r.peak[region]
}

// finish takes the dropped requests out of the counts, after until(end).
func (r *run) finish() {
	if !r.down {
		return
	}
	for g, accepted := range r.frozen {
		r.requests[g*r.width+r.failed] = accepted
	}
	r.peak[r.failed] = r.summit
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

// play makes the questions before the given second. While the answers stay the same the state is periodic: the first
// question of each resolver brings it into its cycle, one cycle shows all of its loads, and whole cycles after that only
// repeat what the first one changed.
func (r *run) play(second int64) {
	n := int64(len(r.askers))
	todo := r.questions(second) - (r.window*n + int64(r.rank))
	settle := min(todo, max(n-r.asked, 0))
	r.ask(settle)
	todo -= settle

	cycle := n
	if r.answers.byGroup == nil {
		length := int64(len(r.answers.round))
		cycle *= length / gcd(length, n)
	}
	if cycle == n { // every resolver gets the answer that it holds
		r.skip(todo)
		return
	}
	if todo >= 2*cycle {
		todo -= cycle
		copy(r.before, r.requests)
		began := r.second()
		r.ask(cycle)
		cycles := todo / cycle
		r.repeat(cycles, began, cycle)
		r.skip(cycles * cycle)
		todo -= cycles * cycle
	}
	r.ask(todo)
}

// second returns the second of the next question.
func (r *run) second() int64 {
	return 1 + (r.window-1)*r.ttl + r.askers[r.rank].phase
}

// repeat counts further cycles like the one since r.before was copied. A cycle ends with the loads that it began with,
// so what it adds to requests is the same whenever it takes place.
func (r *run) repeat(cycles, began, cycle int64) {
	for i, before := range r.before {
		r.requests[i] += cycles * (r.requests[i] - before)
	}
	later := cycles * cycle / int64(len(r.askers)) * r.ttl
	for region, second := range r.left {
		if second >= began {
			r.left[region] += later
		}
	}
}

// skip moves past questions that change nothing, or whose changes have been counted.
func (r *run) skip(questions int64) {
	n := int64(len(r.askers))
	rank := int64(r.rank) + questions
	r.window += rank / n
	r.rank = int(rank % n)
	r.asked += questions
	if length := int64(len(r.answers.round)); length > 0 {
		r.cursor = int((int64(r.cursor) + questions) % length)
	}
}

// ask makes that many questions. They must end with the last one of a second.
func (r *run) ask(questions int64) {
	for questions > 0 {
		n := min(int(min(questions, int64(len(r.askers)))), len(r.askers)-r.rank)
		r.askInWindow(n)
		questions -= int64(n)
	}
}

// askInWindow makes up to the rest of the present window's questions.
func (r *run) askInWindow(n int) {
	askers := r.askers[r.rank : r.rank+n]
	held := r.held[r.rank : r.rank+n]
	a, cursor := r.answers, r.cursor
	start := 1 + (r.window-1)*r.ttl
	rest := r.end - start
	touched := RegionSet(0)
	for i := range askers {
		asker, old := &askers[i], held[i]
		var region uint8
		if a.byGroup != nil {
			region = a.byGroup[asker.group]
		} else {
			region = a.round[cursor]
			if cursor++; cursor == len(a.round) {
				cursor = 0
			}
		}
		if region != old {
			held[i] = region
			r.load[old] -= asker.quota
			r.load[region] += asker.quota
			requests := asker.quota * (rest - asker.phase)
			r.requests[asker.row+int32(old)] -= requests
			r.requests[asker.row+int32(region)] += requests
			r.left[old] = start + asker.phase
			touched = touched.With(int(region))
		}
		if asker.last {
			r.notePeaks(touched)
			touched = 0
		}
	}
	r.cursor = cursor
	r.asked += int64(n)
	if r.rank += n; r.rank == len(r.askers) {
		r.window++
		r.rank = 0
	}
}

// notePeaks raises the peaks of regions whose load may have grown, at the end of a second.
func (r *run) notePeaks(touched RegionSet) {
	for ; touched != 0; touched &= touched - 1 {
		region := bits.TrailingZeros64(uint64(touched))
		r.peak[region] = max(r.peak[region], r.load[region])
	}
}

// lastHeld returns the last counted second in which a resolver held the region, also one without requests. It is 0 if
// none did in second 1 or later.
func (r *run) lastHeld(region int) int64 {
	if slices.Contains(r.held, uint8(region)) {
		return r.end - 1
	}
	return max(r.left[region]-1, 0)
}

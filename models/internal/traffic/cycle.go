package traffic

// play makes the questions before the given second. While the answers stay the same the state is periodic: the first
// question of each resolver brings it into its cycle, one cycle shows all of its loads, and whole cycles after that only
// repeat what the first one changed.
func (r *run) play(second int64) {
	n := int64(len(r.askers))
	for r.asked < n {
		most := min(int(n-r.asked), len(r.askers)-r.rank)
		if r.askInWindow(most, second) < most {
			return // most stretches between two changes of the answers end here
		}
	}
	if r.answers.period == 1 {
		r.lags, r.reached = true, second
		return
	}
	todo := r.questions(second) - r.made()
	if cycle := n * r.answers.period; todo >= cycle {
		r.playCycles(todo, cycle)
		return
	}
	r.ask(todo)
}

// made counts the questions made so far, from window 0 on.
func (r *run) made() int64 { return r.window*int64(len(r.askers)) + int64(r.rank) }

// playCycles makes questions that are one cycle or more. The state after a cycle is that before it, so what is left over after
// the last cycle does the same as the beginning of the first: that is made once, and kept while the rest of the first cycle shows
// all loads and what a cycle adds to requests.
func (r *run) playCycles(questions, cycle int64) {
	m, cycles, over := &r.mark, questions/cycle, questions%cycle
	began := r.second()
	r.count()
	copy(r.before, r.requests)
	r.ask(over)
	m.save(r)
	r.ask(cycle - over)
	r.count()
	for i, before := range r.before {
		m.requests[i] += cycles * (r.requests[i] - before)
	}
	later := cycle / int64(len(r.askers)) * r.ttl
	switch named := began + r.ttl; { // no answer that was given before is held so long
	case m.left >= named:
		m.left += cycles * later
	case r.left >= named:
		m.left = r.left + (cycles-1)*later
	}
	copy(m.peak, r.peak)
	m.packedPeak = r.packed.peak
	m.restore(r)
	r.skip(questions - over)
}

// catchUp makes the questions that were answered by what the resolvers held. Until the answers change nobody needs to know of
// them: what is left of an answer at the end is then less than nothing.
func (r *run) catchUp() {
	if !r.lags {
		return
	}
	window, phase := r.place(r.reached)
	windows := window - r.window
	if r.askers[r.rank].phase > phase {
		windows--
	}
	if windows > 0 {
		r.keep(windows)
	}
	for {
		most := len(r.askers) - r.rank
		if r.askInWindow(most, r.reached) < most {
			r.lags = false
			return
		}
	}
}

// keep makes the questions of so many windows that are answered by what the resolvers hold.
func (r *run) keep(windows int64) {
	seconds := windows * r.ttl
	for rank := range r.askers {
		a := &r.askers[rank]
		r.requests[int(a.row)+r.holds(rank)] += a.quota * seconds
	}
	n := len(r.askers)
	r.skip(windows * int64(n))
	if r.down && !r.answers.out.Has(r.failed) {
		r.noteLeft(n)
	}
}

// skip moves past questions whose changes have been counted.
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

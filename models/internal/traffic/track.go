package traffic

import "slices"

// track is all that resolvers do who ask in line: in the order of their numbers, phase_step seconds after one another, and
// all within one TTL window (scheduleKey.inLine). Question i is then made by resolver i mod resolvers in window
// i / resolvers, and slot i mod length answers it, whatever ttl_s is. So who holds what after question i, and every load and
// peak, follow from i alone: cells that differ only in ttl_s and duration_s go along the same track, some farther than
// others, and it is played once for all of them.
//
// How long answers are held does depend on them, but only as a factor in the sum of requests: see span. All that it adds up
// is kept by window.
//
// After a period of windows (steady.go) everything repeats. A track is played only as far as some cell goes, and never
// farther than a period.
type track struct {
	key    trackKey
	period int64
	played int64   // windows, beside window 0; -1: not even that
	rows   []int64 // by window: see row
	peaks  []summit
	load   uint64 // in lanes, after the last window played
}

// trackKey is what a track depends on.
type trackKey struct {
	rotation uint64 // rotation.id
	quotas   quotasKey
	step     int64
}

// summit is the peaks, in lanes, from a question of window 1 or later on, until the next summit.
type summit struct {
	question int64
	peak     uint64
}

// line is the resolvers of a track.
type line struct {
	quotas        []int64 // by resolver
	step          int64   // from phase to phase
	round         []uint8
	lanes         *lanes
	groups, width int // resolver j belongs to group j mod groups; width is the number of regions
	accounts      *accounts
}

// span of a cell. There is always a resolver of phase 0.
func (l *line) span(ttl, duration int64) span {
	s := span{windows: duration / ttl, left: duration % ttl}
	switch n := int64(len(l.quotas)); {
	case s.left == 0:
	case (n-1)*l.step < s.left:
		s.asking = n
	default:
		s.asking = (s.left-1)/l.step + 1
	}
	return s
}

// restart makes a track of the key of which nothing has been played.
func (c *track) restart(key trackKey) {
	c.key, c.played = key, -1
	c.rows, c.peaks = c.rows[:0], c.peaks[:0]
}

// row returns by account: the sum of rates over windows 1 to w; the rates of window w; its moments.
func (c *track) row(accounts int, w int64) (served, rates, moments []int64) {
	row := c.rows[int(w)*3*accounts:]
	return row[:accounts], row[accounts:][:accounts], row[2*accounts:][:accounts]
}

// run writes what a cell that ends at s adds up to into the run. ok is false if the track would become too long to keep.
func (c *track) run(r *run, l *line, s span, ttl int64) (ok bool) {
	n := int64(len(l.quotas))
	if c.played < 0 {
		c.period = int64(len(l.round)) / gcd(int64(len(l.round)), n)
	}
	if !c.reach(l, min(c.period, s.windows+min(s.asking, 1))) {
		return false
	}
	c.count(r, l, s, ttl)
	questions := (s.windows+1)*n + s.asking
	l.lanes.unpack(c.peakBefore(questions), r.peak)
	r.upstream, r.busiest = questions-n, 1
	if l.step == 0 {
		r.busiest = n
	}
	return true
}

// keep counts requests of resolvers that are always given what they hold.
func (c *track) keep(counted []int64, seconds int64) {
	_, rates, _ := c.row(len(counted), 0)
	for i, rate := range rates {
		counted[i] = seconds * rate
	}
}

// count adds the requests up.
func (c *track) count(r *run, l *line, s span, ttl int64) {
	if c.period == 1 {
		c.keep(r.counted, s.windows*ttl+s.left)
		return
	}
	w, periods := s.windows, int64(0)
	if w >= c.period {
		periods, w = w/c.period, w%c.period
	}
	end := w
	if 2*s.asking > int64(len(l.quotas)) {
		end++
	}
	counted := r.counted
	n := len(counted) // all slices below are as long: the compiler then checks none of them
	_, _, first := c.row(n, 0)
	served, _, _ := c.row(n, w)
	_, rates, moments := c.row(n, end)
	for i := range counted {
		counted[i] = first[i] + ttl*served[i] + s.left*rates[i] - moments[i]
	}
	if periods > 0 {
		served, _, _ = c.row(n, c.period)
		for i := range counted {
			counted[i] += periods * ttl * served[i]
		}
	}
	if end == w {
		l.shift(counted, 0, s.asking, w, w+1, s.left)
	} else {
		l.shift(counted, s.asking, int64(len(l.quotas)), w+1, w, s.left)
	}
}

// shift has resolvers end with another window's answer.
func (l *line) shift(counted []int64, from, to, window, instead, left int64) {
	if from >= to {
		return
	}
	n, length := int64(len(l.quotas)), int64(len(l.round))
	old, slot := int((window*n+from)%length), int((instead*n+from)%length)
	place, distance := l.accounts.place, l.accounts.distance[:len(l.accounts.place)]
	row := int(from%int64(l.groups)) * l.width
	rest, moved := left-from*l.step, int64(0)
	for _, quota := range l.quotas[from:to] {
		before, after := row+int(l.round[old]), row+int(l.round[slot])
		requests := quota * rest
		counted[place[before]] -= requests
		counted[place[after]] += requests
		moved += requests * (distance[after] - distance[before])
		old, slot = following(old, l.round), following(slot, l.round)
		if row += l.width; row == len(place) {
			row = 0
		}
		rest -= l.step
	}
	counted[len(counted)-1] += moved
}

// peakBefore returns the peaks of the questions before the given one.
func (c *track) peakBefore(question int64) uint64 {
	i := len(c.peaks) - 1
	for c.peaks[i].question >= question {
		i--
	}
	return c.peaks[i].peak
}

// maxTrack bounds what a track keeps, in numbers.
const maxTrack = 1 << 12

// reach plays windows until so many are played. ok is false if they are too many.
func (c *track) reach(l *line, windows int64) (ok bool) {
	if c.played >= windows {
		return true
	}
	row := 3 * l.accounts.number
	c.rows = slices.Grow(c.rows, int(min((windows-c.played)*int64(row), maxTrack-int64(len(c.rows)))))
	for c.played < windows {
		// Each question of a window can set a new peak, though few do.
		if len(c.rows)+row+2*(len(c.peaks)+len(l.quotas)) > maxTrack {
			return false
		}
		c.played++
		c.answer(l)
		c.climb(l)
	}
	return true
}

// answer adds the row of the window that is being played.
func (c *track) answer(l *line) {
	n := l.accounts.number
	for range 3 * n {
		c.rows = append(c.rows, 0)
	}
	served, rates, moments := c.row(n, c.played)
	place, distance := l.accounts.place, l.accounts.distance[:len(l.accounts.place)]
	slot := int(c.played * int64(len(l.quotas)) % int64(len(l.round)))
	row, phase, last := 0, int64(0), n-1
	for _, quota := range l.quotas {
		at := row + int(l.round[slot])
		rates[place[at]] += quota
		moments[place[at]] += quota * phase
		rates[last] += quota * distance[at]
		moments[last] += quota * distance[at] * phase
		slot = following(slot, l.round)
		if row += l.width; row == len(place) {
			row = 0
		}
		phase += l.step
	}
	if c.played > 0 {
		before, _, _ := c.row(n, c.played-1)
		for i := range served {
			served[i] = before[i] + rates[i]
		}
	}
}

// climb follows the loads through the window that is being played, and notes where they exceed the peaks. Those of one
// second count together: of resolvers that all have phase 0, only the last.
func (c *track) climb(l *line) {
	n, length := int64(len(l.quotas)), int64(len(l.round))
	slot := int(c.played * n % length)
	if c.played == 0 {
		c.load = 0
		for _, quota := range l.quotas {
			c.load += uint64(quota) * l.lanes.unit[l.round[slot]]
			slot = following(slot, l.round)
		}
		return
	}
	old := int((c.played - 1) * n % length)
	load, peak := c.load, uint64(0)
	if len(c.peaks) > 0 {
		peak = c.peaks[len(c.peaks)-1].peak
	}
	for j, quota := range l.quotas {
		load += uint64(quota) * (l.lanes.unit[l.round[slot]] - l.lanes.unit[l.round[old]])
		old, slot = following(old, l.round), following(slot, l.round)
		if (l.step > 0 || j == len(l.quotas)-1) && l.lanes.exceed(load, peak) {
			peak = l.lanes.larger(load, peak)
			c.peaks = append(c.peaks, summit{c.played*n + int64(j), peak})
		}
	}
	c.load = load
}

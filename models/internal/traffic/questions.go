package traffic

import "math/bits"

// Where the loads of all regions fit into one machine word (lanes.go), a question is a handful of additions and no branch that
// depends on its answer: such a branch would be guessed wrong every few questions, since the regions in service change that
// often. Elsewhere each region has a number of its own.

// maxSpread bounds answers.units.
const maxSpread = 1 << 11

// holds returns the region of the answer that a resolver holds.
func (r *run) holds(rank int) int {
	if r.inLanes {
		return region(r.sent[rank], r.lanes.inverse)
	}
	return int(r.held[rank])
}

// isHeld says whether some resolver holds an answer that names the region.
func (r *run) isHeld(region int) bool {
	for rank := range r.askers {
		if r.holds(rank) == region {
			return true
		}
	}
	return false
}

// count adds what was counted in lanes to the requests.
func (r *run) count() {
	if r.inLanes {
		r.serve(r.ttl)
	}
}

// unpackPeaks sets peak.
func (r *run) unpackPeaks() {
	if r.inLanes {
		r.lanes.unpack(r.packed.peak, r.peak)
	}
}

// loadOf returns the requests per second that a region is sent.
func (r *run) loadOf(region int) int64 {
	if r.inLanes {
		r.lanes.unpack(r.packed.load, r.load)
	}
	return r.load[region]
}

// ask makes that many questions. They must end with the last one of a second.
func (r *run) ask(questions int64) {
	for questions > 0 {
		most := int(min(questions, int64(len(r.askers)-r.rank)))
		questions -= int64(r.askInWindow(most, r.end))
	}
}

// askInWindow makes at most so many of the present window's questions, as far as they lie before the given second, and says how
// many it made. They must end with the last one of a second.
func (r *run) askInWindow(most int, second int64) (made int) {
	askers := r.askers[r.rank:][:most]
	phases := second - (1 + (r.window-1)*r.ttl) // ask before then
	switch {
	case !r.inLanes:
		made = r.askPlain(askers, phases)
	case r.lags:
		made = r.askAgain(askers, phases)
	case r.answers.byGroup != nil:
		made = r.askGroups(askers, phases)
	default:
		made = r.askPacked(askers, phases)
	}
	r.asked += int64(made)
	if r.rank += made; r.rank == len(r.askers) {
		r.window++
		r.rank = 0
		if r.crossings--; r.crossings == 0 { // the lanes have no room for the requests of more windows
			r.count()
			r.crossings = r.room
		}
	}
	if r.down && !r.answers.out.Has(r.failed) {
		r.noteLeft(made)
	}
	return made
}

// askPacked makes the questions of some resolvers whose phases are small enough, in lanes.
func (r *run) askPacked(askers []asker, phases int64) int {
	p, l, n := &r.packed, &r.lanes, len(askers)
	units, sent := r.answers.units[r.cursor:][:n], r.sent[r.rank:][:n]
	load, guards := p.load, l.guards
	peak := p.peak | guards
	i := 0
	for ; i < n; i++ {
		a := &askers[i]
		if a.phase >= phases {
			break
		}
		requests := uint64(a.quota) * units[i]
		load += requests - sent[i]
		sent[i] = requests
		p.served[a.group%MaxGroups] += requests
		if (peak-load)&guards != guards && a.last { // some number of load is greater
			peak = l.larger(load, peak&^guards) | guards
		}
	}
	p.load, p.peak = load, peak&^guards
	if r.cursor += i; r.cursor >= len(r.answers.round) {
		r.cursor = int(uint32(r.cursor) % uint32(len(r.answers.round)))
	}
	return i
}

// askAgain is askPacked where everybody is given what he holds.
func (r *run) askAgain(askers []asker, phases int64) int {
	served, sent := &r.packed.served, r.sent[r.rank:][:len(askers)]
	i := 0
	for ; i < len(askers) && askers[i].phase < phases; i++ {
		served[askers[i].group%MaxGroups] += sent[i]
	}
	if length := len(r.answers.round); length > 0 {
		r.cursor = int(uint32(r.cursor+i) % uint32(length))
	}
	return i
}

// askGroups is askPacked for answers that depend on the group.
func (r *run) askGroups(askers []asker, phases int64) int {
	p, l, regions := &r.packed, &r.lanes, r.answers.byGroup
	sent := r.sent[r.rank:][:len(askers)]
	load, peak := p.load, p.peak
	i := 0
	for ; i < len(askers); i++ {
		a := &askers[i]
		if a.phase >= phases {
			break
		}
		requests := uint64(a.quota) * l.unit[regions[a.group]]
		load += requests - sent[i]
		sent[i] = requests
		p.served[a.group%MaxGroups] += requests
		if l.exceed(load, peak) && a.last {
			peak = l.larger(load, peak)
		}
	}
	p.load, p.peak = load, peak
	return i
}

// askPlain is askPacked with a number by region.
func (r *run) askPlain(askers []asker, phases int64) int {
	held := r.held[r.rank:][:len(askers)]
	byGroup, round, cursor := r.answers.byGroup, r.answers.round, r.cursor
	touched := RegionSet(0)
	i := 0
	for ; i < len(askers); i++ {
		a, old := &askers[i], held[i]
		if a.phase >= phases {
			break
		}
		var region uint8
		if byGroup != nil {
			region = byGroup[a.group]
		} else {
			region = round[cursor]
			cursor = following(cursor, round)
		}
		r.requests[a.row+int32(region)] += a.quota * r.ttl
		if region != old {
			held[i] = region
			r.load[old] -= a.quota
			r.load[region] += a.quota
			touched = touched.With(int(region))
		}
		if a.last {
			r.notePeaks(touched)
			touched = 0
		}
	}
	r.cursor = cursor
	return i
}

// notePeaks raises the peaks of regions whose load may have grown, at the end of a second.
func (r *run) notePeaks(touched RegionSet) {
	for ; touched != 0; touched &= touched - 1 {
		region := bits.TrailingZeros64(uint64(touched))
		r.peak[region] = max(r.peak[region], r.load[region])
	}
}

// region returns the region in whose lane a single number stands, which is not 0; inverse is that of the lanes.
func region(number uint64, inverse int) int { return bits.TrailingZeros64(number) * inverse >> 16 }

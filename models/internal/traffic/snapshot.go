package traffic

// snapshot is the state of a run at some second, to go back to or to begin another run with.
type snapshot struct {
	progress
	requests, frozen, load, peak []int64
	held                         []uint8
	packedLoad, packedPeak       uint64 // in lanes: load and peak
	sent                         []uint64
}

// save takes the state of a run.
func (s *snapshot) save(r *run) {
	r.count()
	s.progress = r.progress
	s.requests, s.frozen = append(s.requests[:0], r.requests...), append(s.frozen[:0], r.frozen...)
	if r.inLanes {
		s.packedLoad, s.packedPeak = r.packed.load, r.packed.peak
		s.sent = append(s.sent[:0], r.sent...)
		return
	}
	s.load, s.peak = append(s.load[:0], r.load...), append(s.peak[:0], r.peak...)
	s.held = append(s.held[:0], r.held...)
}

// restore gives a run the state of one of as many resolvers.
func (s *snapshot) restore(r *run) {
	r.progress = s.progress
	copy(r.requests, s.requests)
	copy(r.frozen, s.frozen)
	if r.inLanes {
		r.packed.load, r.packed.peak = s.packedLoad, s.packedPeak
		r.sent = append(r.sent[:0], s.sent...)
		return
	}
	copy(r.load, s.load)
	copy(r.peak, s.peak)
	r.held = append(r.held[:0], s.held...)
}

// shared are the states of the last run that the next may have in common with it: neighbours in a sweep differ in their health
// checks above all, or in how late a failure is detected.
type shared struct {
	opening openingKey
	outset  snapshot // after window 0
	inLanes bool     // that of a run

	start    int64    // the second at which a region went down in the last run with this opening; 0: none did
	failed   int      // that region
	reusable bool     // failure is known
	failure  snapshot // at that second, if the answers have not changed before
}

// openingKey is what the outset depends on.
type openingKey struct {
	policy   policy
	rotation uint64 // rotation.id
	schedule scheduleKey
	quotas   quotasKey
}

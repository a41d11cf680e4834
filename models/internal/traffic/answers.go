package traffic

// answers is what the authoritative server says while one set of regions is out: a region for each group, or a round of
// slots. One of the two is set.
type answers struct {
	out     RegionSet // no answer names these
	byGroup []uint8
	round   []uint8 // the regions of the rotation's slots in service, in order
	at      []int32 // their positions in the rotation
	from    []int32 // by position in the rotation: the slot of round that is next from there on

	// For a number of resolvers: see prepare.
	resolvers int
	period    int64    // after so many windows resolvers are given the same answers again
	units     []uint64 // round in lanes, again and again
}

// prepare makes the answers ready for a number of resolvers. With lanes, units goes on for as many slots behind the first round
// as there are resolvers, so that the answers to the questions of a window stand side by side wherever they begin.
func (a *answers) prepare(resolvers int, l *lanes) {
	if a.resolvers == resolvers {
		return
	}
	a.resolvers, a.period = resolvers, 1
	if a.byGroup != nil {
		return
	}
	length := len(a.round)
	a.period = int64(length) / gcd(int64(length), int64(resolvers))
	if length+resolvers > maxSpread {
		return
	}
	for i := len(a.units); i < length+resolvers; i++ {
		a.units = append(a.units, l.unit[a.round[i%length]])
	}
}

// server is the authoritative server.
type server struct {
	network    *Network
	policy     policy
	fixed      bool // the rotation is the reference
	rotations  rotations
	reference  rotation
	rotation   *rotation // of the present cell, if weighted
	geographic memo
	latency    memo
	weighted   memo // for the present rotation
	identity   []int32
	all        answers // of the present rotation, with all regions
}

func newServer(n *Network) *server {
	return &server{network: n, reference: rotation{slots: referenceSlots}}
}

// prepare takes the policy and the weights of a cell, if those are not the ones before.
func (s *server) prepare(c *cell) {
	s.policy, s.fixed = c.policy, c.reference
	if c.policy != weighted {
		return
	}
	r, fresh := &s.reference, false
	if !c.reference {
		r, fresh = s.rotations.find(c.weights)
	}
	if r == s.rotation && !fresh {
		return
	}
	s.rotation = r
	s.weighted.forget()
	for len(s.identity) < len(r.slots) {
		s.identity = append(s.identity, int32(len(s.identity)))
	}
	places := s.identity[:len(r.slots)]
	s.all = answers{round: r.slots, at: places, from: places, units: s.all.units[:0]}
}

// without returns the answers while the given regions are out. If all are out, none is. Answers that it returned before
// may be overwritten.
func (s *server) without(out RegionSet) *answers {
	if out == allRegions(len(s.network.regions)) {
		out = 0
	}
	switch {
	case s.policy == geographic:
		return s.byGroup(&s.geographic, out, s.network.geographicAnswer)
	case s.policy == latency:
		return s.byGroup(&s.latency, out, s.network.nearest)
	case out == 0:
		return &s.all
	}
	return s.weightedWithout(out)
}

// byGroup asks a policy that gives every group one answer.
func (s *server) byGroup(m *memo, out RegionSet, answer func(group int, out RegionSet) uint8) *answers {
	if a := m.find(out); a != nil {
		return a
	}
	m.begin()
	for g := range s.network.groups {
		m.regions = append(m.regions, answer(g, out))
	}
	return m.keep(answers{out: out, byGroup: m.regions[m.began:]})
}

// weightedWithout leaves the slots of regions that are out away.
func (s *server) weightedWithout(out RegionSet) *answers {
	m := &s.weighted
	if a := m.find(out); a != nil {
		return a
	}
	m.begin()
	began := len(m.places)
	for i, region := range s.rotation.slots {
		if !out.Has(int(region)) {
			m.regions = append(m.regions, region)
			m.places = append(m.places, int32(i))
		}
	}
	if at := m.places[began:]; len(at) > 0 {
		next := 0
		for position := range s.rotation.slots {
			if next < len(at) && int(at[next]) < position {
				next++
			}
			m.places = append(m.places, int32(next%len(at)))
		}
		return m.keep(answers{out: out, round: m.regions[m.began:], at: at, from: m.places[began+len(at):]})
	}
	for range s.network.groups { // the rotation holds no region in service
		m.regions = append(m.regions, s.network.firstIn(out))
	}
	return m.keep(answers{out: out, byGroup: m.regions[m.began:]})
}

// geographicAnswer follows the fallbacks from the group's region, for at most as many steps as there are regions.
func (n *Network) geographicAnswer(group int, out RegionSet) uint8 {
	region := n.geographic[group]
	for range n.regions {
		if !out.Has(region) {
			break
		}
		region = n.fallback[region]
	}
	if out.Has(region) {
		return n.firstIn(out)
	}
	return uint8(region)
}

// nearest returns the region in service with the smallest distance from the group, the earlier of equals.
func (n *Network) nearest(group int, out RegionSet) uint8 {
	distance := n.distance[group*len(n.regions):][:len(n.regions)]
	best := n.firstIn(out)
	for region, d := range distance {
		if !out.Has(region) && d < distance[best] {
			best = uint8(region)
		}
	}
	return best
}

// firstIn returns the first region in service. At least one must be.
func (n *Network) firstIn(out RegionSet) uint8 {
	region := 0
	for out.Has(region) {
		region++
	}
	return uint8(region)
}

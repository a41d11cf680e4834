package traffic

// answers is what the authoritative server says while one set of regions is out: a region for each group, or a round of
// slots. One of the two is set.
type answers struct {
	byGroup []uint8
	round   []uint8 // the regions of the rotation's slots in service, in order
	at      []int32 // their positions in the rotation
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
}

// without returns the answers while the given regions are out. If all are out, none is. Answers that it returned before
// may be overwritten.
func (s *server) without(out RegionSet) answers {
	if out == allRegions(len(s.network.regions)) {
		out = 0
	}
	switch {
	case s.policy == geographic:
		return s.byGroup(&s.geographic, out, s.network.geographicAnswer)
	case s.policy == latency:
		return s.byGroup(&s.latency, out, s.network.nearest)
	case out == 0:
		return answers{round: s.rotation.slots, at: s.identity[:len(s.rotation.slots)]}
	}
	return s.weightedWithout(out)
}

// byGroup asks a policy that gives every group one answer.
func (s *server) byGroup(m *memo, out RegionSet, answer func(group int, out RegionSet) uint8) answers {
	if a, ok := m.find(out); ok {
		return a
	}
	m.begin()
	for g := range s.network.groups {
		m.regions = append(m.regions, answer(g, out))
	}
	return m.keep(out, answers{byGroup: m.regions[m.began:]})
}

// weightedWithout leaves the slots of regions that are out away.
func (s *server) weightedWithout(out RegionSet) answers {
	m := &s.weighted
	if a, ok := m.find(out); ok {
		return a
	}
	m.begin()
	places := len(m.places)
	for i, region := range s.rotation.slots {
		if !out.Has(int(region)) {
			m.regions = append(m.regions, region)
			m.places = append(m.places, int32(i))
		}
	}
	if len(m.places) > places {
		return m.keep(out, answers{round: m.regions[m.began:], at: m.places[places:]})
	}
	for range s.network.groups { // the rotation holds no region in service
		m.regions = append(m.regions, s.network.firstIn(out))
	}
	return m.keep(out, answers{byGroup: m.regions[m.began:]})
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

package traffic

import "slices"

// answers is what the authoritative server says while one set of regions is out: a region for each group, or a round of
// slots. Exactly one of the two fields is set.
type answers struct {
	byGroup []uint8
	round   []uint8 // the regions of the rotation's slots in service, in order
	at      []int32 // their positions in the rotation
}

// server is the authoritative server. It keeps the answers of every set of regions that it has met, since health checks
// bring the same few sets again and again.
type server struct {
	network  *Network
	rotation rotation
	policy   policy
	fixed    [2]map[RegionSet]answers // geographic and latency: they depend on the network alone
	whole    answers                  // weighted, with no region out
	partial  map[RegionSet]answers    // weighted
	slots    []uint8                  // memory of partial
	places   []int32                  // memory of partial
	always   [][]uint8                // by region: byGroup of an answer that is the same for all groups
}

// What is kept is bounded; beyond it the answers are forgotten and made again.
const (
	maxKeptSets  = 1 << 12
	maxKeptSlots = 1 << 22
)

func newServer(n *Network) *server {
	s := &server{network: n, partial: map[RegionSet]answers{}}
	for region := range n.regions {
		s.always = append(s.always, slices.Repeat([]uint8{uint8(region)}, n.groups))
	}
	s.fixed[geographic] = map[RegionSet]answers{}
	s.fixed[latency] = map[RegionSet]answers{}
	return s
}

// prepare takes the policy and the weights of a cell.
func (s *server) prepare(p policy, weights []int64, reference bool) {
	s.policy = p
	s.rotation.update(weights, reference)
	if p != weighted || !s.rotation.build() {
		return
	}
	s.forget()
	s.whole.round = s.rotation.slots
	s.whole.at = slices.Grow(s.whole.at[:0], len(s.rotation.slots))[:len(s.rotation.slots)]
	for i := range s.whole.at {
		s.whole.at[i] = int32(i)
	}
}

func (s *server) forget() {
	clear(s.partial)
	s.slots, s.places = s.slots[:0], s.places[:0]
}

// without returns the answers while the given regions are out. If all are out, none is. Answers that it returned
// before may be overwritten.
func (s *server) without(out RegionSet) answers {
	if out == allRegions(len(s.network.regions)) {
		out = 0
	}
	if s.policy == weighted {
		if out == 0 {
			return s.whole
		}
		return s.weightedWithout(out)
	}
	a, ok := s.fixed[s.policy][out]
	if !ok {
		if len(s.fixed[s.policy]) >= maxKeptSets {
			clear(s.fixed[s.policy])
		}
		a = s.fixedWithout(out)
		s.fixed[s.policy][out] = a
	}
	return a
}

// weightedWithout leaves the slots of regions that are out away.
func (s *server) weightedWithout(out RegionSet) answers {
	if a, ok := s.partial[out]; ok {
		return a
	}
	if len(s.slots) > maxKeptSlots || len(s.partial) >= maxKeptSets {
		s.forget()
	}
	from := len(s.slots)
	for i, region := range s.rotation.slots {
		if !out.Has(int(region)) {
			s.slots = append(s.slots, region)
			s.places = append(s.places, int32(i))
		}
	}
	a := answers{round: s.slots[from:], at: s.places[from:]}
	if len(a.round) == 0 {
		a = answers{byGroup: s.always[s.network.firstIn(out)]}
	}
	s.partial[out] = a
	return a
}

// fixedWithout asks the geographic or the latency policy for every group.
func (s *server) fixedWithout(out RegionSet) answers {
	byGroup := make([]uint8, s.network.groups)
	for g := range byGroup {
		if s.policy == geographic {
			byGroup[g] = s.network.geographicAnswer(g, out)
		} else {
			byGroup[g] = s.network.nearest(g, out)
		}
	}
	return answers{byGroup: byGroup}
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

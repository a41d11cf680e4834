package traffic

import "slices"

// rotation is one period of the weighted answers: the region of each slot.
type rotation struct {
	id      uint64  // no two rotations of a Simulator have had the same
	weights []int64 // by region; none yet if nil
	slots   []uint8
	named   sections
}

// sections is the slots of a rotation of up to maxYields, by region: the slots of regions[i] end where those of regions[i+1]
// begin. The region with the most slots comes last, and its slots are left out: who adds up all others knows their sum.
type sections struct {
	length  int
	slots   []uint8
	regions []uint8
	ends    []int // by place in regions
}

// sections returns the slots of so many regions.
func (r *rotation) sections(regions int) *sections {
	s := &r.named
	if len(s.regions) > 0 {
		return s
	}
	s.length = len(r.slots)
	var count [MaxRegions]int
	for _, region := range r.slots {
		count[region]++
	}
	most := slices.Index(count[:], slices.Max(count[:]))
	for region := range regions {
		if region == most {
			continue
		}
		for slot, named := range r.slots {
			if int(named) == region {
				s.slots = append(s.slots, uint8(slot))
			}
		}
		s.regions, s.ends = append(s.regions, uint8(region)), append(s.ends, len(s.slots))
	}
	s.regions = append(s.regions, uint8(most))
	return s
}

// smooth lays out a smooth weighted round robin: each step adds every weight to its region's counter, takes the region
// with the largest counter, the earlier of equals, and subtracts the sum from it. counters is scratch.
func (r *rotation) smooth(weights, counters []int64) {
	r.weights = append(r.weights[:0], weights...)
	total, divisor := sum(weights), int64(0)
	for _, w := range weights {
		divisor = gcd(divisor, w)
	}
	clear(counters)
	r.slots = r.slots[:0]
	r.named.slots, r.named.regions, r.named.ends = r.named.slots[:0], r.named.regions[:0], r.named.ends[:0]
	for range total / divisor {
		largest := 0
		for i, w := range weights {
			counters[i] += w
			if counters[i] > counters[largest] {
				largest = i
			}
		}
		counters[largest] -= total
		r.slots = append(r.slots, uint8(largest))
	}
}

// rotations keeps the rotations of weights that were met before, since a grid brings the same weights again and again.
// Each has one place, by a hash of its weights, and takes it from the one that was there.
type rotations struct {
	places   []rotation // 1 << placeBits, once they are needed
	long     rotation   // the last one whose weights add up to more than keptSum
	made     uint64     // so many were laid out: the id of the last one
	counters []int64
}

const (
	placeBits = 12
	keptSum   = 1 << 10
)

// find returns the rotation of the weights. The rotations that it returned before may be overwritten; fresh says that this
// one was laid out now.
func (s *rotations) find(weights []int64) (r *rotation, fresh bool) {
	r = &s.long
	if sum(weights) <= keptSum {
		if s.places == nil {
			s.places = make([]rotation, 1<<placeBits)
		}
		r = &s.places[place(weights)]
	}
	if slices.Equal(r.weights, weights) {
		return r, false
	}
	s.counters = slices.Grow(s.counters[:0], len(weights))[:len(weights)]
	s.made++
	r.id = s.made
	r.smooth(weights, s.counters)
	return r, true
}

func sum(numbers []int64) int64 {
	total := int64(0)
	for _, n := range numbers {
		total += n
	}
	return total
}

// place hashes weights; the factor is 2^64 divided by the golden ratio, which spreads neighbours.
func place(weights []int64) uint64 {
	const factor = 0x9E3779B97F4A7C15
	hash := uint64(0)
	for _, w := range weights {
		hash = (hash + uint64(w) + 1) * factor
		hash ^= hash >> 32
	}
	return hash * factor >> (64 - placeBits)
}

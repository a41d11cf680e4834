package traffic

import "slices"

// memo keeps the answers of the sets of regions that were out, since health checks bring the same few sets again and
// again. A search through a short list costs less than a map.
type memo struct {
	sets    []RegionSet
	answers []answers
	regions []uint8 // memory of the answers
	places  []int32 // memory of the answers
	began   int     // where in regions the answer in the making begins
}

// What is kept is bounded; beyond it all is forgotten and made again.
const (
	maxKeptSets  = 64
	maxKeptSlots = 1 << 22
)

func (m *memo) forget() {
	m.sets, m.answers = m.sets[:0], m.answers[:0]
	m.regions, m.places = m.regions[:0], m.places[:0]
}

func (m *memo) find(out RegionSet) (answers, bool) {
	if i := slices.Index(m.sets, out); i >= 0 {
		return m.answers[i], true
	}
	return answers{}, false
}

// begin makes room for one more answer.
func (m *memo) begin() {
	if len(m.sets) == maxKeptSets || len(m.regions) > maxKeptSlots {
		m.forget()
	}
	m.began = len(m.regions)
}

// keep returns the answer that it keeps.
func (m *memo) keep(out RegionSet, a answers) answers {
	m.sets = append(m.sets, out)
	m.answers = append(m.answers, a)
	return a
}

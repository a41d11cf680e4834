package traffic

import "slices"

// memo keeps the answers of the sets of regions that were out, since health checks bring the same few sets again and
// again. A search through a short list costs less than a map.
type memo struct {
	sets    []RegionSet
	answers []answers // room for all from the beginning, so that they stay where they are
	regions []uint8   // memory of the answers
	places  []int32   // memory of the answers
	began   int       // where in regions the answer in the making begins
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

// find returns nil if there are none.
func (m *memo) find(out RegionSet) *answers {
	if i := slices.Index(m.sets, out); i >= 0 {
		return &m.answers[i]
	}
	return nil
}

// begin makes room for one more answer.
func (m *memo) begin() {
	if m.answers == nil {
		m.answers = make([]answers, 0, maxKeptSets)
	}
	if len(m.sets) == maxKeptSets || len(m.places) > maxKeptSlots {
		m.forget()
	}
	m.began = len(m.regions)
}

// keep returns the answers that it keeps.
func (m *memo) keep(a answers) *answers {
	i := len(m.sets)
	m.sets, m.answers = append(m.sets, a.out), m.answers[:i+1]
	a.units = m.answers[i].units[:0]
	m.answers[i] = a
	return &m.answers[i]
}

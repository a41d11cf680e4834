package traffic

import "slices"

// moves is what the answers of a rotation do to a number of resolvers, whatever the order in which those ask: in window w
// the resolver of rank i is answered by slot (w*resolvers + i) mod length, and has held the answer of the slot that is so
// many resolvers earlier. Cells that differ in their lifetimes alone share it. All numbers are in lanes.
//
// What is kept by slot goes round once more for as many slots as there are resolvers, so that the questions of a window stand
// side by side.
type moves struct {
	rotation  uint64   // rotation.id
	resolvers int64    // 0: there are none yet
	regions   []uint8  // by slot
	steps     []uint64 // by slot: what a question adds to the loads for each request of its resolver
	summed    bool     // sums and passed are of this rotation too
	sums      []int32  // by slot: see pass
	passed    []uint64
}

// prepare makes the moves of a rotation, if they are not those at hand.
func (m *moves) prepare(rotation uint64, round []uint8, resolvers int64, l *lanes) {
	if m.rotation == rotation && m.resolvers == resolvers {
		return
	}
	m.rotation, m.resolvers, m.summed = rotation, resolvers, false
	length := len(round)
	n := length + int(resolvers)
	m.steps = slices.Grow(m.steps[:0], n)[:n]
	slot, old := 0, (length-int(resolvers)%length)%length
	for i := range m.steps {
		m.steps[i] = l.unit[round[slot]] - l.unit[round[old]]
		slot, old = following(slot, round), following(old, round)
	}
}

// sum prepares the sums besides, of a rotation that is answered again after so many windows.
func (m *moves) sum(round []uint8, period int64, l *lanes) {
	if m.summed {
		return
	}
	m.summed = true
	n := len(m.steps)
	m.regions = slices.Grow(m.regions[:0], n)[:n]
	m.sums = slices.Grow(m.sums[:0], n)[:n]
	m.pass(round, int(period), l)
	slot := 0
	for i := range n {
		m.regions[i] = round[slot]
		m.sums[i] = m.sums[slot]
		slot = following(slot, round)
	}
}

// pass adds up the answers that a resolver gets one after the other: those of slots that are as many slots apart as there are
// resolvers. They go round a cycle of period slots; no slot is in two cycles. Each is passed through twice, so that all answers
// of up to a period of windows are the difference of two sums, wherever the resolver begins: after window 0 the sum is
// passed[sums[slot]], after window w the one w further on. Sums that leave their lanes do no harm, since what remains of the
// difference does not.
func (m *moves) pass(round []uint8, period int, l *lanes) {
	length := len(round)
	step := int(m.resolvers) % length
	m.passed = m.passed[:0]
	for first := range length / period {
		sum, slot := uint64(0), first
		for i := range 2 * period {
			sum += l.unit[round[slot]]
			if i < period {
				m.sums[slot] = int32(len(m.passed))
			}
			m.passed = append(m.passed, sum)
			if slot += step; slot >= length {
				slot -= length
			}
		}
	}
}

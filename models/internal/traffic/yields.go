package traffic

import (
	"math"
	"slices"
)

// yields is what each slot of a rotation of some length brings in, in a cell of one duration in which nothing disturbs the
// resolvers of one seating: the requests, by group, of all resolvers for as long as they hold an answer of that slot. Which region
// the slot names does not matter to it. So cells that differ in their weights alone share it, and each of them only adds up the
// slots of every region.
//
// A rotation that goes round twice is one of twice the length: a length serves all lengths that divide it.
type yields struct {
	duration int64 // 0: none
	length   int
	made     bool
	rows     []yield // by chunk and slot
	sums     []yield // by chunk: of all slots
}

// yield is columnsPerYield numbers of a slot, two in a word. Numbers may leave their halves on the way, since what is added up
// in the end is the sum of all, modulo 2^64, and there no number is negative or more than 32 bits wide (see yields.fit).
//
// Column 0 is the load in window 0: the requests per second of the resolvers that this slot answers then. Column g + 1 is the
// requests of group g. Where a yield does not have as many columns, further chunks of yields hold the rest.
type yield [3]uint64

const columnsPerYield = 2 * len(yield{})

// maxYields bounds what a seating keeps, in yields.
const maxYields = 1 << 8

// chunks is how many yields it takes to have a column for each group and one for the load.
func chunks(groups int) int { return groups/columnsPerYield + 1 }

// fit says whether the numbers fit into 32 bits.
func (y *yields) fit(rate, duration int64) bool { return rate <= math.MaxUint32/duration }

// add adds so many times another yield.
func (x *yield) add(times uint64, other *yield) {
	for i := range x {
		x[i] += times * other[i]
	}
}

// put adds to one column.
func (x *yield) put(column int, number int64) { x[column/2] += uint64(number) << (column % 2 * 32) }

// bySlot returns the yields of the run's seating for a rotation of so many slots in cells that end at s, or nil if there are none:
// this is the first such cell, whose yields nobody may want again, or to add slots up would take longer than to go by resolver.
func (r *run) bySlot(s span, length int, rate int64) *yields {
	y, duration := &r.seating.yields, r.end-1
	if length*chunks(len(r.groupQuota)) > min(maxYields, slotsPerResolver*len(r.askers)) || !y.fit(rate, duration) {
		return nil
	}
	if y.duration != duration || y.length%length != 0 {
		y.duration, y.length, y.made = duration, length, false
		return nil
	}
	if !y.made {
		y.made = true
		y.make(r, s)
	}
	return y
}

// slotsPerResolver is how many slots are added up in the time that a resolver takes.
const slotsPerResolver = 4

// make computes the yields.
func (y *yields) make(r *run, s span) {
	n := chunks(len(r.groupQuota)) * y.length
	y.rows, r.rates = slices.Grow(y.rows[:0], n)[:n], slices.Grow(r.rates[:0], n)[:n]
	clear(y.rows)
	clear(r.rates)
	y.addEnds(r, s)
	y.sums = y.sums[:0]
	for first := 0; first < n; first += y.length {
		rows, sum := y.rows[first:][:y.length], yield{}
		addWindows(rows, r.rates[first:][:y.length], s.windows, len(r.askers), r.ttl)
		for slot := range rows {
			sum.add(1, &rows[slot])
		}
		y.sums = append(y.sums, sum)
	}
}

// addEnds counts the answers of window 0 and the last ones, beside whole windows; see span.
func (y *yields) addEnds(r *run, s span) {
	n, length := int64(len(r.askers)), int64(y.length)
	for rank := range r.askers {
		a := &r.askers[rank]
		questions := s.windows * n
		if int64(rank) < s.asking {
			questions += n
		}
		slot, last := int64(rank)%length, (int64(rank)+questions)%length
		column := int(a.group) + 1
		chunk := int64(column/columnsPerYield) * length
		column %= columnsPerYield
		y.rows[slot].put(0, a.quota)
		r.rates[chunk+slot].put(column, a.quota)
		y.rows[chunk+slot].put(column, a.quota*a.phase)
		y.rows[chunk+last].put(column, a.quota*(s.left-a.phase))
	}
}

// addWindows counts the answers of whole windows, of ttl seconds each. In window w a slot answers the resolvers that in window 0 the
// slot w*resolvers earlier did. So the slots that are resolvers apart, which are a cycle, pass the resolvers on from one to the
// next: all of them once in each turn of the cycle, and in the windows that are left over, a sum of as many slots' rates that
// moves along the cycle.
func addWindows(rows, rates []yield, windows int64, resolvers int, ttl int64) {
	length := len(rates)
	step := resolvers % length
	cycles := int(gcd(int64(length), int64(resolvers)))
	period := length / cycles
	turns, rest := uint64(windows)/uint64(period), int(windows%int64(period))
	for first := range cycles {
		var all, some yield // rates of the whole cycle, and of the rest slots before slot
		oldest := first
		for i, slot := 1, first; i <= period; i++ {
			if slot -= step; slot < 0 {
				slot += length
			}
			all.add(1, &rates[slot])
			if i <= rest {
				some.add(1, &rates[slot])
				oldest = slot
			}
		}
		for i, slot := 0, first; i < period; i++ {
			rows[slot].add(turns*uint64(ttl), &all)
			rows[slot].add(uint64(ttl), &some)
			some.add(1, &rates[slot])
			some.add(minusOnce, &rates[oldest])
			slot, oldest = (slot+step)%length, (oldest+step)%length
		}
	}
}

// addUp writes the requests and, as loads, those of window 0 into the run. Each region has the sum of its slots, and the one
// with the most slots what the others leave of the sum of all.
func (y *yields) addUp(r *run, named *sections) {
	last := len(named.regions) - 1
	for chunk, rest := range y.sums {
		from := 0
		for i, region := range named.regions[:last] {
			to := named.ends[i]
			sum := y.sum(chunk, named.slots[from:to], named.length)
			r.bySection[region] = sum
			rest.add(minusOnce, &sum)
			from = to
		}
		r.bySection[named.regions[last]] = rest
		r.note(chunk)
	}
}

// minusOnce is -1 modulo 2^64.
const minusOnce = math.MaxUint64

// sum adds up the yields of some slots of a rotation of so many, wherever it goes round.
func (y *yields) sum(chunk int, slots []uint8, length int) (sum yield) {
	rows := y.rows[chunk*y.length:][:y.length]
	for ; len(rows) > 0; rows = rows[length:] {
		a, b, c := addSlots(rows[:length], slots)
		sum[0], sum[1], sum[2] = sum[0]+a, sum[1]+b, sum[2]+c
	}
	return sum
}

// addSlots is not inlined so that all that it needs stays in registers.
//
//go:noinline
func addSlots(rows []yield, slots []uint8) (a, b, c uint64) {
	for _, slot := range slots {
		row := &rows[slot]
		a, b, c = a+row[0], b+row[1], c+row[2]
	}
	return a, b, c
}

// note takes the columns of a chunk from r.bySection.
func (r *run) note(chunk int) {
	first := (chunk*columnsPerYield - 1) * r.width // of the requests of column 0, if it had any
	for column := range columnsPerYield {
		numbers := r.load
		if first >= 0 {
			numbers = r.requests[first:][:r.width]
		}
		word, shift := column/2, column%2*32
		for region := range numbers {
			numbers[region] = int64(r.bySection[region][word] >> shift & math.MaxUint32)
		}
		if first += r.width; first == len(r.requests) {
			return
		}
	}
}

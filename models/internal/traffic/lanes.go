package traffic

// lanes packs a number for each region into one machine word, so that a question that moves a resolver from one region to
// another is one addition in a register instead of two in memory, and all peaks are looked at by one comparison.
//
// A region has width bits, of which the highest, its guard, is 0. With the guards set in x, a subtraction x - y cannot borrow
// from one lane to the next, and leaves a guard standing exactly where x's number is not the smaller one.
type lanes struct {
	width   uint
	inverse int // 2^16 / width, whole, and 1: the places of lane i times this are between i * 2^16 and (i+1) * 2^16
	guards  uint64
	unit    [1 << 8]uint64 // by region: a 1 in its lane. As long as this, no region needs a check.
}

// newLanes divides a word among the regions.
func newLanes(regions int) lanes {
	l := lanes{width: uint(64 / regions), inverse: (1<<16)/(64/regions) + 1}
	for i := range regions {
		l.unit[i] = 1 << (uint(i) * l.width)
		l.guards |= l.unit[i] << (l.width - 1)
	}
	return l
}

// most is the largest number that fits into a lane.
func (l *lanes) most() int64 { return 1<<(l.width-1) - 1 }

// hold says whether numbers up to the given one fit into the lanes.
func (l *lanes) hold(largest int64) bool { return largest <= l.most() }

// exceed says whether some number of x is larger than y's.
func (l *lanes) exceed(x, y uint64) bool { return ((y|l.guards)-x)&l.guards != l.guards }

// larger returns the larger of the two numbers in each lane.
func (l *lanes) larger(x, y uint64) uint64 {
	keep := ((x | l.guards) - y) & l.guards
	ones := keep - keep>>(l.width-1) // all bits of the lanes where x stays
	return x&ones | y&^ones
}

// raise is larger for a y with its guards set. Inlined into a hot loop it would take registers there, seldom needed.
//
//go:noinline
func (l *lanes) raise(x, y uint64) uint64 { return l.larger(x, y&^l.guards) | l.guards }

// addTimes adds so many times each of the numbers, by region.
func (l *lanes) addTimes(times int64, x uint64, numbers []int64) {
	mask := uint64(l.most())
	for i := range numbers {
		numbers[i] += times * int64(x>>(uint(i)*l.width)&mask)
	}
}

// pack puts the numbers in, by region.
func (l *lanes) pack(numbers []int64) uint64 {
	x := uint64(0)
	for i, number := range numbers {
		x |= uint64(number) << (uint(i) * l.width)
	}
	return x
}

// unpack takes the numbers out, by region.
func (l *lanes) unpack(x uint64, numbers []int64) {
	mask := uint64(1)<<(l.width-1) - 1
	for i := range numbers {
		numbers[i] = int64(x >> (uint(i) * l.width) & mask)
	}
}

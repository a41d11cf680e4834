package chart

import (
	"math"
)

// Range is a range of values.
type Range struct{ Low, High float64 }

// Empty is the range without values.
var Empty = Range{math.Inf(1), math.Inf(-1)}

// Include widens a range so that it has a value.
func (r *Range) Include(x float64) { r.Low, r.High = min(r.Low, x), max(r.High, x) }

// IsEmpty says that there is no value in the range.
func (r Range) IsEmpty() bool { return r.Low > r.High }

// manyFold is the ratio from which on values are better told apart on a logarithmic axis. From tooMany on, the least are what
// rounding leaves of zero.
const (
	manyFold = 100
	tooMany  = 1e7
)

// Logarithmic says whether values of this range are better told apart on a logarithmic axis.
func (r Range) Logarithmic() bool {
	return r.Low > 0 && r.High/r.Low >= manyFold && r.High/r.Low < tooMany
}

// Tick is a labelled place of an axis.
type Tick struct {
	At    float64
	Label string
}

// scale turns values into coordinates.
type scale struct {
	values   Range
	from, to float64 // coordinates of the range's ends
	log      bool
	floor    float64 // of a logarithmic scale with a place for what is less, a decade below
	ticks    []Tick
}

// newScale gives a range of values an axis between two coordinates, with about so many ticks. The range is widened to the next ticks.
func newScale(r Range, log bool, from, to float64, ticks int) scale {
	if r.IsEmpty() {
		r = Range{0, 1}
	}
	s := scale{from: from, to: to, log: log && r.Low > 0}
	if s.log {
		s.values, s.ticks = logTicks(r, ticks)
	} else {
		s.values, s.ticks = linearTicks(r, ticks)
	}
	return s
}

// newFloorScale is logarithmic from a floor on, with one place for what is less; linear if the floor is 0.
func newFloorScale(r Range, floor, from, to float64, ticks int) scale {
	if floor == 0 || r.IsEmpty() {
		return newScale(r, false, from, to, ticks)
	}
	s := scale{from: from, to: to, log: true, floor: floor}
	s.values, s.ticks = logTicks(Range{floor, r.High}, ticks)
	if r.Low < floor {
		s.values.Low = floor / 10
		s.ticks = append([]Tick{{0, "0"}}, s.ticks...)
	}
	return s
}

// at is the coordinate of a value.
func (s *scale) at(x float64) float64 {
	if s.floor > 0 && x < s.floor {
		x = s.values.Low
	}
	low, high := s.values.Low, s.values.High
	if s.log {
		low, high, x = math.Log(low), math.Log(high), math.Log(max(x, s.values.Low))
	}
	return s.from + float64((s.to-s.from)*((x-low)/(high-low)))
}

// linearTicks are multiples of 1, 2 or 5 times a power of ten.
func linearTicks(r Range, n int) (Range, []Tick) {
	r = widened(r)
	step := niceStep((r.High - r.Low) / float64(n))
	first, last := math.Floor(r.Low/step+1e-9), math.Ceil(r.High/step-1e-9)
	var at []float64
	for i := first; i <= last; i++ {
		at = append(at, i*step)
	}
	var ticks []Tick
	for i, label := range steps(at, step) {
		ticks = append(ticks, Tick{at[i], label})
	}
	return Range{ticks[0].At, ticks[len(ticks)-1].At}, ticks
}

// widened is a range with some width. One that nearly begins at zero begins there.
func widened(r Range) Range {
	if r.High-r.Low <= 1e-9*max(math.Abs(r.Low), math.Abs(r.High)) {
		by := max(math.Abs(r.Low)/10, 1e-300)
		if r.Low == 0 {
			by = 1
		}
		if r.Low -= by; r.Low < 0 && r.Low >= -by {
			r.Low = 0
		}
		r.High += by
	}
	if r.Low > 0 && r.Low < 0.3*r.High {
		r.Low = 0
	}
	return r
}

// niceStep is the least of 1, 2 and 5 times a power of ten that is at least so large.
func niceStep(least float64) float64 {
	power := math.Pow(10, math.Floor(math.Log10(least)))
	for _, digit := range []float64{1, 2, 5} {
		if digit*power >= least*(1-1e-9) {
			return digit * power
		}
	}
	return 10 * power
}

// logTicks are powers of ten, with 2 and 5 times them if there are few.
func logTicks(r Range, n int) (Range, []Tick) {
	if r.High/r.Low < 1.01 {
		r.Low, r.High = r.Low/2, r.High*2
	}
	first, last := math.Floor(float64(math.Log10(r.Low))+1e-9), math.Ceil(float64(math.Log10(r.High))-1e-9)
	digits := []float64{1}
	if last-first < float64(n)/2 {
		digits = []float64{1, 2, 5}
	}
	every := max(1, math.Ceil((last-first)/float64(n)))
	var ticks []Tick
	for power := first; power <= last; power += every {
		for _, digit := range digits {
			x := digit * powerOfTen(power)
			if x >= r.Low*(1-1e-9) && x <= r.High*(1+1e-9) {
				ticks = append(ticks, Tick{x, Short(x)})
			}
		}
	}
	return r, ticks
}

// powerOfTen is exact as far as reals are.
func powerOfTen(n float64) float64 {
	if n < 0 {
		return 1 / math.Pow(10, -n)
	}
	return math.Pow(10, n)
}

// spaced are those ticks whose labels do not touch along a horizontal axis: the first and, if there is room, the last, and
// what fits between. Labels stay within the canvas.
func spaced(ticks []Tick, at func(float64) float64) []Tick {
	const gap = CharWidth
	var kept []Tick
	free := math.Inf(-1) // where the next label may begin
	for i, t := range ticks {
		half := float64(widthOf(t.Label) / 2)
		left, right := at(t.At)-half, at(t.At)+half
		if left < free || right > Width+float64(half/2) {
			continue
		}
		if last := ticks[len(ticks)-1]; i < len(ticks)-1 && i > 0 && right+gap > at(last.At)-float64(widthOf(last.Label)/2) {
			continue // the last label is worth more
		}
		kept, free = append(kept, t), right+gap
	}
	return kept
}

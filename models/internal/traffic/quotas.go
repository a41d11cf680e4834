package traffic

import (
	"math"
	"slices"
)

// quotas are the requests per second of every resolver: whole numbers that add up to the rate.
type quotas struct {
	key          quotasKey
	perSecond    []int64   // by resolver
	largestShare float64   // of the rate
	loads        []float64 // scratch: p_j
	remainders   []uint64  // scratch: what flooring took from each resolver; see floor
	sorted       []uint64  // scratch
}

// quotasKey is what the quotas depend on.
type quotasKey struct {
	resolvers int64
	skew      float64
	rate      int64
}

// update splits the rate of another key than before by largest remainder.
func (q *quotas) update(key quotasKey) {
	q.key = key
	total := q.weigh()
	left := q.floor(total)
	q.deal(left)
	q.largestShare = float64(slices.Max(q.perSecond)) / float64(key.rate)
}

// weigh computes p_j for every resolver and their sum.
func (q *quotas) weigh() float64 {
	q.loads = slices.Grow(q.loads[:0], int(q.key.resolvers))[:q.key.resolvers]
	total := 0.0
	for j := range q.loads {
		q.loads[j] = 1 / power(float64(j+1), q.key.skew)
		total += q.loads[j]
	}
	return total
}

// power is x^exponent for a non-negative multiple of 1/16. It uses multiplications and square roots only, which every
// platform rounds alike.
func power(x, exponent float64) float64 {
	whole, fraction := math.Modf(exponent)
	result := 1.0
	for range int(whole) {
		result *= x
	}
	for root := x; fraction > 0; {
		root = math.Sqrt(root)
		fraction *= 2
		if fraction >= 1 {
			result *= root
			fraction--
		}
	}
	return result
}

// floor gives each resolver the whole part of its share, and returns what is left of the rate. Remainders are kept as
// their bits, which are ordered like the numbers, since none is negative.
func (q *quotas) floor(total float64) int64 {
	rate, left, n := float64(q.key.rate), q.key.rate, len(q.loads)
	q.perSecond = slices.Grow(q.perSecond[:0], n)[:n]
	q.remainders = slices.Grow(q.remainders[:0], n)[:n]
	for j, p := range q.loads {
		share := float64(p / total * rate) // the conversion keeps the product from fusing with the subtraction below
		whole := math.Floor(share)
		q.perSecond[j] = int64(whole)
		q.remainders[j] = math.Float64bits(share - whole)
		left -= int64(whole)
	}
	return left
}

// deal hands out what is left, one request each by falling remainder, equal ones to the lower resolver first. Beside
// rates near 2^53 rounding can leave more than one for each resolver, or less than nothing: then it goes round again,
// or first takes one from each that has any until there is something to hand out.
func (q *quotas) deal(left int64) {
	n := int64(len(q.perSecond))
	for left < 0 || left >= n {
		left = q.forAll(left)
	}
	if left == 0 {
		return
	}
	q.sorted = append(q.sorted[:0], q.remainders...)
	slices.Sort(q.sorted)
	last := q.sorted[n-left] // the smallest remainder that still gets one
	above, _ := slices.BinarySearch(q.sorted, last+1)
	equal := left - (n - int64(above)) // as many of those get one
	for j, r := range q.remainders {
		if r > last {
			q.perSecond[j]++
		} else if r == last && equal > 0 {
			q.perSecond[j]++
			equal--
		}
	}
}

// forAll gives one to every resolver, or takes one from each that has any, and returns what is left then.
func (q *quotas) forAll(left int64) int64 {
	give := int64(1)
	if left < 0 {
		give = -1
	}
	for j := range q.perSecond {
		if q.perSecond[j]+give >= 0 {
			q.perSecond[j] += give
			left -= give
		}
	}
	return left
}

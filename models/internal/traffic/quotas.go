package traffic

import (
	"cmp"
	"math"
	"slices"
)

// quotas are the requests per second of every resolver: whole numbers that add up to the rate.
type quotas struct {
	key        quotasKey
	perSecond  []int64 // by resolver
	largest    int64
	loads      []float64   // scratch: p_j
	remainders []remainder // scratch
}

// quotasKey is what the quotas depend on.
type quotasKey struct {
	resolvers int64
	skew      float64
	rate      int64
}

// remainder is what flooring took from a resolver.
type remainder struct {
	size     float64
	resolver int32
}

// update splits the rate by largest remainder and says whether anything changed.
func (q *quotas) update(key quotasKey) bool {
	if key == q.key {
		return false
	}
	q.key = key
	total := q.weigh()
	left := q.floor(total)
	q.deal(left)
	q.largest = slices.Max(q.perSecond)
	return true
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

// floor gives each resolver the whole part of its share, and returns what is left of the rate.
func (q *quotas) floor(total float64) int64 {
	rate, left := float64(q.key.rate), q.key.rate
	q.perSecond = slices.Grow(q.perSecond[:0], len(q.loads))[:len(q.loads)]
	q.remainders = slices.Grow(q.remainders[:0], len(q.loads))[:len(q.loads)]
	for j, p := range q.loads {
		share := float64(p/total) * rate
		whole := math.Floor(share)
		q.perSecond[j] = int64(whole)
		q.remainders[j] = remainder{share - whole, int32(j)}
		left -= int64(whole)
	}
	return left
}

// deal hands out what is left, one request each by falling remainder, equal ones to the lower resolver first. Beside
// rates near 2^53 rounding can leave more than one for each resolver, or less than nothing: then it goes round again,
// or takes back one each from the other end.
func (q *quotas) deal(left int64) {
	if left == 0 {
		return
	}
	slices.SortFunc(q.remainders, func(a, b remainder) int {
		if c := cmp.Compare(b.size, a.size); c != 0 {
			return c
		}
		return cmp.Compare(a.resolver, b.resolver)
	})
	n := len(q.remainders)
	for i := 0; left > 0; i = (i + 1) % n {
		q.perSecond[q.remainders[i].resolver]++
		left--
	}
	for i := n - 1; left < 0; i = (i + n - 1) % n {
		if j := q.remainders[i].resolver; q.perSecond[j] > 0 {
			q.perSecond[j]--
			left++
		}
	}
}

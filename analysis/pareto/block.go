package pareto

import (
	"math"
	"slices"
)

// block is some candidates of a front, with bounds of their costs (Jaszkiewicz and Lust, "ND-Tree-based update: a fast
// algorithm for the dynamic nondominance problem", 2018; one level of such a tree).
type block struct {
	least, most []float64 // by objective; may be wider than needed after points have gone
	points      []candidate
}

// blockSize is the most candidates of a block.
const blockSize = 64

func newBlock(points []candidate, objectives int) *block {
	b := &block{least: make([]float64, objectives), most: make([]float64, objectives)}
	for i := range objectives {
		b.least[i], b.most[i] = math.Inf(1), math.Inf(-1)
	}
	for _, p := range points {
		b.include(p)
	}
	return b
}

func (b *block) include(c candidate) {
	b.points = append(b.points, c)
	for i, x := range c.costs {
		b.least[i], b.most[i] = min(b.least[i], x), max(b.most[i], x)
	}
}

// mayBeat says whether a point of the block can beat a point, or equal it: none can if the least cost of the block is more.
func (b *block) mayBeat(costs []float64) bool {
	for i, x := range costs {
		if b.least[i] > x {
			return false
		}
	}
	return true
}

// mayLose says whether a point can beat one of the block's.
func (b *block) mayLose(costs []float64) bool {
	for i, x := range costs {
		if b.most[i] < x {
			return false
		}
	}
	return true
}

// meet returns the candidate that beats a point or equals it, if there is one; else it removes those that the point beats.
func (b *block) meet(costs []float64) *candidate {
	for i := 0; i < len(b.points); {
		switch compare(b.points[i].costs, costs) {
		case better, same:
			return &b.points[i]
		case worse:
			last := len(b.points) - 1
			b.points[i] = b.points[last]
			b.points = b.points[:last]
		default:
			i++
		}
	}
	return nil
}

// outside is in how many objectives a point lies outside of the block's bounds.
func (b *block) outside(costs []float64) int {
	n := 0
	for i, x := range costs {
		if x < b.least[i] || x > b.most[i] {
			n++
		}
	}
	return n
}

// split takes half of the points away into a block of their own, cut at the median of the objective in which they spread most
// for its size.
func (b *block) split() *block {
	widest, width := 0, -1.0
	for i := range b.least {
		scale := max(math.Abs(b.least[i]), math.Abs(b.most[i]))
		if w := (b.most[i] - b.least[i]) / scale; scale > 0 && w > width {
			widest, width = i, w
		}
	}
	slices.SortFunc(b.points, func(p, q candidate) int {
		if p.costs[widest] < q.costs[widest] {
			return -1
		}
		return 1
	})
	half := len(b.points) / 2
	lower, upper := newBlock(b.points[:half], len(b.least)), newBlock(b.points[half:], len(b.least))
	*b = *lower
	return upper
}

package sensitivity

import (
	"tarama/analysis/factors"
	"tarama/analysis/sums"
)

// table keeps the means over seeds that indices are made of. Values are differences to the metric's first value.
type table interface {
	// add adds the value of a row that the ranker has just ranked.
	add(d float64, ranker *factors.Ranker, row int)

	// levels are the sums of the values at each level of a factor.
	levels(factor int) []levelSum

	// within is the sum of squares of the values about the means of their cells. squares is the sum about the mean of all n
	// values, which is offset.
	within(squares, n, offset float64) float64

	// total is a factor's index without First; Total is the variance, not divided yet.
	total(factor int) Index
}

// levelSum is the values at one level of a factor.
type levelSum struct {
	n   int64
	sum sums.Sum
}

func newTable(g *Grid, maxCells int64) table {
	if g.Cells <= maxCells {
		return newDense(g)
	}
	return newSample(g, maxCells)
}

// spread is the variance of the means of a class, as of a population; ok is false if a level has no value.
func spread(n []int32, sum []float64, at, stride, levels int64) (variance float64, ok bool) {
	var all, squares sums.Sum
	first := 0.0
	for level := range levels {
		i := at + level*stride
		if n[i] == 0 {
			return 0, false
		}
		mean := sum[i] / float64(n[i])
		if level == 0 {
			first = mean
		}
		d := mean - first
		all.Add(d)
		squares.Add(float64(d * d))
	}
	offset := all.Value() / float64(levels)
	return max(0, squares.Value()-float64(all.Value()*offset)) / float64(levels), true
}

// totals gathers the variances of classes into an index.
type totals struct {
	index Index
	sum   sums.Sum
}

func (t *totals) add(variance float64, complete bool) {
	t.index.Sampled++
	if complete {
		t.index.Complete++
		t.sum.Add(variance)
	}
}

func (t *totals) value() Index {
	if t.index.Complete > 0 {
		mean := t.sum.Value() / float64(t.index.Complete)
		t.index.Total = &mean
	}
	return t.index
}

// dense has an entry for every cell: everything about the metric can be found from it.
type dense struct {
	factors []*factors.Factor
	strides []int64
	n       []int32   // values by cell
	sum     []float64 // by cell
}

func newDense(g *Grid) *dense {
	return &dense{factors: g.Factors, strides: factors.Strides(g.Factors), n: make([]int32, g.Cells), sum: make([]float64, g.Cells)}
}

func (t *dense) add(d float64, ranker *factors.Ranker, row int) {
	cell := ranker.Ranks()[row]
	t.n[cell]++
	t.sum[cell] += d
}

func (t *dense) levels(factor int) []levelSum {
	all := make([]levelSum, t.factors[factor].Levels())
	stride := t.strides[factor]
	for block := int64(0); block < int64(len(t.n)); block += stride {
		level := &all[block/stride%int64(len(all))]
		for cell := block; cell < block+stride; cell++ {
			level.n += int64(t.n[cell])
			level.sum.Add(t.sum[cell])
		}
	}
	return all
}

func (t *dense) within(squares, _, offset float64) float64 {
	var between sums.Sum
	for cell, n := range t.n {
		if n > 0 {
			d := t.sum[cell]/float64(n) - offset
			between.Add(float64(float64(n) * float64(d*d)))
		}
	}
	return squares - between.Value()
}

func (t *dense) total(factor int) Index {
	var all totals
	levels, stride := int64(t.factors[factor].Levels()), t.strides[factor]
	for block := int64(0); block < int64(len(t.n)); block += stride * levels {
		for cell := block; cell < block+stride; cell++ {
			all.add(spread(t.n, t.sum, cell, stride, levels))
		}
	}
	all.index.Classes = int64(len(t.n)) / levels
	return all.value()
}

package factors

import "tarama/output"

// Ranker numbers the combinations of the levels of some factors: 0 to their product - 1, the last factor fastest. It belongs to
// one goroutine at a time.
type Ranker struct {
	factors []*Factor
	levels  levels
	ranks   []int64
}

// NewRanker is for some factors, of which there must be fewer than 2^62 combinations.
func NewRanker(all []*Factor) *Ranker {
	return &Ranker{factors: all}
}

// Rank finds the levels and the ranks of the rows of a table.
func (r *Ranker) Rank(t *output.Table) {
	r.ranks = append(r.ranks[:0], make([]int64, t.Rows)...)
	r.levels.find(r.factors, t)
	for i, f := range r.factors {
		n := int64(f.Levels())
		for row, level := range r.levels.of[i] {
			r.ranks[row] = r.ranks[row]*n + int64(level)
		}
	}
}

// Ranks are the numbers of the combinations, by row.
func (r *Ranker) Ranks() []int64 { return r.ranks }

// Levels are the levels of a factor, by position, by row.
func (r *Ranker) Levels(factor int) []int32 { return r.levels.of[factor] }

// Strides are, by factor, how far apart in rank its levels are.
func Strides(all []*Factor) []int64 {
	strides := make([]int64, len(all))
	stride := int64(1)
	for i := len(all) - 1; i >= 0; i-- {
		strides[i] = stride
		stride *= int64(all[i].Levels())
	}
	return strides
}

package sensitivity

import (
	"tarama/analysis/factors"
	"tarama/analysis/sums"
)

// sample keeps some classes of each factor and some cells, where a table of all cells would be too large. Which ones are kept
// depends on their numbers alone.
type sample struct {
	cells   int64
	modulus uint64
	factors []sampledFactor

	numbers map[int64]int32 // cell -> its place in the lists below
	n       []int32
	sum     []float64
	squares []float64
}

// sampledFactor is the classes of one factor that are kept, and all of its levels.
type sampledFactor struct {
	levels  int64
	stride  int64
	all     []levelSum
	numbers map[int64]int32 // rank of a class's first cell -> its place
	n       []int32         // by place and level
	sum     []float64       // by place and level
}

func newSample(g *Grid, maxCells int64) *sample {
	// An equal share of the entries for each factor and for the cells.
	share := max(1, maxCells/int64(len(g.Factors)+1))
	t := &sample{cells: g.Cells, modulus: uint64((g.Cells + share - 1) / share), numbers: map[int64]int32{}}
	for i, stride := range factors.Strides(g.Factors) {
		levels := int64(g.Factors[i].Levels())
		t.factors = append(t.factors, sampledFactor{
			levels: levels, stride: stride, all: make([]levelSum, levels), numbers: map[int64]int32{},
		})
	}
	return t
}

// kept says whether a class or a cell is in the sample. use tells the samples of different factors apart.
func (t *sample) kept(number int64, use int) bool {
	x := uint64(number) + uint64(use+1)*0x9E3779B97F4A7C15
	x = (x ^ x>>30) * 0xBF58476D1CE4E5B9 // the finaliser of SplitMix64
	x = (x ^ x>>27) * 0x94D049BB133111EB
	return (x^x>>31)%t.modulus == 0
}

func (t *sample) add(d float64, ranker *factors.Ranker, row int) {
	rank := ranker.Ranks()[row]
	for i := range t.factors {
		f := &t.factors[i]
		level := int64(ranker.Levels(i)[row])
		f.all[level].n++
		f.all[level].sum.Add(d)
		if class := rank - level*f.stride; t.kept(class, i) {
			f.add(class, level, d)
		}
	}
	if t.kept(rank, len(t.factors)) {
		t.addCell(rank, d)
	}
}

func (f *sampledFactor) add(class, level int64, d float64) {
	place, ok := f.numbers[class]
	if !ok {
		place = int32(len(f.numbers))
		f.numbers[class] = place
		f.n = append(f.n, make([]int32, f.levels)...)
		f.sum = append(f.sum, make([]float64, f.levels)...)
	}
	i := int64(place)*f.levels + level
	f.n[i]++
	f.sum[i] += d
}

func (t *sample) addCell(cell int64, d float64) {
	place, ok := t.numbers[cell]
	if !ok {
		place = int32(len(t.numbers))
		t.numbers[cell] = place
		t.n, t.sum, t.squares = append(t.n, 0), append(t.sum, 0), append(t.squares, 0)
	}
	t.n[place]++
	t.sum[place] += d
	t.squares[place] += float64(d * d)
}

func (t *sample) levels(factor int) []levelSum { return t.factors[factor].all }

// within is that of the cells in the sample, for as many values as there are.
func (t *sample) within(_, n, _ float64) float64 {
	var within sums.Sum
	values := int64(0)
	for i := range t.n {
		within.Add(t.squares[i] - float64(t.sum[i]*t.sum[i])/float64(t.n[i]))
		values += int64(t.n[i])
	}
	if values == 0 {
		return 0
	}
	return within.Value() / float64(values) * n
}

func (t *sample) total(factor int) Index {
	f := &t.factors[factor]
	var all totals
	for place := range int64(len(f.numbers)) {
		all.add(spread(f.n, f.sum, place*f.levels, 1, f.levels))
	}
	all.index.Classes = t.cells / f.levels
	return all.value()
}

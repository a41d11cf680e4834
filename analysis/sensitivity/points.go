package sensitivity

import (
	"fmt"
	"slices"

	"tarama/analysis/rows"
	"tarama/analysis/sums"
	"tarama/output"
)

// SampledQuery says what to analyse in the results of a sampling design. Columns are given by position in the source.
type SampledQuery struct {
	Sampling *Sampling
	Cell     int   // the column of cell numbers
	Factors  []int // the columns of Sampling.Parameters
	Metrics  []int // columns of numbers
	Status   int   // the column that tells failed rows; -1 for none
	Seed     int   // the column that tells replicates apart; -1 for none
	Workers  int   // goroutines that read; 0 for one a core
}

// pointMeans are the means of one metric at the points of a design, over all cells of a point. Values are differences to the
// metric's first value.
type pointMeans struct {
	column        int
	failed, nulls int64
	count         int64
	first         float64
	cells                 // all of a point
	groups        []cells // those of a group of seeds; nil without seeds in common
	wanted        int32   // values that the fullest point has: a point with fewer is not whole and does not count
	mean          float64 // over the rows of whole points
	between       float64 // variance of the means of whole points
	within        float64 // mean variance of the rows of a whole point
}

// cells sum up the values of some cells of each point.
type cells struct {
	n       []int32   // values, by point
	means   []float64 // by point
	spreads []float64 // sums of squares about the mean, by point
}

func newCells(points int64) cells {
	return cells{n: make([]int32, points), means: make([]float64, points), spreads: make([]float64, points)}
}

// whole says whether a point has all of its values.
func (m *pointMeans) whole(point int64) bool { return m.n[point] > 0 && m.n[point] == m.wanted }

// at is the mean at a point, less that of all.
func (m *pointMeans) at(point int64) float64 { return m.means[point] - m.mean }

// spread is the variance of the rows of a whole point, as of a population.
func (m *pointMeans) spread(point int64) float64 { return m.spreads[point] / float64(m.wanted) }

// coordinates are the values of one factor at the points of a design.
type coordinates []float64

// sampledPass goes through the rows once to find means and coordinates.
type sampledPass struct {
	schema  []output.Column
	query   SampledQuery
	failed  int32
	points  int64 // points beyond are left out
	metrics []pointMeans
	factors []int         // columns of the coordinates to find
	found   []coordinates // by factor
	seeds   *seeds
	groups  []int // of seeds, by row of a chunk; nil if points have no seeds in common
	rows    int64
}

func newSampledPass(s rows.Source, q SampledQuery, points int64, metrics, factors []int) *sampledPass {
	p := &sampledPass{
		schema: s.Columns(), query: q, failed: rows.FailedCode(s.Columns(), q.Status), points: points, factors: factors,
		seeds: newSeeds(q),
	}
	for _, column := range metrics {
		p.metrics = append(p.metrics, pointMeans{column: column, cells: newCells(points)})
	}
	for range factors {
		p.found = append(p.found, make(coordinates, points))
	}
	return p
}

func (p *sampledPass) run(s rows.Source) error {
	columns := slices.Concat([]int{p.query.Cell}, p.factors)
	if p.query.Status >= 0 {
		columns = append(columns, p.query.Status)
	}
	if p.seeds.column >= 0 && len(p.metrics) > 0 {
		columns = append(columns, p.seeds.column)
	}
	for i := range p.metrics {
		columns = append(columns, p.metrics[i].column)
	}
	slices.Sort(columns)
	err := rows.Scan(s, slices.Compact(columns), p.query.Workers,
		rows.Steps[[]int64]{Pass: "points of the design", Prepare: p.prepare, Consume: p.consume})
	if err != nil {
		return err
	}
	rows.Each(len(p.metrics), p.query.Workers, func(i int) { p.metrics[i].finish() })
	return nil
}

// prepare finds the point of each row; beyond the last that counts it is -1.
func (p *sampledPass) prepare(c *rows.Chunk, points *[]int64) error {
	*points = (*points)[:0]
	for _, cell := range c.Table.Columns[p.query.Cell].Ints {
		if cell < 0 {
			return fmt.Errorf("part %d has the cell number %d, which is below 0", c.Part, cell)
		}
		point := cell / p.query.Sampling.Inner
		if point >= p.points {
			point = -1
		}
		*points = append(*points, point)
	}
	return nil
}

func (p *sampledPass) consume(c *rows.Chunk, points *[]int64) error {
	p.rows += int64(c.Table.Rows)
	for i, column := range p.factors {
		numbers := rows.NumbersOf(&c.Table.Columns[column])
		for row, point := range *points {
			if point >= 0 {
				p.found[i][point] = numbers.At(row)
			}
		}
	}
	var status []int32
	if p.query.Status >= 0 {
		status = c.Table.Columns[p.query.Status].Codes
	}
	if p.seeds.column >= 0 && len(p.metrics) > 0 {
		p.groups = p.groups[:0]
		for _, seed := range c.Table.Columns[p.seeds.column].Ints {
			p.groups = append(p.groups, p.seeds.groupOf(seed))
		}
	}
	rows.Each(len(p.metrics), p.query.Workers, func(i int) {
		m := &p.metrics[i]
		v := &c.Table.Columns[m.column]
		numbers := rows.NumbersOf(v)
		for row, point := range *points {
			switch {
			case point < 0:
			case status != nil && status[row] == p.failed:
				m.failed++
			case v.Null != nil && v.Null[row]:
				m.nulls++
			default:
				y := m.add(point, numbers.At(row))
				if p.groups != nil {
					m.group(p.groups[row]).add(point, y)
				}
			}
		}
	})
	return nil
}

// add adds a value of a point and returns its difference to the first.
func (m *pointMeans) add(point int64, y float64) float64 {
	if m.count == 0 {
		m.first = y
	}
	m.count++
	y -= m.first
	m.cells.add(point, y)
	return y
}

// add moves the mean and the sum of squares of a point by one value (Welford, "Note on a method for calculating corrected sums
// of squares and products", 1962): equal values have no spread at all.
func (c *cells) add(point int64, y float64) {
	c.n[point]++
	off := y - c.means[point]
	c.means[point] += off / float64(c.n[point])
	c.spreads[point] += float64(off * (y - c.means[point]))
}

// merge adds other cells of the same points (Chan, Golub and LeVeque, "Updating formulae and a pairwise algorithm for computing
// sample variances", 1979).
func (c *cells) merge(o *cells) {
	for point, n := range o.n {
		if n == 0 {
			continue
		}
		share := float64(n) / float64(c.n[point]+n)
		off := o.means[point] - c.means[point]
		c.spreads[point] += o.spreads[point] + float64(float64(off*off)*float64(share*float64(c.n[point])))
		c.means[point] += float64(off * share)
		c.n[point] += n
	}
}

// finish finds how many values a whole point has, and the mean and the variances over whole points.
func (m *pointMeans) finish() {
	for _, n := range m.n {
		m.wanted = max(m.wanted, n)
	}
	whole := m.wholeBlocks(1)
	n := float64(max(1, len(whole)))
	var sum, squares, spreads sums.Sum
	for _, point := range whole {
		sum.Add(m.means[point])
	}
	m.mean = sum.Value() / n
	for _, point := range whole {
		squares.Add(float64(m.at(point) * m.at(point)))
		spreads.Add(m.spread(point))
	}
	m.between, m.within = squares.Value()/n, spreads.Value()/n
}

// wholeBlocks are the blocks of so many points, all of them whole.
func (m *pointMeans) wholeBlocks(size int64) []int64 {
	var blocks []int64
	for block := range int64(len(m.n)) / size {
		complete := true
		for point := block * size; point < (block+1)*size; point++ {
			complete = complete && m.whole(point)
		}
		if complete {
			blocks = append(blocks, block)
		}
	}
	return blocks
}

// eachCoordinate finds the coordinates of one factor after the other, as many in a pass through the rows as memory allows.
func eachCoordinate(s rows.Source, q SampledQuery, points, maxPoints int64, use func(factor int, x coordinates) error) error {
	batch := int(max(1, maxPoints/points))
	for first := 0; first < len(q.Factors); first += batch {
		p := newSampledPass(s, q, points, nil, q.Factors[first:min(first+batch, len(q.Factors))])
		if err := p.run(s); err != nil {
			return err
		}
		for i, x := range p.found {
			if err := use(first+i, x); err != nil {
				return err
			}
		}
	}
	return nil
}

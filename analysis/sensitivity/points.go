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
	Workers  int   // goroutines that read; 0 for one a core
}

// pointMeans are the means of one metric at the points of a design, over all cells of a point. Sums are of differences to
// the metric's first value.
type pointMeans struct {
	column         int
	failed, nulls  int64
	count          int64
	first          float64
	sum, squares   sums.Sum
	n              []int32   // by point
	total          []float64 // by point
	wanted         int32     // values that the fullest point has: one with fewer does not count
	mean, variance float64   // of the points' means
}

// at is the mean at a point; ok is false if some of its rows have no value.
func (m *pointMeans) at(point int64) (y float64, ok bool) {
	n := m.n[point]
	if n == 0 || n < m.wanted {
		return 0, false
	}
	return m.total[point] / float64(n), true
}

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
	rows    int64
}

func newSampledPass(s rows.Source, q SampledQuery, points int64, metrics, factors []int) *sampledPass {
	p := &sampledPass{schema: s.Columns(), query: q, failed: rows.FailedCode(s.Columns(), q.Status), points: points, factors: factors}
	for _, column := range metrics {
		p.metrics = append(p.metrics, pointMeans{column: column, n: make([]int32, points), total: make([]float64, points)})
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
	for i := range p.metrics {
		columns = append(columns, p.metrics[i].column)
	}
	slices.Sort(columns)
	err := rows.Scan(s, slices.Compact(columns), p.query.Workers, rows.Steps[[]int64]{Prepare: p.prepare, Consume: p.consume})
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
				m.add(point, numbers.At(row))
			}
		}
	})
	return nil
}

func (m *pointMeans) add(point int64, y float64) {
	if m.count == 0 {
		m.first = y
	}
	m.count++
	d := y - m.first
	m.sum.Add(d)
	m.squares.Add(float64(d * d))
	m.n[point]++
	m.total[point] += d
}

// finish finds how many values a whole point has, and the mean and variance of the points' means.
func (m *pointMeans) finish() {
	for _, n := range m.n {
		m.wanted = max(m.wanted, n)
	}
	var sum, squares sums.Sum
	n := 0.0
	for point := range int64(len(m.n)) {
		if y, ok := m.at(point); ok {
			n++
			sum.Add(y)
			squares.Add(float64(y * y))
		}
	}
	if n > 0 {
		m.mean = sum.Value() / n
		m.variance = max(0, squares.Value()/n-float64(m.mean*m.mean))
	}
}

// noise is the share of the variance over rows that is not between points.
func (m *pointMeans) noise() *float64 {
	if m.wanted < 2 || m.count == 0 {
		return nil
	}
	n, sum := float64(m.count), m.sum.Value()
	all := m.squares.Value() - float64(sum*sum)/n
	if all <= 0 {
		return nil
	}
	var between sums.Sum
	for point, n := range m.n {
		if n > 0 {
			d := m.total[point]/float64(n) - sum/float64(m.count)
			between.Add(float64(float64(n) * float64(d*d)))
		}
	}
	share := min(max(0, 1-between.Value()/all), 1)
	return &share
}

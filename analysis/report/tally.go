package report

import (
	"math"
	"slices"

	"tarama/analysis/rows"
	"tarama/analysis/sums"
	"tarama/output"
)

// bucket adds up values, as differences to the metric's first one, so that a large mean costs a small spread no digits.
type bucket struct {
	n   float64
	sum float64
}

// metric is what one pass finds of a metric.
type metric struct {
	Column int
	Count  int64 // rows with a value
	Least  extreme
	Most   extreme

	leastPositive float64 // infinite if there is none

	first   float64
	sum     sums.Sum // of differences to the first value
	squares sums.Sum
	buckets [][]bucket // of the pass, by axis: by place and group of seeds
	levels  [][]level  // what the buckets amount to, by axis: places with values
}

// extreme is the least or the greatest value.
type extreme struct {
	Value float64
	Place rows.Place // the first row with it
	Equal int64      // rows with it
}

func (e *extreme) set(y float64, c *rows.Chunk, row int) {
	*e = extreme{y, rows.Place{Part: c.Part, Group: c.Group, Row: row}, 1}
}

// mean is that of all rows.
func (m *metric) mean() float64 { return m.first + m.sum.Value()/float64(m.Count) }

// variance is that of all rows, as of a population.
func (m *metric) variance() float64 {
	n, sum := float64(m.Count), m.sum.Value()
	return max(0, m.squares.Value()-float64(sum*sum)/n) / n
}

// tally adds up metrics at the places of axes.
type tally struct {
	schema  []output.Column
	axes    []*axis
	seeds   seeds
	status  int
	workers int
	metrics []metric
	rows    int64
	failed  int64
}

// The bounds on a pass: 64 MB of buckets, and the metrics whose columns are read ahead. More metrics take more passes.
const (
	maxBuckets = 4 << 20
	maxRead    = 12
)

// run goes through the rows as often as memory needs.
func (t *tally) run(s rows.Source, columns []int) error {
	each := 0
	for _, a := range t.axes {
		each += len(a.Places) * t.seeds.Groups
	}
	for batch := range slices.Chunk(columns, min(maxRead, max(1, maxBuckets/max(1, each)))) {
		p := &tallyPass{tally: t, first: len(t.metrics)}
		for _, column := range batch {
			m := metric{Column: column, leastPositive: math.Inf(1)}
			for _, a := range t.axes {
				m.buckets = append(m.buckets, make([]bucket, len(a.Places)*t.seeds.Groups))
			}
			t.metrics = append(t.metrics, m)
		}
		if err := p.run(s); err != nil {
			return err
		}
		rows.Each(len(batch), t.workers, func(i int) { t.metrics[p.first+i].sumUp(&t.seeds) })
	}
	return nil
}

// tallyPass is one pass: the metrics from first on.
type tallyPass struct {
	*tally
	first int
}

// coded is what workers make of a row group.
type coded struct {
	coders []*coder
	places [][]int32 // by axis: by row, times the groups of seeds
	groups []int32
}

func (p *tallyPass) run(s rows.Source) error {
	p.rows, p.failed = 0, 0
	columns := []int{}
	for _, a := range p.axes {
		columns = append(columns, a.Columns...)
	}
	for i := range p.metrics[p.first:] {
		columns = append(columns, p.metrics[p.first+i].Column)
	}
	for _, column := range []int{p.seeds.Column, p.status} {
		if column >= 0 {
			columns = append(columns, column)
		}
	}
	slices.Sort(columns)
	return rows.Scan(s, slices.Compact(columns), p.workers, rows.Steps[coded]{Pass: "main effects", Prepare: p.prepare, Consume: p.consume})
}

func (p *tallyPass) prepare(c *rows.Chunk, x *coded) error {
	if x.coders == nil {
		for _, a := range p.axes {
			x.coders = append(x.coders, a.newCoder())
		}
		x.places = make([][]int32, len(p.axes))
	}
	x.groups = p.seeds.code(x.groups[:0], p.schema, &c.Table)
	for i, coder := range x.coders {
		x.places[i] = coder.code(x.places[i][:0], p.schema, &c.Table)
		for row := range x.places[i] {
			x.places[i][row] = x.places[i][row]*int32(p.seeds.Groups) + x.groups[row]
		}
	}
	return nil
}

func (p *tallyPass) consume(c *rows.Chunk, x *coded) error {
	p.rows += int64(c.Table.Rows)
	var status []int32
	if p.status >= 0 {
		status = c.Table.Columns[p.status].Codes
	}
	failed := rows.FailedCode(p.schema, p.status)
	for _, code := range status {
		if code == failed {
			p.failed++
		}
	}
	rows.Each(len(p.metrics)-p.first, p.workers, func(i int) { p.metrics[p.first+i].add(c, status, failed, x.places) })
	return nil
}

// add adds the values of a row group.
func (m *metric) add(c *rows.Chunk, status []int32, failed int32, places [][]int32) {
	v := &c.Table.Columns[m.Column]
	numbers, null := rows.NumbersOf(v), v.Null
	for row := range c.Table.Rows {
		if null != nil && null[row] || status != nil && status[row] == failed {
			continue
		}
		y := numbers.At(row)
		m.look(c, row, y)
		d := y - m.first
		m.sum.Add(d)
		m.squares.Add(float64(d * d))
		for axis := range places {
			b := &m.buckets[axis][places[axis][row]]
			b.n++
			b.sum += d
		}
	}
}

// look counts a value and takes note of the least and the greatest.
func (m *metric) look(c *rows.Chunk, row int, y float64) {
	m.Count++
	if y > 0 && y < m.leastPositive {
		m.leastPositive = y
	}
	if m.Count == 1 {
		m.first = y
		m.Least.set(y, c, row)
		m.Most.set(y, c, row)
		return
	}
	switch {
	case y < m.Least.Value:
		m.Least.set(y, c, row)
	case y == m.Least.Value:
		m.Least.Equal++
	}
	switch {
	case y > m.Most.Value:
		m.Most.set(y, c, row)
	case y == m.Most.Value:
		m.Most.Equal++
	}
}

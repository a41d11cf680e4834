package report

import (
	"math"
	"slices"

	"tarama/analysis/rows"
)

// pair is a metric over two axes.
type pair struct {
	Metric  *metric
	X, Y    int // axes
	buckets []bucket
}

// mean is that at two places, NaN without values.
func (p *pair) mean(x, y, width int) float64 {
	b := &p.buckets[y*width+x]
	if b.n == 0 {
		return math.NaN()
	}
	return p.Metric.first + b.sum/b.n
}

// strongestPair are the two strongest axes of a metric that can be drawn, the one with the longer names up the side; ok is false
// if there are not two.
func (f *findings) strongestPair(m *metric) (p pair, ok bool) {
	var chosen []int
	for _, r := range f.ranked(m) {
		if n := len(f.axes[r.Axis].Places); n <= MaxWords && len(chosen) < 2 && r.Strength >= leastStrength {
			chosen = append(chosen, r.Axis)
		}
	}
	if len(chosen) < 2 {
		return p, false
	}
	p = pair{Metric: m, X: chosen[0], Y: chosen[1]}
	a, b := f.axes[p.X], f.axes[p.Y]
	if a.Words && !b.Words || a.Words == b.Words && a.labelLength() > b.labelLength() {
		p.X, p.Y = p.Y, p.X
	}
	p.buckets = make([]bucket, len(a.Places)*len(b.Places))
	return p, true
}

func (a *axis) labelLength() int {
	n := 0
	for _, p := range a.Places {
		n = max(n, len(p.Label))
	}
	return n
}

// findPairs adds up metrics at pairs of places, as many in a pass as may be read ahead.
func (f *findings) findPairs(s rows.Source, metrics []*metric) error {
	for _, m := range metrics {
		if p, ok := f.strongestPair(m); ok {
			f.pairs = append(f.pairs, p)
		}
	}
	for batch := range slices.Chunk(f.pairs, maxRead) {
		if err := (&pairsPass{findings: f, pairs: batch}).run(s); err != nil {
			return err
		}
	}
	return nil
}

func (p *pairsPass) run(s rows.Source) error {
	columns := []int{}
	for i := range p.pairs {
		q := &p.pairs[i]
		columns = append(columns, q.Metric.Column)
		for _, axis := range []int{q.X, q.Y} {
			if columns = append(columns, p.findings.axes[axis].Columns...); !slices.Contains(p.axes, axis) {
				p.axes = append(p.axes, axis)
			}
		}
	}
	if p.status >= 0 {
		columns = append(columns, p.status)
	}
	slices.Sort(columns)
	return rows.Scan(s, slices.Compact(columns), p.o.Workers, rows.Steps[codedPairs]{Pass: "pairs of axes", Prepare: p.prepare, Consume: p.consume})
}

// pairsPass is one pass through the rows.
type pairsPass struct {
	*findings
	pairs []pair
	axes  []int // that some of the pairs has
}

// codedPairs is what workers make of a row group.
type codedPairs struct {
	coders map[int]*coder
	places map[int][]int32
}

func (p *pairsPass) prepare(c *rows.Chunk, x *codedPairs) error {
	if x.coders == nil {
		x.coders, x.places = map[int]*coder{}, map[int][]int32{}
		for _, axis := range p.axes {
			x.coders[axis] = p.findings.axes[axis].newCoder()
		}
	}
	for _, axis := range p.axes {
		x.places[axis] = x.coders[axis].code(x.places[axis][:0], p.schema, &c.Table)
	}
	return nil
}

func (p *pairsPass) consume(c *rows.Chunk, x *codedPairs) error {
	var status []int32
	if p.status >= 0 {
		status = c.Table.Columns[p.status].Codes
	}
	failed := rows.FailedCode(p.schema, p.status)
	rows.Each(len(p.pairs), p.o.Workers, func(i int) {
		q := &p.pairs[i]
		v := &c.Table.Columns[q.Metric.Column]
		numbers, null := rows.NumbersOf(v), v.Null
		width := int32(len(p.findings.axes[q.X].Places))
		xs, ys := x.places[q.X], x.places[q.Y]
		for row := range xs {
			if null != nil && null[row] || status != nil && status[row] == failed {
				continue
			}
			b := &q.buckets[ys[row]*width+xs[row]]
			b.n++
			b.sum += numbers.At(row) - q.Metric.first
		}
	})
	return nil
}

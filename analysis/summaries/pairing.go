package summaries

import (
	"slices"

	"tarama/analysis/factors"
	"tarama/analysis/rows"
	"tarama/analysis/sums"
	"tarama/output"
)

// pairing pairs rows and gathers their differences. Each run is about the pairs whose number, among the combinations of what
// the rows of a pair agree in, lies in a range.
type pairing struct {
	source  rows.Source
	schema  []output.Column
	query   Query
	levels  Levels
	others  []*factors.Factor
	keys    groupKeys
	failed  int32
	metrics []pairedState

	first, end int64
}

// pairedState is what is gathered of one metric.
type pairedState struct {
	differences metricState
	sides       []sideSums // by group
	open        []openPair // of this run, by pair; the memory is that of the run before
}

func (m *pairedState) extend(keys *groupKeys) {
	m.differences.extend(keys)
	m.sides = extend(m.sides, keys.groups())
}

// sideSums are the values at the two levels in a group.
type sideSums struct {
	a, b     sums.Sum // of pairs
	unpaired int64
}

// openPair is a pair of which one row has come, or both.
type openPair struct {
	value float64
	group int32
	state side
}

type side uint8

const (
	neither side = iota
	sideA
	sideB
	both
)

// preparedPairs is what workers make of a row group.
type preparedPairs struct {
	keys   *rows.Keys
	ranker *factors.Ranker
	bits   []uint64 // of the compared parameter
}

func newPairing(s rows.Source, q Query, l Levels, others []*factors.Factor, groups, seeds int) *pairing {
	schema := s.Columns()
	return &pairing{
		source: s, schema: schema, query: q, levels: l, others: others, keys: newGroupKeys(schema, q, groups, seeds),
		failed: rows.FailedCode(schema, q.Status), metrics: make([]pairedState, len(q.Metrics)),
	}
}

func (p *pairing) run(first, end int64) error {
	p.first, p.end = first, end
	for i := range p.metrics {
		m := &p.metrics[i]
		m.open = slices.Grow(m.open[:0], int(end-first))[:end-first]
		clear(m.open)
	}
	columns := append(p.query.columns(), p.levels.Parameter)
	for _, f := range p.others {
		columns = append(columns, f.Columns...)
	}
	slices.Sort(columns)
	err := rows.Scan(p.source, slices.Compact(columns), p.query.Workers,
		rows.Steps[preparedPairs]{Pass: "pairs of rows", Prepare: p.prepare, Consume: p.consume})
	if err != nil {
		return err
	}
	for i := range p.metrics {
		p.metrics[i].countUnpaired()
	}
	return nil
}

func (p *pairing) prepare(c *rows.Chunk, x *preparedPairs) error {
	if x.ranker == nil {
		x.keys, x.ranker = rows.NewKeys(p.schema), factors.NewRanker(p.others)
	}
	x.ranker.Rank(&c.Table)
	column := p.levels.Parameter
	x.bits = rows.Bits(x.bits[:0], &p.schema[column], &c.Table.Columns[column])
	p.query.number(x.keys, &c.Table) // last, since it may put seeds into batches, and the rows of a pair have the same seed
	return nil
}

func (p *pairing) consume(c *rows.Chunk, x *preparedPairs) error {
	if err := p.keys.enter(x.keys); err != nil {
		return err
	}
	var status []int32
	if p.query.Status >= 0 {
		status = c.Table.Columns[p.query.Status].Codes
	}
	return eachMetric(len(p.metrics), p.query.Workers, func(i int) error {
		p.metrics[i].extend(&p.keys)
		return p.add(&p.metrics[i], &c.Table.Columns[p.query.Metrics[i]], x, status)
	})
}

// add takes a row group's values of one metric into account.
func (p *pairing) add(m *pairedState, v *output.Values, x *preparedPairs, status []int32) error {
	numbers := rows.NumbersOf(v)
	for row, bits := range x.bits {
		s := p.sideOf(bits)
		pair := x.ranker.Ranks()[row]
		if s == neither || pair < p.first || pair >= p.end {
			continue
		}
		if status != nil && status[row] == p.failed || v.Null != nil && v.Null[row] {
			continue
		}
		group, seed := p.keys.of(x.keys, row)
		if err := m.add(&m.open[pair-p.first], s, numbers.At(row), group, seed); err != nil {
			return err
		}
	}
	return nil
}

func (p *pairing) sideOf(bits uint64) side {
	switch bits {
	case p.levels.A.Bits:
		return sideA
	case p.levels.B.Bits:
		return sideB
	}
	return neither
}

// add takes a row of a pair into account. A third row of a pair, which a grid does not have, is unpaired.
func (m *pairedState) add(o *openPair, s side, y float64, group, seed int32) error {
	switch {
	case o.state == neither:
		*o = openPair{value: y, group: group, state: s}
		return nil
	case o.state == s || o.state == both:
		m.sides[group].unpaired++
		return nil
	}
	a, b := o.value, y
	if s == sideA {
		a, b = y, o.value
	}
	o.state = both
	m.sides[group].a.Add(a)
	m.sides[group].b.Add(b)
	all := &m.differences.groups[group]
	all.add(b-a, &m.differences.seeds[seed])
	return all.values.add(b - a)
}

// countUnpaired counts the rows whose partners did not come.
func (m *pairedState) countUnpaired() {
	for i := range m.open {
		if s := m.open[i].state; s == sideA || s == sideB {
			m.sides[m.open[i].group].unpaired++
		}
	}
}

// differences are the results by key.
func (p *pairing) differences() ([]Difference, error) {
	seedsOf := p.keys.seedsByGroup()
	var all []Difference
	for _, g := range p.keys.sorted() {
		d := Difference{Key: p.keys.values(g)}
		for i := range p.metrics {
			m := &p.metrics[i]
			m.extend(&p.keys)
			s, err := m.differences.statistics(g, seedsOf[g], Differences)
			if err != nil {
				return nil, err
			}
			s.Batched = p.query.batches > 0
			pair := Paired{Differences: s, Unpaired: m.sides[g].unpaired}
			if n := float64(s.Count); n > 0 {
				a, b := m.sides[g].a.Value()/n, m.sides[g].b.Value()/n
				pair.MeanA, pair.MeanB = &a, &b
			}
			d.Metrics = append(d.Metrics, pair)
		}
		all = append(all, d)
	}
	return all, nil
}

package summaries

import (
	"slices"

	"tarama/analysis/rows"
	"tarama/output"
)

// Query says what to summarise. Columns are given by position in the source.
type Query struct {
	By      []int // columns whose values make the groups
	Metrics []int // columns of numbers
	Seed    int   // the column that tells replicates apart; -1 for none
	Status  int   // the column that tells failed rows; -1 for none
	Workers int   // goroutines that read; 0 for one a core

	NoQuantiles bool // leave out quantiles, which take nearly all of a group's memory

	batches int // that seeds are put into; 0: each is for itself
}

// Group is the rows that agree in the columns of Query.By.
type Group struct {
	Key     []rows.Value // as Query.By
	Rows    int64
	Failed  int64
	Metrics []Statistics // as Query.Metrics
}

// Summarize describes metrics by group. The groups are sorted by their keys. With more groups than memory allows the error
// is a *rows.TooManyKeysError.
func Summarize(s rows.Source, q Query) ([]Group, error) { return summarize(s, q, standard) }

func summarize(s rows.Source, q Query, b bounds) ([]Group, error) {
	var all []Group
	err := inPasses(q, b, func(part Query, groups, seeds int) error {
		found, err := summarizeOnce(s, part, groups, seeds)
		if err == nil {
			all = join(all, found)
		}
		return err
	})
	return all, err
}

// join adds the metrics of another pass, which found the same groups in the same order.
func join(all, more []Group) []Group {
	if all == nil {
		return more
	}
	for i := range all {
		all[i].Metrics = append(all[i].Metrics, more[i].Metrics...)
	}
	return all
}

// pass goes through the rows once.
type pass struct {
	schema  []output.Column
	query   Query
	keys    groupKeys
	failed  int32
	counts  []rowCounts // by group
	metrics []metricState
}

// rowCounts are the rows of a group.
type rowCounts struct{ all, failed int64 }

// summarizeOnce summarises as long as there are no more than so many groups, and pairs of group and seed.
func summarizeOnce(s rows.Source, q Query, groups, seeds int) ([]Group, error) {
	schema := s.Columns()
	p := &pass{
		schema: schema, query: q, keys: newGroupKeys(schema, q, groups, seeds), failed: rows.FailedCode(schema, q.Status),
		metrics: make([]metricState, len(q.Metrics)),
	}
	columns := q.columns()
	slices.Sort(columns)
	err := rows.Scan(s, slices.Compact(columns), q.Workers, rows.Steps[*rows.Keys]{
		Pass: "groups",
		Prepare: func(c *rows.Chunk, keys **rows.Keys) error {
			if *keys == nil {
				*keys = rows.NewKeys(schema)
			}
			q.number(*keys, &c.Table)
			return nil
		},
		Consume: func(c *rows.Chunk, keys **rows.Keys) error { return p.consume(&c.Table, *keys) },
	})
	if err != nil {
		return nil, err
	}
	return p.groups()
}

func (p *pass) consume(t *output.Table, keys *rows.Keys) error {
	if err := p.keys.enter(keys); err != nil {
		return err
	}
	p.counts = extend(p.counts, p.keys.groups())
	status := p.status(t)
	for row := range t.Rows {
		group, _ := p.keys.of(keys, row)
		p.counts[group].all++
		if status != nil && status[row] == p.failed {
			p.counts[group].failed++
		}
	}
	return eachMetric(len(p.metrics), p.query.Workers, func(i int) error {
		p.metrics[i].extend(&p.keys)
		return p.add(&p.metrics[i], &t.Columns[p.query.Metrics[i]], keys, status)
	})
}

// status are the codes of the status column if some row of the table failed.
func (p *pass) status(t *output.Table) []int32 {
	if p.query.Status < 0 || !slices.Contains(t.Columns[p.query.Status].Codes, p.failed) {
		return nil
	}
	return t.Columns[p.query.Status].Codes
}

// add adds a row group's values of one metric.
func (p *pass) add(m *metricState, v *output.Values, keys *rows.Keys, status []int32) error {
	numbers := rows.NumbersOf(v)
	for row := range keys.IDs(0) {
		if status != nil && status[row] == p.failed {
			continue
		}
		group, seed := p.keys.of(keys, row)
		if v.Null != nil && v.Null[row] {
			m.groups[group].nulls++
			continue
		}
		a, y := &m.groups[group], numbers.At(row)
		a.add(y, &m.seeds[seed])
		if p.query.NoQuantiles {
			continue
		}
		if err := a.values.add(y); err != nil {
			return err
		}
	}
	return nil
}

// groups are the results by key.
func (p *pass) groups() ([]Group, error) {
	seedsOf := p.keys.seedsByGroup()
	p.counts = extend(p.counts, p.keys.groups())
	var all []Group
	for _, g := range p.keys.sorted() {
		group := Group{Key: p.keys.values(g), Rows: p.counts[g].all, Failed: p.counts[g].failed}
		for i := range p.metrics {
			p.metrics[i].extend(&p.keys)
			s, err := p.metrics[i].statistics(g, seedsOf[g], rangeOf(&p.schema[p.query.Metrics[i]]))
			if err != nil {
				return nil, err
			}
			s.Batched = p.query.batches > 0
			group.Metrics = append(group.Metrics, s)
		}
		all = append(all, group)
	}
	return all, nil
}

// rangeOf is what values a metric can have.
func rangeOf(c *output.Column) Range {
	if rows.IsIndicator(c) {
		return Shares
	}
	return AnyNumber
}

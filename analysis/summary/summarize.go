package summary

import (
	"errors"
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
}

// Group is the rows that agree in the columns of Query.By.
type Group struct {
	Key     []rows.Value // as Query.By
	Rows    int64
	Failed  int64
	Metrics []Statistics // as Query.Metrics
}

// The bounds on memory: groups times metrics, and pairs of group and seed times metrics, that are kept at a time. Metrics
// beyond that are left for another pass through the rows; groups beyond that are an error.
const (
	maxGroups = 1 << 15
	maxSeeds  = 1 << 23
)

// Summarize describes metrics by group. The groups are sorted by their keys. With more groups than memory allows the error
// is a *rows.TooManyKeysError.
func Summarize(s rows.Source, q Query) ([]Group, error) {
	return inBatches(s, q, maxGroups, maxSeeds)
}

// inBatches summarises as many metrics in a pass as the bounds allow.
func inBatches(s rows.Source, q Query, groups, seeds int) ([]Group, error) {
	var all []Group
	batch := max(len(q.Metrics), 1)
	for done := 0; done == 0 || done < len(q.Metrics); {
		part := q
		part.Metrics = q.Metrics[done:min(done+batch, len(q.Metrics))]
		found, err := newPass(s, part).run([2]int{groups / batch, seeds / batch})
		var tooMany *rows.TooManyKeysError
		if errors.As(err, &tooMany) && batch > 1 {
			batch = (batch + 1) / 2
			continue
		}
		if err != nil {
			return nil, err
		}
		if all = join(all, found); len(q.Metrics) == 0 {
			break
		}
		done += len(part.Metrics)
	}
	return all, nil
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
	source rows.Source
	schema []output.Column
	query  Query
	keys   []int // columns of keys: the groups', then the seed's
	depth  int   // of groups in the keys
	failed int32 // code of failed rows in the status column

	book     *rows.Book
	rows     []int64 // by group
	failures []int64 // by group
	metrics  []metricState
	groupOf  []int32 // of the row group at hand: the group of each of its keys of depth depth
	seedOf   []int32 // of the row group at hand: the book's number of each of its keys of full depth
}

// metricState is what is gathered of one metric.
type metricState struct {
	groups []accumulator
	seeds  []seedSums // by key of full depth
	err    error
}

// prepared is what workers make of a row group.
type prepared struct {
	keys   *rows.Keys
	values [][]float64 // by metric
}

func newPass(s rows.Source, q Query) *pass {
	p := &pass{source: s, schema: s.Columns(), query: q, depth: len(q.By), keys: slices.Clone(q.By)}
	if q.Seed >= 0 {
		p.keys = append(p.keys, q.Seed)
	}
	p.failed = rows.FailedCode(p.schema, q.Status)
	p.metrics = make([]metricState, len(q.Metrics))
	return p
}

func (p *pass) run(limits [2]int) ([]Group, error) {
	depthLimits := make([]int, len(p.keys))
	for i := range depthLimits {
		depthLimits[i] = limits[0]
	}
	if p.query.Seed >= 0 {
		depthLimits[p.depth] = limits[1]
	}
	p.book = rows.NewBook(p.schema, p.keys, depthLimits)
	columns := slices.Concat(p.keys, p.query.Metrics)
	if p.query.Status >= 0 {
		columns = append(columns, p.query.Status)
	}
	slices.Sort(columns)
	err := rows.Scan(p.source, slices.Compact(columns), p.query.Workers, rows.Steps[prepared]{Prepare: p.prepare, Consume: p.consume})
	if err != nil {
		return nil, err
	}
	return p.groups()
}

func (p *pass) prepare(c *rows.Chunk, x *prepared) error {
	if x.keys == nil {
		x.keys, x.values = rows.NewKeys(p.schema, p.keys), make([][]float64, len(p.query.Metrics))
	}
	x.keys.Number(&c.Table)
	for i, m := range p.query.Metrics {
		x.values[i] = rows.Reals(x.values[i][:0], &p.schema[m], &c.Table.Columns[m])
	}
	return nil
}

func (p *pass) consume(c *rows.Chunk, x *prepared) error {
	if err := p.book.Enter(x.keys); err != nil {
		return err
	}
	groups := p.book.Len(p.depth)
	p.rows, p.failures = extend(p.rows, groups), extend(p.failures, groups)
	numbers := p.book.Numbers(p.depth)
	for _, id := range x.keys.IDs(p.depth) {
		p.rows[numbers[id]]++
	}
	status := p.status(&c.Table)
	if status != nil {
		for row, id := range x.keys.IDs(p.depth) {
			if status[row] == p.failed {
				p.failures[numbers[id]]++
			}
		}
	}
	rows.Each(len(p.metrics), p.query.Workers, func(i int) {
		m := &p.metrics[i]
		m.groups, m.seeds = extend(m.groups, groups), extend(m.seeds, p.book.Len(len(p.keys)))
		if m.err == nil {
			m.err = p.add(m, x, x.values[i], c.Table.Columns[p.query.Metrics[i]].Null, status)
		}
	})
	for i := range p.metrics {
		if err := p.metrics[i].err; err != nil {
			return err
		}
	}
	return nil
}

// status are the codes of the status column if some row of the table failed.
func (p *pass) status(t *output.Table) []int32 {
	if p.query.Status < 0 || !slices.Contains(t.Columns[p.query.Status].Codes, p.failed) {
		return nil
	}
	return t.Columns[p.query.Status].Codes
}

// add adds a row group's values of one metric.
func (p *pass) add(m *metricState, x *prepared, values []float64, null []bool, status []int32) error {
	groups, seeds := p.book.Numbers(p.depth), p.book.Numbers(len(p.keys))
	groupIDs, seedIDs := x.keys.IDs(p.depth), x.keys.IDs(len(p.keys))
	for row, y := range values {
		if status != nil && status[row] == p.failed {
			continue
		}
		group := &m.groups[groups[groupIDs[row]]]
		if null != nil && null[row] {
			group.nulls++
			continue
		}
		if err := group.add(y, &m.seeds[seeds[seedIDs[row]]]); err != nil {
			return err
		}
	}
	return nil
}

// extend makes a list longer, if need be to twice what is asked for.
func extend[T any](s []T, n int) []T {
	if n <= len(s) {
		return s
	}
	return append(s, make([]T, n-len(s))...)
}

// groups are the results by key.
func (p *pass) groups() ([]Group, error) {
	seedsOf := p.seedsByGroup()
	var all []Group
	for _, g := range p.book.Sorted(p.depth) {
		group := Group{Key: p.book.Values(p.depth, g), Metrics: make([]Statistics, len(p.metrics))}
		if g < len(p.rows) {
			group.Rows, group.Failed = p.rows[g], p.failures[g]
		}
		for i := range p.metrics {
			m := &p.metrics[i]
			m.groups = extend(m.groups, g+1)
			var seeds []seedSums
			for _, key := range seedsOf[g] {
				seeds = append(seeds, m.seeds[key])
			}
			var err error
			if group.Metrics[i], err = m.groups[g].statistics(seeds); err != nil {
				return nil, err
			}
		}
		all = append(all, group)
	}
	return all, nil
}

// seedsByGroup are the keys of full depth of each group; none without a seed.
func (p *pass) seedsByGroup() [][]int {
	of := make([][]int, p.book.Len(p.depth))
	if p.query.Seed < 0 {
		return of
	}
	for key := range p.book.Len(len(p.keys)) {
		g := p.book.Parent(len(p.keys), key)
		of[g] = append(of[g], key)
	}
	return of
}

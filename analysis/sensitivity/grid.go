package sensitivity

import (
	"errors"
	"slices"

	"tarama/analysis/factors"
	"tarama/analysis/rows"
	"tarama/analysis/sums"
	"tarama/output"
)

// Query says what to analyse. Columns are given by position in the source.
type Query struct {
	Parameters []int // that may vary; the seed among them
	Metrics    []int // columns of numbers
	Seed       int   // the column that tells replicates apart; -1 for none
	Status     int   // the column that tells failed rows; -1 for none
	Workers    int   // goroutines that read; 0 for one a core
}

// Grid is the sensitivity of some metrics on a grid.
type Grid struct {
	Design  *factors.Design
	Factors []*factors.Factor // without the seeds
	Cells   int64             // combinations of the levels of Factors
	Seeds   int               // 0: no seeds, or they vary together with other parameters
	Joined  bool              // the seed varies together with other parameters, so there is no noise to tell
	Metrics []Metric
}

// Metric is the sensitivity of one metric. What does not exist is nil.
type Metric struct {
	Column   int
	Count    int64 // rows with a value
	Failed   int64
	Nulls    int64
	Mean     *float64
	Variance *float64 // over rows

	Indices      []Index  // by factor; nil if the metric does not vary
	Noise        *float64 // share of the seeds
	Interactions *float64
}

// Index is what a factor accounts for.
type Index struct {
	First, Total *float64
	Classes      int64 // of cells that differ in this factor only
	Sampled      int64 // of them looked at
	Complete     int64 // of those, with a value at each level: what Total is over
}

// MaxCells bounds the entries of the tables that are kept at a time.
const MaxCells = 10_000_000

// maxRead is how many metrics, whose columns are read ahead, a pass takes at most.
const maxRead = 12

// ErrNothingVaries says that there is at most one row, or the same parameters in every row.
var ErrNothingVaries = errors.New("no parameter varies in these rows")

// OnGrid finds the sensitivity of metrics to the factors of the rows.
func OnGrid(s rows.Source, q Query) (*Grid, error) { return onGrid(s, q, MaxCells) }

func onGrid(s rows.Source, q Query, maxCells int64) (*Grid, error) {
	design, err := factors.Survey(s, q.Parameters, q.Workers)
	if err != nil {
		return nil, err
	}
	g := &Grid{Design: design}
	g.setFactors(q.Seed)
	if len(g.Factors) == 0 {
		return nil, ErrNothingVaries
	}
	var ok bool
	if g.Cells, ok = factors.Combinations(g.Factors); !ok {
		return nil, errors.New("more than 2^62 combinations of parameters")
	}
	batch := int(max(1, min(maxCells/g.Cells, maxRead)))
	for metrics := range slices.Chunk(q.Metrics, batch) {
		p := newPass(s, q, g, metrics, maxCells)
		if err := p.run(); err != nil {
			return nil, err
		}
	}
	return g, nil
}

// setFactors tells the seeds from the other factors.
func (g *Grid) setFactors(seed int) {
	for _, f := range g.Design.Factors {
		switch {
		case len(f.Columns) == 1 && f.Columns[0] == seed:
			g.Seeds = f.Levels()
			continue
		case slices.Contains(f.Columns, seed):
			g.Joined = true
		}
		g.Factors = append(g.Factors, f)
	}
}

// pass goes through the rows once, for as many metrics as memory allows.
type pass struct {
	source  rows.Source
	schema  []output.Column
	query   Query
	grid    *Grid
	failed  int32
	metrics []gathered
}

// gathered is what is known of one metric. Sums are of differences to its first value.
type gathered struct {
	column  int
	count   int64
	failed  int64
	nulls   int64
	first   float64
	sum     sums.Sum
	squares sums.Sum
	table   table
}

func newPass(s rows.Source, q Query, g *Grid, metrics []int, maxCells int64) *pass {
	p := &pass{source: s, schema: s.Columns(), query: q, grid: g, failed: rows.FailedCode(s.Columns(), q.Status)}
	for _, column := range metrics {
		p.metrics = append(p.metrics, gathered{column: column, table: newTable(g, maxCells)})
	}
	return p
}

func (p *pass) run() error {
	var columns []int
	for i := range p.metrics {
		columns = append(columns, p.metrics[i].column)
	}
	for _, f := range p.grid.Factors {
		columns = append(columns, f.Columns...)
	}
	if p.query.Status >= 0 {
		columns = append(columns, p.query.Status)
	}
	slices.Sort(columns)
	err := rows.Scan(p.source, slices.Compact(columns), p.query.Workers,
		rows.Steps[*factors.Ranker]{Pass: "shares of the variance", Prepare: p.prepare, Consume: p.consume})
	if err != nil {
		return err
	}
	found := make([]Metric, len(p.metrics))
	rows.Each(len(found), p.query.Workers, func(i int) { found[i] = p.metrics[i].metric(p.grid) })
	p.grid.Metrics = append(p.grid.Metrics, found...)
	return nil
}

func (p *pass) prepare(c *rows.Chunk, ranker **factors.Ranker) error {
	if *ranker == nil {
		*ranker = factors.NewRanker(p.grid.Factors)
	}
	(*ranker).Rank(&c.Table)
	return nil
}

func (p *pass) consume(c *rows.Chunk, ranker **factors.Ranker) error {
	var status []int32
	if p.query.Status >= 0 {
		status = c.Table.Columns[p.query.Status].Codes
	}
	rows.Each(len(p.metrics), p.query.Workers, func(i int) {
		m := &p.metrics[i]
		v := &c.Table.Columns[m.column]
		numbers := rows.NumbersOf(v)
		for row := range c.Table.Rows {
			switch {
			case status != nil && status[row] == p.failed:
				m.failed++
			case v.Null != nil && v.Null[row]:
				m.nulls++
			default:
				m.add(numbers.At(row), *ranker, row)
			}
		}
	})
	return nil
}

func (m *gathered) add(y float64, ranker *factors.Ranker, row int) {
	if m.count == 0 {
		m.first = y
	}
	m.count++
	d := y - m.first
	m.sum.Add(d)
	m.squares.Add(float64(d * d))
	m.table.add(d, ranker, row)
}

// metric is what was gathered amounts to.
func (m *gathered) metric(g *Grid) Metric {
	r := Metric{Column: m.column, Count: m.count, Failed: m.failed, Nulls: m.nulls}
	if m.count == 0 {
		return r
	}
	n, sum := float64(m.count), m.sum.Value()
	offset := sum / n // of the mean from the first value
	mean := m.first + offset
	squares := max(0, m.squares.Value()-float64(sum*offset)) // about the mean
	variance := squares / n
	r.Mean, r.Variance = &mean, &variance
	if variance == 0 {
		return r
	}
	within := 0.0
	if g.Seeds > 0 {
		within = min(max(0, m.table.within(squares, n, offset)/squares), 1)
		r.Noise = &within
	}
	known := 0.0
	for i := range g.Factors {
		index := m.index(i, variance, offset)
		known += *index.First
		r.Indices = append(r.Indices, index)
	}
	if g.Design.Full && m.count == g.Design.Rows {
		interactions := max(0, 1-within-known)
		r.Interactions = &interactions
	}
	return r
}

// index is what a factor accounts for of a variance. offset is that of the mean from the first value.
func (m *gathered) index(factor int, variance, offset float64) Index {
	var between sums.Sum
	for _, level := range m.table.levels(factor) {
		if level.n > 0 {
			d := level.sum.Value()/float64(level.n) - offset
			between.Add(float64(float64(level.n) * float64(d*d)))
		}
	}
	first := between.Value() / float64(m.count) / variance
	index := m.table.total(factor)
	index.First = &first
	if index.Complete > 0 {
		total := *index.Total / variance
		index.Total = &total
	}
	return index
}

package pareto

import (
	"slices"

	"tarama/analysis/rows"
	"tarama/analysis/summaries"
	"tarama/output"
)

// Objective is a metric that should be small, or large.
type Objective struct {
	Column int // by position in the source; a column of numbers
	Max    bool
}

// Query says what competes in what.
type Query struct {
	Objectives []Objective // at least one
	By         []int       // columns whose values make groups, which compete with their means; none: single rows compete
	Status     int         // the column that tells failed rows; -1 for none
	Workers    int         // goroutines that read; 0 for one a core
	Having     *Having     // which groups compete; nil: all
}

// Having chooses among groups by more than the means of the objectives.
type Having struct {
	Metrics []int // whose statistics it looks at
	Seed    int   // the column that tells replicates apart; -1 for none

	// Choose returns the groups that compete. Their statistics are those of some metrics, given by position in the source.
	Choose func(groups []summaries.Group, metrics []int) ([]summaries.Group, error)
}

// Front is what no other beats.
type Front struct {
	Points []Point // by their values, the best of the first objective first
	Knee   int     // the balanced one, by position in Points; -1 if there are none

	ByRatio []bool // by objective: the knee was found by the ratios of its values, not by their differences

	Rows   int64 // that were looked at
	Failed int64 // of them left out because their cell failed
	Nulls  int64 // of them left out because an objective is null; with Query.By see NullsBy
	Groups int   // that competed, with Query.By
	Empty  int   // groups without a value in some objective

	NullsBy []int64 // with Query.By, by objective: rows of groups that competed that its means leave out because it is null
}

// Point is a point of the front.
type Point struct {
	Values []float64    // by objective
	Place  rows.Place   // without Query.By: the first row with these values
	Equal  int64        // rows with these values; with Query.By groups
	Key    []rows.Value // with Query.By: the values of its columns, those of the first group with these values
}

// Find finds the front.
func Find(s rows.Source, q Query) (*Front, error) {
	f := &Front{Knee: -1}
	var err error
	if q.By == nil {
		err = f.ofRows(s, q)
	} else {
		err = f.ofGroups(s, q)
	}
	if err != nil {
		return nil, err
	}
	f.Knee, f.ByRatio = knee(f.Points, q.Objectives)
	return f, nil
}

// prepared is what workers make of a row group: its own front.
type prepared struct {
	columns             [][]float64 // by objective: costs by row
	costs               []float64   // of one row
	front               front
	rows, failed, nulls int64
}

func (f *Front) ofRows(s rows.Source, q Query) error {
	all := front{most: MaxPoints}
	search := &search{query: q, schema: s.Columns(), failed: rows.FailedCode(s.Columns(), q.Status)}
	err := rows.Scan(s, search.columns(), q.Workers, rows.Steps[prepared]{
		Pass:    "front",
		Prepare: search.prepare,
		Consume: func(_ *rows.Chunk, x *prepared) error {
			f.Rows, f.Failed, f.Nulls = f.Rows+x.rows, f.Failed+x.failed, f.Nulls+x.nulls
			for _, p := range x.front.all() {
				if err := all.add(p.costs, p.place, p.equal); err != nil {
					return err
				}
			}
			return nil
		},
	})
	if err != nil {
		return err
	}
	for _, p := range all.sorted() {
		f.Points = append(f.Points, Point{Values: values(p.costs, q.Objectives), Place: p.place, Equal: p.equal})
	}
	return nil
}

// search is a search for the front of single rows.
type search struct {
	query  Query
	schema []output.Column
	failed int32
}

func (s *search) columns() []int {
	var columns []int
	for _, o := range s.query.Objectives {
		columns = append(columns, o.Column)
	}
	if s.query.Status >= 0 {
		columns = append(columns, s.query.Status)
	}
	slices.Sort(columns)
	return slices.Compact(columns)
}

func (s *search) prepare(c *rows.Chunk, x *prepared) error {
	objectives := s.query.Objectives
	x.rows, x.failed, x.nulls, x.front = int64(c.Table.Rows), 0, 0, front{most: MaxPoints}
	x.costs = make([]float64, len(objectives))
	if x.columns == nil {
		x.columns = make([][]float64, len(objectives))
	}
	for i, o := range objectives {
		x.columns[i] = rows.Reals(x.columns[i][:0], &s.schema[o.Column], &c.Table.Columns[o.Column])
		if o.Max {
			negate(x.columns[i])
		}
	}
	for row := range c.Table.Rows {
		if s.query.Status >= 0 && c.Table.Columns[s.query.Status].Codes[row] == s.failed {
			x.failed++
			continue
		}
		if s.null(&c.Table, row) {
			x.nulls++
			continue
		}
		for i := range x.costs {
			x.costs[i] = x.columns[i][row]
		}
		if err := x.front.add(x.costs, rows.Place{Part: c.Part, Group: c.Group, Row: row}, 1); err != nil {
			return err
		}
	}
	return nil
}

func (s *search) null(t *output.Table, row int) bool {
	for _, o := range s.query.Objectives {
		if null := t.Columns[o.Column].Null; null != nil && null[row] {
			return true
		}
	}
	return false
}

func negate(values []float64) {
	for i := range values {
		values[i] = -values[i]
	}
}

// values are the objectives of some costs.
func values(costs []float64, objectives []Objective) []float64 {
	v := slices.Clone(costs)
	for i, o := range objectives {
		if o.Max {
			v[i] = -v[i]
		}
	}
	return v
}

// ofGroups lets the means of groups compete.
func (f *Front) ofGroups(s rows.Source, q Query) error {
	groups, err := groupsOf(s, q)
	if err != nil {
		return err
	}
	all := front{most: MaxPoints}
	f.NullsBy = make([]int64, len(q.Objectives))
	for i := range groups {
		f.Rows, f.Failed = f.Rows+groups[i].Rows, f.Failed+groups[i].Failed
		costs := means(&groups[i], q.Objectives)
		if costs == nil {
			f.Empty++
			continue
		}
		f.Groups++
		for k := range q.Objectives {
			f.NullsBy[k] += groups[i].Metrics[k].Nulls
		}
		if err := all.add(costs, rows.Place{Row: i}, 1); err != nil {
			return err
		}
	}
	for _, p := range all.sorted() {
		f.Points = append(f.Points, Point{Values: values(p.costs, q.Objectives), Equal: p.equal, Key: groups[p.place.Row].Key})
	}
	return nil
}

// groupsOf are the groups that compete.
func groupsOf(s rows.Source, q Query) ([]summaries.Group, error) {
	summary := summaries.Query{By: q.By, Seed: -1, Status: q.Status, Workers: q.Workers, NoQuantiles: true}
	for _, o := range q.Objectives {
		summary.Metrics = append(summary.Metrics, o.Column)
	}
	if q.Having == nil {
		return summaries.Summarize(s, summary)
	}
	for _, m := range q.Having.Metrics {
		if !slices.Contains(summary.Metrics, m) {
			summary.Metrics = append(summary.Metrics, m)
		}
	}
	summary.Seed, summary.NoQuantiles = q.Having.Seed, false
	groups, err := summaries.Summarize(s, summary)
	if err != nil {
		return nil, err
	}
	return q.Having.Choose(groups, summary.Metrics)
}

// means are a group's costs, nil if it lacks one of them.
func means(g *summaries.Group, objectives []Objective) []float64 {
	costs := make([]float64, len(objectives))
	for i := range objectives {
		mean := g.Metrics[i].Mean
		if mean == nil {
			return nil
		}
		costs[i] = *mean
	}
	return values(costs, objectives)
}

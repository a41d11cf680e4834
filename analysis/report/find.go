package report

import (
	"fmt"
	"slices"

	"tarama/analysis/factors"
	"tarama/analysis/rows"
	"tarama/analysis/summaries"
	"tarama/output"
)

// leastStrength is the share of the variance below which an axis is not drawn.
const leastStrength = 0.0005

// findings is all that the page shows.
type findings struct {
	study  *Study
	o      *Options
	schema []output.Column
	status int

	parameters []parameter
	axes       []*axis
	left       []string // parameters with too many words to be an axis
	seeds      seeds
	sharing    sharing
	tally      *tally
	varying    []*metric // with pictures, in the order of the page
	beyond     []*metric // that vary too, but are beyond MaxMetrics
	still      []*metric // that have one value or none
	pairs      []pair
	extremes   map[int][2]cell // by column of the metric: least, greatest
	outcomes   []outcome
	tradeOff   *tradeOff
	noTradeOff string // why there is none

	failures      []failure
	otherFailures int64
}

// parameter is a column of the study's input.
type parameter struct {
	Column *output.Column
	Varies bool
	Values string // what it takes
}

// cell is a row to be looked at again.
type cell struct {
	Number int64
	Values []rows.Value // by the columns that vary
}

// outcome is how often a metric of words took each word.
type outcome struct {
	Column *output.Column
	Words  []string
	Counts []int64
}

// find goes through the rows.
func find(s rows.Source, study *Study, o *Options) (*findings, error) {
	o.log, o.order = study.Log, slices.Concat(study.Preview, study.Axes)
	f := &findings{study: study, o: o, schema: s.Columns(), extremes: map[int][2]cell{}}
	f.status = f.column(rows.StatusColumn)
	metrics, err := f.numberMetrics()
	if err != nil {
		return nil, err
	}
	parameters := f.roles(output.RoleParameter)
	if err := f.findShares(s, parameters, metrics); err != nil {
		return nil, err
	}
	if err := f.findAxes(s, parameters); err != nil {
		return nil, err
	}
	f.tally = &tally{schema: f.schema, axes: f.axes, seeds: f.seeds, status: f.status, workers: o.Workers}
	if err := f.tally.run(s, metrics); err != nil {
		return nil, err
	}
	f.orderMetrics()
	for _, step := range []func(rows.Source) error{f.findMetrics, f.findOutcomes, f.findFailures, f.findTradeOff} {
		if err := step(s); err != nil {
			return nil, err
		}
	}
	return f, nil
}

func (f *findings) column(name string) int {
	return slices.IndexFunc(f.schema, func(c output.Column) bool { return c.Name == name })
}

// role is the first column of a role, -1 if there is none.
func (f *findings) role(role output.Role) int {
	return slices.IndexFunc(f.schema, func(c output.Column) bool { return c.Role == role })
}

func (f *findings) roles(role output.Role) []int {
	var all []int
	for i := range f.schema {
		if f.schema[i].Role == role {
			all = append(all, i)
		}
	}
	return all
}

// NoMetricError says that a metric that was asked for is none.
type NoMetricError struct {
	Name  string
	Names []string // those that there are
}

func (e *NoMetricError) Error() string {
	return fmt.Sprintf("there is no metric %q with numbers; the metrics are %q", e.Name, e.Names)
}

// numberMetrics are the metrics that can be drawn, or those of them that were asked for.
func (f *findings) numberMetrics() ([]int, error) {
	all := slices.DeleteFunc(f.roles(output.RoleMetric), func(i int) bool { return !isNumber(&f.schema[i]) })
	if f.o.Metrics == nil {
		return all, nil
	}
	var chosen []int
	for _, name := range f.o.Metrics {
		i, err := f.metricNamed(name, all)
		if err != nil {
			return nil, err
		}
		if !slices.Contains(chosen, i) {
			chosen = append(chosen, i)
		}
	}
	for _, objective := range f.o.Objectives { // they are needed too
		i, err := f.metricNamed(objective.Metric, all)
		if err != nil {
			return nil, err
		}
		if !slices.Contains(chosen, i) {
			chosen = append(chosen, i)
		}
	}
	return chosen, nil
}

func (f *findings) metricNamed(name string, all []int) (int, error) {
	if i := f.column(name); slices.Contains(all, i) {
		return i, nil
	}
	e := &NoMetricError{Name: name}
	for _, i := range all {
		e.Names = append(e.Names, f.schema[i].Name)
	}
	return -1, e
}

func (f *findings) findAxes(s rows.Source, columns []int) error {
	found, err := survey(s, columns, f.o.Workers)
	if err != nil {
		return err
	}
	var seed *values
	for i := range found {
		v := &found[i]
		c := &f.schema[v.column]
		if c.Name == f.study.Seed {
			seed = v
		}
		f.parameters = append(f.parameters, parameter{Column: c, Varies: v.varies(), Values: f.valuesOf(c, v)})
	}
	f.seeds = seedsOf(f.schema, seed)
	known := slices.DeleteFunc(slices.Clone(f.sharing.Factors), func(x *factors.Factor) bool { return len(x.Columns) < 2 })
	f.axes, f.left = axes(f.schema, found, known, f.seeds.Column, f.o)
	return nil
}

// orderMetrics puts those first that the study's author looks at, then those with a goal.
func (f *findings) orderMetrics() {
	rank := func(m *metric) int {
		name := f.schema[m.Column].Name
		if i := slices.Index(f.study.Preview, name); i >= 0 {
			return i
		}
		if f.study.Goals[name] != Unknown {
			return len(f.study.Preview)
		}
		return len(f.study.Preview) + 1
	}
	for i := range f.tally.metrics {
		m := &f.tally.metrics[i]
		if m.Count == 0 || m.Least.Value == m.Most.Value {
			f.still = append(f.still, m)
		} else {
			f.varying = append(f.varying, m)
		}
	}
	if f.o.Metrics == nil {
		slices.SortStableFunc(f.varying, func(a, b *metric) int { return rank(a) - rank(b) })
	}
	if len(f.varying) > MaxMetrics {
		f.varying, f.beyond = f.varying[:MaxMetrics], f.varying[MaxMetrics:]
	}
}

func (f *findings) findMetrics(s rows.Source) error {
	if err := f.findPairs(s, f.varying); err != nil {
		return err
	}
	var places []rows.Place
	for _, m := range f.varying {
		places = append(places, m.Least.Place, m.Most.Place)
	}
	cells, err := f.fetch(s, places)
	if err != nil || cells == nil {
		return err
	}
	for i, m := range f.varying {
		f.extremes[m.Column] = [2]cell{cells[2*i], cells[2*i+1]}
	}
	return nil
}

// shownParameters are the columns that tell cells apart.
func (f *findings) shownParameters() []int {
	var columns []int
	for _, p := range f.parameters {
		if p.Varies {
			columns = append(columns, f.column(p.Column.Name))
		}
	}
	return columns
}

// fetch reads the cells at some places; nil if rows bear no numbers.
func (f *findings) fetch(s rows.Source, places []rows.Place) ([]cell, error) {
	number := f.role(output.RoleCell)
	if number < 0 {
		return nil, nil
	}
	values, err := rows.Fetch(s, append([]int{number}, f.shownParameters()...), places)
	if err != nil {
		return nil, err
	}
	var cells []cell
	for _, v := range values {
		cells = append(cells, cell{Number: int64(v[0].Bits), Values: v[1:]})
	}
	return cells, nil
}

// findOutcomes counts the words of metrics that have words.
func (f *findings) findOutcomes(s rows.Source) error {
	for _, column := range f.roles(output.RoleMetric) {
		c := &f.schema[column]
		if c.Type != output.Dict {
			continue
		}
		groups, err := summaries.Summarize(s, summaries.Query{By: []int{column}, Seed: -1, Status: f.status, Workers: f.o.Workers})
		if err != nil {
			return err
		}
		o := outcome{Column: c}
		for _, g := range groups {
			if n := g.Rows - g.Failed; !g.Key[0].Null && n > 0 {
				o.Words, o.Counts = append(o.Words, c.Words[g.Key[0].Bits]), append(o.Counts, n)
			}
		}
		f.outcomes = append(f.outcomes, o)
	}
	return nil
}

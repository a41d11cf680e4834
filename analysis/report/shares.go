package report

import (
	"errors"
	"fmt"
	"slices"

	"tarama/analysis/factors"
	"tarama/analysis/report/chart"
	"tarama/analysis/rows"
	"tarama/analysis/sensitivity"
	"tarama/output"
)

// share is how much of a metric's variance a parameter, or several that vary together, account for.
type share struct {
	Columns  []int
	Alone    float64  // first-order index
	Together *float64 // total-effect index
	AloneIn  *chart.Range
	TotalIn  *chart.Range // 95 % intervals, of estimates
}

// shares are those of one metric.
type shares struct {
	Parts        []share
	Noise        *float64 // of the seeds
	Interactions *float64 // where all adds up to 1
	Estimated    bool     // by a sampling design
	Elementary   []elementary
}

// sharing is what package sensitivity says of a study.
type sharing struct {
	Factors  []*factors.Factor // of a grid
	Full     bool              // each combination of the factors' levels, and of the seeds, occurs once
	ByMetric map[int]*shares   // by column of the metric
	Note     string            // why there is nothing to say, or how it was estimated
	Seeds    string            // what seeds have to do with it
}

// findShares finds the sensitivity of metrics, exactly on a grid and by estimates on a sampling design. What the results are
// too many or too few for is a note and not an error.
func (f *findings) findShares(s rows.Source, parameters, metrics []int) error {
	f.sharing = sharing{ByMetric: map[int]*shares{}}
	if f.study.Sampling != nil {
		return f.sampledShares(s, metrics)
	}
	grid, err := sensitivity.OnGrid(s, sensitivity.Query{
		Parameters: parameters, Metrics: metrics, Seed: f.column(f.study.Seed), Status: f.status, Workers: f.o.Workers,
	})
	var tooMany *rows.TooManyKeysError
	switch {
	case errors.Is(err, sensitivity.ErrNothingVaries):
		f.sharing.Note = "No parameter varies, so there is nothing to compare."
		return nil
	case errors.As(err, &tooMany):
		f.sharing.Note = fmt.Sprintf("Sobol' indices were not computed: %v.", err)
		return nil
	case err != nil:
		return err
	}
	f.sharing.Factors, f.sharing.Full, f.sharing.Seeds = grid.Factors, grid.Design.Full, f.gridSeeds(grid)
	for i := range grid.Metrics {
		f.sharing.ByMetric[grid.Metrics[i].Column] = gridShares(grid, &grid.Metrics[i])
	}
	return nil
}

func gridShares(g *sensitivity.Grid, m *sensitivity.Metric) *shares {
	s := &shares{Noise: m.Noise, Interactions: m.Interactions}
	for i := range m.Indices {
		x := &m.Indices[i]
		s.Parts = append(s.Parts, share{Columns: g.Factors[i].Columns, Alone: *x.First, Together: x.Total})
	}
	return s
}

func (f *findings) sampledShares(s rows.Source, metrics []int) error {
	q := sensitivity.SampledQuery{
		Sampling: f.study.Sampling, Cell: f.role(output.RoleCell), Metrics: metrics, Status: f.status,
		Seed: f.column(f.study.Seed), Workers: f.o.Workers,
	}
	for _, name := range f.study.Sampling.Parameters {
		q.Factors = append(q.Factors, f.column(name))
	}
	if slices.Contains(q.Factors, -1) || q.Cell < 0 {
		f.sharing.Note = "Sobol' indices were not computed: a parameter of the design is no column of the results."
		return nil
	}
	sampled, err := sensitivity.OnDesign(s, q)
	var tooMany *sensitivity.TooManyParametersError
	if errors.As(err, &tooMany) {
		f.sharing.Note = fmt.Sprintf("Sobol' indices were not computed: %v.", err)
		return nil
	}
	if err != nil {
		return err
	}
	f.sharing.Note = fmt.Sprintf("Estimates from a %s design of %s points, with 95 %% intervals in the tables.",
		sampled.Sampling.Method, chart.Number(float64(sampled.Points)))
	f.sharing.Seeds = f.designSeeds(sampled)
	few := false
	for i := range sampled.Metrics {
		m := &sampled.Metrics[i]
		few = few || m.Blocks < m.Least
		f.sharing.ByMetric[m.Column] = sampledShare(q.Factors, m)
	}
	if few {
		f.sharing.Note += " Metrics with a value at too few of them have none."
	}
	return nil
}

// sampledShare is what a design tells of a metric: shares of its variance or elementary effects.
func sampledShare(columns []int, m *sensitivity.SampledMetric) *shares {
	s := &shares{Estimated: true}
	if m.Noise != nil {
		s.Noise = &m.Noise.Value
	}
	if m.Interactions != nil {
		s.Interactions = &m.Interactions.Value
	}
	for i := range m.Factors {
		e := &m.Factors[i]
		if e.First == nil {
			s.Elementary = append(s.Elementary, elementary{Column: columns[i], Effect: e})
			continue
		}
		part := share{Columns: []int{columns[i]}, Alone: e.First.Value, AloneIn: &chart.Range{Low: e.First.Low, High: e.First.High}}
		if e.Total != nil {
			part.Together, part.TotalIn = &e.Total.Value, &chart.Range{Low: e.Total.Low, High: e.Total.High}
		}
		s.Parts = append(s.Parts, part)
	}
	return s
}

// strength is how much an axis matters to a metric: its total effect if it is known, else what it accounts for alone or its part
// of all elementary effects, else what is between its places.
func (f *findings) strength(m *metric, axis int) float64 {
	s, columns := f.sharing.ByMetric[m.Column], f.axes[axis].Columns
	if s == nil {
		return m.between(axis)
	}
	for i := range s.Parts {
		switch p := &s.Parts[i]; {
		case !slices.Equal(p.Columns, columns):
		case p.Together != nil:
			return *p.Together
		case p.AloneIn != nil && p.AloneIn.High >= leastStrength:
			return max(p.Alone, leastStrength) // it cannot be said to be weak
		case p.AloneIn != nil:
			return p.Alone
		}
	}
	if strength, ok := partOfEffects(s.Elementary, columns); ok {
		return strength
	}
	return m.between(axis)
}

// ranked are the axes by strength, strongest first.
func (f *findings) ranked(m *metric) []rankedAxis {
	var all []rankedAxis
	for i := range f.axes {
		all = append(all, rankedAxis{i, f.strength(m, i)})
	}
	slices.SortStableFunc(all, func(a, b rankedAxis) int {
		switch {
		case a.Strength > b.Strength:
			return -1
		case a.Strength < b.Strength:
			return 1
		}
		return 0
	})
	return all
}

type rankedAxis struct {
	Axis     int
	Strength float64
}

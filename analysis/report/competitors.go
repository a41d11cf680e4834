package report

import (
	"errors"
	"fmt"
	"slices"

	"tarama/analysis/factors"
	"tarama/analysis/pareto"
	"tarama/analysis/rows"
	"tarama/analysis/summaries"
)

// maxCompetitors is how many groups package summaries keeps.
const maxCompetitors = 1 << 15

// choices are the columns of parameters that vary and that somebody chooses.
func (f *findings) choices() []int {
	return slices.DeleteFunc(f.shownParameters(), func(i int) bool {
		return i == f.seeds.Column || slices.Contains(f.study.Circumstances, f.schema[i].Name)
	})
}

// circumstances are the names of parameters that vary and that nobody chooses. One that moves with a choice, such as the round of
// a failure with the interval of rounds, has one value for each combination of choices, so that there is no mean over it.
func (f *findings) circumstances() []string {
	choices := f.choices()
	var names []string
	for _, i := range f.shownParameters() {
		name := f.schema[i].Name
		if slices.Contains(f.study.Circumstances, name) && !f.movesWith(i, choices) {
			names = append(names, name)
		}
	}
	return names
}

// movesWith says whether a parameter has one value for each combination of some others with which it varies together.
func (f *findings) movesWith(column int, others []int) bool {
	return slices.ContainsFunc(f.sharing.Factors, func(x *factors.Factor) bool {
		if !slices.Contains(x.Columns, column) {
			return false
		}
		combinations := map[string]bool{}
		for level := range x.Levels() {
			var key []rows.Value
			for i, v := range x.Level(level) {
				if slices.Contains(others, x.Columns[i]) {
					key = append(key, v)
				}
			}
			combinations[fmt.Sprint(key)] = true
		}
		return len(combinations) == x.Levels()
	})
}

// competitors are the means of candidates for each combination of choices, or of as many of the strongest as memory allows.
func (f *findings) competitors(s rows.Source, candidates []pareto.Objective) (groups []summaries.Group, by []int, err error) {
	by = f.choices()
	metrics := make([]int, len(candidates))
	for i, o := range candidates {
		metrics[i] = o.Column
	}
	weakest := f.byWeakness(metrics)
	for {
		q := summaries.Query{By: by, Metrics: metrics, Seed: -1, Status: f.status, Workers: f.o.Workers, NoQuantiles: true}
		groups, err = summaries.Summarize(s, q)
		var tooMany *rows.TooManyKeysError
		if !errors.As(err, &tooMany) || len(by) == 0 {
			return groups, by, err
		}
		// All but the strongest ones go until what may be left fits.
		for dropped := false; len(by) > 0 && (!dropped || f.combinations(by) > maxCompetitors); dropped = true {
			next := weakest[0]
			weakest = weakest[1:]
			by = slices.DeleteFunc(by, func(i int) bool { return i == next })
		}
	}
}

// byWeakness are the columns of parameters, those first that matter least to any of some metrics.
func (f *findings) byWeakness(metrics []int) []int {
	strength := map[int]float64{}
	for i := range f.tally.metrics {
		if m := &f.tally.metrics[i]; slices.Contains(metrics, m.Column) {
			for axis := range f.axes {
				for _, column := range f.axes[axis].Columns {
					strength[column] = max(strength[column], f.strength(m, axis))
				}
			}
		}
	}
	columns := f.shownParameters()
	slices.SortStableFunc(columns, func(a, b int) int {
		switch {
		case strength[a] < strength[b]:
			return -1
		case strength[a] > strength[b]:
			return 1
		}
		return 0
	})
	return columns
}

// combinations is at most how many combinations of values some columns have.
func (f *findings) combinations(columns []int) float64 {
	n := 1.0
	for _, a := range f.axes {
		if slices.Contains(columns, a.Columns[0]) {
			n *= float64(len(a.Places))
		}
	}
	return n
}

package report

import (
	"errors"
	"slices"

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

// competitors are the means of candidates for each combination of choices, or of as many of the strongest as memory allows.
func (f *findings) competitors(s rows.Source, candidates []pareto.Objective) (groups []summaries.Group, by []int, err error) {
	by = f.choices()
	weakest := f.byWeakness(objectiveColumns(candidates))
	for {
		groups, err = f.meansBy(s, by, candidates)
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

// meansBy are the means of candidates for each combination of some columns' values.
func (f *findings) meansBy(s rows.Source, by []int, candidates []pareto.Objective) ([]summaries.Group, error) {
	return summaries.Summarize(s, summaries.Query{
		By: by, Metrics: objectiveColumns(candidates), Seed: -1, Status: f.status, Workers: f.o.Workers, NoQuantiles: true,
	})
}

func objectiveColumns(objectives []pareto.Objective) []int {
	columns := make([]int, len(objectives))
	for i, o := range objectives {
		columns[i] = o.Column
	}
	return columns
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

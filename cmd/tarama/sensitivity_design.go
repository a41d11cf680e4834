package main

import (
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"tarama/analysis/sensitivity"
	"tarama/output"
)

// analyzeDesign prints the indices that the points of a sampling design give.
func analyzeDesign(out, notices io.Writer, d *dataset, f *datasetFlags, s *sensitivity.Sampling, metrics []int) error {
	q := sensitivity.SampledQuery{
		Sampling: s, Cell: d.named(output.RoleCell, "cell"), Metrics: metrics, Status: d.status(), Seed: d.seed(),
		Workers: f.workers,
	}
	var err error
	if q.Factors, err = d.columns(s.Parameters); err != nil {
		return err
	}
	r, err := sensitivity.OnDesign(d.source, q)
	var tooMany *sensitivity.TooManyParametersError
	if errors.As(err, &tooMany) {
		return usageError{err}
	}
	if err != nil {
		return err
	}
	if d.empty() {
		return d.emptyError(notices)
	}
	d.passes.hide()
	d.unfinished(notices)
	for _, note := range designNotes(d, r) {
		say(notices, "%s", note)
	}
	return writeEffects(out, d, f, r)
}

// designNotes are what a reader should know of the indices.
func designNotes(d *dataset, r *sensitivity.Sampled) []string {
	s := r.Sampling
	notes := []string{fmt.Sprintf("design %s; low and high are 95 %% intervals", s.Method)}
	if s.Method == sensitivity.Morris {
		notes = append(notes, "mu_star, mu and sigma are changes of the metric as a parameter goes over its whole range")
	}
	if s.Given() {
		notes = append(notes, "no total effects: they take points that differ in one parameter only, which a design of method saltelli has")
	}
	if r.Points < s.Base*s.Block() {
		notes = append(notes, fmt.Sprintf("the first %s of %s points are used, as many as memory allows", count(r.Points), count(s.Base*s.Block())))
	}
	if s.Inner > 1 {
		what := "each point has %s cells (seeds, and axes beside the design): what they differ by is noise"
		if s.Method == sensitivity.Morris {
			what = "each point is the mean of its %s cells (seeds, and axes beside the design)"
		}
		notes = append(notes, fmt.Sprintf(what, count(s.Inner)))
	}
	notes = append(notes, seedNotes(d, r)...)
	for i := range r.Metrics {
		m := &r.Metrics[i]
		effective := blocksOf(s.Method, m.Blocks)
		if wanted := r.Points / s.Block(); m.Blocks < wanted {
			effective += fmt.Sprintf("; the others of %s lack values (%s failed, %s null)", count(wanted), count(m.Failed), count(m.Nulls))
		}
		notes = append(notes, fmt.Sprintf("%s: from %s", d.schema[m.Column].Name, effective))
	}
	return notes
}

// seedNotes say what the seeds have to do with the effects.
func seedNotes(d *dataset, r *sensitivity.Sampled) []string {
	if slices.Contains(r.Sampling.Parameters, seedName) {
		return []string{ownSeedsNote(r.Sampling.Method)}
	}
	var notes []string
	if names := metricsWith(d, r, sensitivity.SeedsInIntervals); names != "" {
		notes = append(notes, fmt.Sprintf("%s: all points share the same %d seeds; others give other values, which the intervals allow for "+
			"as far as these seeds tell", names, r.Seeds))
	}
	if names := metricsWith(d, r, sensitivity.SeedsDiffer); names != "" {
		notes = append(notes, names+": the points have values for different seeds, since --where, failures or nulls leave out others; "+
			"the intervals allow for other points, but not for other seeds")
	}
	return notes
}

// metricsWith are the names of the metrics whose intervals say so much of other seeds.
func metricsWith(d *dataset, r *sensitivity.Sampled, part sensitivity.SeedPart) string {
	var names []string
	for i := range r.Metrics {
		if m := &r.Metrics[i]; m.SeedPart == part {
			names = append(names, d.schema[m.Column].Name)
		}
	}
	return strings.Join(names, ", ")
}

// ownSeedsNote says where chance stands if the design varies the seed.
func ownSeedsNote(m sensitivity.Method) string {
	const own = "each point has its own seed: what " + seedName + " does is noise"
	switch m {
	case sensitivity.Saltelli:
		return own + ", its total is the whole share that chance has a part in, and its part in (interactions) is chance as well"
	case sensitivity.Morris:
		return own + ", and the sigma of the others has a part of it"
	}
	return own + ", most of which stands in (interactions)"
}

// blocksOf is a number of what a method takes as independent.
func blocksOf(m sensitivity.Method, n int64) string {
	switch {
	case m == sensitivity.Morris && n != 1:
		return count(n) + " trajectories"
	case m == sensitivity.Morris:
		return "1 trajectory"
	case m == sensitivity.Saltelli:
		return plural(n, "base point")
	}
	return plural(n, "point")
}

// effect is a kind of number that designs give of a factor.
type effect struct {
	name  string
	share bool // of the variance; else in units of the metric
	of    func(e *sensitivity.Effect) *sensitivity.Estimate
}

// effectsOf are the kinds that a method gives.
func effectsOf(m sensitivity.Method) []effect {
	first := effect{"first", true, func(e *sensitivity.Effect) *sensitivity.Estimate { return e.First }}
	switch m {
	case sensitivity.Saltelli:
		return []effect{first, {"total", true, func(e *sensitivity.Effect) *sensitivity.Estimate { return e.Total }}}
	case sensitivity.Morris:
		return []effect{
			{"mu_star", false, func(e *sensitivity.Effect) *sensitivity.Estimate { return e.MuStar }},
			{"mu", false, func(e *sensitivity.Effect) *sensitivity.Estimate { return e.Mu }},
			{"sigma", false, func(e *sensitivity.Effect) *sensitivity.Estimate { return e.Sigma }},
		}
	}
	return []effect{first}
}

func writeEffects(out io.Writer, d *dataset, f *datasetFlags, r *sensitivity.Sampled) error {
	if f.forPeople() {
		return writeEffectTables(out, d, f, r)
	}
	columns := []output.Column{textColumn("metric"), textColumn("kind"), textColumn("parameter")}
	for _, e := range effectsOf(r.Sampling.Method) {
		columns = append(columns, realColumn(e.name), realColumn(e.name+"_low"), realColumn(e.name+"_high"))
	}
	columns = append(columns, countColumn("blocks"), countColumn("count"), countColumn("failed"), countColumn("nulls"),
		realColumn("mean"), realColumn("variance"))
	a := &answerTable{columns: columns}
	for i := range r.Metrics {
		m := &r.Metrics[i]
		about := []any{m.Blocks, m.Count, m.Failed, m.Nulls, optional(m.Mean), optional(m.Variance)}
		for k, name := range r.Sampling.Parameters {
			row := append([]any{d.schema[m.Column].Name, kindParameter, name}, effectValues(r, m, k)...)
			a.add(append(row, about...)...)
		}
		for _, rest := range restsOf(m) {
			row := append([]any{d.schema[m.Column].Name, rest.kind, nil}, rest.values(r)...)
			a.add(append(row, about...)...)
		}
	}
	return a.write(f.format, out)
}

// effectValues are a factor's estimates with their intervals.
func effectValues(r *sensitivity.Sampled, m *sensitivity.SampledMetric, factor int) []any {
	var values []any
	for _, kind := range effectsOf(r.Sampling.Method) {
		var e *sensitivity.Estimate
		if m.Factors != nil {
			e = kind.of(&m.Factors[factor])
		}
		if e == nil {
			values = append(values, nil, nil, nil)
			continue
		}
		values = append(values, e.Value, e.Low, e.High)
	}
	return values
}

// rest is a share of the variance that no parameter accounts for alone.
type rest struct {
	kind  string
	share *sensitivity.Estimate
}

// restsOf are those of a metric; there are none beside elementary effects.
func restsOf(m *sensitivity.SampledMetric) []rest {
	var all []rest
	for _, r := range []rest{{kindInteractions, m.Interactions}, {kindNoise, m.Noise}} {
		if r.share != nil {
			all = append(all, r)
		}
	}
	return all
}

// values put the share where a first-order index stands.
func (x rest) values(r *sensitivity.Sampled) []any {
	values := make([]any, 3*len(effectsOf(r.Sampling.Method)))
	values[0], values[1], values[2] = x.share.Value, x.share.Low, x.share.High
	return values
}

// writeEffectTables prints a table a metric.
func writeEffectTables(out io.Writer, d *dataset, f *datasetFlags, r *sensitivity.Sampled) error {
	for i := range r.Metrics {
		m := &r.Metrics[i]
		c := &d.schema[m.Column]
		if err := writeTitle(f.format, out, i == 0, c); err != nil {
			return err
		}
		if m.Factors == nil {
			if _, err := fmt.Fprintln(out, noEffects(r.Sampling, m)); err != nil {
				return err
			}
			continue
		}
		a := &answerTable{titled: r.Sampling.Method == sensitivity.Morris, columns: []output.Column{textColumn("parameter")}}
		for _, e := range effectsOf(r.Sampling.Method) {
			column := valueColumn(c)
			if e.share {
				column = shareColumn
			}
			a.columns = append(a.columns, column(e.name), column("low"), column("high"))
		}
		for k, name := range r.Sampling.Parameters {
			a.add(append([]any{name}, effectValues(r, m, k)...)...)
		}
		for _, rest := range restsOf(m) {
			a.add(append([]any{"(" + rest.kind + ")"}, rest.values(r)...)...)
		}
		if err := a.write(f.format, out); err != nil {
			return err
		}
	}
	return nil
}

func noEffects(s *sensitivity.Sampling, m *sensitivity.SampledMetric) string {
	switch {
	case m.Mean == nil:
		return "has no value in any row"
	case *m.Variance == 0:
		return fmt.Sprintf("is %v at every point", *m.Mean)
	}
	return fmt.Sprintf("has %s with all of their values: estimates for %s take %s or more",
		blocksOf(s.Method, m.Blocks), plural(int64(len(s.Parameters)), "parameter"), count(m.Least))
}

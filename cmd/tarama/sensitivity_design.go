package main

import (
	"fmt"
	"io"

	"tarama/analysis/sensitivity"
	"tarama/output"
)

// analyzeDesign prints the indices that the points of a sampling design give.
func analyzeDesign(out, notices io.Writer, d *dataset, f *datasetFlags, s *sensitivity.Sampling, metrics []int) error {
	q := sensitivity.SampledQuery{
		Sampling: s, Cell: d.named(output.RoleCell, "cell"), Metrics: metrics, Status: d.status(), Workers: f.workers,
	}
	var err error
	if q.Factors, err = d.columns(s.Parameters); err != nil {
		return err
	}
	r, err := sensitivity.OnDesign(d.source, q)
	if err != nil {
		return err
	}
	d.unfinished(notices)
	for _, note := range designNotes(d, r) {
		fmt.Fprintln(notices, note)
	}
	return writeEffects(out, d, f, r)
}

// designNotes are what a reader should know of the indices.
func designNotes(d *dataset, r *sensitivity.Sampled) []string {
	s := r.Sampling
	blocks := map[sensitivity.Method]string{sensitivity.Saltelli: "base point", sensitivity.Morris: "trajectory"}[s.Method]
	if blocks == "" {
		blocks = "point"
	}
	notes := []string{fmt.Sprintf("design %s; low and high are 95 %% intervals", s.Method)}
	if s.Method != sensitivity.Saltelli && s.Method != sensitivity.Morris {
		notes = append(notes, "these points give first-order indices only; a design of method saltelli gives total effects too")
	}
	if r.Points < s.Base*s.Block() {
		notes = append(notes, fmt.Sprintf("the first %s of %s points are used, as many as memory allows", count(r.Points), count(s.Base*s.Block())))
	}
	if s.Inner > 1 {
		notes = append(notes, fmt.Sprintf("each point is the mean of its cells (%s: seeds, and axes beside the design)", count(s.Inner)))
	}
	for i := range r.Metrics {
		m := &r.Metrics[i]
		name, effective := d.schema[m.Column].Name, plural(m.Blocks, blocks)
		if blocks == "trajectory" && m.Blocks != 1 {
			effective = count(m.Blocks) + " trajectories"
		}
		if wanted := r.Points / s.Block(); m.Blocks < wanted {
			effective += fmt.Sprintf("; the others of %s lack values (%s failed, %s null)", count(wanted), count(m.Failed), count(m.Nulls))
		}
		notes = append(notes, fmt.Sprintf("%s: from %s", name, effective))
	}
	return notes
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
		if m.Noise != nil {
			row := append([]any{d.schema[m.Column].Name, kindNoise, nil}, noiseValues(r, m)...)
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

// noiseValues put the share of noise where a first-order index stands; there is no place for it beside elementary effects.
func noiseValues(r *sensitivity.Sampled, m *sensitivity.SampledMetric) []any {
	values := make([]any, 3*len(effectsOf(r.Sampling.Method)))
	if r.Sampling.Method != sensitivity.Morris {
		values[0] = *m.Noise
	}
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
			if _, err := fmt.Fprintln(out, noEffects(m)); err != nil {
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
		if m.Noise != nil && r.Sampling.Method != sensitivity.Morris {
			a.add(append([]any{"(" + kindNoise + ")"}, noiseValues(r, m)...)...)
		}
		if err := a.write(f.format, out); err != nil {
			return err
		}
	}
	return nil
}

func noEffects(m *sensitivity.SampledMetric) string {
	switch {
	case m.Mean == nil:
		return "has no value in any row"
	case *m.Variance == 0:
		return fmt.Sprintf("is %v at every point", *m.Mean)
	}
	return "has too few points with all of their values"
}

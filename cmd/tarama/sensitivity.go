package main

import (
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/spf13/cobra"

	"tarama/analysis/sensitivity"
	"tarama/output"
)

func newSensitivity() *cobra.Command {
	var f datasetFlags
	cmd := &cobra.Command{
		Use:   "sensitivity DIR",
		Short: "how much of each metric's variance each parameter accounts for",
		Long: `sensitivity prints Sobol' indices. first is the share of a metric's variance that goes if the parameter is known, total the
share that stays if all but it is known. Seeds are noise, and their share stands below, as do interactions of parameters. On
a full grid all of this is exact. Where rows are missing, failed or null, it says so and what was used.

Parameters that do not vary independently of each other, such as weights that add up to ten, are taken together.

A sampling design gives estimates with 95 % intervals: saltelli first and total, morris the mean of the absolute elementary
effects (mu_star), their mean (mu) and their standard deviation (sigma). random, latin-hypercube and sobol give first, from 16
points a parameter or more; total takes points that differ in one parameter only, which saltelli has. The intervals allow for
other points and, where all points share some seeds, for other seeds.

Tables have the metrics that the study names for its preview unless --metric says which; csv and json have all.`,
		Example: `  tarama sensitivity results/night
  tarama sensitivity results/night --metric error_budget_share,false_evictions --format md`,
		Args:              exactly("DIR"),
		ValidArgsFunction: completeDir,
		RunE: func(cmd *cobra.Command, args []string) error {
			return analyzeSensitivity(cmd.OutOrStdout(), f.notices(cmd), args[0], &f)
		},
	}
	f.add(cmd, true)
	return cmd
}

func analyzeSensitivity(out, notices io.Writer, dir string, f *datasetFlags) error {
	d, err := openDataset(dir, f, notices)
	if err != nil {
		return err
	}
	defer d.Close()
	metrics, err := d.metrics(f, out, notices)
	if err != nil {
		return err
	}
	sampling, err := sensitivity.SamplingOf(d.results.Header())
	if err != nil {
		return err
	}
	if sampling != nil {
		return analyzeDesign(out, notices, d, f, sampling, metrics)
	}
	return analyzeGrid(out, notices, d, f, metrics)
}

// analyzeGrid prints the indices of a grid.
func analyzeGrid(out, notices io.Writer, d *dataset, f *datasetFlags, metrics []int) error {
	q := sensitivity.Query{
		Parameters: d.roles(output.RoleParameter), Metrics: metrics, Seed: d.seed(), Status: d.status(), Workers: f.workers,
	}
	g, err := sensitivity.OnGrid(d.source, q)
	if d.empty() && (err == nil || errors.Is(err, sensitivity.ErrNothingVaries)) {
		return d.emptyError(notices)
	}
	if errors.Is(err, sensitivity.ErrNothingVaries) {
		return usageError{err}
	}
	if err != nil {
		return keyError(err)
	}
	d.passes.hide()
	d.unfinished(notices)
	for _, note := range gridNotes(d, g) {
		say(notices, "%s", note)
	}
	return writeIndices(out, d, f, g)
}

// gridNotes are what a reader should know of the indices.
func gridNotes(d *dataset, g *sensitivity.Grid) []string {
	var notes []string
	if !g.Design.Full {
		notes = append(notes, fmt.Sprintf("the rows are no full grid of their %s: parameters depend on each other, so the first-order "+
			"indices need not add up, and a total effect is over the complete combinations of the others",
			plural(int64(len(g.Design.Factors)), "factor")))
	}
	if g.Joined {
		notes = append(notes, "the seed varies together with other parameters, so noise cannot be told from what they do")
	}
	notes = append(notes, gridSeedNotes(d, g)...)
	for i := range g.Metrics {
		m := &g.Metrics[i]
		name := d.schema[m.Column].Name
		if missing := m.Failed + m.Nulls; missing > 0 {
			notes = append(notes, fmt.Sprintf("%s: %s of %s have no value (%s failed, %s null); the indices are about the rest, "+
				"and a total effect is over the complete combinations of the others",
				name, count(missing), plural(g.Design.Rows, "row"), count(m.Failed), count(m.Nulls)))
		}
		for k, index := range m.Indices {
			if index.Sampled < index.Classes {
				notes = append(notes, fmt.Sprintf("%s: the total effect of %s is from a sample of %s of %s combinations of the others",
					name, g.Factors[k].Name(), count(index.Sampled), count(index.Classes)))
			}
		}
	}
	return notes
}

// gridSeedNotes name the metrics whose shares other seeds would change.
func gridSeedNotes(d *dataset, g *sensitivity.Grid) []string {
	var names []string
	for i := range g.Metrics {
		if m := &g.Metrics[i]; m.Noise != nil && *m.Noise > 0 {
			names = append(names, d.schema[m.Column].Name)
		}
	}
	if names == nil {
		return nil
	}
	return []string{fmt.Sprintf("%s: the shares are exact for these %d seeds, which all combinations share; other seeds give others",
		strings.Join(names, ", "), g.Seeds)}
}

// The kinds of rows of an answer about sensitivity.
const (
	kindParameter    = "parameter"
	kindInteractions = "interactions"
	kindNoise        = "noise"
)

func writeIndices(out io.Writer, d *dataset, f *datasetFlags, g *sensitivity.Grid) error {
	if !f.forPeople() {
		a := &answerTable{columns: []output.Column{textColumn("metric"), textColumn("kind"), textColumn("parameter"), countColumn("levels"),
			realColumn("first"), realColumn("total"), countColumn("complete"), countColumn("combinations"),
			countColumn("count"), countColumn("failed"), countColumn("nulls"), realColumn("mean"), realColumn("variance")}}
		for i := range g.Metrics {
			m := &g.Metrics[i]
			about := []any{m.Count, m.Failed, m.Nulls, optional(m.Mean), optional(m.Variance)}
			for _, row := range indexRows(g, m) {
				a.add(append(append([]any{d.schema[m.Column].Name}, row...), about...)...)
			}
		}
		return a.write(f.format, out)
	}
	for i := range g.Metrics {
		m := &g.Metrics[i]
		if err := writeTitle(f.format, out, i == 0, &d.schema[m.Column]); err != nil {
			return err
		}
		if m.Indices == nil {
			if _, err := fmt.Fprintln(out, doesNotVary(m)); err != nil {
				return err
			}
			continue
		}
		if err := peopleIndices(g, m).write(f.format, out); err != nil {
			return err
		}
	}
	return nil
}

func doesNotVary(m *sensitivity.Metric) string {
	if m.Mean == nil {
		return "has no value in any row"
	}
	return fmt.Sprintf("is %v in every row", *m.Mean)
}

// indexRows are the indices of a metric: kind, parameter, levels, first, total, complete, combinations.
func indexRows(g *sensitivity.Grid, m *sensitivity.Metric) [][]any {
	var all [][]any
	for k, factor := range g.Factors {
		row := []any{kindParameter, factor.Name(), int64(factor.Levels()), nil, nil, nil, nil}
		if m.Indices != nil {
			x := &m.Indices[k]
			row[3], row[4], row[5], row[6] = optional(x.First), optional(x.Total), x.Complete, x.Classes
		}
		all = append(all, row)
	}
	if m.Interactions != nil {
		all = append(all, []any{kindInteractions, nil, nil, *m.Interactions, nil, nil, nil})
	}
	if m.Noise != nil {
		all = append(all, []any{kindNoise, seedName, int64(g.Seeds), *m.Noise, nil, nil, nil})
	}
	return all
}

// peopleIndices is a table of the indices of one metric.
func peopleIndices(g *sensitivity.Grid, m *sensitivity.Metric) *answerTable {
	a := &answerTable{columns: []output.Column{textColumn("parameter"), countColumn("levels"), shareColumn("first"), shareColumn("total")}}
	partial := false
	for _, x := range m.Indices {
		partial = partial || x.Complete < x.Classes
	}
	if partial {
		a.columns = append(a.columns, countColumn("complete"), countColumn("of"))
	}
	for _, row := range indexRows(g, m) {
		name := row[1]
		if kind := row[0].(string); kind != kindParameter {
			name = strings.TrimSpace(fmt.Sprintf("(%s)", kind))
		}
		a.add(append([]any{name}, row[2:2+len(a.columns)-1]...)...)
	}
	return a
}

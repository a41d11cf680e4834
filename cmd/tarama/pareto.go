package main

import (
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"tarama/analysis/pareto"
	"tarama/analysis/rows"
	"tarama/output"
	"tarama/sweep"
)

// paretoFlags are the options of pareto.
type paretoFlags struct {
	datasetFlags
	min, max []string
	by       []string
	knee     bool
}

func newPareto() *cobra.Command {
	var f paretoFlags
	cmd := &cobra.Command{
		Use:   "pareto DIR",
		Short: "the cells that no other beats in several metrics at once",
		Long: `pareto prints the front: the cells that no other beats. A cell beats another if it is no worse in any of the metrics and
better in at least one. Cells with equal metrics are printed once; equal says how many there are. Failed cells, and those in
which a metric is null, are left out and counted.

With --by, groups of cells compete with the means of their metrics: compare means over seeds rather than single cells
if chance plays a part.

--knee marks the balanced one: with each metric scaled to 0 for its best value on the front and 1 for its worst, the one
nearest to 0 in all of them.`,
		Example: `  tarama pareto results/health-thresholds --min detection_s --min lost_capacity_s --min checks_per_min
  tarama pareto results/night --min error_budget_share --min upstream_queries --by ttl_s,threshold --knee`,
		Args:              exactly("DIR"),
		ValidArgsFunction: completeDir,
		RunE: func(cmd *cobra.Command, args []string) error {
			return findFront(cmd.OutOrStdout(), cmd.ErrOrStderr(), args[0], &f)
		},
	}
	f.add(cmd, false)
	flags := cmd.Flags()
	flags.StringSliceVar(&f.min, "min", nil, "a metric that should be small: `NAME`, or COLUMN=WORD for the share of a word; may be given several times")
	flags.StringSliceVar(&f.max, "max", nil, "a metric that should be large: `NAME`, or COLUMN=WORD; may be given several times")
	flags.StringSliceVar(&f.by, "by", nil, "let the means of groups compete, one for each combination of these columns' values: `A,B`")
	flags.BoolVar(&f.knee, "knee", false, "mark the balanced one")
	for _, name := range []string{"min", "max", "by"} {
		mustComplete(cmd, name, completeColumns)
	}
	return cmd
}

func findFront(out, notices io.Writer, dir string, f *paretoFlags) error {
	d, err := openDataset(dir, &f.datasetFlags)
	if err != nil {
		return err
	}
	defer d.Close()
	q := pareto.Query{Status: d.status(), Workers: f.workers}
	if q.Objectives, err = d.objectives(f); err != nil {
		return err
	}
	if q.By, err = d.keyColumns(f.by); err != nil {
		return err
	}
	front, err := pareto.Find(d.source, q)
	if errors.As(err, &pareto.TooLargeError{}) {
		return usageError{err}
	}
	if err != nil {
		return keyError(err)
	}
	a, err := d.frontTable(q, front, f.knee)
	if err != nil {
		return err
	}
	if err := a.write(f.format, out); err != nil {
		return err
	}
	d.unfinished(notices)
	for _, note := range d.frontNotes(q, front, f.knee) {
		fmt.Fprintln(notices, note)
	}
	return nil
}

// objectives are the metrics of --min and --max.
func (d *dataset) objectives(f *paretoFlags) ([]pareto.Objective, error) {
	var all []pareto.Objective
	for i, name := range slices.Concat(f.min, f.max) {
		column, err := d.number(name)
		if err != nil {
			return nil, err
		}
		if slices.ContainsFunc(all, func(o pareto.Objective) bool { return o.Column == column }) {
			return nil, usageError{fmt.Errorf("--min and --max name %s twice", name)}
		}
		all = append(all, pareto.Objective{Column: column, Max: i >= len(f.min)})
	}
	if len(all) == 0 {
		return nil, usageError{errors.New("nothing to choose by: name metrics with --min and --max")}
	}
	return all, nil
}

// frontTable has a row a point: what gives it, its metrics, and for cells how many are equal.
func (d *dataset) frontTable(q pareto.Query, front *pareto.Front, knee bool) (*answerTable, error) {
	keys, values, err := d.frontKeys(q, front)
	if err != nil {
		return nil, err
	}
	a := &answerTable{columns: d.picked(keys)}
	for _, o := range q.Objectives {
		c := d.schema[o.Column]
		c.Type = output.Float64
		a.columns = append(a.columns, c)
	}
	if q.By == nil {
		a.columns = append(a.columns, countColumn("equal"))
	}
	if knee {
		a.columns = append(a.columns, output.Column{Name: "knee", Type: output.Dict, Words: []string{"", "knee"}})
	}
	for i, p := range front.Points {
		row := d.values(keys, values[i])
		for _, v := range p.Values {
			row = append(row, v)
		}
		if q.By == nil {
			row = append(row, p.Equal)
		}
		if knee {
			row = append(row, map[bool]string{true: "knee"}[i == front.Knee])
		}
		a.add(row...)
	}
	return a, nil
}

// frontKeys are the columns that say where points come from, and their values: those of --by, or the cell's number and its
// parameters that vary in the study.
func (d *dataset) frontKeys(q pareto.Query, front *pareto.Front) (columns []int, values [][]rows.Value, err error) {
	if q.By != nil {
		for _, p := range front.Points {
			values = append(values, p.Key)
		}
		return q.By, values, nil
	}
	plan, err := sweep.PlanOf(d.results)
	if err != nil {
		return nil, nil, err
	}
	for i := range d.schema {
		if role := d.schema[i].Role; role == output.RoleCell || role == output.RoleParameter && plan.Varies(i) {
			columns = append(columns, i)
		}
	}
	var places []rows.Place
	for _, p := range front.Points {
		places = append(places, p.Place)
	}
	values, err = rows.Fetch(d.source, columns, places)
	return columns, values, err
}

// frontNotes are what a reader should know of the front.
func (d *dataset) frontNotes(q pareto.Query, front *pareto.Front, knee bool) []string {
	var notes []string
	if left := front.Failed + front.Nulls; left > 0 {
		notes = append(notes, fmt.Sprintf("%s of %s left out (%s failed, %s null)", count(left), plural(front.Rows, "row"), count(front.Failed), count(front.Nulls)))
	}
	if front.Empty > 0 {
		notes = append(notes, fmt.Sprintf("%s without values left out", plural(int64(front.Empty), "group")))
	}
	for i, nulls := range front.NullsBy {
		if nulls > 0 {
			notes = append(notes, fmt.Sprintf("the means of %s leave out %s in which it is null", d.schema[q.Objectives[i].Column].Name, plural(nulls, "row")))
		}
	}
	if knee && front.Knee >= 0 {
		var values []string
		for i, o := range q.Objectives {
			values = append(values, fmt.Sprintf("%s %s", d.schema[o.Column].Name, exact(front.Points[front.Knee].Values[i])))
		}
		notes = append(notes, "the knee is nearest to the best of all, each scaled from 0 to 1 over the front: "+strings.Join(values, ", "))
	}
	return notes
}

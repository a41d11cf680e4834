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
	"tarama/analysis/sensitivity"
	"tarama/analysis/summaries"
	"tarama/models"
	"tarama/output"
	"tarama/sweep"
)

// paretoFlags are the options of pareto.
type paretoFlags struct {
	datasetFlags
	min, max []string
	by       []string
	having   string
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
if chance plays a part. Groups with equal means are printed once too, as the first of them. --having lets only those groups
compete for which a condition is true, on the columns of --by and on statistics of any metric, named as in detection_s_p95,
false_evictions_mean (see summarize).

--knee marks the balanced one: with each metric scaled to 0 for its best value on the front and 1 for its worst, the one
nearest to 0 in all of them. A metric that spans decades on the front, the greatest value at least 100 times the least positive
one and none negative, is scaled by its logarithm; 0 counts as a tenth of the least positive value.`,
		Example: `  tarama pareto results/health-thresholds --min detection_s --min lost_capacity_s --min checks_per_min
  tarama pareto results/night --min error_budget_share --min upstream_queries --by ttl_s,threshold --knee`,
		Args:              exactly("DIR"),
		ValidArgsFunction: completeDir,
		RunE: func(cmd *cobra.Command, args []string) error {
			return findFront(cmd.OutOrStdout(), f.notices(cmd), args[0], &f)
		},
	}
	f.add(cmd, false)
	flags := cmd.Flags()
	flags.StringSliceVar(&f.min, "min", nil, "a metric that should be small: `NAME`, or COLUMN=WORD for the share of a word; may be given several times")
	flags.StringSliceVar(&f.max, "max", nil, "a metric that should be large: `NAME`, or COLUMN=WORD; may be given several times")
	flags.StringSliceVar(&f.by, "by", nil, "let the means of groups compete, one for each combination of these columns' values: `A,B`")
	flags.StringVar(&f.having, "having", "", "with --by, only the groups for which `EXPR` is true, such as detection_s_p95 <= 10")
	flags.BoolVar(&f.knee, "knee", false, "mark the balanced one")
	for _, name := range []string{"min", "max"} {
		mustComplete(cmd, name, completeMetrics)
	}
	mustComplete(cmd, "by", completeColumns)
	return cmd
}

func findFront(out, notices io.Writer, dir string, f *paretoFlags) error {
	d, err := openDataset(dir, &f.datasetFlags, notices)
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
	if err := d.checkObjectives(notices, f, &q); err != nil {
		return err
	}
	front, err := pareto.Find(d.source, q)
	if errors.As(err, &pareto.TooLargeError{}) {
		return d.frontError(f)
	}
	if err != nil {
		return keyError(err)
	}
	a, err := d.frontTable(q, front, f.knee)
	if err != nil {
		return err
	}
	d.passes.hide()
	if err := a.write(f.format, out); err != nil {
		return err
	}
	d.unfinished(notices)
	d.noteEmpty(notices)
	d.noteResults(notices)
	if err := d.noteDrawn(notices, q.By); err != nil {
		return err
	}
	for _, note := range d.frontNotes(q, front, f.knee) {
		say(notices, "%s", note)
	}
	return nil
}

// checkObjectives reads --having, and refuses objectives that are the same in all rows of a group.
func (d *dataset) checkObjectives(notices io.Writer, f *paretoFlags, q *pareto.Query) error {
	for _, o := range q.Objectives {
		if slices.Contains(q.By, o.Column) {
			return usageError{fmt.Errorf("--by and --min or --max name %s: it makes the groups, so it cannot be what they compete in", d.schema[o.Column].Name)}
		}
	}
	switch {
	case f.having == "":
		return nil
	case q.By == nil:
		return usageError{errors.New("--having chooses among groups: name the columns that make them with --by")}
	}
	condition, err := d.newGroupCondition(f.having, q.By, nil)
	if err != nil {
		return err
	}
	choose := func(groups []summaries.Group, metrics []int) ([]summaries.Group, error) {
		d.passes.hide() // no pass comes after it
		return condition.choose(notices, groups, metrics)
	}
	q.Having = &pareto.Having{Metrics: condition.metrics, Seed: d.seed(), Choose: choose}
	return nil
}

// frontError says what to do about a front that is too large.
func (d *dataset) frontError(f *paretoFlags) error {
	ways := []string{"fewer metrics", "a part of the rows (--where)"}
	if f.by == nil {
		ways = append(ways, "means of groups (--by)")
	} else {
		ways = append(ways, "groups by fewer columns (--by)", "fewer groups (--having)")
	}
	last := len(ways) - 1
	return usageError{fmt.Errorf("more than %s points do not beat each other, too many to choose from: take %s or %s",
		count(pareto.MaxPoints), strings.Join(ways[:last], ", "), ways[last])}
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

// frontTable has a row a point: what gives it, its metrics, and how many cells or groups are equal.
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
	a.columns = append(a.columns, countColumn("equal"))
	if knee {
		a.columns = append(a.columns, output.Column{Name: "knee", Type: output.Dict, Words: []string{"", "knee"}})
	}
	for i, p := range front.Points {
		row := d.values(keys, values[i])
		for _, v := range p.Values {
			row = append(row, v)
		}
		row = append(row, p.Equal)
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
		notes = append(notes, d.kneeNote(q, front))
	}
	return notes
}

// noteDrawn tells of circumstances that a sampling design draws: points of it, and groups of few of them, meet other ones.
func (d *dataset) noteDrawn(notices io.Writer, by []int) error {
	sampling, err := sensitivity.SamplingOf(d.results.Header())
	if err != nil || sampling == nil {
		return err
	}
	plan, err := sweep.PlanOf(d.results)
	if err != nil {
		return err
	}
	drawn := slices.DeleteFunc(circumstances(plan.Study.Spec), func(name string) bool {
		return !slices.Contains(sampling.Parameters, name) || slices.Contains(columnNames(d.picked(by)), name)
	})
	if len(drawn) > 0 {
		say(notices, "nobody chooses %s, of which the design draws a value for each point: points with easy values can win by these alone, and so can groups of few points",
			strings.Join(drawn, ", "))
	}
	return nil
}

// kneeNote says what makes the knee, and where it is, in numbers as the table has them.
func (d *dataset) kneeNote(q pareto.Query, front *pareto.Front) string {
	var values, byRatio []string
	for i, o := range q.Objectives {
		name := d.schema[o.Column].Name
		values = append(values, name+" "+kneeValue(front, i, &d.schema[o.Column]))
		if front.ByRatio[i] {
			byRatio = append(byRatio, name)
		}
	}
	scaled := "each scaled from 0 to 1 over the front"
	if byRatio != nil {
		scaled += ", by ratios where it spans decades (" + strings.Join(byRatio, ", ") + ")"
	}
	return "the knee is nearest to the best of all, " + scaled + ": " + strings.Join(values, ", ")
}

// kneeValue is the knee's value of an objective, rounded as those of the whole front.
func kneeValue(front *pareto.Front, objective int, c *output.Column) string {
	var all []float64
	for _, p := range front.Points[:min(len(front.Points), widthRows)] {
		all = append(all, p.Values[objective])
	}
	text := readable(c, front.Points[front.Knee].Values[objective], commonDecimals(c, all))
	if c.Unit == models.ShareUnit {
		text += " %"
	}
	return text
}

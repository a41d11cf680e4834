package main

import (
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/spf13/cobra"

	"tarama/analysis/rows"
	"tarama/analysis/summaries"
	"tarama/output"
)

// summarizeFlags are the options of summarize.
type summarizeFlags struct {
	datasetFlags
	by      []string
	compare string
	having  string
}

func newSummarize() *cobra.Command {
	var f summarizeFlags
	cmd := &cobra.Command{
		Use:   "summarize DIR",
		Short: "means, spreads, quantiles and intervals by group, and differences between two levels",
		Long: `summarize describes metrics by group: the rows that agree in the columns of --by. Rows of failed cells and rows in
which a metric is null are left out and counted. low and high are the ends of the 95 % confidence interval of the mean
over seeds; there is none with fewer than two seeds, nor where all of them agree. Quantiles are exact for up to ` + fmt.Sprint(summaries.ExactValues) + ` different values in a group, and else
within ` + errorBound(summaries.RelativeError) + ` of the value, and of its distance from the middle of the group.

--having keeps the groups for which a condition is true, on the columns of --by and on statistics by the name of the metric
and the column here: detection_s_p95, false_evictions_mean, outcome_never_mean for a share. It sees all digits.

With --compare, each row at one level of a parameter is paired with the row at the other level that agrees with it in all
other parameters, the seed among them, and the differences are described.

Tables have the metrics that the study names for its preview unless --metric says which; csv and json have all.`,
		Example: `  tarama summarize results/night --by ttl_s,threshold
  tarama summarize results/health-products --by interval_s,threshold --having 'detection_s_p95 <= 10 and false_evictions_mean <= 1'
  tarama summarize results/night --by ttl_s --metric error_budget_share --format csv
  tarama summarize results/night --by ttl_s --compare threshold=2,3`,
		Args:              exactly("DIR"),
		ValidArgsFunction: completeDir,
		RunE: func(cmd *cobra.Command, args []string) error {
			return summarize(cmd.OutOrStdout(), f.notices(cmd), args[0], &f)
		},
	}
	f.add(cmd, true)
	cmd.Flags().StringSliceVar(&f.by, "by", nil, "a group for each combination of these columns' values: `A,B`")
	cmd.Flags().StringVar(&f.compare, "compare", "", "the differences between two levels of a parameter: `NAME=A,B`")
	cmd.Flags().StringVar(&f.having, "having", "", "only the groups for which `EXPR` is true, such as detection_s_p95 <= 10")
	mustComplete(cmd, "by", completeColumns)
	mustComplete(cmd, "compare", completeLevels)
	return cmd
}

func errorBound(share float64) string { return fmt.Sprintf("%g %%", 100*share) }

func summarize(out, notices io.Writer, dir string, f *summarizeFlags) error {
	d, err := openDataset(dir, &f.datasetFlags, notices)
	if err != nil {
		return err
	}
	defer d.Close()
	q := summaries.Query{Seed: d.seed(), Status: d.status(), Workers: f.workers}
	if q.By, err = d.keyColumns(f.by); err != nil {
		return err
	}
	if q.Metrics, err = d.metrics(&f.datasetFlags, out, notices); err != nil {
		return err
	}
	if f.compare != "" {
		if f.having != "" {
			return usageError{errors.New("--having chooses among groups, and --compare gives differences: leave one of them out")}
		}
		return compareLevels(out, notices, d, f, q)
	}
	return describeGroups(out, notices, d, f, q)
}

// describeGroups prints the groups of --by.
func describeGroups(out, notices io.Writer, d *dataset, f *summarizeFlags, q summaries.Query) error {
	asked := len(q.Metrics)
	var having *groupCondition
	if f.having != "" {
		var err error
		if having, err = d.newGroupCondition(f.having, q.By, q.Metrics); err != nil {
			return err
		}
		q.Metrics = having.with(q.Metrics)
	}
	groups, err := summaries.Summarize(d.source, q)
	if err != nil {
		return keyError(err)
	}
	d.passes.hide()
	d.unfinished(notices)
	d.noteEmpty(notices)
	d.noteSelection(notices, f, groups)
	if having != nil {
		if groups, err = having.choose(notices, groups, q.Metrics); err != nil {
			return err
		}
	}
	q.Metrics = q.Metrics[:asked]
	if !d.empty() {
		noteStatistics(notices, groupStatistics(groups, asked))
	}
	return writeGroups(out, d, f, q, groups)
}

// keyColumns are the positions of columns that may make keys.
func (d *dataset) keyColumns(names []string) ([]int, error) {
	positions, err := d.columns(names)
	if err != nil {
		return nil, err
	}
	for _, i := range positions {
		if c := &d.schema[i]; c.Type == output.Text {
			return nil, usageError{fmt.Errorf("--by: %s is free text, of which there are no groups", c.Name)}
		}
	}
	return positions, nil
}

// keyError says what to do about too many groups.
func keyError(err error) error {
	var tooMany *rows.TooManyKeysError
	if !errors.As(err, &tooMany) {
		return err
	}
	return usageError{fmt.Errorf("%s have more than %s combinations, too many to keep: group by fewer columns, or choose rows with --where",
		strings.Join(tooMany.Columns, ", "), count(int64(tooMany.Limit)))}
}

// groupStatistics are those of so many metrics, the first ones.
func groupStatistics(groups []summaries.Group, metrics int) []*summaries.Statistics {
	var all []*summaries.Statistics
	for i := range groups {
		for k := range metrics {
			all = append(all, &groups[i].Metrics[k])
		}
	}
	return all
}

// statisticsColumns are the columns of Statistics, whose values have the given kind.
func statisticsColumns(value func(name string) output.Column) []output.Column {
	var columns []output.Column
	for _, name := range []string{"mean", "low", "high", "sd", "min", "p05", "p50", "p95", "max"} {
		columns = append(columns, value(name))
	}
	return columns
}

// statisticsValues are the values for statisticsColumns.
func statisticsValues(s *summaries.Statistics) []any {
	values := []any{optional(s.Mean), nil, nil, optional(s.SD), optional(s.Min), nil, nil, nil, optional(s.Max)}
	if s.Interval != nil {
		values[1], values[2] = s.Interval.Low, s.Interval.High
	}
	for i, q := range s.Quantiles {
		values[5+i] = q
	}
	return values
}

func writeGroups(out io.Writer, d *dataset, f *summarizeFlags, q summaries.Query, groups []summaries.Group) error {
	keys := d.picked(q.By)
	counts := []output.Column{countColumn("count"), countColumn("failed"), countColumn("nulls")}
	if !f.forPeople() {
		a := &answerTable{columns: append(append(append(keys, textColumn("metric"), textColumn("unit")), counts...), statisticsColumns(realColumn)...)}
		a.columns = append(a.columns, countColumn("seeds"), realColumn("quantile_error"), textColumn("interval"))
		for i := range groups {
			for k := range q.Metrics {
				c, s := &d.schema[q.Metrics[k]], &groups[i].Metrics[k]
				row := append(d.values(q.By, groups[i].Key), c.Name, c.Unit, s.Count, groups[i].Failed, s.Nulls)
				row = append(row, statisticsValues(s)...)
				a.add(append(row, int64(s.Seeds), quantileError(s), s.Method.String())...)
			}
		}
		return a.write(f.format, out)
	}
	for k, metric := range q.Metrics {
		c := &d.schema[metric]
		a := &answerTable{titled: true, columns: append(append(d.picked(q.By), counts...), statisticsColumns(valueColumn(c))...)}
		for i := range groups {
			s := &groups[i].Metrics[k]
			a.add(append(append(d.values(q.By, groups[i].Key), s.Count, groups[i].Failed, s.Nulls), statisticsValues(s)...)...)
		}
		if err := writeTitle(f.format, out, k == 0, c); err != nil {
			return err
		}
		if err := a.write(f.format, out); err != nil {
			return err
		}
	}
	return nil
}

// quantileError bounds the relative error of quantiles.
func quantileError(s *summaries.Statistics) float64 {
	if s.Exact {
		return 0
	}
	return summaries.RelativeError
}

package main

import (
	"io"
	"slices"
	"strings"

	"tarama/analysis/summaries"
	"tarama/output"
)

// groupCondition is the condition of --having: it decides which groups count, by their keys and by statistics of metrics under
// names such as detection_s_p95.
type groupCondition struct {
	condition *rowCondition
	metrics   []int            // that the condition looks at, by position in the dataset
	at        []groupStatistic // by column of the condition, for what is mentioned
}

// groupStatistic is what a column of a condition on groups stands for.
type groupStatistic struct {
	key       int    // by position in the groups' keys; -1: a statistic
	metric    int    // by position in groupCondition.metrics
	statistic string // by name; empty: a key, or the failed rows
}

// The statistics that a condition can name.
var (
	wholeStatistics = []string{"count", "nulls", "seeds"}
	realStatistics  = columnNames(statisticsColumns(realColumn))
)

// newGroupCondition reads a condition on groups by some columns. It may add shares of words to the dataset.
func (d *dataset) newGroupCondition(text string, by, asked []int) (*groupCondition, error) {
	names := &groupNames{dataset: d}
	for i, column := range by {
		names.add(d.schema[column], groupStatistic{key: i}, "")
	}
	names.add(countColumn("failed"), groupStatistic{key: -1}, "")
	for i := range d.schema {
		if c := &d.schema[i]; isNumber(c) && (c.Role == output.RoleMetric || slices.Contains(asked, i)) {
			names.addMetric(c.Name)
		} else if c.Role == output.RoleMetric && c.Type == output.Dict {
			for _, word := range c.Words {
				names.addMetric(c.Name + "=" + word)
			}
		}
	}
	condition, err := d.newHaving(text, names.columns)
	if err != nil {
		return nil, err
	}
	g := &groupCondition{condition: condition, at: names.at}
	for _, i := range condition.Columns() {
		if names.metrics[i] == "" {
			continue
		}
		if g.at[i].metric, err = g.need(d, names.metrics[i]); err != nil {
			return nil, err
		}
	}
	return g, nil
}

// need is the position in metrics of one that the condition looks at.
func (g *groupCondition) need(d *dataset, name string) (int, error) {
	column, err := d.number(name)
	if err != nil {
		return -1, err
	}
	if i := slices.Index(g.metrics, column); i >= 0 {
		return i, nil
	}
	g.metrics = append(g.metrics, column)
	return len(g.metrics) - 1, nil
}

// with is some metrics and those that the condition looks at.
func (g *groupCondition) with(metrics []int) []int {
	all := slices.Clone(metrics)
	for _, m := range g.metrics {
		if !slices.Contains(all, m) {
			all = append(all, m)
		}
	}
	return all
}

// groupNames are the names that a condition on groups can mention.
type groupNames struct {
	dataset *dataset
	columns []output.Column
	at      []groupStatistic
	metrics []string // by column: the metric as options name it
}

// add adds a name unless it is there already.
func (n *groupNames) add(c output.Column, at groupStatistic, metric string) {
	if slices.ContainsFunc(n.columns, func(known output.Column) bool { return known.Name == c.Name }) {
		return
	}
	n.columns, n.at, n.metrics = append(n.columns, c), append(n.at, at), append(n.metrics, metric)
}

func (n *groupNames) addMetric(metric string) {
	prefix := strings.ReplaceAll(metric, "=", "_")
	for _, name := range wholeStatistics {
		n.add(countColumn(prefix+"_"+name), groupStatistic{key: -1, statistic: name}, metric)
	}
	for _, name := range realStatistics {
		n.add(realColumn(prefix+"_"+name), groupStatistic{key: -1, statistic: name}, metric)
	}
}

// choose leaves only the groups for which the condition is true, says how many they are, and tells of statistics that some
// groups do not have. metrics are those of the groups, by position in the dataset.
func (g *groupCondition) choose(notices io.Writer, groups []summaries.Group, metrics []int) ([]summaries.Group, error) {
	t := &output.Table{Rows: len(groups), Columns: make([]output.Values, len(g.at))}
	for _, i := range g.condition.Columns() {
		for k := range groups {
			appendValue(&t.Columns[i], g.value(i, &groups[k], metrics))
		}
		if note := g.missingNote(i, groups, metrics); note != "" {
			say(notices, "%s", note)
		}
	}
	bound, err := g.condition.bind()
	if err != nil {
		return nil, err
	}
	bound.use(t)
	var kept []summaries.Group
	for i := range groups {
		if bound.keeps(i) {
			kept = append(kept, groups[i])
		}
	}
	noteValueless(notices, "--having", bound.filter.Valueless(), "group")
	say(notices, "--having is true for %s of %s", count(int64(len(kept))), plural(int64(len(groups)), "group"))
	return kept, nil
}

// value is what a column of the condition is in a group: an int64, a float64, the int32 code of a word, or nil.
func (g *groupCondition) value(column int, group *summaries.Group, metrics []int) any {
	at := &g.at[column]
	switch {
	case at.statistic != "":
		return statistic(g.statistics(at, group, metrics), at.statistic)
	case at.key < 0:
		return group.Failed
	}
	c := &g.condition.schema[column]
	key := group.Key[at.key]
	if c.Type == output.Dict && !key.Null {
		return int32(key.Bits)
	}
	return key.Any(c)
}

// statistics are those of a group in the metric that a column of the condition is about.
func (g *groupCondition) statistics(at *groupStatistic, group *summaries.Group, metrics []int) *summaries.Statistics {
	return &group.Metrics[slices.Index(metrics, g.metrics[at.metric])]
}

// statistic is one by its name; nil if it does not exist.
func statistic(s *summaries.Statistics, name string) any {
	switch name {
	case "count":
		return s.Count
	case "nulls":
		return s.Nulls
	case "seeds":
		return int64(s.Seeds)
	}
	return statisticsValues(s)[slices.Index(realStatistics, name)]
}

// appendValue appends a value to a column; one that does not exist as null, whatever the column's type.
func appendValue(v *output.Values, value any) {
	integer, _ := value.(int64)
	real, _ := value.(float64)
	code, _ := value.(int32)
	v.Ints, v.Reals, v.Codes = append(v.Ints, integer), append(v.Reals, real), append(v.Codes, code)
	v.Null = append(v.Null, value == nil)
}

package main

import (
	"fmt"
	"strings"

	"tarama/analysis/summaries"
)

// Why a group has no value for what a condition on groups names.
const (
	missingKey = iota
	missingValue
	missingSpread
	missingSeeds
	missingAgreement
)

// missingReasons are the reasons in words, in the order in which they are told.
var missingReasons = [...]string{
	missingKey:       "it is null",
	missingValue:     "there is no value",
	missingSpread:    "there are fewer than two values",
	missingSeeds:     "there are fewer than two seeds (no interval)",
	missingAgreement: "all seeds agree (no interval)",
}

// missingNote says how many groups a condition leaves out since they have no value in a column, why they have none, and what to
// name instead: they may be the best. It is empty if all groups have one.
func (g *groupCondition) missingNote(column int, groups []summaries.Group, metrics []int) string {
	var counts [len(missingReasons)]int64
	missing := int64(0)
	for i := range groups {
		if g.value(column, &groups[i], metrics) == nil {
			counts[g.missingReason(column, &groups[i], metrics)]++
			missing++
		}
	}
	if missing == 0 {
		return ""
	}
	var reasons []string
	for reason, n := range counts {
		switch {
		case n == missing:
			reasons = append(reasons, missingReasons[reason])
		case n > 0:
			reasons = append(reasons, fmt.Sprintf("in %s %s", count(n), missingReasons[reason]))
		}
	}
	note := fmt.Sprintf("--having leaves out %s without %s: %s", plural(missing, "group"), g.condition.schema[column].Name,
		strings.Join(reasons, ", "))
	if counts[missingSeeds]+counts[missingAgreement] > 0 {
		note += "; " + g.insteadOf(column)
	}
	return note
}

// missingReason is why a group has no value in a column.
func (g *groupCondition) missingReason(column int, group *summaries.Group, metrics []int) int {
	at := &g.at[column]
	if at.statistic == "" {
		return missingKey
	}
	s := g.statistics(at, group, metrics)
	switch {
	case s.Count == 0:
		return missingValue
	case at.statistic != "low" && at.statistic != "high":
		return missingSpread
	case s.Method == summaries.Agreement:
		return missingAgreement
	}
	return missingSeeds
}

// insteadOf says which statistics are there even if an end of an interval is not.
func (g *groupCondition) insteadOf(column int) string {
	metric, isHigh := strings.CutSuffix(g.condition.schema[column].Name, "_high")
	extreme := "max"
	if !isHigh {
		metric, extreme = strings.TrimSuffix(metric, "_low"), "min"
	}
	return fmt.Sprintf("name %[1]s_%[2]s or %[1]s_mean instead", metric, extreme)
}

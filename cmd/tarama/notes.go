package main

import (
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"tarama/analysis/summaries"
	"tarama/output"
)

// noteStatistics says what a reader should know of some statistics.
func noteStatistics(notices io.Writer, all []*summaries.Statistics) {
	if len(all) == 0 {
		return
	}
	sketched, intervals, uneven := false, false, false
	fewest, batches := 0, 0 // seeds where all agree, batches
	methods := map[summaries.Method]bool{}
	for _, s := range all {
		sketched = sketched || !s.Exact
		intervals = intervals || s.Seeds > 1
		uneven = uneven || s.Interval != nil && !s.Even && !s.Batched
		methods[s.Method] = true
		if s.Method == summaries.Agreement && !s.Batched && (fewest == 0 || s.Seeds < fewest) {
			fewest = s.Seeds
		}
		if s.Batched {
			batches = max(batches, s.Seeds)
		}
	}
	if sketched {
		say(notices, "quantiles of more than %d different values are within %s of the value", summaries.ExactValues, errorBound(summaries.RelativeError))
	}
	if !intervals {
		say(notices, "no intervals: there are fewer than two seeds in a group")
	}
	if uneven {
		say(notices, "in some groups the seeds have different numbers of values, since some are null, failed or left out; the intervals allow for it")
	}
	if batches > 0 {
		say(notices, "there are too many seeds to tell apart in each group: the intervals are from %d batches of them", batches)
	}
	noteMethods(notices, methods, fewest)
}

// noteMethods says where intervals are not those of Student's t. fewest is the number of seeds that agree, the least of any group.
func noteMethods(notices io.Writer, methods map[summaries.Method]bool, fewest int) {
	if methods[summaries.Gamma] {
		say(notices, "where events are rare, the interval is not symmetric: it is that of the gamma distribution, since that of t would reach too low")
	}
	if methods[summaries.Bound] {
		say(notices, "where no seed or every seed has the word, the interval is a bound on one side")
	}
	switch {
	case !methods[summaries.Agreement]:
	case fewest == 0: // batches, of more seeds than are known
		say(notices, "no interval where all seeds agree: what they have not shown cannot be estimated")
	default:
		say(notices, "no interval where all seeds agree: if chance plays a part, up to %.2g %% of other seeds may differ (95 %% confidence, %s)",
			100*summaries.DifferAtMost(fewest), plural(int64(fewest), "seed"))
	}
}

// noteSelection says how the choice of rows and groups touches what the answers mean.
func (d *dataset) noteSelection(notices io.Writer, f *summarizeFlags, groups []summaries.Group) {
	for _, name := range f.by {
		if i, err := d.column(name); err == nil && d.schema[i].Role == output.RoleMetric {
			say(notices, "%s is a result: its groups say what comes with it, not what to expect of a setting", name)
		}
	}
	d.noteResults(notices)
	if !slices.ContainsFunc(d.condition, func(i int) bool { return i == d.seed() || d.schema[i].Role == output.RoleMetric }) {
		return // parameters choose whole groups
	}
	fewest, most := 0, 0
	for i := range groups {
		seeds := 0
		for k := range groups[i].Metrics {
			seeds = max(seeds, groups[i].Metrics[k].Seeds)
		}
		if i == 0 || seeds < fewest {
			fewest = seeds
		}
		most = max(most, seeds)
	}
	if fewest < most {
		say(notices, "--where leaves groups with different seeds, %s to %s of them: they are not compared under the same random numbers any more",
			count(int64(fewest)), count(int64(most)))
	}
}

// empty says whether --where was true for none of the rows. It can be asked once they were read.
func (d *dataset) empty() bool { return d.where != nil && d.where.Empty() }

// noteEmpty says that --where is true for no row, so that an answer without any is not taken for a fault.
func (d *dataset) noteEmpty(notices io.Writer) {
	if d.empty() {
		say(notices, "%s", trueForNone(d.results.Rows()))
	}
}

// emptyError is what to say where without rows there is no answer.
func (d *dataset) emptyError(notices io.Writer) error {
	d.passes.hide()
	d.unfinished(notices)
	return usageError{errors.New(trueForNone(d.results.Rows()))}
}

func trueForNone(rows int64) string {
	return fmt.Sprintf("--where is true for 0 of %s", plural(rows, "row"))
}

// noteResults says that --where chooses rows by their results.
func (d *dataset) noteResults(notices io.Writer) {
	var results []string
	for _, i := range d.condition {
		if d.schema[i].Role == output.RoleMetric {
			results = append(results, d.schema[i].Name)
		}
	}
	if results != nil {
		say(notices, "--where chooses rows by results (%s): means and intervals are about such rows only, not about other seeds of the same settings",
			strings.Join(results, ", "))
	}
}

// notePairing says that --where took rows whose partners are left.
func (d *dataset) notePairing(notices io.Writer, f *summarizeFlags, groups []summaries.Difference) {
	d.noteResults(notices)
	unpaired := int64(0)
	for i := range groups {
		for k := range groups[i].Metrics {
			unpaired = max(unpaired, groups[i].Metrics[k].Unpaired)
		}
	}
	if f.where != "" && unpaired > 0 {
		say(notices, "up to %s in a group have lost their partner to --where, or it failed or is null, and are left out", plural(unpaired, "row"))
	}
}

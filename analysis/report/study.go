package report

import (
	"slices"

	"tarama/analysis/sensitivity"
	"tarama/output"
)

// Study is what the page says of a study, beyond its rows.
type Study struct {
	Name, Title  string
	Model        string
	ModelVersion int
	Digest       string
	Tool         string // name and version of the program
	Cells        int64  // of the plan
	Finished     bool
	Formats      []string // of the files, by the names of their folders
	Dir          string   // where the results are, as commands name it
	Resolved     string   // the study file with nothing left to defaults
	Where        string   // the condition that chose the rows; empty for all

	Sampling *sensitivity.Sampling // nil for a grid
	Seed     string                // the parameter by which replicates differ
	Log      []string              // parameters that the study spaces by ratios
	Preview  []string              // the metrics that the study's author looks at first
	Goals    map[string]Goal       // by metric

	Axes   []string          // the parameters on the study's axes, in its order
	Ranges map[string]string // what a design draws from, by parameter, in words; nil without a design

	Circumstances []string // the parameters that nobody chooses: means are over them, as over seeds
}

// Goal says what is good for a metric.
type Goal int

// The goals.
const (
	Unknown Goal = iota
	Less
	More
)

// Objective is a metric of the trade-off.
type Objective struct {
	Metric string
	Max    bool
}

// Options say how to make the page.
type Options struct {
	Metrics    []string    // nil: all
	Objectives []Objective // nil: those with a goal that are most at odds, with the first of the preview among them
	Workers    int         // goroutines that read; 0 for one a core

	Percent func(*output.Column) bool // shown as a percentage
	Replay  func(cell int64) string   // the command that replays a cell

	log   []string // Study.Log
	order []string // of parameters: those of Study.Preview, then those of Study.Axes
}

// The bounds on what the page shows. What is beyond them is named, not dropped in silence.
const (
	MaxMetrics    = 24   // with pictures
	OpenMetrics   = 6    // of them unfolded
	MaxAxes       = 6    // a metric, the strongest first
	MaxPlaces     = 32   // of an axis of numbers; more values are put into bins
	MaxWords      = 40   // of an axis of words, in a picture
	MaxSeedGroups = 500  // that are told apart
	MaxFront      = 30   // points of the front in the table
	maxJoint      = 12   // combinations of parameters that move together, for an axis of their own
	maxWordPlaces = 5000 // of an axis of words; beyond that it is left out
	bins          = 20
)

// inOrder are the positions in columns that move together, that first which the study names first: it is what the others were
// derived from.
func (o *Options) inOrder(schema []output.Column, columns []int) []int {
	rank := func(i int) int {
		if r := slices.Index(o.order, schema[columns[i]].Name); r >= 0 {
			return r
		}
		return len(o.order)
	}
	order := make([]int, len(columns))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int { return rank(a) - rank(b) })
	return order
}

// unit is the unit that values of a column have on the page, after a space; empty if there is none.
func (o *Options) unit(c *output.Column) string {
	switch {
	case o.Percent(c):
		return " %"
	case c.Unit == "":
		return ""
	}
	return " " + c.Unit
}

// heading is a column's name with its unit. Unlike tables, it gives the unit of a name that says it: a picture may be all
// that somebody sees.
func (o *Options) heading(c *output.Column) string {
	switch {
	case o.Percent(c):
		return c.Name + " [%]"
	case c.Unit == "":
		return c.Name
	}
	return c.Name + " [" + c.Unit + "]"
}

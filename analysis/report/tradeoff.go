package report

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"tarama/analysis/pareto"
	"tarama/analysis/report/chart"
	"tarama/analysis/rows"
	"tarama/analysis/summaries"
)

// tradeOff is what metrics cost each other.
type tradeOff struct {
	Objectives []pareto.Objective
	Chosen     bool // the objectives were asked for
	Front      *pareto.Front
	By         []int    // columns of Front.Points' keys; nil: single rows compete
	Seeds      bool     // means are over seeds
	Given      []string // circumstances that means are over, beside the seed
	Uneven     bool     // and of which the combinations of choices meet different values
	Once       []string // circumstances of which each combination of choices meets one value
	Over       []string // choices that means are over too, since there are too many combinations
	AtOdds     bool     // some objectives cost each other
	Merged     bool     // there are points of the design with the same values, which count as one
	Cells      []cell   // by point, up to MaxFront, if single rows compete
	Worst      []worst  // by point, if means compete
	Points     int64    // that compete
	Pictures   []chart.Picture
}

// listed says whether the table of the front has a point.
func (t *tradeOff) listed(point int) bool { return point < MaxFront || point == t.Front.Knee }

// ties says whether some points of the front stand for several that are equal.
func (t *tradeOff) ties() bool {
	return slices.ContainsFunc(t.Front.Points, func(p pareto.Point) bool { return p.Equal > 1 })
}

// maxPictures is how many pairs of objectives are drawn, maxFrontDots how many points of a front are drawn as such.
const (
	maxCandidates = 10 // of which the objectives are chosen
	maxPictures   = 6
	maxFrontDots  = 400
)

// findTradeOff finds the front. With seeds or circumstances, the means over them compete; else single rows do.
func (f *findings) findTradeOff(s rows.Source) error {
	candidates := f.candidates()
	if len(candidates) < 2 {
		f.noTradeOff = "There are not two metrics that vary and of which it is known whether less or more is better. Name some with --min and --max."
		return nil
	}
	if len(f.choices()) == 0 {
		f.noTradeOff = "Nothing that varies is anybody's choice, so there is nothing to trade."
		if names := f.names(f.circumstances()); names != nil {
			f.noTradeOff += " Circumstances, which nobody chooses: " + strings.Join(names, ", ") + "."
		}
		return nil
	}
	t, groups, err := f.compete(s, candidates)
	if err != nil {
		return err
	}
	t.Front, err = pareto.Find(s, pareto.Query{Objectives: t.Objectives, By: t.By, Status: f.status, Workers: f.o.Workers})
	if errors.As(err, &pareto.TooLargeError{}) {
		f.noTradeOff = fmt.Sprintf("There is no front to show: more than %s points do not beat each other. Name two or three metrics with --min and --max, or make a page of a part of the rows with --where.",
			chart.Number(pareto.MaxPoints))
		return nil
	}
	if err != nil {
		return err
	}
	f.tradeOff = t
	if t.By != nil {
		t.Worst = worstOf(t, candidates, groups)
		return f.drawGroups(t, candidates, groups)
	}
	return f.drawRows(t, s)
}

// compete finds what competes in what, and the means of the candidates: by combination of choices, and of the circumstances of
// which each meets one, so that the page can show what that was.
func (f *findings) compete(s rows.Source, candidates []pareto.Objective) (*tradeOff, []summaries.Group, error) {
	groups, by, err := f.competitors(s, candidates)
	if err != nil {
		return nil, nil, err
	}
	met, err := f.meet(s, by)
	if err != nil {
		return nil, nil, err
	}
	if met.once != nil {
		by = slices.Concat(by, met.once)
		if groups, err = f.meansBy(s, by, candidates); err != nil {
			return nil, nil, err
		}
	}
	t := &tradeOff{Objectives: candidates, Chosen: f.o.Objectives != nil, Uneven: !met.even, Once: f.names(met.once)}
	t.Seeds = f.seeds.Column >= 0 && !slices.Contains(met.once, f.seeds.Column)
	t.Given = f.names(slices.DeleteFunc(met.averaged, func(i int) bool { return i == f.seeds.Column }))
	if !t.Chosen {
		t.Objectives, t.AtOdds = atOdds(candidates, groups)
	}
	if t.Seeds || t.Given != nil {
		t.By, t.Over = by, f.choicesWithout(by)
		t.Merged = t.Given == nil && t.Over == nil && f.merged(groups)
	}
	return t, groups, nil
}

// candidates are the metrics that were asked for, or those of which it is known what is good.
func (f *findings) candidates() []pareto.Objective {
	var all []pareto.Objective
	for _, o := range f.o.Objectives {
		all = append(all, pareto.Objective{Column: f.column(o.Metric), Max: o.Max})
	}
	if all != nil {
		return all
	}
	var preview []pareto.Objective
	for _, m := range f.varying {
		name := f.schema[m.Column].Name
		goal := f.study.Goals[name]
		if goal == Unknown || f.parametersShare(m) < leastStrength {
			continue
		}
		o := pareto.Objective{Column: m.Column, Max: goal == More}
		if all = append(all, o); slices.Contains(f.study.Preview, name) {
			preview = append(preview, o)
		}
	}
	if len(preview) >= 2 {
		return preview[:min(len(preview), maxCandidates)]
	}
	return all[:min(len(all), maxCandidates)]
}

// parametersShare is what the strongest axis accounts for.
func (f *findings) parametersShare(m *metric) float64 {
	most := 0.0
	for _, r := range f.ranked(m) {
		most = max(most, r.Strength)
	}
	return most
}

// choicesWithout are the choices that are not among some columns.
func (f *findings) choicesWithout(columns []int) []string {
	return f.names(slices.DeleteFunc(f.choices(), func(i int) bool { return slices.Contains(columns, i) }))
}

// names are those of some columns.
func (f *findings) names(columns []int) []string {
	var names []string
	for _, i := range columns {
		names = append(names, f.schema[i].Name)
	}
	return names
}

// merged says whether some group has more rows than seeds, since points of a design have the same values: rounding to whole
// numbers makes them so.
func (f *findings) merged(groups []summaries.Group) bool {
	return f.study.Sampling != nil && f.seeds.Count > 0 &&
		slices.ContainsFunc(groups, func(g summaries.Group) bool { return g.Rows > int64(f.seeds.Count) })
}

func (f *findings) metricOf(column int) *metric {
	for i := range f.tally.metrics {
		if f.tally.metrics[i].Column == column {
			return &f.tally.metrics[i]
		}
	}
	return nil
}

// goalHeading is a metric with what is good for it.
func (f *findings) goalHeading(o pareto.Objective) string {
	goal := ", less is better"
	if o.Max {
		goal = ", more is better"
	}
	return f.o.heading(&f.schema[o.Column]) + goal
}

// display is a value of a column as the page shows it.
func (f *findings) display(column int, x float64) float64 {
	if f.o.Percent(&f.schema[column]) {
		return 100 * x
	}
	return x
}

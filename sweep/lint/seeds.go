package lint

import (
	"fmt"

	"tarama/models"
	"tarama/sweep/grid"
	"tarama/sweep/grid/design"
	"tarama/sweep/study"
)

// mostSeeds is how many values of a long axis of seeds are looked at.
const mostSeeds = 100_000

// enoughSeeds is how many seeds all points of a design may share without a word. The effect of a parameter over K seeds is off by
// about 1/sqrt(K) of what seeds change of it, at whatever number of points.
const enoughSeeds = 20

// seeds is about the seeds of a model that draws random numbers in some cells of the study.
func seeds(s *study.Study, c *models.Chance) []Lint {
	generators := drawing(s, c)
	if len(generators) == 0 {
		return nil
	}
	seed := s.Spec.Lookup(c.Seed)
	values := seedsOf(s.Grid, seed)
	if len(values) == 1 {
		return []Lint{{
			Name: "single-seed",
			Message: fmt.Sprintf("every row is computed with one seed, %d: what is due to the parameters cannot be told from what is due to chance",
				values[0]),
			Advice: fmt.Sprintf("%s: {base: 1, count: 100} among the axes and %s: %s under fixed give independent repetitions",
				c.Seed, c.Generator, c.Independent),
			Parameters: []string{c.Seed},
		}}
	}
	var lints []Lint
	for _, generator := range generators {
		for _, f := range c.Replicates(generator, values) {
			lints = append(lints, Lint{Name: f.Name, Message: f.Message, Advice: f.Advice, Parameters: []string{c.Seed, c.Generator}})
		}
	}
	if l, found := fewSeeds(s, c, len(values)); found {
		lints = append(lints, l)
	}
	return lints
}

// fewSeeds is about a design whose points share a few seeds, where it could as well give each point its own.
func fewSeeds(s *study.Study, c *models.Chance, seeds int) (Lint, bool) {
	if s.Design == nil || seeds >= enoughSeeds {
		return Lint{}, false
	}
	morris := s.Design.Method == design.Morris // gives a seed to each of its levels, and not to each point
	if _, own := s.Grid.Axes()[s.Grid.AxisOf(s.Spec.Lookup(c.Seed))].(*grid.Design); own && !morris {
		return Lint{}, false
	}
	advice := fmt.Sprintf("take %d seeds or more in an axis", enoughSeeds)
	if !morris {
		advice += fmt.Sprintf(", or make the seed a parameter of the design, %s: {from: 0, to: 4294967295}, "+
			"so that each point has its own", c.Seed)
	}
	return Lint{
		Name: "few-seeds-in-design",
		Message: fmt.Sprintf("all points of the design share %d seeds: what just these do to a parameter's effect looks like "+
			"the parameter's own, and more points do not help", seeds),
		Advice:     advice,
		Parameters: []string{c.Seed},
	}, true
}

// drawing lists the generators that some cell of the study draws with.
func drawing(s *study.Study, c *models.Chance) []string {
	generator := s.Spec.Lookup(c.Generator)
	words := s.Grid.Words()[generator]
	inputs := positions(s.Spec, c.Parameters)
	code := map[string]int{}
	for i, word := range words {
		code[word] = i
	}
	var part grid.Condition
	if s.Where != nil {
		part = s.Where
	}
	nothing := len(words) // the outcome of a cell without draws
	_, found := look(s, append([]int{generator}, inputs...), nothing+2, func(values []models.Value) int {
		if !c.Draws(values[1:]) {
			return nothing
		}
		return code[values[0].Text]
	}, part)
	var drawn []string
	for i, word := range words {
		if found.Counts[i] > 0 {
			drawn = append(drawn, word)
		}
	}
	return drawn
}

// seedsOf lists the distinct seeds of a grid in order, of a long axis the first ones.
func seedsOf(g *grid.Grid, seed int) []int64 {
	if !g.Varies(seed) {
		return []int64{g.At(0)[seed].Int}
	}
	axis := g.Axes()[g.AxisOf(seed)]
	rows := int(min(axis.Len(), mostSeeds))
	columns := grid.NewColumns(g.Parameters(), rows)
	axis.Fill(columns, 0, rows, 0)
	known := make(map[int64]bool, rows)
	var distinct []int64
	for _, value := range columns[seed].Ints {
		if !known[value] {
			known[value] = true
			distinct = append(distinct, value)
		}
	}
	return distinct
}

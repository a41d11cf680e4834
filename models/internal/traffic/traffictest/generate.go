package traffictest

import (
	"fmt"
	"maps"
	"math"
	"slices"

	"pgregory.net/rapid"

	"tarama/models"
	"tarama/models/internal/rng"
	"tarama/models/internal/traffic"
	"tarama/models/modeltest"
)

// Huge is the largest number of seconds.
const Huge = math.MaxInt32

// Values are some parameters of a cell.
type Values map[string]models.Value

// Int sets an integer.
func (v Values) Int(name string, i int64) Values { v[name] = models.IntValue(i); return v }

// Real sets a real.
func (v Values) Real(name string, f float64) Values { v[name] = models.RealValue(f); return v }

// Word sets a word.
func (v Values) Word(name, word string) Values {
	v[name] = models.TextValue(models.Enum, word)
	return v
}

// Of returns the cell with these values in it.
func (v Values) Of(c modeltest.Cell) modeltest.Cell {
	for name, value := range v {
		c = c.With(name, value)
	}
	return c
}

// distances are few, so that regions often tie.
var distances = []float64{0, 1, 1, 2, 2.5, 7, 130.1, 1.0 / 3}

// Topology draws nil, for the default one, or a topology: small, of 64 regions or groups, with circles or long chains of
// fallbacks.
func Topology(t *rapid.T) *traffic.Topology {
	if rapid.IntRange(0, 3).Draw(t, "default topology") == 0 {
		return nil
	}
	regions := size(t, "regions", 8, traffic.MaxRegions)
	groups := size(t, "groups", 9, traffic.MaxGroups)
	index := rapid.IntRange(0, regions-1)
	chain := rapid.Bool().Draw(t, "chain")
	top := &traffic.Topology{Fallback: map[string]string{}}
	for i := range regions {
		top.Regions = append(top.Regions, fmt.Sprintf("r%d", i))
	}
	for i, region := range top.Regions {
		next := (i + 1) % regions
		if !chain {
			next = index.Draw(t, "fallback")
		}
		top.Fallback[region] = top.Regions[next]
	}
	for i := range groups {
		g := traffic.Group{Name: fmt.Sprintf("c%d", i), Geographic: top.Regions[index.Draw(t, "geographic")],
			Distance: map[string]float64{}}
		for _, region := range top.Regions {
			g.Distance[region] = rapid.SampledFrom(distances).Draw(t, "distance")
		}
		top.Groups = append(top.Groups, g)
	}
	return top
}

func size(t *rapid.T, label string, usual, most int) int {
	if rapid.IntRange(0, 11).Draw(t, "most "+label) == 0 {
		return most
	}
	return rapid.IntRange(1, usual).Draw(t, label)
}

// Cells draws cells of a topology that a study gave, or of the default one if it is nil. further draws the parameters
// that the model has beside the shared ones. Each cell is like the one before it in all but a few parameters.
func Cells(t *rapid.T, spec *models.Spec, own *traffic.Topology, further func(*rapid.T) Values) []modeltest.Cell {
	g := generator{t, own != nil, regionsOf(own)}
	draw := func() Values {
		v := g.values()
		maps.Copy(v, further(t))
		return v
	}
	cells := []modeltest.Cell{draw().Of(modeltest.DefaultCell(spec))}
	for range rapid.IntRange(0, 5).Draw(t, "further cells") {
		changes, next := draw(), cells[len(cells)-1]
		for _, names := range g.together(changes) {
			if rapid.IntRange(0, 3).Draw(t, "change "+names[0]) != 0 {
				continue
			}
			for _, name := range names {
				next = next.With(name, changes[name])
			}
		}
		cells = append(cells, next)
	}
	return cells
}

func regionsOf(own *traffic.Topology) []string {
	if own == nil {
		own = traffic.Default()
	}
	return own.Regions
}

// generator draws the shared parameters.
type generator struct {
	t       *rapid.T
	own     bool // the study gave the topology
	regions []string
}

// together lists the names of the values; those that a rule ties stand in one list.
func (g generator) together(v Values) [][]string {
	lists := [][]string{{"request_rate_rps", "duration_s"}, {"rotation"}}
	for _, region := range g.regions {
		lists[1] = append(lists[1], "weight_"+region)
	}
	tied := slices.Concat(lists...)
	for _, name := range slices.Sorted(maps.Keys(v)) {
		if !slices.Contains(tied, name) {
			lists = append(lists, []string{name})
		}
	}
	return lists
}

// integer draws from one of a few ranges.
func (g generator) integer(label string, ranges ...[2]int64) int64 {
	r := rapid.SampledFrom(ranges).Draw(g.t, label+" range")
	return rapid.Int64Range(r[0], r[1]).Draw(g.t, label)
}

func (g generator) word(label string, words ...string) string {
	return rapid.SampledFrom(words).Draw(g.t, label)
}

func (g generator) real(label string, values ...float64) float64 {
	return rapid.SampledFrom(values).Draw(g.t, label)
}

func (g generator) values() Values {
	type span = [2]int64
	v := Values{}
	v.Word("policy", g.word("policy", "geographic", "latency", "weighted", "weighted"))
	v.Int("ttl_s", g.integer("ttl_s", span{1, 1}, span{1, 12}, span{1, 90}, span{1, 900}))
	v.Int("resolvers", g.integer("resolvers", span{1, 12}, span{1, 50}, span{40, 40}, span{1, 150}))
	v.Real("resolver_skew", float64(g.integer("skew", span{0, 64}, span{16, 16}, span{0, 0}))/16)
	v.Int("duration_s", g.integer("duration_s", span{1, 5}, span{1, 100}, span{1, 900}))
	v.Int("request_rate_rps", g.integer("rate", span{1, 5}, span{1, 1000}, span{1, 1 << 43}))
	v.Word("phases", g.word("phases", "spaced", "random"))
	v.Int("phase_step", g.integer("phase_step", span{0, 1}, span{0, 100}, span{Huge - 5, Huge}))
	v.Word("failed_region", g.word("failed_region", append([]string{models.NoneWord}, g.regions...)...))
	v.Int("failure_start_s", g.integer("failure_start_s", span{1, 1}, span{1, 100}, span{1, 1000}, span{Huge - 1, Huge}))
	v.Real("slo_percent", g.real("slo", 99.9, 99, 99.95, 50, 1e-9, 99.99999999999999))
	v.Real("active_passive_dropped", g.real("active_passive_dropped", 1541.67, 1, 1e-6, 1e300))
	v.Int("seed", rapid.Int64().Draw(g.t, "seed"))
	v.Word("rng", g.word("rng", rng.Words...))
	g.weights(v)
	return v
}

// weights draws rotation and weights, with zeros now and then but not for all.
func (g generator) weights(v Values) {
	if !g.own && rapid.Bool().Draw(g.t, "reference") {
		factor := rapid.Int64Range(1, 1e5).Draw(g.t, "factor")
		v.Word("rotation", "reference")
		for i, region := range g.regions {
			v.Int("weight_"+region, factor*[]int64{5, 3, 2}[i])
		}
		return
	}
	v.Word("rotation", "smooth")
	most := rapid.SampledFrom([]int64{0, 1, 3, 9, 40}).Draw(g.t, "largest weight")
	factor := rapid.SampledFrom([]int64{1, 1, 1, 7, 1000}).Draw(g.t, "common factor")
	sum := int64(0)
	for _, region := range g.regions {
		weight := factor * rapid.Int64Range(0, most).Draw(g.t, "weight")
		sum += weight
		v.Int("weight_"+region, weight)
	}
	if sum == 0 {
		only := rapid.SampledFrom(g.regions).Draw(g.t, "only region")
		v.Int("weight_"+only, factor)
	}
}

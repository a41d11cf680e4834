package traffictest

import (
	"flag"
	"fmt"
	"math"
	"testing"

	"pgregory.net/rapid"

	"tarama/models/internal/traffic"
)

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

// Cells draws rows of the shared parameters. own is what a study gave, or nil. Each row is like the one before it in
// all but a few parameters.
func Cells(t *rapid.T, own *traffic.Topology) []Row {
	g := generator{t, own, own}
	if own == nil {
		g.topology = traffic.Default()
	}
	rows := []Row{g.cell()}
	for range rapid.IntRange(0, 5).Draw(t, "further rows") {
		changes, next := g.cell(), rows[len(rows)-1]
		for i, group := range g.together() {
			if rapid.IntRange(0, 3).Draw(t, fmt.Sprint("change ", i)) == 0 {
				for _, name := range group {
					next = next.With(Row{name: changes[name]})
				}
			}
		}
		rows = append(rows, next)
	}
	return rows
}

// together names the parameters that change together, so that no rule is broken.
func (g generator) together() [][]string {
	weights := []string{"rotation"}
	for _, region := range g.topology.Regions {
		weights = append(weights, "weight_"+region)
	}
	return [][]string{{"policy"}, {"ttl_s"}, {"resolvers"}, {"resolver_skew"}, {"request_rate_rps", "duration_s"},
		{"phases"}, {"phase_step"}, weights, {"failed_region"}, {"failure_start_s"}, {"slo_percent"},
		{"active_passive_dropped"}, {"seed"}, {"rng"}}
}

type generator struct {
	t        *rapid.T
	own      *traffic.Topology
	topology *traffic.Topology
}

// pick draws one of a few integer ranges.
func (g generator) pick(label string, ranges ...[2]int64) int64 {
	r := rapid.SampledFrom(ranges).Draw(g.t, label+" range")
	return rapid.Int64Range(r[0], r[1]).Draw(g.t, label)
}

func (g generator) word(label string, words ...string) string {
	return rapid.SampledFrom(words).Draw(g.t, label)
}

func (g generator) cell() Row {
	r := Row{}
	r.SetWord("policy", g.word("policy", "geographic", "latency", "weighted", "weighted"))
	r.SetInt("ttl_s", g.pick("ttl_s", [2]int64{1, 1}, [2]int64{1, 12}, [2]int64{1, 90}, [2]int64{1, 900}))
	r.SetInt("resolvers", g.pick("resolvers", [2]int64{1, 12}, [2]int64{1, 50}, [2]int64{40, 40}, [2]int64{1, 150}))
	r.SetReal("resolver_skew", float64(g.pick("skew", [2]int64{0, 64}, [2]int64{16, 16}, [2]int64{0, 0}))/16)
	r.SetInt("duration_s", g.pick("duration_s", [2]int64{1, 5}, [2]int64{1, 100}, [2]int64{1, 900}))
	r.SetInt("request_rate_rps", g.pick("rate", [2]int64{1, 5}, [2]int64{1, 1000}, [2]int64{1, 1 << 43}))
	r.SetWord("phases", g.word("phases", "spaced", "random"))
	r.SetInt("phase_step", g.pick("phase_step", [2]int64{0, 1}, [2]int64{0, 100}, [2]int64{1<<31 - 5, 1<<31 - 1}))
	r.SetWord("failed_region", g.word("failed_region", append([]string{"none"}, g.topology.Regions...)...))
	r.SetInt("failure_start_s", g.pick("failure_start_s", [2]int64{1, 1}, [2]int64{1, 100}, [2]int64{1, 1000},
		[2]int64{1<<31 - 2, 1<<31 - 1}))
	r.SetReal("slo_percent", rapid.SampledFrom([]float64{99.9, 99, 99.95, 50, 1e-9, 99.99999999999999}).Draw(g.t, "slo"))
	r.SetReal("active_passive_dropped", rapid.SampledFrom([]float64{1541.67, 1, 1e-6, 1e300}).Draw(g.t, "active"))
	r.SetInt("seed", rapid.Int64().Draw(g.t, "seed"))
	r.SetWord("rng", g.word("rng", "lcg32", "pcg64"))
	g.weights(r)
	return r
}

// weights sets rotation and weights, with zeros now and then but not for all.
func (g generator) weights(r Row) {
	if g.own == nil && rapid.Bool().Draw(g.t, "reference") {
		factor := rapid.Int64Range(1, 1e5).Draw(g.t, "factor")
		for i, region := range g.topology.Regions {
			r.SetInt("weight_"+region, factor*[]int64{5, 3, 2}[i])
		}
		r.SetWord("rotation", "reference")
		return
	}
	r.SetWord("rotation", "smooth")
	most := rapid.SampledFrom([]int64{0, 1, 3, 9, 40}).Draw(g.t, "largest weight")
	factor := rapid.SampledFrom([]int64{1, 1, 1, 7, 1000}).Draw(g.t, "common factor")
	sum := int64(0)
	for _, region := range g.topology.Regions {
		weight := factor * rapid.Int64Range(0, most).Draw(g.t, "weight")
		sum += weight
		r.SetInt("weight_"+region, weight)
	}
	if sum == 0 {
		at := rapid.IntRange(0, len(g.topology.Regions)-1).Draw(g.t, "only region")
		r.SetInt("weight_"+g.topology.Regions[at], factor)
	}
}

// Order draws the order in which some of n rows are computed.
func Order(t *rapid.T, n int) []int32 {
	all := make([]int32, n)
	for i := range all {
		all[i] = int32(i)
	}
	order := rapid.Permutation(all).Draw(t, "order")
	return order[:rapid.IntRange(1, n).Draw(t, "rows computed")]
}

// Huge is the largest number of seconds, for cells that are too large for the reference.
const Huge = math.MaxInt32

// Main runs a package's tests with enough random cases that each rare one is met.
func Main(m *testing.M) {
	if err := flag.Set("rapid.checks", "2000"); err != nil {
		panic(err)
	}
	m.Run() // parses the command line, which may say otherwise
}

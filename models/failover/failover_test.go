package failover

import (
	"testing"

	"pgregory.net/rapid"

	"tarama/models"
	"tarama/models/dns"
	"tarama/models/internal/rng"
	"tarama/models/internal/traffic"
	"tarama/models/internal/traffic/traffictest"
)

func TestMain(m *testing.M) { traffictest.Main(m) }

// checker is the slow form of the health checks: it goes through every second.
type checker struct {
	cell     traffictest.Row
	source   rng.Source
	failed   int // region, or -1
	out      []bool
	failures []int64 // in a row, by region
	passes   []int64

	outcome         string
	detection       int64
	evictions, lost int64
}

func newChecker(topology *traffic.Topology, cell traffictest.Row) *checker {
	n := len(topology.Regions)
	c := &checker{cell: cell, failed: traffictest.RegionIndex(topology, cell.Word("failed_region")),
		out: make([]bool, n), failures: make([]int64, n), passes: make([]int64, n), outcome: "none"}
	if c.failed >= 0 {
		c.outcome = "never"
	}
	kind := rng.LCG32
	if cell.Word("rng") == "pcg64" {
		kind = rng.PCG64
	}
	c.source.Reset(kind, cell.Int("seed"))
	return c
}

// second makes the checks of a second and counts the regions that are lost in it.
func (c *checker) second(t int64) []bool {
	if t < 1 {
		return c.out
	}
	start := c.cell.Int("failure_start_s")
	if t%c.cell.Int("interval_s") == 0 {
		for region := range c.out {
			c.check(t, region)
		}
	}
	if t == start && c.failed >= 0 && c.out[c.failed] {
		c.outcome = "already_out"
	}
	for region, out := range c.out {
		if out && (region != c.failed || t < start) {
			c.lost++
		}
	}
	return c.out
}

func (c *checker) check(t int64, region int) {
	start := c.cell.Int("failure_start_s")
	u := c.source.Float64()
	if u < c.cell.Real("false_failure_probability") || region == c.failed && t > start {
		c.failures[region]++
		c.passes[region] = 0
	} else {
		c.passes[region]++
		c.failures[region] = 0
	}
	if c.out[region] {
		c.out[region] = c.passes[region] < c.cell.Int("rise")
		return
	}
	if c.failures[region] < c.cell.Int("threshold") {
		return
	}
	c.out[region] = true
	if region == c.failed && t > start {
		c.outcome = "evicted"
		c.detection = t - start
	} else {
		c.evictions++
	}
}

// reference computes a cell second by second.
func reference(topology *traffic.Topology, cell traffictest.Row) traffictest.Row {
	c := newChecker(topology, cell)
	r := traffictest.Reference(topology, cell, c.second)
	r.SetWord("outcome", c.outcome)
	if c.outcome == "evicted" || c.outcome == "already_out" {
		r.SetInt("detection_s", c.detection)
	}
	r.SetInt("false_evictions", c.evictions)
	r.SetInt("lost_region_s", c.lost)
	r.SetReal("checks_per_min", 60/float64(cell.Int("interval_s"))*float64(len(c.out)))
	return r
}

// newSpec declares the model for a topology of a study's own, or for the default one if it is nil, and returns the
// topology that counts.
func newSpec(t rapid.TB, own *traffic.Topology) (*models.Spec, *traffic.Topology) {
	scenario := any(own)
	if own == nil {
		scenario, own = nil, traffic.Default()
	}
	spec, err := Model{}.Spec(scenario)
	if err != nil {
		t.Fatal(err)
	}
	return spec, own
}

// checkParameters draws the parameters of the health checks.
func checkParameters(t *rapid.T) traffictest.Row {
	small := rapid.SampledFrom([]int64{1, 2, 3, 1000})
	r := traffictest.Row{}
	r.SetInt("interval_s", rapid.Int64Range(1, rapid.SampledFrom([]int64{1, 3, 10, 60, traffictest.Huge}).
		Draw(t, "longest interval")).Draw(t, "interval_s"))
	r.SetInt("threshold", rapid.Int64Range(1, small.Draw(t, "largest threshold")).Draw(t, "threshold"))
	r.SetInt("rise", rapid.Int64Range(1, small.Draw(t, "largest rise")).Draw(t, "rise"))
	r.SetReal("false_failure_probability", rapid.SampledFrom([]float64{0, 0, 0.06, 0.4, 0.9, 0.99, 1, 1e-300}).
		Draw(t, "false_failure_probability"))
	return r
}

// TestKernelEqualsReference holds the fast form to the slow one, bit for bit, in batches whose rows change a few
// parameters at a time, and to itself with one cell per kernel.
func TestKernelEqualsReference(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		own := traffictest.Topology(t)
		spec, topology := newSpec(t, own)
		rows := traffictest.Cells(t, own)
		checks := checkParameters(t)
		for i := range rows {
			if rapid.Bool().Draw(t, "other checks") {
				checks = checkParameters(t)
			}
			rows[i] = rows[i].With(checks)
		}
		order := traffictest.Order(t, len(rows))
		got := traffictest.Run(spec, rows, order)
		for _, row := range order {
			if d := traffictest.Difference(spec, got[row], reference(topology, rows[row])); d != "" {
				t.Fatalf("row %d %v differs from the reference:\n%s", row, rows[row], d)
			}
			if d := traffictest.Difference(spec, got[row], traffictest.RunOne(spec, rows[row])); d != "" {
				t.Fatalf("row %d %v differs between batch and alone:\n%s", row, rows[row], d)
			}
		}
	})
}

// TestWithoutFalseFailuresEqualsDNS: where checks never err and the failure falls on a check, detection takes
// interval_s * threshold, as in dns.
func TestWithoutFalseFailuresEqualsDNS(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		own := traffictest.Topology(t)
		spec, _ := newSpec(t, own)
		scenario := any(own)
		if own == nil {
			scenario = nil
		}
		other, err := dns.Model{}.Spec(scenario)
		if err != nil {
			t.Fatal(err)
		}
		cell := traffictest.Cells(t, own)[0].With(checkParameters(t))
		cell.SetReal("false_failure_probability", 0)
		interval := rapid.Int64Range(1, 60).Draw(t, "interval_s")
		cell.SetInt("interval_s", interval)
		cell.SetInt("failure_start_s", interval*rapid.Int64Range(1, 20).Draw(t, "failure_start_s/interval_s"))
		got := traffictest.RunOne(spec, cell)
		cell.SetInt("detection_s", interval*cell.Int("threshold"))
		want := traffictest.RunOne(other, cell)
		if d := traffictest.Difference(other, got, want); d != "" {
			t.Fatalf("%v differs from dns:\n%s", cell, d)
		}
	})
}

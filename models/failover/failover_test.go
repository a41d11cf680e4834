package failover

import (
	"testing"

	"pgregory.net/rapid"

	"tarama/models"
	"tarama/models/dns"
	"tarama/models/internal/rng"
	"tarama/models/internal/traffic"
	"tarama/models/internal/traffic/traffictest"
	"tarama/models/modeltest"
)

func TestMain(m *testing.M) { traffictest.Main(m) }

// checker is the slow form of the health checks: it goes through every second.
type checker struct {
	cell     modeltest.Cell
	source   rng.Source
	failed   int // region, or -1
	out      []bool
	failures []int64 // in a row, by region
	passes   []int64

	outcome         string
	detection       int64
	evictions, lost int64
}

func newChecker(topology *traffic.Topology, cell modeltest.Cell) *checker {
	n := len(topology.Regions)
	c := &checker{cell: cell, failed: traffictest.RegionIndex(topology, cell.Text("failed_region")),
		out: make([]bool, n), failures: make([]int64, n), passes: make([]int64, n), outcome: "none"}
	if c.failed >= 0 {
		c.outcome = "never"
	}
	kind := rng.LCG32
	if cell.Text("rng") == "pcg64" {
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
func reference(topology *traffic.Topology, cell modeltest.Cell) modeltest.Row {
	c := newChecker(topology, cell)
	r := traffictest.BySecond(topology, cell, c.second)
	r["outcome"] = models.TextValue(models.Enum, c.outcome)
	if c.outcome == "evicted" || c.outcome == "already_out" {
		r["detection_s"] = models.IntValue(c.detection)
	}
	r["false_evictions"] = models.IntValue(c.evictions)
	r["lost_region_s"] = models.IntValue(c.lost)
	r["checks_per_min"] = models.RealValue(60 / float64(cell.Int("interval_s")) * float64(len(c.out)))
	return r
}

// healthChecks draws the parameters that dns has not.
func healthChecks(t *rapid.T) traffictest.Values {
	intervals := rapid.SampledFrom([]int64{1, 3, 10, 60, traffictest.Huge})
	counts := rapid.SampledFrom([]int64{1, 2, 3, 1000})
	probabilities := rapid.SampledFrom([]float64{0, 0, 0.06, 0.4, 0.9, 0.99, 1, 1e-300})
	return traffictest.Values{}.
		Int("interval_s", rapid.Int64Range(1, intervals.Draw(t, "longest interval")).Draw(t, "interval_s")).
		Int("threshold", rapid.Int64Range(1, counts.Draw(t, "largest threshold")).Draw(t, "threshold")).
		Int("rise", rapid.Int64Range(1, counts.Draw(t, "largest rise")).Draw(t, "rise")).
		Real("false_failure_probability", probabilities.Draw(t, "false_failure_probability"))
}

func TestKernelEqualsReference(t *testing.T) {
	traffictest.EqualsReference(t, Model{}, reference, healthChecks)
}

func TestTraceAgreesWithMetrics(t *testing.T) {
	traffictest.TraceAgreesWithMetrics(t, Model{}, healthChecks)
}

// TestWithoutFalseFailuresEqualsDNS: where checks never err and the failure falls on a check, detection takes
// interval_s * threshold, as in dns.
func TestWithoutFalseFailuresEqualsDNS(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		own := traffictest.Topology(t)
		spec, other := traffictest.Spec(t, Model{}, own), traffictest.Spec(t, dns.Model{}, own)
		interval := rapid.Int64Range(1, 60).Draw(t, "short interval")
		cell := traffictest.Values{}.
			Real("false_failure_probability", 0).
			Int("interval_s", interval).
			Int("failure_start_s", interval*rapid.Int64Range(1, 20).Draw(t, "intervals before the failure")).
			Of(traffictest.Cells(t, spec, own, healthChecks)[0])

		twin := modeltest.DefaultCell(other).With("detection_s", models.IntValue(interval*cell.Int("threshold")))
		for name, value := range cell.Values() {
			if other.Lookup(name) >= 0 {
				twin = twin.With(name, value)
			}
		}
		got, want := modeltest.Evaluate([]modeltest.Cell{cell})[0], modeltest.Evaluate([]modeltest.Cell{twin})[0]
		if d := traffictest.Difference(other, got, want); d != "" {
			t.Fatalf("failover differs from dns:\n%s\nin%s", d, cell)
		}
	})
}

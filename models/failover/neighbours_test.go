package failover

import (
	"testing"

	"pgregory.net/rapid"

	"tarama/models/internal/traffic"
	"tarama/models/internal/traffic/traffictest"
	"tarama/models/modeltest"
)

// TestNeighboursEqualReference computes cells one after the other that begin alike: what one leaves for the next must not show,
// whether it was disturbed before the failure or not. Random cells seldom meet in that.
func TestNeighboursEqualReference(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		own := traffictest.Topology(t)
		spec, topology := traffictest.Spec(t, Model{}, own), own
		if own == nil {
			topology = traffic.Default()
		}
		base := traffictest.Cells(t, spec, own, healthChecks)[0]
		cells := make([]modeltest.Cell, rapid.IntRange(4, 10).Draw(t, "neighbours"))
		for i := range cells {
			cells[i] = traffictest.Values{}.
				Int("interval_s", rapid.SampledFrom([]int64{1, 7}).Draw(t, "interval_s")).
				Int("threshold", rapid.SampledFrom([]int64{1, 1000}).Draw(t, "threshold")).
				Real("false_failure_probability", rapid.SampledFrom([]float64{0, 0.3}).Draw(t, "false_failure_probability")).
				Int("failure_start_s", rapid.SampledFrom([]int64{2, 2, 20, 20, 20, 30}).Draw(t, "failure_start_s")).
				Word("failed_region", rapid.SampledFrom(topology.Regions[:min(len(topology.Regions), 2)]).Draw(t, "failed_region")).
				Of(base)
		}
		for i, got := range modeltest.Evaluate(cells) {
			if d := traffictest.Difference(spec, got, reference(topology, cells[i])); d != "" {
				t.Fatalf("cell %d of the batch differs from the reference:\n%s\nin%s", i, d, cells[i])
			}
		}
	})
}

package dns

import (
	"testing"

	"pgregory.net/rapid"

	"tarama/models"
	"tarama/models/internal/traffic"
	"tarama/models/internal/traffic/traffictest"
	"tarama/models/modeltest"
)

// TestCellsOfOneSeatingEqualReference evaluates cells that share the order in which their resolvers ask, one that goes round more
// than a window or is drawn, and differ in their weights, in one batch: some weights add up to multiples of others, so that their
// rotations share what the resolvers do.
func TestCellsOfOneSeatingEqualReference(t *testing.T) {
	spec := traffictest.Spec(t, Model{}, nil)
	rapid.Check(t, func(t *rapid.T) {
		integer := func(name string, low, high int64) int64 { return rapid.Int64Range(low, high).Draw(t, name) }
		base := smooth().Int("resolvers", integer("resolvers", 2, 60)).Int("phase_step", integer("phase_step", 1, 50)).
			Int("request_rate_rps", rapid.SampledFrom([]int64{1, 514, 1 << 19, 1 << 23, 1 << 30}).Draw(t, "rate")).
			Word("phases", rapid.SampledFrom([]string{"spaced", "random"}).Draw(t, "phases")).
			Of(modeltest.DefaultCell(spec))
		ttls := []int64{integer("ttl_s", 1, 60), integer("other ttl_s", 1, 200)}
		durations := []int64{integer("duration_s", 1, 600), integer("other duration_s", 1, 600)}
		sum := rapid.SampledFrom([]int64{1, 6, 20, 40, 64}).Draw(t, "sum of the weights")
		cells := make([]modeltest.Cell, integer("cells", 2, 12))
		for i := range cells {
			first := integer("weight_b34", 0, sum)
			second := integer("weight_b35", 0, sum-first)
			cells[i] = traffictest.Values{}.Int("weight_b34", first).Int("weight_b35", second).Int("weight_b06", sum-first-second).
				Int("ttl_s", rapid.SampledFrom(ttls).Draw(t, "ttl_s of the cell")).Of(base)
			rare := rapid.SampledFrom([]int{0, 0, 0, 1}).Draw(t, "duration")
			cells[i] = cells[i].With("duration_s", models.IntValue(durations[rare]))
		}
		for i, got := range modeltest.Evaluate(cells) {
			if d := traffictest.Difference(spec, got, reference(traffic.Default(), cells[i])); d != "" {
				t.Fatalf("cell %d of the batch differs from the reference:\n%s\nin%s", i, d, cells[i])
			}
		}
	})
}

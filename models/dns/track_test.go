package dns

import (
	"testing"

	"pgregory.net/rapid"

	"tarama/models"
	"tarama/models/internal/traffic"
	"tarama/models/internal/traffic/traffictest"
	"tarama/models/modeltest"
)

// TestCellsOnOneTrackEqualReference evaluates cells that share all that their resolvers do, in one batch: around the lifetime
// at which they begin to, between other cells, some beyond what a track keeps.
func TestCellsOnOneTrackEqualReference(t *testing.T) {
	spec := traffictest.Spec(t, Model{}, nil)
	rapid.Check(t, func(t *rapid.T) {
		integer := func(name string, low, high int64) int64 { return rapid.Int64Range(low, high).Draw(t, name) }
		n, step := integer("resolvers", 1, 25), rapid.SampledFrom([]int64{0, 1, 3, 13}).Draw(t, "phase_step")
		base := smooth().Int("resolvers", n).Int("phase_step", step).
			Int("request_rate_rps", rapid.SampledFrom([]int64{1, 514, 1 << 19, 1 << 20}).Draw(t, "rate")).
			Of(modeltest.DefaultCell(spec))
		weights := make([]traffictest.Values, 2)
		for i := range weights {
			most := rapid.SampledFrom([]int64{1, 4, 20, 700}).Draw(t, "largest weight")
			weights[i] = traffictest.Values{}.Int("weight_b34", integer("b34", 0, most)).
				Int("weight_b35", integer("b35", 0, most)).Int("weight_b06", integer("b06", 1, most))
		}
		cells := make([]modeltest.Cell, integer("cells", 2, 12))
		for i := range cells {
			ttl := max((n-1)*step+rapid.SampledFrom([]int64{-1, 0, 1, 2, 30, 500}).Draw(t, "reserve"), 1)
			cells[i] = traffictest.Values{}.Int("ttl_s", ttl).Int("duration_s", integer("duration_s", 1, 1500)).Of(base)
			cells[i] = rapid.SampledFrom(weights).Draw(t, "weights").Of(cells[i])
			steps := []int64{step, step, step + ttl, 0, 1} // the third gives the phases of the first
			cells[i] = cells[i].With("phase_step", models.IntValue(rapid.SampledFrom(steps).Draw(t, "phase_step of the cell")))
		}
		for i, got := range modeltest.Evaluate(cells) {
			if d := traffictest.Difference(spec, got, reference(traffic.Default(), cells[i])); d != "" {
				t.Fatalf("cell %d of the batch differs from the reference:\n%s\nin%s", i, d, cells[i])
			}
		}
	})
}

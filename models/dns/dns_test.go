package dns

import (
	"testing"

	"pgregory.net/rapid"

	"tarama/models"
	"tarama/models/internal/traffic"
	"tarama/models/internal/traffic/traffictest"
)

func TestMain(m *testing.M) { traffictest.Main(m) }

// reference computes a cell second by second.
func reference(topology *traffic.Topology, cell traffictest.Row) traffictest.Row {
	failed := traffictest.RegionIndex(topology, cell.Word("failed_region"))
	from := cell.Int("failure_start_s") + cell.Int("detection_s")
	out := make([]bool, len(topology.Regions))
	return traffictest.Reference(topology, cell, func(second int64) []bool {
		if failed >= 0 {
			out[failed] = second >= from
		}
		return out
	})
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

// TestKernelEqualsReference holds the fast form to the slow one, bit for bit, in batches whose rows change a few
// parameters at a time, and to itself with one cell per kernel.
func TestKernelEqualsReference(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		own := traffictest.Topology(t)
		spec, topology := newSpec(t, own)
		rows := traffictest.Cells(t, own)
		for _, row := range rows {
			row.SetInt("detection_s", rapid.Int64Range(0, rapid.SampledFrom([]int64{0, 3, 60, 1000, traffictest.Huge}).
				Draw(t, "detection at most")).Draw(t, "detection_s"))
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

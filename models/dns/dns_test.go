package dns

import (
	"testing"

	"pgregory.net/rapid"

	"tarama/models/internal/traffic"
	"tarama/models/internal/traffic/traffictest"
	"tarama/models/modeltest"
)

func TestMain(m *testing.M) { traffictest.Main(m) }

// reference computes a cell second by second.
func reference(topology *traffic.Topology, cell modeltest.Cell) modeltest.Row {
	failed := traffictest.RegionIndex(topology, cell.Text("failed_region"))
	from := cell.Int("failure_start_s") + cell.Int("detection_s")
	out := make([]bool, len(topology.Regions))
	return traffictest.BySecond(topology, cell, func(second int64) []bool {
		if failed >= 0 {
			out[failed] = second >= from
		}
		return out
	})
}

// detection draws the parameter that failover has not.
func detection(t *rapid.T) traffictest.Values {
	longest := rapid.SampledFrom([]int64{0, 3, 60, 1000, traffictest.Huge}).Draw(t, "longest detection")
	return traffictest.Values{}.Int("detection_s", rapid.Int64Range(0, longest).Draw(t, "detection_s"))
}

func TestKernelEqualsReference(t *testing.T) {
	traffictest.EqualsReference(t, Model{}, reference, detection)
}

package dns

import (
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"tarama/models"
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

func TestTraceAgreesWithMetrics(t *testing.T) {
	traffictest.TraceAgreesWithMetrics(t, Model{}, detection)
}

// TestTraceOfTheFailoverTable tells the course text's first failover by hand: b34 goes down at 100 and is left out from
// 110 on; resolvers with it ask again until second 138.
func TestTraceOfTheFailoverTable(t *testing.T) {
	spec := traffictest.Spec(t, Model{}, nil)
	cell := traffictest.Values{}.Word("policy", "geographic").Word("failed_region", "b34").Int("ttl_s", 30).
		Int("duration_s", 1200).Of(modeltest.DefaultCell(spec))
	trace := spec.Trace(traffictest.InOrder(spec, cell))
	want := []models.Event{
		{Time: 100, What: "region b34 goes down"},
		{Time: 110, What: "region b34 is taken out of the answers"},
		{Time: 139, What: "no resolver holds region b34 any more"},
	}
	if d := cmp.Diff(want, trace.Events); d != "" {
		t.Error(d)
	}
}

// TestTraceOfALongCellEndsEarly: every second of it is different.
func TestTraceOfALongCellEndsEarly(t *testing.T) {
	spec := traffictest.Spec(t, Model{}, nil)
	cell := smooth().Word("failed_region", "b34").Int("ttl_s", 1).Int("resolvers", 3).Int("detection_s", traffictest.Huge).
		Int("duration_s", traffictest.Huge).Of(modeltest.DefaultCell(spec))
	trace := spec.Trace(traffictest.InOrder(spec, cell))
	want := []models.Event{
		{Time: 100, What: "region b34 goes down"},
		{Time: 100_001, What: "the cell goes on, but it has too many resolvers and seconds to tell"},
	}
	if d := cmp.Diff(want, trace.Events); d != "" {
		t.Error(d)
	}
}

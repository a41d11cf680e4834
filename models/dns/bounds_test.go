package dns

import (
	"math"
	"testing"

	"pgregory.net/rapid"

	"tarama/models"
	"tarama/models/internal/traffic"
	"tarama/models/internal/traffic/traffictest"
	"tarama/models/modeltest"
)

// TestLongCellsFollowFromShortOnes checks cells that last far longer than the reference could walk. Whether a failure
// happens or not, the traffic becomes periodic, so that every count grows by the same number from one common period to
// the next: two short cells foretell a long one.
func TestLongCellsFollowFromShortOnes(t *testing.T) {
	topology := traffic.Default()
	rapid.Check(t, func(t *rapid.T) {
		cell := traffictest.Cells(t, traffictest.Spec(t, Model{}, nil), nil, detection)[0]
		v := traffictest.Values{}.Word("rotation", "smooth").
			Int("request_rate_rps", rapid.Int64Range(1, 1000).Draw(t, "rate")).
			Int("detection_s", rapid.Int64Range(0, 40).Draw(t, "short detection"))
		for _, name := range []string{"ttl_s", "resolvers", "failure_start_s", "weight_b34", "weight_b35", "weight_b06"} {
			v.Int(name, rapid.Int64Range(1, 8).Draw(t, "small "+name))
		}
		cell = v.Of(cell)

		period := periodWindows(cell) * cell.Int("ttl_s")
		settled := cell.Int("failure_start_s") + cell.Int("detection_s") + 2*cell.Int("ttl_s")
		short := settled + rapid.Int64Range(0, period).Draw(t, "short")
		periods := (traffictest.Huge - short) / period
		lasting := func(seconds int64) modeltest.Cell { return cell.With("duration_s", models.IntValue(seconds)) }
		first := reference(topology, lasting(short))
		second := reference(topology, lasting(short+period))
		long := modeltest.Evaluate([]modeltest.Cell{lasting(short + periods*period)})[0]

		for _, count := range []string{"accepted_requests", "dropped_requests", "upstream_queries", "failover_window_s"} {
			want := first[count].Int + periods*(second[count].Int-first[count].Int)
			if long[count].Int != want {
				t.Errorf("%s is %d, want %d, in%s", count, long[count].Int, want, cell)
			}
		}
		for _, region := range topology.Regions {
			want := served(first, region) + periods*(served(second, region)-served(first, region))
			if got := served(long, region); got != want {
				t.Errorf("region %s served %d requests, want %d, in%s", region, got, want, cell)
			}
		}
	})
}

// served recovers a region's requests from its share, which is exact below 2^52 requests.
func served(row modeltest.Row, region string) int64 {
	return int64(math.Round(row["share_"+region].Real * float64(row["accepted_requests"].Int)))
}

// periodWindows is a number of windows after which the rotation of the cell repeats, with the failed region and without.
func periodWindows(c modeltest.Cell) int64 {
	sum := c.Int("weight_b34") + c.Int("weight_b35") + c.Int("weight_b06")
	if failed := c.Text("failed_region"); failed != models.NoneWord {
		return sum * (sum - c.Int("weight_"+failed))
	}
	return sum
}

// TestUpperBounds runs cells at the bounds of the parameters. What must hold there is that every request is accepted or
// dropped, and that every resolver asks once a window.
func TestUpperBounds(t *testing.T) {
	base := func() traffictest.Values { return smooth().Word("failed_region", "b35") }
	const seconds = traffictest.Huge
	for _, test := range []struct {
		name    string
		values  traffictest.Values
		queries int64
	}{
		{"ttl", base().Int("ttl_s", seconds), 40},
		{"ttl and duration", base().Int("ttl_s", seconds).Int("duration_s", seconds), 40},
		{"duration", base().Int("ttl_s", 1).Int("duration_s", seconds), 40 * seconds},
		{"failure at the end", base().Int("ttl_s", 1).Int("duration_s", seconds).Int("failure_start_s", seconds).
			Int("detection_s", seconds), 40 * seconds},
		{"rate", base().Int("duration_s", 1).Int("request_rate_rps", 1<<53), 1},
		{"rate and duration", base().Int("ttl_s", 1).Int("duration_s", seconds).Int("request_rate_rps", 1<<22), 40 * seconds},
		{"resolvers", base().Int("ttl_s", 3).Int("duration_s", 6).Int("resolvers", 1e6), 2e6},
		{"resolvers and duration", base().Int("ttl_s", 1).Int("duration_s", seconds).Int("resolvers", 1e6), 1e6 * seconds},
		{"weights", base().Int("weight_b34", 999_998).Int("weight_b35", 1).Int("weight_b06", 1), 480},
	} {
		t.Run(test.name, func(t *testing.T) {
			cell := test.values.Of(modeltest.DefaultCell(traffictest.Spec(t, Model{}, nil)))
			row := modeltest.Evaluate([]modeltest.Cell{cell})[0]
			all := cell.Int("request_rate_rps") * cell.Int("duration_s")
			if sum := row["accepted_requests"].Int + row["dropped_requests"].Int; sum != all {
				t.Errorf("%d requests were accepted or dropped, want %d", sum, all)
			}
			if n := row["upstream_queries"].Int; n != test.queries {
				t.Errorf("%d upstream queries, want %d", n, test.queries)
			}
		})
	}
}

// TestQuotientsBeyondFloat64Fail: they are failed rows, since no column holds an infinity.
func TestQuotientsBeyondFloat64Fail(t *testing.T) {
	far := traffic.Default()
	far.Groups[0].Distance["b34"] = math.MaxFloat64
	tiny := traffictest.Values{}.Word("failed_region", "b34").Real("active_passive_dropped", 5e-324)
	for _, test := range []struct {
		name     string
		topology *traffic.Topology
		values   traffictest.Values
		want     string
	}{
		{"ratio", nil, tiny, "active_passive_ratio is too large for a 64-bit real: use a larger active_passive_dropped"},
		{"distance", far, traffictest.Values{}, "distance_per_request is too large for a 64-bit real: use smaller distances"},
	} {
		t.Run(test.name, func(t *testing.T) {
			cell := test.values.Of(modeltest.DefaultCell(traffictest.Spec(t, Model{}, test.topology)))
			if got := modeltest.Failure(cell); got != test.want {
				t.Errorf("got %q, want %q", got, test.want)
			}
		})
	}
}

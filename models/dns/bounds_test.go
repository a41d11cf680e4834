package dns

import (
	"math"
	"testing"

	"pgregory.net/rapid"

	"tarama/models"
	"tarama/models/internal/traffic/traffictest"
)

// TestLongCellsFollowFromShortOnes checks cells that last far longer than the reference could walk. Whether a failure
// happens or not, the traffic becomes periodic, so that every count grows by the same number from one common period to
// the next: two short cells foretell a long one.
func TestLongCellsFollowFromShortOnes(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		spec, topology := newSpec(t, nil)
		row := traffictest.Cells(t, nil)[0].With(integer("detection_s", rapid.Int64Range(0, 40).Draw(t, "detection_s")))
		for _, name := range []string{"ttl_s", "resolvers", "failure_start_s", "weight_b34", "weight_b35", "weight_b06"} {
			row.SetInt(name, rapid.Int64Range(1, 8).Draw(t, name))
		}
		row.SetWord("rotation", "smooth")
		row.SetInt("request_rate_rps", rapid.Int64Range(1, 1000).Draw(t, "rate"))

		period := periodLength(row) * row.Int("ttl_s")
		settled := row.Int("failure_start_s") + row.Int("detection_s") + 2*row.Int("ttl_s")
		short := settled + rapid.Int64Range(0, period).Draw(t, "short")
		periods := (traffictest.Huge - short) / period
		first := reference(topology, row.With(integer("duration_s", short)))
		second := reference(topology, row.With(integer("duration_s", short+period)))
		long := traffictest.RunOne(spec, row.With(integer("duration_s", short+periods*period)))

		for _, count := range []string{"accepted_requests", "dropped_requests", "upstream_queries", "failover_window_s"} {
			want := first[count].Int + periods*(second[count].Int-first[count].Int)
			if long[count].Int != want {
				t.Errorf("%s is %d, want %d", count, long[count].Int, want)
			}
		}
		for _, region := range topology.Regions {
			want := served(first, region) + periods*(served(second, region)-served(first, region))
			if got := served(long, region); got != want {
				t.Errorf("region %s served %d requests, want %d", region, got, want)
			}
		}
	})
}

// served recovers a region's requests from its share, which is exact below 2^52 requests.
func served(metrics traffictest.Row, region string) int64 {
	return int64(math.Round(metrics["share_"+region].Real * float64(metrics.Int("accepted_requests"))))
}

// periodLength is a number of windows after which every possible rotation of the row repeats: the length of the whole one
// times its lengths without one region.
func periodLength(row traffictest.Row) int64 {
	sum := row.Int("weight_b34") + row.Int("weight_b35") + row.Int("weight_b06")
	switch row.Word("failed_region") {
	case models.NoneWord:
		return sum
	default:
		return sum * (sum - row.Int("weight_"+row.Word("failed_region")))
	}
}

// TestUpperBounds runs cells at the bounds of the parameters. What must hold there is that every request is accepted or
// dropped, and that every resolver asks once per window.
func TestUpperBounds(t *testing.T) {
	spec, _ := newSpec(t, nil)
	base := traffictest.Defaults(spec).With(word("policy", "weighted")).With(word("rotation", "smooth")).
		With(word("failed_region", "b35"))
	seconds := int64(traffictest.Huge)
	tests := []struct {
		name    string
		cell    traffictest.Row
		queries int64
	}{
		{"ttl", integer("ttl_s", seconds), 40},
		{"ttl and duration", integer("ttl_s", seconds).With(integer("duration_s", seconds)), 40},
		{"duration", integer("duration_s", seconds).With(integer("ttl_s", 1)), 40 * seconds},
		{"failure at the end", integer("duration_s", seconds).With(integer("ttl_s", 1)).With(integer("failure_start_s", seconds)).
			With(integer("detection_s", seconds)), 40 * seconds},
		{"rate", integer("duration_s", 1).With(integer("request_rate_rps", 1<<53)), 1},
		{"rate and duration", integer("duration_s", seconds).With(integer("request_rate_rps", 1<<22)).With(integer("ttl_s", 1)), 40 * seconds},
		{"resolvers", integer("resolvers", 1e6).With(integer("ttl_s", 3)).With(integer("duration_s", 6)), 2e6},
		{"resolvers and duration", integer("resolvers", 1e6).With(integer("ttl_s", 1)).With(integer("duration_s", seconds)), 1e6 * seconds},
		{"weights", integer("weight_b34", 999_998).With(integer("weight_b35", 1)).With(integer("weight_b06", 1)), 480},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			cell := base.With(test.cell)
			got := traffictest.RunOne(spec, cell)
			all := cell.Int("request_rate_rps") * cell.Int("duration_s")
			if sum := got.Int("accepted_requests") + got.Int("dropped_requests"); sum != all {
				t.Errorf("%d requests were accepted or dropped, want %d", sum, all)
			}
			if n := got.Int("upstream_queries"); n != test.queries {
				t.Errorf("%d upstream queries, want %d", n, test.queries)
			}
		})
	}
}

// TestResultsBeyondRealsFail: a quotient that no float64 holds is a failed row, not an infinity.
func TestResultsBeyondRealsFail(t *testing.T) {
	spec, _ := newSpec(t, nil)
	row := traffictest.Defaults(spec).With(word("failed_region", "b34"))
	row.SetReal("active_passive_dropped", 5e-324)
	batch, kernel := traffictest.NewBatch(spec, []traffictest.Row{row})
	kernel.Run(batch)
	want := "active_passive_ratio is too large for a 64-bit real: use a larger active_passive_dropped"
	if batch.Failures[0] != want {
		t.Errorf("got %q, want %q", batch.Failures[0], want)
	}
}

package dns

import (
	"fmt"
	"strings"
	"testing"

	"tarama/models/internal/traffic/traffictest"
	"tarama/models/modeltest"
)

// column prints a metric as the course text does.
type column struct {
	metric string
	format string  // of the metric times scale
	scale  float64 // 0 for an integer
}

func (c column) print(r modeltest.Row) string {
	if c.scale == 0 {
		return fmt.Sprint(r[c.metric].Int)
	}
	return fmt.Sprintf(c.format, r[c.metric].Real*c.scale)
}

// TestCourseTables compares every number that the course text prints.
func TestCourseTables(t *testing.T) {
	shares := []column{{"share_b34", "%.1f", 100}, {"share_b35", "%.1f", 100}, {"share_b06", "%.1f", 100},
		{"share_deviation", "%.3f", 1}, {"distance_per_request", "%.3f", 1}, {"upstream_queries", "", 0},
		{"largest_resolver_share", "%.2f", 100}}
	deviation := []column{{"share_deviation", "%.3f", 1}, {"upstream_queries", "", 0}}
	failure := []column{{"failover_window_s", "", 0}, {"dropped_requests", "", 0}, {"equivalent_outage_s", "%.2f", 1},
		{"error_budget_share", "%.2f", 100}, {"upstream_queries", "", 0}}
	ratios := []column{{"window_drop_share", "%.1f", 100}, {"active_passive_ratio", "%.1f", 1}}

	policy := func(word string) traffictest.Values { return traffictest.Values{}.Word("policy", word) }
	fails := func() traffictest.Values {
		return policy("geographic").Word("failed_region", "b34").Int("duration_s", 1200)
	}
	for _, test := range []struct {
		values  traffictest.Values
		columns []column
		want    string
	}{
		{policy("geographic"), shares, "57.6 25.3 17.1 0.076 1.710 480 23.35"},
		{policy("latency"), shares, "55.1 25.3 19.6 0.051 1.171 480 23.35"},
		{policy("weighted"), shares, "50.6 27.8 21.6 0.022 2.144 480 23.35"},
		{policy("weighted").Int("ttl_s", 30), deviation, "0.082 4800"},
		{policy("weighted").Int("ttl_s", 60), deviation, "0.195 2400"},
		{policy("weighted").Int("ttl_s", 300), deviation, "0.022 480"},
		{policy("weighted").Int("ttl_s", 900), deviation, "0.037 160"},
		{policy("weighted").Real("resolver_skew", 0), deviation, "0.000 480"},
		{fails().Int("ttl_s", 30), failure, "39 6666 12.97 0.50 1600"},
		{fails().Int("ttl_s", 60), failure, "69 9486 18.46 0.71 800"},
		{fails().Int("ttl_s", 300), failure, "305 57906 112.66 4.35 160"},
		{fails().Int("ttl_s", 900), failure, "905 190206 370.05 14.28 64"},
		{fails(), ratios, "36.9 37.6"},
	} {
		cell := test.values.Of(modeltest.DefaultCell(traffictest.Spec(t, Model{}, nil)))
		row := modeltest.Evaluate([]modeltest.Cell{cell})[0]
		var got []string
		for _, c := range test.columns {
			got = append(got, c.print(row))
		}
		if s := strings.Join(got, " "); s != test.want {
			t.Errorf("%v: got %s, want %s", test.values, s, test.want)
		}
	}
}

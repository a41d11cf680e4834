package dns

import (
	"fmt"
	"testing"

	"tarama/models/internal/traffic/traffictest"
)

// TestCourseTables compares every number that the course text prints, rounded as it prints them.
func TestCourseTables(t *testing.T) {
	percent := func(name string, digits int) func(traffictest.Row) string {
		return func(r traffictest.Row) string { return fmt.Sprintf("%.*f", digits, r.Real(name)*100) }
	}
	real := func(name string, digits int) func(traffictest.Row) string {
		return func(r traffictest.Row) string { return fmt.Sprintf("%.*f", digits, r.Real(name)) }
	}
	count := func(name string) func(traffictest.Row) string {
		return func(r traffictest.Row) string { return fmt.Sprint(r.Int(name)) }
	}
	shares := []func(traffictest.Row) string{percent("share_b34", 1), percent("share_b35", 1), percent("share_b06", 1),
		real("share_deviation", 3), real("distance_per_request", 3), count("upstream_queries"), percent("largest_resolver_share", 2)}
	deviation := []func(traffictest.Row) string{real("share_deviation", 3), count("upstream_queries")}
	failure := []func(traffictest.Row) string{count("failover_window_s"), count("dropped_requests"),
		real("equivalent_outage_s", 2), percent("error_budget_share", 2), count("upstream_queries")}

	weighted := word("policy", "weighted")
	fails := word("failed_region", "b34").With(integer("duration_s", 1200))
	equal := traffictest.Row{}
	equal.SetReal("resolver_skew", 0)
	tests := []struct {
		cell    traffictest.Row
		columns []func(traffictest.Row) string
		want    string
	}{
		{word("policy", "geographic"), shares, "[57.6 25.3 17.1 0.076 1.710 480 23.35]"},
		{word("policy", "latency"), shares, "[55.1 25.3 19.6 0.051 1.171 480 23.35]"},
		{weighted, shares, "[50.6 27.8 21.6 0.022 2.144 480 23.35]"},
		{weighted.With(integer("ttl_s", 30)), deviation, "[0.082 4800]"},
		{weighted.With(integer("ttl_s", 60)), deviation, "[0.195 2400]"},
		{weighted.With(integer("ttl_s", 300)), deviation, "[0.022 480]"},
		{weighted.With(integer("ttl_s", 900)), deviation, "[0.037 160]"},
		{weighted.With(equal), deviation, "[0.000 480]"},
		{fails.With(integer("ttl_s", 30)), failure, "[39 6666 12.97 0.50 1600]"},
		{fails.With(integer("ttl_s", 60)), failure, "[69 9486 18.46 0.71 800]"},
		{fails.With(integer("ttl_s", 300)), failure, "[305 57906 112.66 4.35 160]"},
		{fails.With(integer("ttl_s", 900)), failure, "[905 190206 370.05 14.28 64]"},
		{fails, []func(traffictest.Row) string{percent("window_drop_share", 1), real("active_passive_ratio", 1)}, "[36.9 37.6]"},
	}
	spec, _ := newSpec(t, nil)
	for _, test := range tests {
		metrics := traffictest.RunOne(spec, traffictest.Defaults(spec).With(test.cell))
		var got []string
		for _, column := range test.columns {
			got = append(got, column(metrics))
		}
		if fmt.Sprint(got) != test.want {
			t.Errorf("%v: got %v, want %s", test.cell, got, test.want)
		}
	}
}

package traffic

import (
	"tarama/models"
)

const (
	sharePrefix = "share_"
	peakPrefix  = "peak_rps_"
)

// Metrics declares what dns and failover have in common, in the order of the columns.
func (n *Network) Metrics() []models.Metric {
	ms := []models.Metric{
		{Name: "accepted_requests", Type: models.Int, Goal: models.More, Doc: "requests that reached a region that was up"},
		{Name: "dropped_requests", Type: models.Int, Goal: models.Less,
			Doc: "requests that were sent to the failed region while it was down"},
		{Name: "upstream_queries", Type: models.Int, Goal: models.Less, Doc: "questions to the authoritative server"},
		{Name: "peak_upstream_qps", Type: models.Int, Unit: "1/s", Goal: models.Less,
			Doc: "most questions to the authoritative server in one second"},
		{Name: "largest_resolver_share", Type: models.Real, Unit: models.ShareUnit, Doc: "share of the largest resolver in all requests"},
	}
	for i, name := range n.regionColumns(sharePrefix) {
		ms = append(ms, models.Metric{Name: name, Type: models.Real, Unit: models.ShareUnit, Nullable: true,
			Doc: "share of region " + n.regions[i] + " in the accepted requests; null if there are none"})
	}
	for i, name := range n.regionColumns(peakPrefix) {
		ms = append(ms, models.Metric{Name: name, Type: models.Int, Unit: "1/s",
			Doc: "most requests that region " + n.regions[i] + " accepted in one second"})
	}
	return append(ms,
		models.Metric{Name: "share_deviation", Type: models.Real, Nullable: true, Goal: models.Less,
			Doc: "half the sum over the regions of |share - target share|; null if no request was accepted"},
		models.Metric{Name: "distance_per_request", Type: models.Real, Nullable: true, Goal: models.Less,
			Doc: "mean distance of the accepted requests; null if there are none"},
		models.Metric{Name: "failover_window_s", Type: models.Int, Unit: "s", Nullable: true, Goal: models.Less,
			Doc: "from failure_start_s to the last second in which a resolver held the failed region; null without one"},
		models.Metric{Name: "equivalent_outage_s", Type: models.Real, Unit: "s", Goal: models.Less,
			Doc: "seconds of full outage that drop as many requests"},
		models.Metric{Name: "window_drop_share", Type: models.Real, Unit: models.ShareUnit, Nullable: true,
			Doc: "share of dropped requests within the failover window; null without a window"},
		models.Metric{Name: "error_budget_share", Type: models.Real, Unit: models.ShareUnit, Goal: models.Less,
			Doc: "share of the 30 days' error budget that the equivalent outage takes"},
		models.Metric{Name: "active_passive_ratio", Type: models.Real,
			Doc: "dropped requests as a multiple of active_passive_dropped"},
	)
}

// outputs finds the shared metrics in a batch, by position in Spec.Metrics.
type outputs struct {
	accepted, dropped, upstream, peakUpstream, largest int
	firstShare, firstPeak                              int
	deviation, distance, window, outage                int
	windowDrop, budget, ratio                          int
}

func newOutputs(n *Network, spec *models.Spec) *outputs {
	at := make(map[string]int, len(spec.Metrics))
	for i, m := range spec.Metrics {
		at[m.Name] = i
	}
	return &outputs{
		accepted: at["accepted_requests"], dropped: at["dropped_requests"], upstream: at["upstream_queries"],
		peakUpstream: at["peak_upstream_qps"], largest: at["largest_resolver_share"],
		firstShare: at[sharePrefix+n.regions[0]], firstPeak: at[peakPrefix+n.regions[0]],
		deviation: at["share_deviation"], distance: at["distance_per_request"], window: at["failover_window_s"],
		outage: at["equivalent_outage_s"], windowDrop: at["window_drop_share"], budget: at["error_budget_share"],
		ratio: at["active_passive_ratio"],
	}
}

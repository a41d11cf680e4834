package traffic

import (
	"slices"

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

// outputs are the shared metrics of a batch.
type outputs struct {
	accepted, dropped, upstream, peakUpstream metric
	largest, deviation, distance              metric
	window, outage, windowDrop, budget, ratio metric
	shares, peaks                             []metric // by region
}

// metric is a column of a batch.
type metric struct {
	at    int // position in Spec.Metrics
	ints  []int64
	reals []float64
	null  []bool
}

func newOutputs(n *Network, spec *models.Spec) *outputs {
	find := func(name string) metric {
		return metric{at: slices.IndexFunc(spec.Metrics, func(m models.Metric) bool { return m.Name == name })}
	}
	o := &outputs{
		accepted: find("accepted_requests"), dropped: find("dropped_requests"), upstream: find("upstream_queries"),
		peakUpstream: find("peak_upstream_qps"), largest: find("largest_resolver_share"),
		deviation: find("share_deviation"), distance: find("distance_per_request"), window: find("failover_window_s"),
		outage: find("equivalent_outage_s"), windowDrop: find("window_drop_share"), budget: find("error_budget_share"),
		ratio: find("active_passive_ratio"),
	}
	for _, region := range n.regions {
		o.shares = append(o.shares, find(sharePrefix+region))
		o.peaks = append(o.peaks, find(peakPrefix+region))
	}
	return o
}

// bind finds the columns of a batch. It says of all values that they exist, and that no request was dropped: what is
// otherwise says so itself. To clear a column costs less than to set a value in each row.
func (o *outputs) bind(b *models.Batch) {
	for _, m := range []*metric{
		&o.accepted, &o.dropped, &o.upstream, &o.peakUpstream, &o.largest, &o.deviation, &o.distance, &o.window, &o.outage,
		&o.windowDrop, &o.budget, &o.ratio,
	} {
		m.bind(b)
	}
	for i := range o.shares {
		o.shares[i].bind(b)
		o.peaks[i].bind(b)
	}
	clearRows(o.dropped.ints, b)
	for _, m := range []*metric{&o.outage, &o.budget, &o.ratio} {
		clearRows(m.reals, b)
	}
}

func (m *metric) bind(b *models.Batch) {
	column := &b.Metrics[m.at]
	m.ints, m.reals, m.null = column.Ints, column.Reals, column.Null
	clearRows(m.null, b)
}

// clearRows sets the rows that the batch names to zero.
func clearRows[T any](column []T, b *models.Batch) {
	if len(b.Order) == b.Rows { // it names all rows
		clear(column[:b.Rows])
		return
	}
	var zero T
	for _, row := range b.Order {
		column[row] = zero
	}
}

package traffictest

import (
	"math"
	"sort"

	"tarama/models"
	"tarama/models/internal/rng"
	"tarama/models/internal/traffic"
	"tarama/models/modeltest"
)

// Outages says which regions are out of the answers at a second. It is asked once for every second, in order, seconds
// before 1 included.
type Outages func(second int64) []bool

// BySecond computes the metrics that dns and failover share, second by second and resolver by resolver.
func BySecond(topology *traffic.Topology, cell modeltest.Cell, outages Outages) modeltest.Row {
	w := newWorld(topology, cell)
	for t := 1 - w.ttl; t <= w.duration; t++ {
		w.second(t, outages(t))
	}
	return w.metrics()
}

// world is the state of the reference.
type world struct {
	topology *traffic.Topology
	cell     modeltest.Cell
	policy   string

	ttl, duration, rate int64
	failed              int // region, or -1
	start               int64
	quota, phase        []int64 // by resolver
	slots               []int   // regions
	cursor              int
	holds               []int   // by resolver
	expiry              []int64 // by resolver

	accepted, dropped, upstream, peakUpstream, lastHeld int64
	served                                              [][]int64 // by group and region
	peak                                                []int64   // by region
}

func newWorld(topology *traffic.Topology, cell modeltest.Cell) *world {
	w := &world{topology: topology, cell: cell, policy: cell.Text("policy"), ttl: cell.Int("ttl_s"), duration: cell.Int("duration_s"),
		rate: cell.Int("request_rate_rps"), start: cell.Int("failure_start_s"),
		failed: RegionIndex(topology, cell.Text("failed_region"))}
	n := int(cell.Int("resolvers"))
	w.quota = split(n, cell.Real("resolver_skew"), w.rate)
	w.phase = phases(n, cell)
	w.slots = slots(topology, cell)
	w.holds = make([]int, n)
	for j := range n {
		w.expiry = append(w.expiry, 1-w.ttl+w.phase[j])
	}
	for range topology.Groups {
		w.served = append(w.served, make([]int64, len(topology.Regions)))
	}
	w.peak = make([]int64, len(topology.Regions))
	return w
}

// RegionIndex returns the position of a region, or -1.
func RegionIndex(topology *traffic.Topology, name string) int {
	for i, region := range topology.Regions {
		if region == name {
			return i
		}
	}
	return -1
}

func split(n int, skew float64, rate int64) []int64 {
	p := make([]float64, n)
	total := 0.0
	for j := range p {
		x := float64(j + 1)
		power := 1.0
		for i := 0; i < int(math.Floor(skew)); i++ {
			power = power * x
		}
		sixteenths := int((skew - math.Floor(skew)) * 16)
		root := math.Sqrt(x)
		for _, digit := range []int{8, 4, 2, 1} {
			if sixteenths&digit != 0 {
				power = power * root
			}
			root = math.Sqrt(root)
		}
		p[j] = 1 / power
		total = total + p[j]
	}
	quota := make([]int64, n)
	remainder := make([]float64, n)
	byRemainder := make([]int, n)
	left := rate
	for j := range p {
		share := float64((p[j] / total) * float64(rate))
		quota[j] = int64(math.Floor(share))
		remainder[j] = share - math.Floor(share)
		byRemainder[j] = j
		left -= quota[j]
	}
	sort.SliceStable(byRemainder, func(a, b int) bool { return remainder[byRemainder[a]] > remainder[byRemainder[b]] })
	for i := int64(0); i < left; i++ {
		quota[byRemainder[i]]++
	}
	return quota
}

func phases(n int, cell modeltest.Cell) []int64 {
	ttl := cell.Int("ttl_s")
	phase := make([]int64, n)
	if cell.Text("phases") == "spaced" {
		for j := range phase {
			phase[j] = (int64(j) * cell.Int("phase_step")) % ttl
		}
		return phase
	}
	kind := rng.LCG32
	if cell.Text("rng") == "pcg64" {
		kind = rng.PCG64
	}
	var source rng.Source
	source.Reset(kind, cell.Int("seed")^0xA5A5A5A5)
	for j := range phase {
		phase[j] = int64(math.Floor(source.Float64() * float64(ttl)))
	}
	return phase
}

func slots(topology *traffic.Topology, cell modeltest.Cell) []int {
	if cell.Text("rotation") == "reference" {
		var order []int
		for _, name := range []string{"b34", "b35", "b06", "b34", "b35", "b34", "b35", "b06", "b34", "b34"} {
			order = append(order, RegionIndex(topology, name))
		}
		return order
	}
	weights := make([]int64, len(topology.Regions))
	divisor, sum := int64(0), int64(0)
	for i, name := range topology.Regions {
		weights[i] = cell.Int("weight_" + name)
		sum += weights[i]
		for a, b := weights[i], divisor; ; a, b = b, a%b {
			if b == 0 {
				divisor = a
				break
			}
		}
	}
	for i := range weights {
		weights[i] /= divisor
	}
	var order []int
	counter := make([]int64, len(weights))
	for int64(len(order)) < sum/divisor {
		best := -1
		for i := range weights {
			counter[i] += weights[i]
		}
		for i := range weights {
			if best < 0 || counter[i] > counter[best] {
				best = i
			}
		}
		counter[best] -= sum / divisor
		order = append(order, best)
	}
	return order
}

// second plays one second.
func (w *world) second(t int64, out []bool) {
	queries := int64(0)
	now := make([]int64, len(w.topology.Regions))
	for j := range w.holds {
		group := j % len(w.topology.Groups)
		if t >= w.expiry[j] {
			w.holds[j] = w.ask(group, out)
			w.expiry[j] = t + w.ttl
			queries++
		}
		if t < 1 {
			continue
		}
		region := w.holds[j]
		if region == w.failed {
			w.lastHeld = t
		}
		if region == w.failed && t >= w.start {
			w.dropped += w.quota[j]
			continue
		}
		w.accepted += w.quota[j]
		w.served[group][region] += w.quota[j]
		now[region] += w.quota[j]
	}
	if t < 1 {
		return
	}
	w.upstream += queries
	w.peakUpstream = max(w.peakUpstream, queries)
	for i := range now {
		w.peak[i] = max(w.peak[i], now[i])
	}
}

// ask is the authoritative server.
func (w *world) ask(group int, out []bool) int {
	regions := w.topology.Regions
	first := -1
	for i := range regions {
		if !out[i] && first < 0 {
			first = i
		}
	}
	if first < 0 { // all are out: fail open
		first, out = 0, make([]bool, len(regions))
	}
	g := w.topology.Groups[group]
	switch w.policy {
	case "geographic":
		region := g.Geographic
		for step := 0; step < len(regions) && out[RegionIndex(w.topology, region)]; step++ {
			region = w.topology.Fallback[region]
		}
		if i := RegionIndex(w.topology, region); !out[i] {
			return i
		}
		return first
	case "latency":
		best := first
		for i, name := range regions {
			if !out[i] && g.Distance[name] < g.Distance[regions[best]] {
				best = i
			}
		}
		return best
	}
	for k := range w.slots {
		at := (w.cursor + k) % len(w.slots)
		if region := w.slots[at]; !out[region] {
			w.cursor = (at + 1) % len(w.slots)
			return region
		}
	}
	return first
}

func (w *world) metrics() modeltest.Row {
	r := modeltest.Row{}
	r["accepted_requests"] = models.IntValue(w.accepted)
	r["dropped_requests"] = models.IntValue(w.dropped)
	r["upstream_queries"] = models.IntValue(w.upstream)
	r["peak_upstream_qps"] = models.IntValue(w.peakUpstream)
	largest := int64(0)
	for _, q := range w.quota {
		largest = max(largest, q)
	}
	r["largest_resolver_share"] = models.RealValue(float64(largest) / float64(w.rate))
	for i, name := range w.topology.Regions {
		r["peak_rps_"+name] = models.IntValue(w.peak[i])
	}
	if w.accepted > 0 {
		w.shares(r)
	}
	outage := float64(w.dropped) / float64(w.rate)
	budget := ((1 - w.cell.Real("slo_percent")/100) * 30 * 24) * 3600
	r["equivalent_outage_s"] = models.RealValue(outage)
	r["error_budget_share"] = models.RealValue(outage / budget)
	r["active_passive_ratio"] = models.RealValue(float64(w.dropped) / w.cell.Real("active_passive_dropped"))
	if w.failed < 0 {
		return r
	}
	window := int64(0)
	if w.lastHeld >= w.start {
		window = w.lastHeld - w.start + 1
		r["window_drop_share"] = models.RealValue(float64(w.dropped) / float64(window*w.rate))
	}
	r["failover_window_s"] = models.IntValue(window)
	return r
}

func (w *world) shares(r modeltest.Row) {
	sum := int64(0)
	for _, name := range w.topology.Regions {
		sum += w.cell.Int("weight_" + name)
	}
	deviation, distance := 0.0, 0.0
	for i, name := range w.topology.Regions {
		served := int64(0)
		for g := range w.topology.Groups {
			served += w.served[g][i]
		}
		share := float64(served) / float64(w.accepted)
		r["share_"+name] = models.RealValue(share)
		deviation = deviation + math.Abs(share-float64(w.cell.Int("weight_"+name))/float64(sum))
	}
	for g, group := range w.topology.Groups {
		for i, name := range w.topology.Regions {
			product := float64(w.served[g][i]) * group.Distance[name]
			distance = distance + float64(product)
		}
	}
	r["share_deviation"] = models.RealValue(deviation / 2)
	r["distance_per_request"] = models.RealValue(distance / float64(w.accepted))
}

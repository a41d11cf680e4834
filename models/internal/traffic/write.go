package traffic

import (
	"math"

	"tarama/models"
)

// record sets the metrics of one row.
type record struct {
	metrics []models.Column
	row     int
}

func (r record) setInt(metric int, value int64) {
	c := &r.metrics[metric]
	c.Ints[r.row] = value
	c.Null[r.row] = false
}

func (r record) setReal(metric int, value float64) {
	c := &r.metrics[metric]
	c.Reals[r.row] = value
	c.Null[r.row] = false
}

func (r record) setNull(metric int) { r.metrics[metric].Null[r.row] = true }

// write computes the shared metrics from the finished run. Float operations stand in the order that the model defines.
func (s *Simulator) write(b *models.Batch, row int) {
	r, o := record{b.Metrics, row}, s.outputs
	accepted := int64(0)
	for _, n := range s.run.requests {
		accepted += n
	}
	rate := s.cell.quotas.rate
	dropped := rate*s.cell.duration - accepted // every request is one or the other
	r.setInt(o.accepted, accepted)
	r.setInt(o.dropped, dropped)
	r.setInt(o.upstream, s.run.upstream)
	r.setInt(o.peakUpstream, s.run.busiest)
	r.setReal(o.largest, float64(s.quotas.largest)/float64(rate))
	for region, peak := range s.run.peak {
		r.setInt(o.firstPeak+region, peak)
	}
	finite := s.writeShares(r, accepted)
	s.writeWindow(r, dropped)

	outage := float64(dropped) / float64(rate)
	slo := b.Parameters[s.inputs.slo].Reals[row]
	budget := (1 - slo/100) * 30 * 24 * 3600
	ratio := float64(dropped) / b.Parameters[s.inputs.activePassive].Reals[row]
	r.setReal(o.outage, outage)
	r.setReal(o.budget, outage/budget)
	r.setReal(o.ratio, ratio)
	if !finite {
		b.Fail(row, "distance_per_request is too large for a 64-bit real: use smaller distances")
	} else if math.IsInf(ratio, 0) {
		b.Fail(row, "active_passive_ratio is too large for a 64-bit real: use a larger active_passive_dropped")
	}
}

// writeShares sets what is null when nothing was accepted. It returns false if the distance is not finite.
func (s *Simulator) writeShares(r record, accepted int64) bool {
	o, regions := s.outputs, len(s.network.regions)
	if accepted == 0 {
		for region := range regions {
			r.setNull(o.firstShare + region)
		}
		r.setNull(o.deviation)
		r.setNull(o.distance)
		return true
	}
	deviation, all, sum := 0.0, float64(accepted), float64(s.cell.weightSum)
	for region := range regions {
		served := int64(0)
		for i := region; i < len(s.run.requests); i += regions {
			served += s.run.requests[i]
		}
		share := float64(served) / all
		r.setReal(o.firstShare+region, share)
		deviation += math.Abs(share - float64(s.cell.weights[region])/sum)
	}
	distance := 0.0
	for i, n := range s.run.requests {
		distance += float64(float64(n) * s.network.distance[i])
	}
	distance /= all
	r.setReal(o.deviation, deviation/2)
	r.setReal(o.distance, distance)
	return !math.IsInf(distance, 0)
}

// writeWindow sets the failover window and the share of requests dropped within it.
func (s *Simulator) writeWindow(r record, dropped int64) {
	o := s.outputs
	if s.cell.failed == noRegion {
		r.setNull(o.window)
		r.setNull(o.windowDrop)
		return
	}
	window := max(s.run.lastHeld(s.cell.failed)-s.cell.start+1, 0)
	r.setInt(o.window, window)
	if window == 0 {
		r.setNull(o.windowDrop)
		return
	}
	r.setReal(o.windowDrop, float64(dropped)/float64(window*s.cell.quotas.rate))
}

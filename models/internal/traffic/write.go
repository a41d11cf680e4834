package traffic

import (
	"math"

	"tarama/models"
)

// write computes the shared metrics from the finished run. Float operations stand in the order that the model defines. Nulls
// are false beforehand, and dropped requests and their quotients 0: see outputs.bind.
func (s *Simulator) write(b *models.Batch, row int) {
	o, rate := s.outputs, s.cell.quotas.rate
	all := rate * s.cell.duration // every request is accepted or dropped
	accepted := all
	if s.cell.failed != noRegion {
		accepted = sum(s.tally.served)
	}
	dropped := all - accepted
	o.accepted.ints[row] = accepted
	o.upstream.ints[row] = s.run.upstream
	o.peakUpstream.ints[row] = s.run.busiest
	o.largest.reals[row] = s.quotas.largestShare
	for region, peak := range s.run.peak {
		o.peaks[region].ints[row] = peak
	}
	finite := s.writeShares(row, accepted)
	if !finite {
		b.Fail(row, "distance_per_request is too large for a 64-bit real: use smaller distances")
	}
	s.writeWindow(row, dropped)
	if dropped == 0 { // so are its quotients, to the bit
		return
	}
	o.dropped.ints[row] = dropped
	outage := float64(dropped) / float64(rate)
	budget := (1 - s.columns.slo[row]/100) * 30 * 24 * 3600
	ratio := float64(dropped) / s.columns.activePassive[row]
	o.outage.reals[row] = outage
	o.budget.reals[row] = outage / budget
	o.ratio.reals[row] = ratio
	if finite && math.IsInf(ratio, 0) {
		b.Fail(row, "active_passive_ratio is too large for a 64-bit real: use a larger active_passive_dropped")
	}
}

// writeShares sets what is null when nothing was accepted. It returns false if the distance is not finite.
func (s *Simulator) writeShares(row int, accepted int64) bool {
	o := s.outputs
	if accepted == 0 {
		for region := range s.targets {
			o.shares[region].null[row] = true
		}
		o.deviation.null[row] = true
		o.distance.null[row] = true
		return true
	}
	deviation, all := 0.0, float64(accepted)
	for region, target := range s.targets {
		share := float64(s.tally.served[region]) / all
		o.shares[region].reals[row] = share
		deviation += math.Abs(share - target)
	}
	distance := s.tally.distance / all
	o.deviation.reals[row] = deviation / 2
	o.distance.reals[row] = distance
	return !math.IsInf(distance, 0)
}

// writeWindow sets the failover window and the share of requests dropped within it.
func (s *Simulator) writeWindow(row int, dropped int64) {
	o := s.outputs
	if s.cell.failed == noRegion {
		o.window.null[row] = true
		o.windowDrop.null[row] = true
		return
	}
	window := max(s.run.lastHeld()-s.cell.start+1, 0)
	o.window.ints[row] = window
	if window == 0 {
		o.windowDrop.null[row] = true
		return
	}
	o.windowDrop.reals[row] = float64(dropped) / float64(window*s.cell.quotas.rate)
}

package report

import (
	"math"
	"slices"

	"tarama/analysis/report/chart"
	"tarama/analysis/summaries"
)

// level is a metric at one place of an axis.
type level struct {
	Place    int
	Count    float64
	Mean     float64
	Interval *chart.Range // of the mean, over seeds
	Spread   *chart.Range // of the seeds' own means
}

// sumUp makes levels of the buckets, which are large, and lets these go.
func (m *metric) sumUp(s *seeds) {
	for _, buckets := range m.buckets {
		var levels []level
		for place := range len(buckets) / s.Groups {
			if l, ok := m.newLevel(buckets[place*s.Groups:(place+1)*s.Groups], s); ok {
				l.Place = place
				levels = append(levels, l)
			}
		}
		m.levels = append(m.levels, levels)
	}
	m.buckets = nil
}

// middle is the share of the seeds that the faint band holds.
const middle = 0.90

// newLevel makes a level of the groups of seeds at a place; ok is false without values.
func (m *metric) newLevel(groups []bucket, s *seeds) (l level, ok bool) {
	var sum float64
	var means []float64
	for i := range groups {
		if g := &groups[i]; g.n > 0 {
			l.Count += g.n
			sum += g.sum
			means = append(means, m.first+g.sum/g.n)
		}
	}
	if l.Count == 0 {
		return l, false
	}
	l.Mean = m.first + sum/l.Count
	if len(means) < 2 {
		return l, true
	}
	l.Interval = m.interval(groups, sum/l.Count, l.Count, len(means))
	if s.Each && len(means) >= 5 {
		slices.Sort(means)
		at := func(share float64) float64 { return means[int(math.Round(share*float64(len(means)-1)))] }
		l.Spread = &chart.Range{Low: at((1 - middle) / 2), High: at((1 + middle) / 2)}
	}
	return l, true
}

// interval is that of a ratio of sums over replicates (see package summaries); nil where there is none. offset is that of the
// mean from the first value.
func (m *metric) interval(groups []bucket, offset, n float64, replicates int) *chart.Range {
	e := summaries.Estimate{Mean: m.first + offset, Seeds: replicates, Least: m.Least.Value, Most: m.Most.Value}
	var squares float64
	for i := range groups {
		g := &groups[i]
		r := g.sum - float64(offset*g.n)
		squares += float64(r * r)
		e.Weight = max(e.Weight, (g.sum+float64(m.first*g.n))/n)
	}
	r := float64(replicates)
	e.Variance = r / (r - 1) * squares / n / n
	in, _ := e.Interval()
	if in == nil {
		return nil
	}
	return &chart.Range{Low: in.Low, High: in.High}
}

// between is the share of a metric's variance that is between the places of an axis.
func (m *metric) between(axis int) float64 {
	variance := m.variance()
	if variance == 0 {
		return 0
	}
	sum, mean := 0.0, m.mean()
	for _, l := range m.levels[axis] {
		d := l.Mean - mean
		sum += float64(l.Count * float64(d*d))
	}
	return min(1, sum/float64(m.Count)/variance)
}

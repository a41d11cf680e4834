package report

import (
	"math"
	"slices"

	"gonum.org/v1/gonum/stat/distuv"

	"tarama/analysis/report/chart"
)

// level is a metric at one place of an axis.
type level struct {
	Place    int
	Count    float64
	Mean     float64
	Interval *chart.Range // of the mean, over seeds
	Spread   *chart.Range // of the seeds' own means
}

// levels are those places of an axis at which a metric has values.
func (m *metric) levels(axis int, s *seeds) []level {
	var all []level
	buckets := m.buckets[axis]
	for place := range len(buckets) / s.Groups {
		groups := buckets[place*s.Groups : (place+1)*s.Groups]
		if l, ok := newLevel(groups, s); ok {
			l.Place = place
			l.shift(m.first)
			all = append(all, l)
		}
	}
	return all
}

func (l *level) shift(by float64) {
	l.Mean += by
	for _, r := range []*chart.Range{l.Interval, l.Spread} {
		if r != nil {
			r.Low, r.High = r.Low+by, r.High+by
		}
	}
}

// confidence and middle are the shares that the two bands hold.
const (
	confidence = 0.95
	middle     = 0.90
)

// newLevel makes a level of the groups of seeds at a place; ok is false without values.
func newLevel(groups []bucket, s *seeds) (l level, ok bool) {
	var sum float64
	var means []float64
	for i := range groups {
		if g := &groups[i]; g.n > 0 {
			l.Count += g.n
			sum += g.sum
			means = append(means, g.sum/g.n)
		}
	}
	if l.Count == 0 {
		return l, false
	}
	l.Mean = sum / l.Count
	if len(means) < 2 {
		return l, true
	}
	l.Interval = interval(groups, l.Mean, l.Count, len(means))
	if s.Each && len(means) >= 5 {
		slices.Sort(means)
		at := func(share float64) float64 { return means[int(math.Round(share*float64(len(means)-1)))] }
		l.Spread = &chart.Range{Low: at((1 - middle) / 2), High: at((1 + middle) / 2)}
	}
	return l, true
}

// interval is that of a ratio of sums over replicates (see package summaries).
func interval(groups []bucket, mean, n float64, replicates int) *chart.Range {
	var squares float64
	for i := range groups {
		r := groups[i].sum - float64(mean*groups[i].n)
		squares += float64(r * r)
	}
	r := float64(replicates)
	t := distuv.StudentsT{Sigma: 1, Nu: r - 1}.Quantile((1 + confidence) / 2)
	h := t * math.Sqrt(r/(r-1)*squares) / n
	return &chart.Range{Low: mean - h, High: mean + h}
}

// between is the share of a metric's variance that is between the places of an axis.
func (m *metric) between(axis int, s *seeds) float64 {
	variance := m.variance()
	if variance == 0 {
		return 0
	}
	sum, mean := 0.0, m.mean()
	for _, l := range m.levels(axis, s) {
		d := l.Mean - mean
		sum += float64(l.Count * float64(d*d))
	}
	return min(1, sum/float64(m.Count)/variance)
}

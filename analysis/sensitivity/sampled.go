package sensitivity

import (
	"slices"

	"tarama/analysis/rows"
)

// Sampled is the sensitivity of some metrics by the points of a sampling design.
type Sampled struct {
	Sampling *Sampling
	Points   int64 // that were looked at: the first ones, if memory does not allow all
	Rows     int64
	Metrics  []SampledMetric
}

// SampledMetric is the sensitivity of one metric. What does not exist is nil.
type SampledMetric struct {
	Column   int
	Count    int64 // rows with a value
	Failed   int64
	Nulls    int64
	Blocks   int64 // base points, trajectories or points with all of their values: the effective N
	Mean     *float64
	Variance *float64 // of what varies between points
	Noise    *float64 // share of the variance over rows that is within points: seeds, and axes that cross with the design

	Factors   []Effect // by Sampling.Parameters; nil if there are too few blocks or the metric does not vary
	Resamples int      // that the intervals are from
}

// Effect is what a factor accounts for, as far as the design can tell.
type Effect struct {
	First, Total      *Estimate // Sobol' indices
	MuStar, Mu, Sigma *Estimate // elementary effects: in units of the metric, over the whole range of the factor
}

// Estimate is an estimate with its 95 % interval.
type Estimate struct{ Value, Low, High float64 }

// OnDesign finds the sensitivity of metrics to the parameters that a sampling design varies.
func OnDesign(s rows.Source, q SampledQuery) (*Sampled, error) { return onDesign(s, q, MaxCells) }

func onDesign(s rows.Source, q SampledQuery, maxPoints int64) (*Sampled, error) {
	block := q.Sampling.Block()
	points := min(q.Sampling.Base, max(1, maxPoints/block)) * block
	r := &Sampled{Sampling: q.Sampling, Points: points}
	for metrics := range slices.Chunk(q.Metrics, int(max(1, min(maxPoints/points, int64(len(q.Metrics)))))) {
		p := newSampledPass(s, q, points, metrics, nil)
		if err := p.run(s); err != nil {
			return nil, err
		}
		r.Rows = p.rows
		found, err := r.effects(s, q, p.metrics, maxPoints)
		if err != nil {
			return nil, err
		}
		r.Metrics = append(r.Metrics, found...)
	}
	return r, nil
}

// estimator makes indices of the means at the points. An effect is about the blocks that it is given, by number, each as often
// as it is given.
type estimator interface {
	// blocks are the blocks that have all of their values.
	blocks() []int64

	// statistics are some numbers for each factor.
	statistics(factor int, blocks []int64) []float64
}

func (r *Sampled) effects(s rows.Source, q SampledQuery, metrics []pointMeans, maxPoints int64) ([]SampledMetric, error) {
	found := make([]SampledMetric, len(metrics))
	for i := range metrics {
		found[i] = metrics[i].describe()
	}
	var err error
	switch r.Sampling.Method {
	case Saltelli:
		for i := range metrics {
			found[i].bootstrap(newSaltelli(r.Sampling, &metrics[i]), q, func(e *Effect, x []Estimate) { e.First, e.Total = &x[0], &x[1] })
		}
	case Morris:
		var steps []step
		if steps, err = findSteps(s, q, r.Points, maxPoints); err != nil {
			return nil, err
		}
		for i := range metrics {
			found[i].bootstrap(newMorris(r.Sampling, &metrics[i], steps), q,
				func(e *Effect, x []Estimate) { e.MuStar, e.Mu, e.Sigma = &x[0], &x[1], &x[2] })
		}
	default:
		err = rankEffects(s, q, r.Points, maxPoints, metrics, found)
	}
	return found, err
}

func (m *pointMeans) describe() SampledMetric {
	r := SampledMetric{Column: m.column, Count: m.count, Failed: m.failed, Nulls: m.nulls}
	if m.count > 0 {
		mean, variance := m.first+m.mean, m.variance
		r.Mean, r.Variance, r.Noise = &mean, &variance, m.noise()
	}
	return r
}

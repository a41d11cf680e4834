package sensitivity

import (
	"fmt"
	"slices"

	"tarama/analysis/rows"
)

// Sampled is the sensitivity of some metrics by the points of a sampling design.
type Sampled struct {
	Sampling *Sampling
	Points   int64 // that were looked at: the first ones, if memory does not allow all
	Rows     int64
	Seeds    int // that all points share; 0: none, or each point has its own
	Metrics  []SampledMetric
}

// SampledMetric is the sensitivity of one metric. What does not exist is nil.
type SampledMetric struct {
	Column   int
	Count    int64 // rows with a value
	Failed   int64
	Nulls    int64
	Blocks   int64 // base points, trajectories or points with all of their values, which the estimates are from: the effective N
	Least    int64 // that estimates take
	Mean     *float64
	Variance *float64 // over the rows of the points with all of their values: what shares are of

	Factors      []Effect  // by Sampling.Parameters; nil if there are fewer blocks than Least or the metric does not vary
	Noise        *Estimate // share of what is within points: seeds, and axes that cross with the design; nil without any
	Interactions *Estimate // share that neither noise nor a factor alone accounts for
	Resamples    int       // that the intervals are from
	SeedPart     SeedPart  // what the intervals say of other seeds
}

// SeedPart says whether intervals allow for other seeds than those of the study.
type SeedPart int

const (
	NoSeedPart       SeedPart = iota // there is nothing to allow for: seeds change nothing, or the points have none in common
	SeedsInIntervals                 // other seeds would change the estimates, and the intervals allow for it
	SeedsDiffer                      // the points have values for different seeds, so that the intervals cannot allow for others
)

// Effect is what a factor accounts for, as far as the design can tell.
type Effect struct {
	First, Total      *Estimate // Sobol' indices
	MuStar, Mu, Sigma *Estimate // elementary effects: in units of the metric, over the whole range of the factor
}

// Estimate is an estimate with its 95 % interval.
type Estimate struct{ Value, Low, High float64 }

// TooManyParametersError says that a design varies more parameters than its indices can be estimated for.
type TooManyParametersError struct {
	Method     Method
	Parameters int
}

func (e *TooManyParametersError) Error() string {
	return fmt.Sprintf("the design %s varies %d parameters, but indices of its points are estimated for at most %d; use morris or saltelli",
		e.Method, e.Parameters, mostColumns/leastCosines)
}

// OnDesign finds the sensitivity of metrics to the parameters that a sampling design varies.
func OnDesign(s rows.Source, q SampledQuery) (*Sampled, error) { return onDesign(s, q, MaxCells) }

func onDesign(s rows.Source, q SampledQuery, maxPoints int64) (*Sampled, error) {
	points, err := q.bounded(maxPoints)
	if err != nil {
		return nil, err
	}
	r := &Sampled{Sampling: q.Sampling, Points: points}
	k, err := r.kind(s, q, maxPoints)
	if err != nil {
		return nil, err
	}
	batch := max(1, min(maxPoints/(points*(1+q.seedGroups())), int64(len(q.Metrics))))
	for metrics := range slices.Chunk(q.Metrics, int(batch)) {
		p := newSampledPass(s, q, points, metrics, nil)
		if err := p.run(s); err != nil {
			return nil, err
		}
		r.Rows, r.Seeds = p.rows, p.seeds.count()
		for i := range p.metrics {
			r.Metrics = append(r.Metrics, k.analyze(&p.metrics[i], q))
		}
	}
	return r, nil
}

// bounded is how many points there is memory for: the means at points take so many numbers a metric, and as many for each
// group of seeds; where the order of all factors is needed at once, that as well.
func (q *SampledQuery) bounded(maxPoints int64) (int64, error) {
	s, each := q.Sampling, 1+q.seedGroups()
	block := s.Block()
	if s.Given() {
		if len(s.Parameters) > mostColumns/leastCosines {
			return 0, &TooManyParametersError{s.Method, len(s.Parameters)}
		}
		each = max(each, int64(len(s.Parameters)))
	}
	return min(s.Base, max(1, maxPoints/block/each)) * block, nil
}

// Given says that the points have no structure which an estimator could use.
func (s *Sampling) Given() bool { return s.Method != Saltelli && s.Method != Morris }

// kind is what a method of sampling needs to make effects of the means of a metric.
type kind struct {
	least     int64                                          // blocks that estimates take
	blocks    func(m *pointMeans) []int64                    // that are whole
	estimator func(m *pointMeans, blocks []int64) estimator  // of at least so many
	effect    func(x []Estimate) (e Effect, rest []Estimate) // of the next factor, and what follows it
}

func (r *Sampled) kind(s rows.Source, q SampledQuery, maxPoints int64) (*kind, error) {
	sampling := r.Sampling
	k := &kind{least: leastBlocks, blocks: func(m *pointMeans) []int64 { return m.wholeBlocks(sampling.Block()) }}
	switch sampling.Method {
	case Saltelli:
		k.estimator = func(m *pointMeans, blocks []int64) estimator {
			return newSaltelli(int64(len(sampling.Parameters)), m, blocks)
		}
		k.effect = func(x []Estimate) (Effect, []Estimate) { return Effect{First: &x[0], Total: &x[1]}, x[2:] }
	case Morris:
		t, err := findTrajectories(s, q, r.Points, maxPoints)
		if err != nil {
			return nil, err
		}
		k.blocks = t.blocks
		k.estimator = func(m *pointMeans, blocks []int64) estimator {
			return &morris{trajectories: t, means: m, whole: blocks}
		}
		k.effect = func(x []Estimate) (Effect, []Estimate) { return Effect{MuStar: &x[0], Mu: &x[1], Sigma: &x[2]}, x[3:] }
	default:
		orders, err := findOrders(s, q, r.Points, maxPoints)
		if err != nil {
			return nil, err
		}
		k.least = leastPoints(len(q.Factors))
		k.estimator = func(m *pointMeans, blocks []int64) estimator { return newAdditive(m, blocks, orders, q.Workers) }
		k.effect = func(x []Estimate) (Effect, []Estimate) { return Effect{First: &x[0]}, x[1:] }
	}
	return k, nil
}

// analyze describes a metric and finds its effects, if there are enough blocks.
func (k *kind) analyze(m *pointMeans, q SampledQuery) SampledMetric {
	r := SampledMetric{Column: m.column, Count: m.count, Failed: m.failed, Nulls: m.nulls, Least: k.least}
	if m.count == 0 {
		return r
	}
	mean, variance := m.first+m.mean, m.between+m.within
	r.Mean, r.Variance = &mean, &variance
	blocks := k.blocks(m)
	r.Blocks = int64(len(blocks))
	if r.Blocks < r.Least || variance == 0 {
		return r
	}
	e := k.estimator(m, blocks)
	r.Resamples = resamplesOf(e)
	estimates := bootstrap(e, r.Resamples, q.Workers)
	var reaches []float64
	reaches, r.SeedPart = seedErrors(e, m, q.Workers)
	for i, reach := range reaches {
		estimates[i].widen(reach)
	}
	for range q.Factors {
		var e Effect
		e, estimates = k.effect(estimates)
		r.Factors = append(r.Factors, e)
	}
	if len(estimates) > 0 {
		r.Interactions = &estimates[1]
		if m.wanted > 1 {
			r.Noise = &estimates[0]
		}
	}
	return r
}

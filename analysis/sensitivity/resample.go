package sensitivity

import (
	"math"
	"math/rand/v2"
	"slices"

	"tarama/analysis/rows"
)

// How many resamples an interval is from: as many as resampledBlocks allows, within bounds.
const (
	mostResamples   = 1000
	leastResamples  = 100
	resampledBlocks = 4_000_000
	leastBlocks     = 4 // fewer give no indices
)

// resampleSeed makes resamples the same on every run.
const resampleSeed = 0x7461_7261_6d61

func resamples(blocks int) int {
	return min(mostResamples, max(leastResamples, resampledBlocks/max(1, blocks)))
}

// bootstrap estimates a metric's effects with their percentile intervals: the estimates from as many blocks, drawn with
// replacement (Efron, "Bootstrap methods: another look at the jackknife", 1979). All factors see the same draws.
func (m *SampledMetric) bootstrap(e estimator, q SampledQuery, use func(*Effect, []Estimate)) {
	blocks := e.blocks()
	m.Blocks = int64(len(blocks))
	if len(blocks) < leastBlocks || *m.Variance == 0 {
		return
	}
	m.Resamples = resamples(len(blocks))
	d := len(q.Sampling.Parameters)
	drawn := make([][][]float64, m.Resamples) // by resample and factor
	rows.Each(m.Resamples, q.Workers, func(r int) {
		random := rand.New(rand.NewPCG(resampleSeed, uint64(r)))
		some := make([]int64, len(blocks))
		for i := range some {
			some[i] = blocks[random.Uint64N(uint64(len(blocks)))]
		}
		for factor := range d {
			drawn[r] = append(drawn[r], e.statistics(factor, some))
		}
	})
	m.Factors = make([]Effect, d)
	for factor := range d {
		values := e.statistics(factor, blocks)
		estimates := make([]Estimate, len(values))
		for k, value := range values {
			estimates[k] = percentiles(value, drawn, factor, k)
		}
		use(&m.Factors[factor], estimates)
	}
}

// percentiles is the interval that holds the middle 95 % of the drawn estimates.
func percentiles(value float64, drawn [][][]float64, factor, statistic int) Estimate {
	var all []float64
	for _, resample := range drawn {
		all = append(all, resample[factor][statistic])
	}
	slices.Sort(all)
	at := func(share float64) float64 { return all[int(math.Round(share*float64(len(all)-1)))] }
	return Estimate{Value: value, Low: at(0.025), High: at(0.975)}
}

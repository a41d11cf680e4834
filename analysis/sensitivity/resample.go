package sensitivity

import (
	"math"
	"math/rand/v2"
	"slices"

	"tarama/analysis/rows"
	"tarama/analysis/sums"
)

// How many resamples an interval is from: as many as resampledWork allows, within bounds.
const (
	mostResamples  = 1000
	leastResamples = 100
	resampledWork  = 1 << 28 // multiplications
	leastBlocks    = 4       // base points or trajectories: fewer give no indices
)

// resampleSeed makes resamples the same on every run.
const resampleSeed = 0x7461_7261_6d61

// estimator makes statistics of the means at the points, from units of points that count as independent of each other.
type estimator interface {
	// units is how many there are to draw from.
	units() int

	// statistics are some numbers from the units that were drawn, by number, each as often as it was drawn.
	statistics(drawn []int) []float64

	// of is the same estimator, for other means at the same points.
	of(m *pointMeans) estimator

	// work is about how many multiplications the statistics of one resample take.
	work() int
}

// resamplesOf is how many resamples there is time for.
func resamplesOf(e estimator) int {
	return min(mostResamples, max(leastResamples, resampledWork/max(1, e.work())))
}

func everyUnit(e estimator) []int {
	all := make([]int, e.units())
	for i := range all {
		all[i] = i
	}
	return all
}

// bootstrap finds the statistics of an estimator with their intervals. Resamples are as many units drawn with replacement (Efron,
// "Bootstrap methods: another look at the jackknife", 1979). The interval is the middle 95 % of their statistics, moved so that
// their mean comes to stand at the estimate: a resample has fewer different points, so that chance does more in it, which is no
// uncertainty of the estimate.
func bootstrap(e estimator, resamples, workers int) (estimates []Estimate) {
	drawn := make([][]float64, resamples)
	rows.Each(resamples, workers, func(r int) { drawn[r] = e.statistics(draw(e.units(), uint64(r))) })
	column := make([]float64, resamples)
	for i, value := range e.statistics(everyUnit(e)) {
		var sum sums.Sum
		for r := range drawn {
			column[r] = drawn[r][i] - value
			sum.Add(column[r])
		}
		slices.Sort(column)
		mean := sum.Value() / float64(resamples)
		at := func(share float64) float64 {
			return column[int(math.Round(float64(share*float64(resamples-1))))] - mean
		}
		estimates = append(estimates, Estimate{Value: value, Low: value + at(0.025), High: value + at(0.975)})
	}
	return estimates
}

// draw draws as many units as there are, with replacement.
func draw(units int, resample uint64) []int {
	random := rand.New(rand.NewPCG(resampleSeed, resample))
	drawn := make([]int, units)
	for i := range drawn {
		drawn[i] = int(random.Uint64N(uint64(units)))
	}
	return drawn
}

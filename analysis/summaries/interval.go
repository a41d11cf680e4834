package summaries

import (
	"math"

	"gonum.org/v1/gonum/stat/distuv"
)

// Confidence is the confidence of all intervals.
const Confidence = 0.95

// Interval is a confidence interval.
type Interval struct{ Low, High float64 }

// halfWidth is how far the interval of a mean reaches to each side, from the estimated variance of the mean over some seeds.
func halfWidth(variance float64, seeds int) float64 {
	t := distuv.StudentsT{Mu: 0, Sigma: 1, Nu: float64(seeds - 1)}
	return t.Quantile((1+Confidence)/2) * math.Sqrt(variance)
}

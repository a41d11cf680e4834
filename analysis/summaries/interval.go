package summaries

import (
	"math"
	"sync"

	"gonum.org/v1/gonum/stat/distuv"
)

// Confidence is the confidence of all intervals.
const Confidence = 0.95

// Interval is a confidence interval.
type Interval struct{ Low, High float64 }

// Method says where an interval comes from, or why there is none.
type Method int

// The methods. The package comment has their formulas.
const (
	FewSeeds  Method = iota // there is none: fewer than two seeds have values
	Agreement               // there is none: all seeds agree, which says nothing of how far others are
	Student                 // Student's t
	Gamma                   // the gamma distribution: no value is negative, and events are rare
	Bound                   // of the share of a word that all or no seeds have: a bound on one side
)

// String is the word that results have for a method.
func (m Method) String() string {
	return [...]string{FewSeeds: "few seeds", Agreement: "agreement", Student: "t", Gamma: "gamma", Bound: "bound"}[m]
}

// Range is what values a mean can be of at all.
type Range int

// Ranges.
const (
	AnyNumber   Range = iota // the values themselves tell whether they can be negative
	Differences              // they can, whatever these are
	Shares                   // from 0 to 1
)

// Estimate is a mean over seeds with what is known of its spread.
type Estimate struct {
	Mean        float64
	Variance    float64 // of the mean
	Seeds       int
	Least, Most float64 // values
	Weight      float64 // the most that the values of a single seed contribute to the mean
	Range       Range
}

// agreeing is the standard error below which seeds agree, as a share of the largest value: what is left is rounding.
const agreeing = 1e-12

// Interval is the confidence interval of the mean; nil if there is none.
func (e *Estimate) Interval() (*Interval, Method) {
	if e.Seeds < 2 {
		return nil, FewSeeds
	}
	if math.Sqrt(e.Variance) <= agreeing*max(math.Abs(e.Least), math.Abs(e.Most)) {
		return e.agreement()
	}
	h := halfWidth(e.Variance, e.Seeds)
	switch {
	case e.Least >= 0 && e.Range != Differences && e.rare(e.Mean, h):
		low, high := gammaLimits(e.Mean, e.Variance, e.Weight)
		return e.within(low, high), Gamma
	case e.Range == Shares && e.rare(1-e.Mean, h): // the same of the other rows' share
		low, high := gammaLimits(1-e.Mean, e.Variance, 1/float64(e.Seeds))
		return e.within(1-high, 1-low), Gamma
	}
	return &Interval{e.Mean - h, e.Mean + h}, Student
}

// A mean of counts with this variance is made of mean^2 / variance events, if they come one by one. Of twenty events the limits of t are
// low by a tenth on both sides; of five, the lower one by three fifths. Below thirty seeds that number is itself too uncertain.
const (
	rareEvents = 20
	manySeeds  = 30
)

// rare says that so few events make up a mean above zero that the interval of t, which reaches h to both sides, does not hold.
func (e *Estimate) rare(mean, h float64) bool {
	return mean < h || e.Seeds >= manySeeds && float64(mean*mean) < rareEvents*e.Variance
}

// within cuts an interval where the mean cannot be.
func (e *Estimate) within(low, high float64) *Interval {
	if e.Range == Shares {
		low, high = max(low, 0), min(high, 1)
	}
	return &Interval{low, high}
}

// agreement is the interval where all seeds have the same mean: none but for a share that is 0 or 1.
func (e *Estimate) agreement() (*Interval, Method) {
	rest := DifferAtMost(e.Seeds)
	switch {
	case e.Range != Shares || e.Least != e.Most:
		return nil, Agreement
	case e.Most == 0:
		return &Interval{0, rest}, Bound
	}
	return &Interval{1 - rest, 1}, Bound
}

// DifferAtMost bounds the probability, with 95 % confidence, that a further seed differs if so many agree: about three
// divided by their number.
func DifferAtMost(seeds int) float64 { return 1 - math.Pow(1-Confidence, 1/float64(seeds)) }

// halfWidth is how far the interval of a mean reaches to each side, from the estimated variance of the mean over some seeds.
func halfWidth(variance float64, seeds int) float64 {
	return float64(student(seeds) * math.Sqrt(variance))
}

// students are the quantiles of Student's t that were found so far, by number of seeds: a search takes longer than all else about a
// group, and most groups have the same number.
var students sync.Map

// student is the quantile for so many seeds.
func student(seeds int) float64 {
	if t, known := students.Load(seeds); known {
		return t.(float64)
	}
	t := distuv.StudentsT{Mu: 0, Sigma: 1, Nu: float64(seeds - 1)}.Quantile((1 + Confidence) / 2)
	students.Store(seeds, t)
	return t
}

// gammaLimits are those of Fay and Feuer for a mean above zero.
func gammaLimits(mean, variance, weight float64) (low, high float64) {
	quantile := func(p, mean, variance float64) float64 {
		return distuv.Gamma{Alpha: mean * mean / variance, Beta: mean / variance}.Quantile(p)
	}
	low = quantile((1-Confidence)/2, mean, variance)
	high = quantile((1+Confidence)/2, mean+weight, variance+float64(weight*weight))
	return low, high
}

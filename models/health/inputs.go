package health

import (
	"slices"

	"tarama/models"
	"tarama/models/internal/checks"
	"tarama/models/internal/rng"
)

// inputs are the parameters of a batch, by name: to look each of them up again for every row would take longer than to read
// it.
type inputs struct {
	kinds []rng.Kind // by the code of the parameter rng

	instances, rounds, failureRound, failedInstance, threshold, rise, interval, seed []int64
	probability                                                                      []float64
	generator                                                                        []int32

	steady  bool // in this batch threshold, rise and seed alone tell one row's checks from another's
	settled bool // and the others have been compared
}

// newInputs resolves the codes of words, as NewKernel was given them.
func newInputs(words [][]string) inputs {
	var in inputs
	for _, w := range words[generator] {
		in.kinds = append(in.kinds, rng.Kind(slices.Index(rng.Words, w)))
	}
	return in
}

// bind finds the columns of a batch.
func (in *inputs) bind(p []models.Column) {
	in.instances, in.rounds = p[instances].Ints, p[rounds].Ints
	in.failureRound, in.failedInstance = p[failureRound].Ints, p[failedInstance].Ints
	in.probability = p[probability].Reals
	in.threshold, in.rise, in.interval = p[threshold].Ints, p[rise].Ints, p[interval].Ints
	in.seed, in.generator = p[seed].Ints, p[generator].Codes
	in.steady = p[instances].Constant && p[rounds].Constant && p[failureRound].Constant && p[failedInstance].Constant &&
		p[probability].Constant && p[generator].Constant
	in.settled = false
}

// read takes what the checks of a row depend on.
func (in *inputs) read(row int32, c *checks.Config) {
	c.Threshold, c.Rise, c.Seed = in.threshold[row], in.rise[row], in.seed[row]
	if in.settled {
		return
	}
	c.Targets, c.Rounds = in.instances[row], in.rounds[row]
	c.Failed, c.FailedFrom = in.failedInstance[row], in.failureRound[row]
	c.Probability, c.Generator = in.probability[row], in.kinds[in.generator[row]]
	in.settled = in.steady
}

// same says whether the checks of a row depend on the very same. Once a row of a batch was compared or read in full, what is
// constant in the batch need not be looked at again.
func (in *inputs) same(row int32, c *checks.Config) bool {
	if in.threshold[row] != c.Threshold || in.seed[row] != c.Seed || in.rise[row] != c.Rise {
		return false
	}
	return in.settled || in.othersSame(row, c)
}

// othersSame compares what most studies hold constant.
func (in *inputs) othersSame(row int32, c *checks.Config) bool {
	same := in.probability[row] == c.Probability && in.instances[row] == c.Targets && in.rounds[row] == c.Rounds &&
		in.failedInstance[row] == c.Failed && in.failureRound[row] == c.FailedFrom &&
		in.kinds[in.generator[row]] == c.Generator
	in.settled = same && in.steady
	return same
}

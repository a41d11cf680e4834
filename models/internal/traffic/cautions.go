package traffic

import (
	"tarama/models"
	"tarama/models/internal/rng"
)

// Names of parameters that cautions look at, beside those that rules do.
const (
	policyName       = "policy"
	ttlName          = "ttl_s"
	resolversName    = "resolvers"
	skewName         = "resolver_skew"
	phasesName       = "phases"
	failedName       = "failed_region"
	failureStartName = "failure_start_s"
	seedName         = "seed"
	generatorName    = "rng"
	weightedWord     = "weighted"
	randomPhasesWord = "random"
	spacedWord       = "spaced"
)

// Detection says how long it takes at most until a failed region is left out of the answers.
type Detection struct {
	Parameters []string
	AtMost     func(values []models.Value) int64 // in seconds, of the parameters
}

// Cautions declares what is easily misread in dns and failover.
func (n *Network) Cautions(d Detection) []models.Caution {
	weights := n.regionColumns(weightPrefix)
	horizon := append([]string{ttlName, durationName, failedName, failureStartName}, d.Parameters...)
	return []models.Caution{
		{
			Name: "resolvers-in-step", Whole: true,
			Doc: "every number of resolvers is a multiple of the rotation's length, and with spaced phases each resolver then keeps " +
				"its region for ever: the shares say which regions the largest resolvers happen to get",
			Advice:     "add numbers of resolvers that are no multiples, such as one more and one less, or take phases random with several seeds",
			Parameters: append([]string{policyName, phasesName, resolversName, skewName}, weights...), Check: inStep,
		},
		{
			Name:       "failure-after-end",
			Doc:        "the region fails after the last second that is counted: nothing of the failure shows",
			Advice:     "a failure_start_s of at most duration_s, or failed_region none",
			Parameters: []string{failedName, failureStartName, durationName}, Check: failsLate,
		},
		{
			Name:       "detection-beyond-end",
			Doc:        "the failed region is noticed after the last second that is counted: requests are dropped to the end, whatever the TTL",
			Advice:     "a longer duration_s, or an earlier failure_start_s",
			Parameters: horizon, Check: d.noticedLate,
		},
		{
			Name: "ttl-beyond-end",
			Doc: "an answer can outlive the last second that is counted: the end cuts the failover window off, or, without a " +
				"failure, each resolver asks only once or twice",
			Advice:     "a longer duration_s, an earlier failure_start_s, or a shorter ttl_s",
			Parameters: horizon, Check: d.outlives,
		},
	}
}

// inStep is about spaced phases, resolvers of different sizes, and weighted answers in a rotation of at least two slots.
func inStep(v []models.Value) models.Verdict {
	sum, divisor := int64(0), int64(0)
	for _, w := range v[4:] {
		sum, divisor = sum+w.Int, gcd(divisor, w.Int)
	}
	switch {
	case v[0].Text != weightedWord || v[1].Text != spacedWord || v[3].Real == 0 || sum == 0 || sum == divisor:
		return models.Aside
	case v[2].Int%(sum/divisor) == 0:
		return models.Misleading
	}
	return models.Fair
}

func failsLate(v []models.Value) models.Verdict {
	switch {
	case v[0].Text == models.NoneWord:
		return models.Aside
	case v[1].Int > v[2].Int:
		return models.Misleading
	}
	return models.Fair
}

// moment is what the cautions about the end of a study look at, in seconds.
type moment struct {
	ttl, duration int64
	fails         bool
	failure       int64
	detection     int64
}

func (d Detection) moment(v []models.Value) moment {
	return moment{
		ttl: v[0].Int, duration: v[1].Int, fails: v[2].Text != models.NoneWord, failure: v[3].Int,
		detection: d.AtMost(v[4:]),
	}
}

func (d Detection) noticedLate(v []models.Value) models.Verdict {
	m := d.moment(v)
	switch {
	case !m.fails || m.failure > m.duration: // the latter is a caution of its own
		return models.Aside
	case m.failure+m.detection > m.duration:
		return models.Misleading
	}
	return models.Fair
}

// outlives counts the seconds of the failover window: a resolver that asked just before the region was left out of the
// answers holds it for ttl_s seconds.
func (d Detection) outlives(v []models.Value) models.Verdict {
	m := d.moment(v)
	switch {
	case !m.fails && m.ttl > m.duration:
		return models.Misleading
	case m.fails && m.failure+m.detection <= m.duration && m.failure+m.detection+m.ttl-1 > m.duration:
		return models.Misleading
	}
	return models.Fair
}

// Chance declares the random numbers of dns and failover. alsoDraws says of the values of further parameters whether they
// lead to draws; nil for none.
func Chance(parameters []string, alsoDraws func(values []models.Value) bool) *models.Chance {
	return &models.Chance{
		Seed: seedName, Generator: generatorName, Independent: rng.Words[rng.PCG64], Replicates: rng.Replicates,
		Parameters: append([]string{phasesName}, parameters...),
		Draws: func(v []models.Value) bool {
			return v[0].Text == randomPhasesWord || (alsoDraws != nil && alsoDraws(v[1:]))
		},
	}
}

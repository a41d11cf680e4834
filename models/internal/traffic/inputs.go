package traffic

import (
	"slices"

	"tarama/models"
	"tarama/models/internal/rng"
)

// inputs finds the shared parameters in a batch. Codes of words become the values of the package's own types once, when
// the kernel is made.
type inputs struct {
	policy, ttl, resolvers, skew, rate, duration, phases, step int // positions in Spec.Parameters
	firstWeight, rotation                                      int
	failedRegion, failureStart, slo, activePassive, seed, rng  int

	policies  []policy
	phasings  []phasing
	reference []bool
	failed    []int // region, or noRegion
	kinds     []rng.Kind
}

// newInputs resolves the positions in the spec and the codes in words, as NewKernel was given them.
func newInputs(n *Network, spec *models.Spec, words [][]string) *inputs {
	in := &inputs{
		policy: spec.Lookup("policy"), ttl: spec.Lookup("ttl_s"), resolvers: spec.Lookup("resolvers"),
		skew: spec.Lookup("resolver_skew"), rate: spec.Lookup(rateName), duration: spec.Lookup(durationName),
		phases: spec.Lookup("phases"), step: spec.Lookup("phase_step"),
		firstWeight: spec.Lookup(weightPrefix + n.regions[0]), rotation: spec.Lookup(rotationName),
		failedRegion: spec.Lookup("failed_region"), failureStart: spec.Lookup("failure_start_s"),
		slo: spec.Lookup("slo_percent"), activePassive: spec.Lookup("active_passive_dropped"),
		seed: spec.Lookup("seed"), rng: spec.Lookup("rng"),
	}
	in.policies = codes(words[in.policy], func(w string) policy { return policy(slices.Index(policyWords, w)) })
	in.phasings = codes(words[in.phases], func(w string) phasing { return phasing(slices.Index(phasesWords, w)) })
	in.reference = codes(words[in.rotation], func(w string) bool { return w == referenceWord })
	in.failed = codes(words[in.failedRegion], func(w string) int { return slices.Index(n.regions, w) })
	in.kinds = codes(words[in.rng], func(w string) rng.Kind { return rng.Kind(slices.Index(rng.Words, w)) })
	return in
}

// codes translates the words that the codes of a column stand for.
func codes[T any](words []string, translate func(string) T) []T {
	values := make([]T, len(words))
	for i, w := range words {
		values[i] = translate(w)
	}
	return values
}

// cell is the shared parameters of one cell.
type cell struct {
	policy    policy
	reference bool
	quotas    quotasKey
	schedule  scheduleKey
	duration  int64
	failed    int // region, or noRegion
	start     int64
	seed      int64
	kind      rng.Kind
	weights   []int64
	weightSum int64
}

// read takes a row of the batch.
func (in *inputs) read(c *cell, b *models.Batch, row int) {
	integer := func(position int) int64 { return b.Parameters[position].Ints[row] }
	code := func(position int) int32 { return b.Parameters[position].Codes[row] }
	c.policy = in.policies[code(in.policy)]
	c.reference = in.reference[code(in.rotation)]
	c.duration = integer(in.duration)
	c.failed = in.failed[code(in.failedRegion)]
	c.start = integer(in.failureStart)
	c.seed = integer(in.seed)
	c.kind = in.kinds[code(in.rng)]
	resolvers := integer(in.resolvers)
	c.quotas = quotasKey{resolvers, b.Parameters[in.skew].Reals[row], integer(in.rate)}
	c.schedule = scheduleKey{in.phasings[code(in.phases)], integer(in.ttl), resolvers, integer(in.step), c.kind, c.seed}
	c.schedule.normal()
	c.weightSum = 0
	for i := range c.weights {
		c.weights[i] = integer(in.firstWeight + i)
		c.weightSum += c.weights[i]
	}
}

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
	policy        policy
	reference     bool
	quotas        quotasKey
	schedule      scheduleKey
	duration      int64
	failed        int // region, or noRegion
	start         int64
	seed          int64
	kind          rng.Kind
	weights       []int64
	reweighed     bool // the weights are not those of the cell before
	slo           float64
	activePassive float64
}

// columns are the parameters of a batch, by name: to look each of them up again for every row would take longer than to
// read it.
type columns struct {
	policy, rotation, failed, phases, kind                   []int32
	ttl, resolvers, rate, duration, step, failureStart, seed []int64
	skew, slo, activePassive                                 []float64
	weights                                                  [][]int64
}

// bind finds the columns of a batch.
func (in *inputs) bind(cs *columns, b *models.Batch) {
	p := b.Parameters
	cs.policy, cs.rotation, cs.failed = p[in.policy].Codes, p[in.rotation].Codes, p[in.failedRegion].Codes
	cs.phases, cs.kind = p[in.phases].Codes, p[in.rng].Codes
	cs.ttl, cs.resolvers, cs.rate = p[in.ttl].Ints, p[in.resolvers].Ints, p[in.rate].Ints
	cs.duration, cs.step, cs.failureStart, cs.seed = p[in.duration].Ints, p[in.step].Ints, p[in.failureStart].Ints, p[in.seed].Ints
	cs.skew, cs.slo, cs.activePassive = p[in.skew].Reals, p[in.slo].Reals, p[in.activePassive].Reals
	for i := range cs.weights {
		cs.weights[i] = p[in.firstWeight+i].Ints
	}
}

// read takes a row.
func (in *inputs) read(c *cell, cs *columns, row int) {
	c.policy = in.policies[cs.policy[row]]
	c.reference = in.reference[cs.rotation[row]]
	c.duration = cs.duration[row]
	c.failed, c.start = in.failed[cs.failed[row]], cs.failureStart[row]
	c.kind, c.seed = in.kinds[cs.kind[row]], cs.seed[row]
	c.slo, c.activePassive = cs.slo[row], cs.activePassive[row]
	c.quotas.resolvers, c.quotas.skew, c.quotas.rate = cs.resolvers[row], cs.skew[row], cs.rate[row]
	k := &c.schedule
	k.phases, k.ttl, k.step = in.phasings[cs.phases[row]], cs.ttl[row], cs.step[row]
	k.resolvers, k.kind, k.seed = c.quotas.resolvers, c.kind, c.seed
	k.normal()
	c.reweighed = false
	for i, weights := range cs.weights {
		if w := weights[row]; w != c.weights[i] {
			c.weights[i], c.reweighed = w, true
		}
	}
}

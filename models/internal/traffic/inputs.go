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
	fixed     bool // policy, phases, rotation and failed region have one word each, so all cells have those
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
	in.fixed = len(in.policies) == 1 && len(in.phasings) == 1 && len(in.reference) == 1 && len(in.failed) == 1
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

// cell is the shared parameters of one cell, less those that few cells have a use for.
type cell struct {
	row       int
	policy    policy
	reference bool
	quotas    quotasKey
	schedule  scheduleKey
	duration  int64
	failed    int   // region, or noRegion
	start     int64 // of the failure; 0 if no region fails
	weights   []int64
	reweighed bool // the weights are not those of the cell before
}

// newCell returns a cell in which nothing is set but the words, if those are fixed.
func (in *inputs) newCell(regions int) cell {
	c := cell{weights: make([]int64, regions)}
	if in.fixed {
		in.choose(&c, 0, 0, 0, 0)
	}
	return c
}

// choose takes the words of these codes.
func (in *inputs) choose(c *cell, policy, rotation, failed, phases int32) {
	c.policy, c.reference = in.policies[policy], in.reference[rotation]
	c.failed, c.schedule.phases = in.failed[failed], in.phasings[phases]
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

// read takes a row. It leaves alone what the cell has no use for: each column that is read row by row, and not in their order,
// takes its share of the cache.
func (in *inputs) read(c *cell, cs *columns, row int) {
	c.row = row
	if !in.fixed {
		in.choose(c, cs.policy[row], cs.rotation[row], cs.failed[row], cs.phases[row])
	}
	c.duration = cs.duration[row]
	if c.start = 0; c.failed != noRegion {
		c.start = cs.failureStart[row]
	}
	c.quotas.resolvers, c.quotas.skew, c.quotas.rate = cs.resolvers[row], cs.skew[row], cs.rate[row]
	k := &c.schedule
	k.ttl, k.resolvers = cs.ttl[row], c.quotas.resolvers
	if k.phases == random {
		k.kind, k.seed = in.kinds[cs.kind[row]], cs.seed[row]
	} else {
		k.step = cs.step[row]
	}
	k.normal()
	c.reweighed = false
	for i, weights := range cs.weights {
		if w := weights[row]; w != c.weights[i] {
			c.weights[i], c.reweighed = w, true
		}
	}
}

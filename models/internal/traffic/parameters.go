package traffic

import (
	"math"

	"tarama/models"
	"tarama/models/internal/rng"
)

// The words of the shared Enum parameters; their positions are the values of policy and phasing.
var (
	policyWords = []string{"geographic", "latency", "weighted"}
	phasesWords = []string{"spaced", "random"}
)

// Names that rules and several declarations use.
const (
	rateName      = "request_rate_rps"
	durationName  = "duration_s"
	rotationName  = "rotation"
	weightPrefix  = "weight_"
	referenceWord = "reference"
	smoothWord    = "smooth"
)

// The bounds keep every integer exact as a float64.
const (
	maxExact     = int64(1) << 53 // every integer up to here is a float64
	maxSeconds   = math.MaxInt32
	maxResolvers = 1e6
	maxWeight    = 1e6
	maxRotation  = int64(1e6) // slots
)

// policy is how the authoritative server answers.
type policy uint8

const (
	geographic policy = iota
	latency
	weighted
)

// phasing is where in a TTL window the resolvers ask.
type phasing uint8

const (
	spaced phasing = iota
	random
)

// Parameters declares what dns and failover have in common, in the order of the columns.
func (n *Network) Parameters() []models.Parameter {
	ps := []models.Parameter{
		word("policy", policyWords, models.Answers, "how the authoritative server answers"),
		integer("ttl_s", 300, models.Between(1, maxSeconds), "s", models.Answers, "lifetime of an answer"),
		circumstance(integer("resolvers", 40, models.Between(1, maxResolvers), "", models.RebuildAll,
			"number of resolvers; resolver j belongs to group j mod (number of groups)")),
		{Name: "resolver_skew", Type: models.Real, Default: models.RealValue(1), Cost: models.RebuildAll, Circumstance: true,
			Bounds: models.Interval{Min: 0, Max: 4, Multiple: 1.0 / 16},
			Doc:    "load of resolver j is proportional to 1/(j+1)^skew; 0 gives equal loads"},
		circumstance(integer(rateName, 514, models.Between(1, float64(maxExact)), "1/s", models.RebuildAll,
			"requests per second of all clients, split over the resolvers by largest remainder")),
		integer(durationName, 3600, models.Between(1, maxSeconds), "s", models.Answers, "seconds counted"),
		circumstance(word("phases", phasesWords, models.Rebuild,
			"when resolver j first asks: j*phase_step mod ttl_s, or drawn at random")),
		circumstance(integer("phase_step", 13, models.Between(0, maxSeconds), "s", models.Rebuild,
			"distance between the phases of neighbouring resolvers, if spaced")),
	}
	ps = append(ps, n.weights()...)
	return append(ps,
		word(rotationName, n.rotationWords(), models.Answers, "order in which weighted answers go round"),
		circumstance(word("failed_region", n.failedWords(), models.Answers, "region that goes down for good at failure_start_s")),
		circumstance(integer("failure_start_s", 100, models.Between(1, maxSeconds), "s", models.Answers,
			"first second in which the failed region serves nothing")),
		models.Parameter{Name: "slo_percent", Type: models.Real, Unit: "%", Default: models.RealValue(99.9), Cost: models.Free,
			Bounds: models.Interval{Min: 0, Max: 100, OpenMin: true, OpenMax: true},
			Doc:    "availability target; the error budget is what it leaves of 30 days"},
		models.Parameter{Name: "active_passive_dropped", Type: models.Real, Default: models.RealValue(1541.67), Cost: models.Free,
			Bounds: models.Interval{Min: 0, Max: math.Inf(1), OpenMin: true},
			Doc:    "requests that a failover between replicas drops, for comparison"},
		integer("seed", 0, models.Any, "", models.Generate, "start of the random numbers"),
		word("rng", rng.Words, models.Generate, "generator of the random numbers; take pcg64 for independent replicates"),
	)
}

// weights declares one weight per region.
func (n *Network) weights() []models.Parameter {
	ps := make([]models.Parameter, len(n.regions))
	for i, name := range n.regionColumns(weightPrefix) {
		weight := int64(1)
		if !n.own {
			weight = defaultWeights[i]
		}
		ps[i] = integer(name, weight, models.Between(0, maxWeight), "", models.Answers,
			"target share of region "+n.regions[i]+", as a part of the sum of all weights")
	}
	return ps
}

// rotationWords puts the default first.
func (n *Network) rotationWords() []string {
	if n.own {
		return []string{smoothWord, referenceWord}
	}
	return []string{referenceWord, smoothWord}
}

// Vectors declares the names under which a study gives several parameters at once.
func (n *Network) Vectors() []models.Vector {
	return []models.Vector{{Name: "weights", Parameters: n.regionColumns(weightPrefix)}}
}

func circumstance(p models.Parameter) models.Parameter {
	p.Circumstance = true
	return p
}

func integer(name string, def int64, bounds models.Interval, unit string, cost models.Cost, doc string) models.Parameter {
	return models.Parameter{Name: name, Type: models.Int, Unit: unit, Doc: doc,
		Default: models.IntValue(def), Bounds: bounds, Cost: cost}
}

func word(name string, words []string, cost models.Cost, doc string) models.Parameter {
	return models.Parameter{Name: name, Type: models.Enum, Doc: doc,
		Default: models.TextValue(models.Enum, words[0]), Words: words, Cost: cost}
}

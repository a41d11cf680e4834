package health

import (
	"fmt"

	"tarama/models"
	"tarama/models/internal/rng"
)

// Model is the model for the registry.
type Model struct{}

// Name implements models.Model.
func (Model) Name() string { return "health" }

// ScenarioKey implements models.Model: health has no scenario.
func (Model) ScenarioKey() string { return "" }

// NewScenario implements models.Model.
func (Model) NewScenario() any { return nil }

// Spec implements models.Model.
func (Model) Spec(any) (*models.Spec, error) {
	return &models.Spec{
		Model:      "health",
		Version:    1,
		Doc:        "health checks with false failures on a pool of instances, one of which fails for good",
		Parameters: parameters(),
		Metrics:    metrics(),
		Rules:      rules(),
		Cautions:   cautions(),
		Chance:     chance(),
		NewKernel:  newKernel,
	}, nil
}

// The parameters' positions in the spec.
const (
	instances = iota
	rounds
	failureRound
	failedInstance
	probability
	threshold
	rise
	interval
	seed
	generator
)

// Bounds that keep every count and every product exact.
const (
	maxInstances = 1e4
	maxRounds    = 1e7
	maxRun       = 1000
	maxSeconds   = 1<<31 - 1
	maxExact     = 1 << 53
)

func parameters() []models.Parameter {
	return []models.Parameter{
		instances: {
			Name: "instances", Type: models.Int, Default: models.IntValue(6), Bounds: models.Between(1, maxInstances),
			Doc: "instances in the pool", Cost: models.Generate,
		},
		rounds: {
			Name: "rounds", Type: models.Int, Default: models.IntValue(300), Bounds: models.Between(1, maxRounds),
			Doc: "rounds of checks, which take rounds * interval_s", Cost: models.Rebuild,
		},
		failureRound: {
			Name: "failure_round", Type: models.Int, Default: models.IntValue(120), Bounds: models.Between(1, maxSeconds),
			Doc: "round from which the failed instance is down for good", Cost: models.Answers, Circumstance: true,
		},
		failedInstance: {
			Name: "failed_instance", Type: models.Int, Default: models.IntValue(3), Bounds: models.Between(0, maxInstances-1),
			Doc: "instance that fails, counted from 0", Cost: models.Answers, Circumstance: true,
		},
		probability: {
			Name: "false_failure_probability", Type: models.Real, Default: models.RealValue(0.06), Bounds: models.Between(0, 1),
			Doc: "probability that a check of a good instance fails", Cost: models.Generate, Circumstance: true,
		},
		threshold: {
			Name: "threshold", Type: models.Int, Default: models.IntValue(3), Bounds: models.Between(1, maxRun),
			Doc: "failed checks in a row that evict an instance", Cost: models.Answers,
		},
		rise: {
			Name: "rise", Type: models.Int, Default: models.IntValue(2), Bounds: models.Between(1, maxRun),
			Doc: "successful checks in a row that bring an instance back", Cost: models.Answers,
		},
		interval: {
			Name: "interval_s", Type: models.Int, Unit: "s", Default: models.IntValue(10), Bounds: models.Between(1, maxSeconds),
			Doc: "time from one round of checks to the next", Cost: models.Free,
		},
		seed: {
			Name: "seed", Type: models.Int, Default: models.IntValue(41129), Bounds: models.Any,
			Doc: "seed of the draws, one a check", Cost: models.Generate,
		},
		generator: {
			Name: "rng", Type: models.Enum, Default: models.TextValue(models.Enum, rng.Words[0]), Words: rng.Words,
			Doc: "random number generator", Cost: models.Generate,
		},
	}
}

// The metrics' positions in the spec.
const (
	outcome = iota
	detectionRound
	detectionTime
	falseEvictions
	lostRounds
	lostTime
	checksPerMinute
	minInService
)

// The outcomes, by code.
const (
	evicted = iota
	alreadyOut
	never
)

func metrics() []models.Metric {
	return []models.Metric{
		outcome: {
			Name: "outcome", Type: models.Enum, Words: []string{evicted: "evicted", alreadyOut: "already_out", never: "never"},
			Doc: "whether a check took the failed instance out, found it already out, or never did before the end",
		},
		detectionRound: {
			Name: "detection_round", Type: models.Int, Nullable: true,
			Doc: "round whose check evicted the failed instance",
		},
		detectionTime: {
			Name: "detection_s", Type: models.Int, Unit: "s", Nullable: true, Goal: models.Less,
			Doc: "time in which the failed instance was still in service",
		},
		falseEvictions: {
			Name: "false_evictions", Type: models.Int, Goal: models.Less,
			Doc: "evictions of good instances in all rounds, which take rounds * interval_s",
		},
		lostRounds: {
			Name: "lost_capacity_rounds", Type: models.Int,
			Doc: "rounds that good instances were out, of all rounds, summed over instances",
		},
		lostTime: {
			Name: "lost_capacity_s", Type: models.Int, Unit: "s", Goal: models.Less,
			Doc: "time that good instances were out, of rounds * interval_s, summed over instances",
		},
		checksPerMinute: {
			Name: "checks_per_min", Type: models.Real, Unit: "1/min", Goal: models.Less,
			Doc: "checks of the whole pool",
		},
		minInService: {
			Name: "min_in_service", Type: models.Int, Goal: models.More,
			Doc: "fewest instances in service after any round, a failed one that is not noticed yet among them",
		},
	}
}

func rules() []models.Rule {
	return []models.Rule{
		{Doc: "failed_instance is less than instances",
			Parameters: []string{"failed_instance", "instances"}, Check: checkFailedInstance},
		{Doc: "instances * rounds * interval_s is at most 2^53, so that lost_capacity_s is exact",
			Parameters: []string{"instances", "rounds", "interval_s"}, Check: checkCapacity},
	}
}

func checkFailedInstance(v []models.Value) error {
	if v[0].Int < v[1].Int {
		return nil
	}
	return fmt.Errorf("failed_instance is %d, but must be less than instances, which is %d", v[0].Int, v[1].Int)
}

func checkCapacity(v []models.Value) error {
	if checks := v[0].Int * v[1].Int; checks > maxExact/v[2].Int { // as a quotient, since the product may not fit
		return fmt.Errorf("instances * rounds * interval_s is %d * %d * %d, but must be at most 2^53 for lost_capacity_s to be exact",
			v[0].Int, v[1].Int, v[2].Int)
	}
	return nil
}

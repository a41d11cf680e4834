package lb

import (
	"fmt"

	"tarama/models"
	"tarama/models/internal/rng"
)

// Model is the model for the registry.
type Model struct{}

// Name implements models.Model.
func (Model) Name() string { return "lb" }

// ScenarioKey implements models.Model.
func (Model) ScenarioKey() string { return "scenario" }

// NewScenario implements models.Model; it returns a *Scenario.
func (Model) NewScenario() any { return new(Scenario) }

// Spec implements models.Model.
func (Model) Spec(scenario any) (*models.Spec, error) {
	s, split := defaultScenario(), "varlik+yonetim"
	if scenario != nil {
		own, ok := scenario.(*Scenario)
		if !ok {
			return nil, models.ScenarioErrors{{Message: fmt.Sprintf("a scenario of lb is no %T", scenario)}}
		}
		if errs := own.validate(); len(errs) > 0 {
			return nil, errs
		}
		s, split = own, models.NoneWord
	}
	pools := s.pools()
	routed := pools[:len(pools)-1]
	return &models.Spec{
		Model:      "lb",
		Version:    1,
		Doc:        "a load balancer at layer 4, at layer 4 with ports of their own for some pools, or at layer 7",
		Parameters: parameters(routed, split),
		Metrics:    metrics(),
		Chance:     chance(),
		NewKernel:  func(words [][]string) models.Kernel { return newKernel(s, words) },
	}, nil
}

// The parameters' positions in the spec.
const (
	arrangement = iota
	requests
	backends
	ruleOrder
	portSplit
	seed
	generator
)

// The arrangements.
const (
	layer4 = iota
	layer4PortSplit
	layer7
)

var arrangementWords = []string{layer4: "l4", layer4PortSplit: "l4_port_split", layer7: "l7"}

// Bounds that keep every count exact.
const (
	maxRequests = 1e9
	maxBackends = 1<<31 - 1
)

// parameters declares the parameters, for the pools before the default and the default of port_split.
func parameters(routed []string, split string) []models.Parameter {
	return []models.Parameter{
		arrangement: {
			Name: "arrangement", Type: models.Enum, Default: models.TextValue(models.Enum, arrangementWords[0]), Words: arrangementWords,
			Doc: "layer at which the balancer works", Cost: models.Free,
		},
		requests: {
			Name: "requests", Type: models.Int, Default: models.IntValue(1200), Bounds: models.Between(1, maxRequests),
			Doc: "requests of all flows", Cost: models.Generate, Circumstance: true,
		},
		backends: {
			Name: "backends", Type: models.Int, Default: models.IntValue(6), Bounds: models.Between(1, maxBackends),
			Doc: "backends of all pools", Cost: models.Free,
		},
		ruleOrder: {
			Name: "rule_order", Type: models.Order, Default: models.TextValue(models.Order, models.JoinOrder(routed)), Words: routed,
			Doc: "order of the rules before the default, by their pools", Cost: models.Free,
		},
		portSplit: {
			Name: "port_split", Type: models.Set, Default: models.TextValue(models.Set, split), Words: routed,
			Doc: "pools that clients reach on a port of their own, if arrangement is l4_port_split", Cost: models.Free,
		},
		seed: {
			Name: "seed", Type: models.Int, Default: models.IntValue(30631), Bounds: models.Any,
			Doc: "seed of the draws, one a request", Cost: models.Generate,
		},
		generator: {
			Name: "rng", Type: models.Enum, Default: models.TextValue(models.Enum, rng.Words[0]), Words: rng.Words,
			Doc: "random number generator", Cost: models.Generate,
		},
	}
}

// chance declares the draws of the requests, which every arrangement needs.
func chance() *models.Chance {
	return &models.Chance{
		Seed: "seed", Generator: "rng", Independent: rng.Words[rng.PCG64], Replicates: rng.Replicates,
		Draws: func([]models.Value) bool { return true },
	}
}

// The metrics' positions in the spec.
const (
	visibleFields = iota
	appliedRules
	correctPool
	wrongPool
	clientChanges
	handshakeRounds
	fieldsExamined
	terminationPoints
	keyCopies
)

func metrics() []models.Metric {
	count := func(name string, goal models.Goal, doc string) models.Metric {
		return models.Metric{Name: name, Type: models.Int, Goal: goal, Doc: doc}
	}
	return []models.Metric{
		visibleFields:     count("visible_fields", models.NoGoal, "fields of a request that the balancer sees"),
		appliedRules:      count("applied_rules", models.NoGoal, "rules that it can apply, the default included"),
		correctPool:       count("correct_pool", models.More, "requests that reach the pool their flow wants"),
		wrongPool:         count("wrong_pool", models.Less, "requests that reach another pool"),
		clientChanges:     count("client_changes", models.Less, "settings that change at the clients"),
		handshakeRounds:   count("handshake_rounds", models.Less, "handshakes from client to backend"),
		fieldsExamined:    count("fields_examined", models.Less, "fields that the balancer looks at, summed over requests"),
		terminationPoints: count("termination_points", models.Less, "places where encryption ends"),
		keyCopies:         count("key_copies", models.Less, "places that hold the private key"),
	}
}

package dns

import (
	"math"

	"tarama/models"
	"tarama/models/internal/traffic"
)

// Model is the model dns.
type Model struct{}

// version is raised whenever a row of the same parameters would come out different.
const version = 1

// detectionName is the one parameter that failover has not.
const detectionName = "detection_s"

// Name returns the study file's word for the model.
func (Model) Name() string { return "dns" }

// ScenarioKey returns the study-file key of the topology.
func (Model) ScenarioKey() string { return traffic.ScenarioKey }

// NewScenario returns an empty topology.
func (Model) NewScenario() any { return &traffic.Topology{} }

// Spec declares the model for a *traffic.Topology, or for the default one if scenario is nil.
func (m Model) Spec(scenario any) (*models.Spec, error) {
	network, err := traffic.NewNetwork(scenario)
	if err != nil {
		return nil, err
	}
	detection := models.Parameter{Name: detectionName, Type: models.Int, Unit: "s", Cost: models.Answers,
		Doc:     "seconds from the failure until the failed region is left out of the answers",
		Default: models.IntValue(10), Bounds: models.Between(0, math.MaxInt32)}
	spec := &models.Spec{
		Model: m.Name(), Version: version,
		Doc:        "requests that follow cached DNS answers to regions, and what a region's failure costs",
		Parameters: append(network.Parameters(), detection),
		Vectors:    network.Vectors(),
		Metrics:    network.Metrics(),
		Rules:      network.Rules(),
		Cautions: network.Cautions(traffic.Detection{
			Parameters: []string{detectionName},
			AtMost:     func(v []models.Value) int64 { return v[0].Int },
		}),
		Chance: traffic.Chance(nil, nil),
	}
	spec.NewKernel = func(words [][]string) models.Kernel {
		return &kernel{traffic.NewSimulator(network, spec, words), spec.Lookup(detectionName)}
	}
	spec.Trace = func(values []models.Value) *models.Trace { return traffic.Trace(spec, values) }
	return spec, nil
}

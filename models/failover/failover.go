package failover

import (
	"math"

	"tarama/models"
	"tarama/models/internal/traffic"
)

// Model is the model failover.
type Model struct{}

// version is raised whenever a row of the same parameters would come out different.
const version = 1

// Name returns the study file's word for the model.
func (Model) Name() string { return "failover" }

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
	spec := &models.Spec{
		Model: m.Name(), Version: version,
		Doc:        "requests that follow cached DNS answers, with health checks that take regions out and bring them back",
		Parameters: append(network.Parameters(), parameters()...),
		Vectors:    network.Vectors(),
		Metrics:    append(network.Metrics(), metrics()...),
		Rules:      network.Rules(),
		Cautions: append(network.Cautions(traffic.Detection{
			Parameters: []string{"interval_s", "threshold"},
			AtMost:     func(v []models.Value) int64 { return v[0].Int * v[1].Int },
		}), cautions()...),
		Chance: traffic.Chance([]string{"false_failure_probability"}, func(v []models.Value) bool { return 0 < v[0].Real && v[0].Real < 1 }),
	}
	spec.NewKernel = func(words [][]string) models.Kernel { return newKernel(network, spec, words) }
	spec.Trace = func(values []models.Value) *models.Trace { return traffic.Trace(spec, values) }
	return spec, nil
}

// parameters declares the health checks.
func parameters() []models.Parameter {
	return []models.Parameter{
		{Name: "interval_s", Type: models.Int, Unit: "s", Cost: models.Answers, Doc: "seconds between two checks of a region",
			Default: models.IntValue(10), Bounds: models.Between(1, math.MaxInt32)},
		{Name: "threshold", Type: models.Int, Cost: models.Answers, Doc: "failed checks in a row that take a region out",
			Default: models.IntValue(1), Bounds: models.Between(1, 1000)},
		{Name: "rise", Type: models.Int, Cost: models.Answers, Doc: "passed checks in a row that bring a region back",
			Default: models.IntValue(2), Bounds: models.Between(1, 1000)},
		{Name: "false_failure_probability", Type: models.Real, Cost: models.Generate, Circumstance: true,
			Doc:     "probability that the check of a region that is up fails",
			Default: models.RealValue(0), Bounds: models.Between(0, 1)},
	}
}

// outcome is how the failure of a region was noticed.
type outcome int32

const (
	none       outcome = iota // no region fails
	evicted                   // by a check after the failure
	alreadyOut                // the region was out, by mistake
	never                     // not before the end
)

var outcomeWords = []string{models.NoneWord, "evicted", "already_out", "never"}

// metrics declares what the health checks add.
func metrics() []models.Metric {
	return []models.Metric{
		{Name: "outcome", Type: models.Enum, Words: outcomeWords, Doc: "how the failed region came out of the answers"},
		{Name: "detection_s", Type: models.Int, Unit: "s", Nullable: true, Goal: models.Less,
			Doc: "from failure_start_s to the check that took the region out; null if there was none"},
		{Name: "false_evictions", Type: models.Int, Goal: models.Less, Doc: "times that checks took a region out while it was up"},
		{Name: "lost_region_s", Type: models.Int, Unit: "s", Goal: models.Less,
			Doc: "region-seconds in which a region was out while it was up"},
		{Name: "checks_per_min", Type: models.Real, Unit: "1/min", Goal: models.Less, Doc: "health checks of all regions"},
	}
}

package study

import (
	"errors"
	"fmt"
	"math"
	"strings"

	"tarama/models"
)

// traffic is a model with a parameter of every kind, a vector, a rule and a scenario. It computes nothing.
type traffic struct{}

// topology is its scenario.
type topology struct {
	Regions  []string          `json:"regions"`
	Groups   []group           `json:"groups,omitempty"`
	Fallback map[string]string `json:"fallback,omitempty"`
	Depth    int               `json:"depth,omitempty"`
	Strict   bool              `json:"strict,omitempty"`
}

type group struct {
	Name     string             `json:"name"`
	Distance map[string]float64 `json:"distance"`
}

func (traffic) Name() string        { return "traffic" }
func (traffic) ScenarioKey() string { return "topology" }
func (traffic) NewScenario() any    { return &topology{} }

func (traffic) Spec(scenario any) (*models.Spec, error) {
	top, own := scenario.(*topology)
	if !own {
		top = &topology{Regions: []string{"eu", "us", "ap"}}
	}
	if err := top.check(); err != nil {
		return nil, err
	}
	spec := &models.Spec{
		Model: "traffic", Version: 3, Doc: "a model for tests",
		Parameters: []models.Parameter{
			{Name: "policy", Type: models.Enum, Words: []string{"geographic", "latency", "weighted"}, Default: models.TextValue(models.Enum, "geographic")},
			{Name: "ttl_s", Type: models.Int, Unit: "s", Default: models.IntValue(300), Bounds: models.Between(1, math.MaxInt32)},
			{Name: "resolvers", Type: models.Int, Default: models.IntValue(40), Bounds: models.Between(1, 1_000_000)},
			{Name: "interval_s", Type: models.Int, Unit: "s", Default: models.IntValue(10), Bounds: models.Between(0, 1000)},
			{Name: "probability", Type: models.Real, Default: models.RealValue(0.06), Bounds: models.Between(0, 1)},
			{Name: "skew", Type: models.Real, Default: models.RealValue(1), Bounds: models.Interval{Max: 4, Multiple: 1.0 / 16}},
			{Name: "rule_order", Type: models.Order, Words: []string{"map", "asset", "admin"}, Default: models.TextValue(models.Order, "map>asset>admin")},
			{Name: "port_split", Type: models.Set, Words: []string{"map", "asset", "admin"}, Default: models.TextValue(models.Set, "none")},
			{Name: "seed", Type: models.Int, Default: models.IntValue(0), Bounds: models.Any},
			{Name: "failed_region", Type: models.Enum, Words: append([]string{"none"}, top.Regions...), Default: models.TextValue(models.Enum, "none")},
		},
		Rules: []models.Rule{{
			Parameters: []string{"ttl_s", "interval_s"},
			Check: func(v []models.Value) error {
				if v[0].Int < v[1].Int {
					return fmt.Errorf("ttl_s %d is below interval_s %d", v[0].Int, v[1].Int)
				}
				return nil
			},
		}},
	}
	weights := models.Vector{Name: "weights"}
	rule := models.Rule{Check: func(v []models.Value) error {
		for i := range v {
			if v[i].Int > 0 {
				return nil
			}
		}
		return errors.New("all weights are 0")
	}}
	for _, r := range top.Regions {
		spec.Parameters = append(spec.Parameters, models.Parameter{
			Name: "weight_" + r, Type: models.Int, Default: models.IntValue(1), Bounds: models.Between(0, 1_000_000),
		})
		weights.Parameters = append(weights.Parameters, "weight_"+r)
	}
	rule.Parameters = weights.Parameters
	spec.Vectors = []models.Vector{weights}
	spec.Rules = append(spec.Rules, rule)
	return spec, nil
}

func (t *topology) check() error {
	var wrong models.ScenarioErrors
	if len(t.Regions) == 0 {
		wrong = append(wrong, models.ScenarioError{Path: []string{"regions"}, Message: "there are no regions"})
	}
	for i, g := range t.Groups {
		for _, r := range t.Regions {
			if _, ok := g.Distance[r]; !ok {
				wrong = append(wrong, models.ScenarioError{Path: []string{"groups", fmt.Sprint(i), "distance"}, Message: "no distance to region " + r})
			}
		}
	}
	for i, r := range t.Regions {
		if strings.ToLower(r) != r {
			wrong = append(wrong, models.ScenarioError{Path: []string{"regions", fmt.Sprint(i)}, Message: r + " is not in lower case"})
		}
	}
	if wrong == nil {
		return nil
	}
	return wrong
}

// plain is a model without a scenario.
type plain struct{}

func (plain) Name() string        { return "plain" }
func (plain) ScenarioKey() string { return "" }
func (plain) NewScenario() any    { return nil }
func (plain) Spec(any) (*models.Spec, error) {
	return &models.Spec{Model: "plain", Version: 1, Parameters: []models.Parameter{
		{Name: "rounds", Type: models.Int, Default: models.IntValue(3), Bounds: models.Between(1, 10)},
	}}, nil
}

func testModels() []models.Model { return []models.Model{traffic{}, plain{}} }

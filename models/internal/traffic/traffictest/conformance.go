package traffictest

import (
	"fmt"
	"math"
	"testing"

	"pgregory.net/rapid"

	"tarama/models"
	"tarama/models/internal/traffic"
	"tarama/models/modeltest"
)

// Conformance runs the suite that all models pass, against the model's reference.
func Conformance(t *testing.T, m models.Model, reference Reference) {
	t.Helper()
	modeltest.Run(t, modeltest.Suite{
		Model:     m,
		Most:      most(),
		Scenarios: rapid.Custom(scenario),
		Checks:    100,
		Reference: func(scenario any, c modeltest.Cell) modeltest.Row {
			topology := traffic.Default()
			if scenario != nil {
				topology = scenario.(*traffic.Topology)
			}
			row := reference(topology, c)
			if math.IsInf(row["active_passive_ratio"].Real, 0) {
				return nil // no column can hold it
			}
			return row
		},
	})
}

// most keeps random cells small enough for the reference.
func most() map[string]float64 {
	m := map[string]float64{
		"ttl_s": 400, "duration_s": 400, "resolvers": 60, "request_rate_rps": 1 << 43, "failure_start_s": 500,
		"detection_s": 100, "interval_s": 60,
	}
	for i := range traffic.MaxRegions {
		m[fmt.Sprint("weight_r", i)] = 50
	}
	for _, region := range traffic.Default().Regions {
		m["weight_"+region] = 5000
	}
	return m
}

// scenario draws a topology as a study gives it.
func scenario(t *rapid.T) any {
	if topology := Topology(t); topology != nil {
		return topology
	}
	return traffic.Default()
}

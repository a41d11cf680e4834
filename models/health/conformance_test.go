package health

import (
	"slices"
	"testing"

	"tarama/models"
	"tarama/models/internal/rng"
	"tarama/models/modeltest"
)

func TestConformance(t *testing.T) {
	modeltest.Run(t, modeltest.Suite{
		Model:     Model{},
		Most:      map[string]float64{"instances": 90, "rounds": 400, "failure_round": 450},
		Reference: func(_ any, c modeltest.Cell) modeltest.Row { return reference(cellOf(c)).values() },
	})
}

func cellOf(c modeltest.Cell) cell {
	return cell{
		instances: c.Int("instances"), rounds: c.Int("rounds"),
		failureRound: c.Int("failure_round"), failedInstance: c.Int("failed_instance"),
		probability: c.Real("false_failure_probability"),
		threshold:   c.Int("threshold"), rise: c.Int("rise"), interval: c.Int("interval_s"), seed: c.Int("seed"),
		generator: rng.Kind(slices.Index(rng.Words, c.Text("rng"))),
	}
}

func (r row) values() modeltest.Row {
	row := modeltest.Row{
		"outcome":              models.TextValue(models.Enum, r.outcome),
		"false_evictions":      models.IntValue(r.falseEvictions),
		"lost_capacity_rounds": models.IntValue(r.lostRounds),
		"lost_capacity_s":      models.IntValue(r.lostTime),
		"checks_per_min":       models.RealValue(r.checksPerMin),
		"min_in_service":       models.IntValue(r.minInService),
	}
	if r.detectionRound != nil {
		row["detection_round"] = models.IntValue(*r.detectionRound)
	}
	if r.detectionTime != nil {
		row["detection_s"] = models.IntValue(*r.detectionTime)
	}
	return row
}

package health

import (
	"tarama/models"
	"tarama/models/internal/rng"
)

// cautions declares what is easily misread.
func cautions() []models.Caution {
	return []models.Caution{
		{
			Name:       "failure-after-end",
			Doc:        "the instance fails after the last round: nothing of the failure shows",
			Advice:     "a failure_round of at most rounds",
			Parameters: []string{"failure_round", "rounds"}, Check: failsLate,
		},
		{
			Name: "counts-over-unequal-times",
			Doc: "false_evictions and lost_capacity_s count over rounds * interval_s seconds, which are not the same for every " +
				"interval_s: a longer interval looks worse by its longer time",
			Advice: "let rounds and failure_round move along with interval_s, all in one entry of the axes, so that rounds * interval_s " +
				"stays the same, as in configs/health-week.yaml; or divide by rounds * interval_s before comparing",
			Parameters: []string{"interval_s", "rounds", "false_failure_probability"}, Exposure: countedTime,
		},
		{
			Name:       "detection-beyond-end",
			Doc:        "after the failure there are fewer rounds than the threshold: only a false eviction could take the instance out",
			Advice:     "more rounds, an earlier failure_round, or a lower threshold",
			Parameters: []string{"failure_round", "rounds", "threshold"}, Check: noticedLate,
		},
	}
}

func failsLate(v []models.Value) models.Verdict {
	if v[0].Int > v[1].Int {
		return models.Misleading
	}
	return models.Fair
}

// countedTime is how many seconds false evictions are counted over; without false failures there are none to count.
func countedTime(v []models.Value) int64 {
	if v[2].Real == 0 {
		return 0
	}
	return v[0].Int * v[1].Int // at most 10^7 * 2^31
}

func noticedLate(v []models.Value) models.Verdict {
	switch {
	case v[0].Int > v[1].Int: // a caution of its own
		return models.Aside
	case v[0].Int+v[2].Int-1 > v[1].Int:
		return models.Misleading
	}
	return models.Fair
}

// chance declares the draws of the checks.
func chance() *models.Chance {
	return &models.Chance{
		Seed: "seed", Generator: "rng", Independent: rng.Words[rng.PCG64], Replicates: rng.Replicates,
		Parameters: []string{"false_failure_probability"},
		Draws:      func(v []models.Value) bool { return 0 < v[0].Real && v[0].Real < 1 },
	}
}

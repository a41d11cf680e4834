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

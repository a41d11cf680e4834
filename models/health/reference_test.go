package health

import "tarama/models/internal/rng"

// cell is one combination of parameters, and row what comes out.
type cell struct {
	instances, rounds, failureRound, failedInstance int64
	probability                                     float64
	threshold, rise, interval, seed                 int64
	generator                                       rng.Kind
}

type row struct {
	outcome        string
	detectionRound *int64
	detectionTime  *int64
	falseEvictions int64
	lostRounds     int64
	lostTime       int64
	checksPerMin   float64
	minInService   int64
}

// instance is the state of one instance in the reference.
type instance struct {
	failures, successes int64
	out                 bool
}

// check takes one check's outcome in and says whether it evicts the instance.
func (i *instance) check(failed bool, c cell) (evicts bool) {
	if failed {
		i.failures, i.successes = i.failures+1, 0
	} else {
		i.failures, i.successes = 0, i.successes+1
	}
	if !i.out && i.failures >= c.threshold {
		i.out = true
		return true
	}
	if i.out && i.successes >= c.rise {
		i.out = false
	}
	return false
}

// reference computes a cell in the obvious way, check by check.
func reference(c cell) row {
	var source rng.Source
	source.Reset(c.generator, c.seed)
	pool := make([]instance, c.instances)
	r := row{outcome: "never", minInService: c.instances}
	for t := int64(1); t <= c.rounds; t++ {
		if t == c.failureRound && pool[c.failedInstance].out {
			r.outcome, r.detectionTime = "already_out", new(int64)
		}
		inService := int64(0)
		for i := range pool {
			down := int64(i) == c.failedInstance && t >= c.failureRound
			chance := source.Float64() < c.probability
			evicts := pool[i].check(chance || down, c)
			switch {
			case evicts && down:
				seconds := (t - c.failureRound + 1) * c.interval
				r.outcome, r.detectionRound, r.detectionTime = "evicted", &t, &seconds
			case evicts:
				r.falseEvictions++
			}
			if !pool[i].out {
				inService++
			} else if !down {
				r.lostRounds++
			}
		}
		r.minInService = min(r.minInService, inService)
	}
	r.lostTime = r.lostRounds * c.interval
	r.checksPerMin = (60 / float64(c.interval)) * float64(c.instances)
	return r
}

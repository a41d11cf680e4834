package failover

import "tarama/models"

// cautions declares what is easily misread of health checks, beside what is so of the traffic.
func cautions() []models.Caution {
	return []models.Caution{
		{
			Name: "failure-in-step", Whole: true,
			Doc: "every failure_start_s is a multiple of interval_s: the check of that second still passes and the next comes a whole " +
				"interval later, so that, but for false failures, detection takes its longest, threshold * interval_s, for every seed",
			Advice: "spread failure_start_s over an interval, such as {from: 101, to: 110, step: 1} for checks every 10 s, or read " +
				"the results as the worst case",
			Parameters: []string{"failed_region", "failure_start_s", "duration_s", "interval_s", "threshold"}, Check: inStep,
		},
		{
			Name: "open-when-all-out", Whole: true,
			Doc: "with a threshold of 1 every false failure takes a region out: now and then all that are up are out at once, answers " +
				"then name the failed region again, and failover_window_s runs on to the last time that happens",
			Advice:     "a threshold of 2 or more; tarama replay shows when a cell drops requests",
			Parameters: []string{"failed_region", "failure_start_s", "duration_s", "threshold", "false_failure_probability"}, Check: nervous,
		},
	}
}

// inStep is about failures that can be noticed before the end, by checks that are not made every second.
func inStep(v []models.Value) models.Verdict {
	failure, duration, interval, threshold := v[1].Int, v[2].Int, v[3].Int, v[4].Int
	switch {
	case v[0].Text == models.NoneWord || interval == 1 || failure+threshold*interval > duration:
		return models.Aside
	case failure%interval == 0:
		return models.Misleading
	}
	return models.Fair
}

// nervous is about false failures while a region is down for good.
func nervous(v []models.Value) models.Verdict {
	failure, duration, threshold, probability := v[1].Int, v[2].Int, v[3].Int, v[4].Real
	switch {
	case v[0].Text == models.NoneWord || failure > duration || probability == 0:
		return models.Aside
	case threshold == 1:
		return models.Misleading
	}
	return models.Fair
}

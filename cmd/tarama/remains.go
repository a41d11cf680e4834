package main

import (
	"fmt"

	"tarama/sweep"
	"tarama/sweep/lint"
)

// remains is what there is of a run that was stopped.
type remains struct {
	plan   *sweep.Plan
	flags  runFlags
	sealed int        // parts
	pace   sweep.Pace // until it was stopped
}

// String says what is kept and how to go on. Where nothing is, going on is beginning anew: if parts take long, better with
// shorter ones.
func (r remains) String() string {
	parts := int64(r.plan.Parts())
	if r.sealed > 0 {
		return fmt.Sprintf("%s of %s sealed in %s; go on with the same command",
			count(int64(r.sealed)), plural(parts, "part"), escapeControl(r.flags.dir))
	}
	text := fmt.Sprintf("nothing was kept, since none of %s was done", plural(parts, "part"))
	if parts == 1 {
		text = "nothing was kept, since the study is one part, which was not done"
	}
	if lints := lint.LongParts(r.parts()); len(lints) > 0 {
		return text + "; " + lints[0].Advice
	}
	return text + "; the same command begins anew"
}

// parts is how long the parts would have taken at the pace that the run had.
func (r remains) parts() lint.Parts {
	cellSeconds := 0.0
	if rate := r.pace.PerSecond(); rate > 0 {
		cellSeconds = float64(coresOf(r.flags.workers)) / rate
	}
	return partsOf(r.plan, r.flags.workers, cellSeconds)
}

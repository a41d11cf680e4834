package main

import (
	"context"
	"fmt"
	"io"

	"tarama/sweep"
	"tarama/sweep/lint"
	"tarama/sweep/study"
)

// findLints lists what makes a study misleading. Some cells are computed for it, for no longer than a pilot takes.
func findLints(ctx context.Context, s *study.Study) []lint.Lint {
	if ctx == nil {
		ctx = context.Background()
	}
	return append(lint.Study(s), lint.NoEffect(ctx, s, sweep.PilotTime)...)
}

// printLints prints lints like the other warnings.
func printLints(w io.Writer, lints []lint.Lint) {
	for _, l := range lints {
		fmt.Fprint(w, paragraph(w, "warning: "+l.String()))
	}
}

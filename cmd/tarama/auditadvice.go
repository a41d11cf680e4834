package main

import (
	"fmt"
	"io"

	"tarama/sweep"
)

// auditAdvice says what to do about what an audit of a directory found, a line each. Results do not know what the study's file is
// called.
func auditAdvice(dir string, r sweep.Remedies) []string {
	run := "tarama run STUDY -o " + shellWord(dir)
	advice := []string{}
	if r.Repair {
		advice = append(advice, "how to mend it: "+run+
			" makes what is damaged or missing again, and keeps what the manifest vouches for")
	}
	if r.Continue {
		advice = append(advice, "how to go on: "+run)
	}
	if r.Replace {
		advice = append(advice, "how to replace all of it: "+run+" --overwrite")
	}
	return advice
}

func printAdvice(w io.Writer, advice []string) error {
	for _, line := range advice {
		if _, err := fmt.Fprintln(w, escapeControl(line)); err != nil {
			return err
		}
	}
	return nil
}

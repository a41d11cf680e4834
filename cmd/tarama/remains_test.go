package main

import (
	"testing"
	"time"

	"tarama/sweep"
	"tarama/sweep/study"
)

// TestRemains: a run that kept nothing says so, and why, and what to change if its parts take too long; with anything kept the same
// command goes on.
func TestRemains(t *testing.T) {
	const cells = "study: s\nmodel: health\naxes: [seed: {from: 1, count: 54000}]\n"
	slow, quick := sweep.Pace{Cells: 6000, Elapsed: time.Minute}, sweep.Pace{Cells: 60_000, Elapsed: time.Second}
	for _, c := range []struct {
		study  string
		sealed int
		pace   sweep.Pace
		want   string
	}{
		{cells, 0, slow, "nothing was kept, since the study is one part, which was not done; " +
			"give the study output: {part_cells: 6000} for parts of about 1 minute on one core"},
		{cells, 0, quick, "nothing was kept, since the study is one part, which was not done; the same command begins anew"},
		{cells, 0, sweep.Pace{}, "nothing was kept, since the study is one part, which was not done; the same command begins anew"},
		{cells + "output: {part_cells: 6000}\n", 0, slow, "nothing was kept, since none of 9 parts was done; the same command begins anew"},
		{cells + "output: {part_cells: 6000}\n", 3, slow, "3 of 9 parts sealed in d; go on with the same command"},
		{cells + "output: {part_cells: 30000}\n", 1, slow, "1 of 2 parts sealed in d; go on with the same command"},
	} {
		s, err := study.Parse("study.yaml", []byte(c.study), study.Options{})
		if err != nil {
			t.Fatal(err)
		}
		r := remains{sweep.NewPlan(s), runFlags{dir: "d", workers: 1}, c.sealed, c.pace}
		if got := r.String(); got != c.want {
			t.Errorf("got  %s\nwant %s", got, c.want)
		}
	}
}

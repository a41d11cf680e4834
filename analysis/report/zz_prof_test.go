package report_test

import (
	"io"
	"testing"
	"os"

	"tarama/analysis/report"
	"tarama/analysis/rows"
	"tarama/output"
	"tarama/output/results"
)

func TestProf(t *testing.T) {
	r, err := results.Open(os.Getenv("RES"))
	if err != nil {
		t.Skip(err)
	}
	defer r.Close()
	o := report.Options{Heading: func(c *output.Column) string { return c.Name }, Percent: func(*output.Column) bool { return false }, Replay: func(int64) string { return "" }}
	goals := map[string]report.Goal{"error_budget_share": report.Less, "upstream_queries": report.Less, "failover_window_s": report.Less, "false_evictions": report.Less, "lost_region_s": report.Less}
	if err := report.Write(io.Discard, rows.FromResults(r), report.Study{Seed: "seed", Goals: goals}, o); err != nil {
		t.Fatal(err)
	}
}

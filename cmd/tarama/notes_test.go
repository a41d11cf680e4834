package main

import (
	"strings"
	"testing"

	"tarama/analysis/summaries"
)

// TestNotesOfSeedsThatAgree: how many others may differ follows from the fewest seeds of any group, and from none if seeds come in
// batches, whose seeds are not counted.
func TestNotesOfSeedsThatAgree(t *testing.T) {
	agree := func(seeds int, batched bool) *summaries.Statistics {
		return &summaries.Statistics{Exact: true, Even: true, Seeds: seeds, Batched: batched, Method: summaries.Agreement}
	}
	for _, c := range []struct {
		all  []*summaries.Statistics
		want string
	}{
		{[]*summaries.Statistics{agree(200, false), agree(60, false)}, "up to 4.9 % of other seeds may differ (95 % confidence, 60 seeds)"},
		{[]*summaries.Statistics{agree(256, true)}, "what they have not shown cannot be estimated"},
	} {
		var notices strings.Builder
		noteStatistics(&notices, c.all)
		if !strings.Contains(notices.String(), c.want) {
			t.Errorf("got %q, want %q", notices.String(), c.want)
		}
	}
}

package lint

import (
	"strings"
	"testing"
	"time"
)

// TestLongParts: how much time a stopped run can lose depends on the parts that are under way at once, and the advice is for
// parts of about a minute, but for no more of them than a study has that does not say.
func TestLongParts(t *testing.T) {
	for _, c := range []struct {
		parts   Parts
		lost    time.Duration
		advised int64
		says    string
	}{
		{Parts{54_000, 54_000, 0.001, 1, 1}, 54 * time.Second, 0, ""},
		{Parts{300_000, 300_000, 0.001, 1, 1}, 5 * time.Minute, 0, ""},
		{Parts{360_000, 360_000, 0.001, 1, 1}, 6 * time.Minute, 60_000, "of 360,000 cells it may lose about 6 minutes of computing"},
		{Parts{360_000, 360_000, 0.001, 2, 2}, 3 * time.Minute, 0, ""}, // both work at the one part
		{Parts{720_000, 360_000, 0.001, 2, 2}, 6 * time.Minute, 60_000, "{part_cells: 60000} for parts of about 1 minute"},
		{Parts{720_000, 360_000, 0.001, 9, 1}, 12 * time.Minute, 60_000, "about 12 minutes"}, // two parts share a core
		{Parts{1_000_000, 300_000, 0.001, 8, 2}, 500 * time.Second, 60_000, ""},              // the last part is smaller
		{Parts{131_072, 131_072, 0.7, 1, 1}, 91750400 * time.Millisecond, 80, "about 25 hours"},
		{Parts{131_072, 131_072, 7, 1, 1}, 917504 * time.Second, 32, "{part_cells: 32} for parts of about 4 minutes"}, // 4,096 parts
		{Parts{1000, 1000, 100, 1, 1}, 100_000 * time.Second, 1, "{part_cells: 1} for parts of about 2 minutes"},
		{Parts{1 << 31, 1 << 19, 0.001, 1, 1}, 524288 * time.Millisecond, 0, ""}, // they are 4,096 already
		{Parts{1 << 62, 1 << 50, 1, 1 << 10, 1}, 1<<63 - 1, 0, ""},
		{Parts{1 << 62, 1 << 62, 1, 1, 1}, 1<<63 - 1, 1 << 50, "days"},
	} {
		if got := c.parts.Lost(); got.Round(time.Millisecond) != c.lost.Round(time.Millisecond) {
			t.Errorf("%+v may lose %s, want %s", c.parts, got, c.lost)
		}
		if got := c.parts.Advised(); got != c.advised {
			t.Errorf("%+v: advised are %d cells, want %d", c.parts, got, c.advised)
		}
		lints := LongParts(c.parts)
		if (len(lints) > 0) != (c.advised > 0) {
			t.Errorf("%+v: %v", c.parts, lints)
		}
		for _, l := range lints {
			if l.Name != "long-parts" || l.Parameters == nil || !strings.Contains(l.String(), c.says) {
				t.Errorf("%+v: %s does not say %q", c.parts, l, c.says)
			}
		}
	}
}

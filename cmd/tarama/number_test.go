package main

import (
	"testing"
	"time"

	"tarama/sweep"
)

func TestNumbersForPeople(t *testing.T) {
	for _, c := range []struct{ got, want string }{
		{count(0), "0"},
		{count(999), "999"},
		{count(1000), "1,000"},
		{count(-1234567), "-1,234,567"},
		{size(0), "0 B"},
		{size(999), "999 B"},
		{size(1000), "1.0 kB"},
		{size(99_499), "99.5 kB"},
		{size(250_000_000), "250 MB"},
		{size(999_600_000), "1.0 GB"},
		{size(7_000_000_000_000_000_000), "7.0 EB"},
		{size(saturated(1e30)), "9.2 EB"},
		{size(saturated(12.9)), "12 B"},
		{about(saturated(1e30)), "more than 9.2 EB"},
		{about(1000), "about 1.0 kB"},
		{duration(time.Duration(saturated(1e30))), "more than 290 years"},
		{span(time.Duration(saturated(1e30)), time.Duration(saturated(2e30))), "more than 290 years"},
		{duration(1500 * time.Microsecond), "1 ms"},
		{duration(2340 * time.Millisecond), "2.3 s"},
		{duration(3*time.Hour + 4*time.Minute + 5400*time.Millisecond), "3h4m5s"},
		{duration(100_055 * time.Hour), "4,168 days"},
		{perSecond(0.84), "0.8"},
		{perSecond(12345.6), "12,345"},
		{plural(1, "row"), "1 row"},
		{plural(0, "row"), "0 rows"},
		{plural(1200, "row"), "1,200 rows"},
		{span(time.Minute, 2*time.Minute), "1m0s to 2m0s"},
		{span(1200*time.Millisecond, 1249*time.Millisecond), "about 1.2 s"},
	} {
		if c.got != c.want {
			t.Errorf("got %q, want %q", c.got, c.want)
		}
	}
}

// TestRoundedNumbersKeepTheirSide: what is plainly on one side of a whole limit is printed there.
func TestRoundedNumbersKeepTheirSide(t *testing.T) {
	for _, c := range []struct {
		x        float64
		decimals int
		want     string
	}{
		{0.9954, 2, "0.995"},
		{0.9991, 2, "1.00"}, {0.9989, 2, "0.999"},
		{1, 2, "1.00"},
		{1.004, 0, "1.004"},
		{0.0004, 3, "0.0004"},
		{-0.0004, 3, "-0.0004"},
		{2.4996, 2, "2.50"},
		{26.99999, 0, "27"},
		{27 - 1e-12, 1, "27.0"}, // rounding
		{0.9954, exponent, "0.995"},
	} {
		if got := rounded(c.x, c.decimals); got != c.want {
			t.Errorf("%v with %d decimals: %s, want %s", c.x, c.decimals, got, c.want)
		}
	}
}

func TestProgressLine(t *testing.T) {
	for _, c := range []struct {
		done, cells, failed int64
		pace                sweep.Pace
		want                string
	}{
		{0, 1000, 0, sweep.Pace{Elapsed: time.Second}, "0 of 1,000 cells (0.0 %), 0.0 cells/s"},
		{250, 1000, 0, sweep.Pace{Cells: 250, Elapsed: time.Second}, "250 of 1,000 cells (25.0 %), 250 cells/s, about 3s left"},
		{1, 1 << 62, 0, sweep.Pace{Cells: 1, Elapsed: time.Hour}, "1 of 4,611,686,018,427,387,904 cells (0.0 %), 0.0 cells/s, more than 290 years left"},
		{1, 1001, 0, sweep.Pace{Cells: 1, Elapsed: time.Hour}, "1 of 1,001 cells (0.1 %), 0.0 cells/s, about 41 days left"},
		{1000, 1000, 7, sweep.Pace{Cells: 1000, Elapsed: 2 * time.Second}, "1,000 of 1,000 cells (100.0 %), 500 cells/s, 7 failed"},
		{750, 1000, 0, sweep.Pace{Cells: 50, Elapsed: time.Second}, "750 of 1,000 cells (75.0 %), 50 cells/s, about 5s left"}, // 700 found
		{700, 1000, 0, sweep.Pace{}, "700 of 1,000 cells (70.0 %), 0.0 cells/s"},
	} {
		if got := progressLine(c.done, c.cells, c.failed, c.pace); got != c.want {
			t.Errorf("got %q, want %q", got, c.want)
		}
	}
}

package report

import (
	"strings"
	"testing"

	"tarama/analysis/report/chart"
)

// TestTableBesideAPicture: a picture that is alone has its table beside it, and open if there is room.
func TestTableBesideAPicture(t *testing.T) {
	small := newTable("Numbers", 1, "ttl_s [s]", "mean")
	small.add("30", "1")
	long := newTable("Numbers", 1, "ttl_s [s]", "mean")
	for range rowsBeside + 1 {
		long.add("30", "1")
	}
	wide := newTable("Numbers", 1, "a column of names", "mean")
	wide.add(strings.Repeat("w", charactersBeside), "1")
	short := newTable("Numbers", 1, strings.Repeat("long_name_", charactersBeside/5), "mean") // which can be broken
	short.add("30", "1")
	tall := chart.Picture{Height: rowHeight * (rowsBeside + 2)}
	for name, c := range map[string]struct {
		figures     []*table
		picture     chart.Picture
		alone, open bool
	}{
		"one":           {[]*table{small}, chart.Picture{}, true, true},
		"two":           {[]*table{small, small}, chart.Picture{}, false, false},
		"a long one":    {[]*table{long}, chart.Picture{}, true, false},
		"a tall one":    {[]*table{long}, tall, true, true},
		"a wide one":    {[]*table{wide}, chart.Picture{}, true, false},
		"a wide header": {[]*table{short}, chart.Picture{}, true, true},
		"without":       {[]*table{nil}, chart.Picture{}, true, false},
	} {
		var all []figure
		for _, table := range c.figures {
			all = append(all, figure{Caption: "a picture", Picture: c.picture, Table: table})
		}
		var b strings.Builder
		if err := figures(all).Render(&b); err != nil {
			t.Fatal(err)
		}
		alone, open := strings.Contains(b.String(), `class="alone"`), strings.Contains(b.String(), "<details class=\"numbers\" open>")
		if alone != c.alone || open != c.open {
			t.Errorf("%s: alone %v, open %v, want %v, %v", name, alone, open, c.alone, c.open)
		}
	}
}

package chart

import (
	"math"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

func TestNumber(t *testing.T) {
	for x, want := range map[float64]string{
		0: "0", 7: "7", -1234567: "-1,234,567", 1988.4: "1,988", 999.96: "1,000", 12.3456: "12.35", 0.0012345: "0.001234",
		1e-7: "1e-07", 2.5e15: "2.5e+15", -0.5: "-0.5", 100: "100", 999: "999",
	} {
		if got := Number(x); got != want {
			t.Errorf("%v is %q, want %q", x, got, want)
		}
	}
}

func TestShort(t *testing.T) {
	for x, want := range map[float64]string{
		0: "0", 9000: "9,000", 10000: "10k", 1841234: "1.841M", -25e9: "-25G", 3e12: "3T", 2e15: "2e+15", 0.25: "0.25",
	} {
		if got := Short(x); got != want {
			t.Errorf("%v is %q, want %q", x, got, want)
		}
	}
}

func TestTicks(t *testing.T) {
	for _, test := range []struct {
		r    Range
		log  bool
		want string
	}{
		{Range{0, 10}, false, "0 2 4 6 8 10"},
		{Range{3, 9_700}, false, "0 2k 4k 6k 8k 10k"},
		{Range{0, 97_000}, false, "0 20k 40k 60k 80k 100k"},
		{Range{1_840_914, 1_850_400}, false, "1.84M 1.842M 1.844M 1.846M 1.848M 1.85M 1.852M"},
		{Range{0.0449, 0.0471}, false, "0.0445 0.045 0.0455 0.046 0.0465 0.047 0.0475"},
		{Range{5, 5}, false, "4.4 4.6 4.8 5 5.2 5.4 5.6"},
		{Range{0, 0}, false, "0 0.2 0.4 0.6 0.8 1"},
		{Range{-3, 4}, false, "-4 -2 0 2 4"},
		{Range{30, 900}, true, "50 100 200 500"},
		{Range{0.001, 1e6}, true, "0.001 0.1 10 1,000 100k"},
		{Empty, false, "0 0.2 0.4 0.6 0.8 1"},
	} {
		s := newScale(test.r, test.log, 0, 1, 5)
		if got := strings.Join(labels(s.ticks), " "); got != test.want {
			t.Errorf("%v: %s, want %s", test.r, got, test.want)
		}
	}
}

// Whatever the range, ticks are few and different, within the axis, and values keep their order.
func TestScaleHolds(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		low := rapid.Float64Range(-1e12, 1e12).Draw(t, "low")
		r := Range{low, low + rapid.Float64Range(0, 1e12).Draw(t, "width")}
		log := rapid.Bool().Draw(t, "log")
		s := newScale(r, log, 10, 110, 5)
		if len(s.ticks) > 12 || !s.log && len(s.ticks) < 2 {
			t.Fatalf("%d ticks", len(s.ticks))
		}
		seen := map[string]bool{}
		for _, tick := range s.ticks {
			if seen[tick.Label] {
				t.Fatalf("%q twice in %v", tick.Label, labels(s.ticks))
			}
			seen[tick.Label] = true
			if at := s.at(tick.At); at < 9.99 || at > 110.01 {
				t.Fatalf("%v stands at %v", tick.At, at)
			}
		}
		if a, b := s.at(r.Low), s.at(r.High); math.IsNaN(a) || math.IsNaN(b) || a > b || a < 9.99 || b > 110.01 {
			t.Fatalf("the range goes from %v to %v", a, b)
		}
	})
}

func TestFloorScaleHasAPlaceForZero(t *testing.T) {
	s := newFloorScale(Range{0, 5000}, 0.5, 0, 500, 5)
	for x, want := range map[float64]float64{0: 0, 0.01: 0, 0.5: 100, 5: 200, 5000: 500} {
		if got := s.at(x); math.Abs(got-want) > 1e-9 {
			t.Errorf("%g is at %g, want %g", x, got, want)
		}
	}
	if s.ticks[0] != (Tick{0, "0"}) || s.ticks[1].At != 1 {
		t.Errorf("ticks %v", s.ticks)
	}
	if s := newFloorScale(Range{0.5, 5000}, 0.5, 0, 400, 5); s.at(0.5) != 0 || s.at(5000) != 400 || s.ticks[0].At == 0 {
		t.Errorf("nothing is zero: 0.5 is at %g, 5000 at %g, ticks %v", s.at(0.5), s.at(5000), s.ticks)
	}
	if s := newFloorScale(Range{-50, 50}, 0, 0, 500, 4); s.log || s.at(-25) != 125 {
		t.Errorf("without a floor -25 is at %g", s.at(-25))
	}
}

func TestSpacedLabelsDoNotTouch(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var ticks []Tick
		at := 40.0
		for range rapid.IntRange(1, 60).Draw(t, "n") {
			at += rapid.Float64Range(0.1, 60).Draw(t, "step")
			ticks = append(ticks, Tick{at, rapid.StringMatching(`[a-z0-9]{1,12}`).Draw(t, "label")})
		}
		kept := spaced(ticks, func(x float64) float64 { return x })
		for i := 1; i < len(kept); i++ {
			end := kept[i-1].At + widthOf(kept[i-1].Label)/2
			if begin := kept[i].At - widthOf(kept[i].Label)/2; begin < end {
				t.Fatalf("%q ends at %v and %q begins at %v", kept[i-1].Label, end, kept[i].Label, begin)
			}
		}
	})
}

func TestShorten(t *testing.T) {
	for _, test := range []struct {
		label string
		width float64
		want  string
	}{
		{"short", 100, "short"},
		{"harita>sayac>varlik", 10 * CharWidth, "harit…rlik"},
		{"größtmöglich", 7 * CharWidth, "grö…ch"},
		{"abcdef", 0, "a…f"},
	} {
		if got := shorten(test.label, test.width); got != test.want {
			t.Errorf("%q in %v: %q, want %q", test.label, test.width, got, test.want)
		}
	}
}

func TestViridisRunsFromDarkToLight(t *testing.T) {
	last := -1.0
	for i := range 101 {
		c := mixed(float64(i) / 100)
		luma := 0.2126*c[0] + 0.7152*c[1] + 0.0722*c[2]
		if luma <= last {
			t.Errorf("at %d %% the colour is not lighter than before", i)
		}
		last = luma
	}
	if viridis(0) != "#440154" || viridis(1) != "#fde725" {
		t.Errorf("the ends are %s and %s", viridis(0), viridis(1))
	}
	if onViridis(0) != "#fff" || onViridis(1) != "#000" {
		t.Error("words cannot be read on the ends")
	}
}

func render(t *testing.T, p Picture) string {
	t.Helper()
	var b strings.Builder
	if err := p.Render(&b); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

func TestPictureEscapes(t *testing.T) {
	html := render(t, Effect{
		Title: `<b> & "x"`, XTitle: "<x>", YTitle: "<y>", Y: Range{0, 1},
		Points: []EffectPoint{{X: 1, Label: "<1>", Mean: 0.5, Tip: "</title>"}},
	}.Picture())
	for _, bad := range []string{"<b>", "<x>", "<y>", "<1>", "</title></title>", `"x"`} {
		if strings.Contains(html, bad) {
			t.Errorf("%q is in %s", bad, html)
		}
	}
}

// Words that do not fit side by side get a line each; few short ones stand side by side.
func TestWordsFindRoom(t *testing.T) {
	e := Effect{Words: true, Y: Range{0, 1}}
	for _, word := range []string{"soft", "hard"} {
		e.Points = append(e.Points, EffectPoint{Label: word, Mean: 0.5})
	}
	if !e.fit() {
		t.Error("two short words do not fit")
	}
	e.Points = append(e.Points, EffectPoint{Label: strings.Repeat("long", 8), Mean: 0.5})
	if e.fit() {
		t.Error("a long word fits")
	}
	small, large := e.Picture().Height, 0.0
	for range 30 {
		e.Points = append(e.Points, EffectPoint{Label: "word", Mean: 0.1})
	}
	if large = e.Picture().Height; large < small+30*15 {
		t.Errorf("33 lines in a height of %v", large)
	}
}

// The cloud is bounded however many points there are.
func TestCloudIsBounded(t *testing.T) {
	plot := TradeOff{X: Range{0, 1}, Y: Range{0, 1}}.Plot()
	for i := range 300_000 {
		plot.Add(math.Mod(float64(i)*0.618033988, 1), math.Mod(float64(i)*0.7548776662, 1))
	}
	html := render(t, plot.Picture())
	if len(html) > 400_000 {
		t.Errorf("%d bytes", len(html))
	}
}

func TestHolesAreDrawnAsSuch(t *testing.T) {
	html := render(t, Heat{X: []string{"1", "2"}, Y: []string{"a"}, Z: [][]float64{{1, math.NaN()}}}.Picture())
	if n := strings.Count(html, `class="hole"`); n != 1 {
		t.Errorf("%d holes in %s", n, html)
	}
	if strings.Contains(html, "NaN") {
		t.Error("NaN is drawn")
	}
}

// TestHeatLabelsStayApart: labels that are alike once they are cut get the room to differ.
func TestHeatLabelsStayApart(t *testing.T) {
	for _, c := range []struct {
		labels []string
		want   bool // cut
	}{
		{[]string{"120 / 60 / 4 / 1 / 30", "120 / 60 / 1 / 1 / 30"}, false},
		{[]string{"false_failure_probability", "lost_capacity_rounds_seen"}, true},
	} {
		h := Heat{X: []string{"a"}, Y: c.labels, Z: [][]float64{{1}, {2}}}
		cut := 0
		seen := map[string]bool{}
		for _, m := range h.Picture().Marks {
			if m.Kind == text && slices.Contains(c.labels, m.Tip) {
				seen[m.Text] = true
				if m.Text != m.Tip {
					cut++
				}
			}
		}
		if len(seen) != len(c.labels) || (cut > 0) != c.want {
			t.Errorf("%q are shown as %v", c.labels, seen)
		}
	}
}

package design

import (
	"errors"
	"math"
	"testing"

	"pgregory.net/rapid"
)

// drawSettings draws a design of any method that is small enough to look at every point.
func drawSettings(t *rapid.T) Settings {
	s := Settings{
		Method:  rapid.SampledFrom(Methods()).Draw(t, "method"),
		Points:  rapid.Int64Range(1, 300).Draw(t, "points"),
		Levels:  2 * rapid.Int64Range(1, 10).Draw(t, "half levels"),
		Seed:    rapid.Int64().Draw(t, "seed"),
		Factors: rapid.IntRange(1, 12).Draw(t, "factors"),
	}
	s.Seeded = s.Method.NeedsSeed() || rapid.Bool().Draw(t, "seeded")
	return s
}

func mustNew(t interface{ Fatal(...any) }, s Settings) Design {
	d, err := New(s)
	if err != nil {
		t.Fatal(err)
	}
	return d
}

func TestCoordinatesLieInTheCube(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := drawSettings(t)
		d := mustNew(t, s)
		point, factor := rapid.Int64Range(0, d.Len()-1).Draw(t, "point"), rapid.IntRange(0, s.Factors-1).Draw(t, "factor")
		x := d.At(point, factor)
		if x < 0 || x > 1 || (x == 1 && s.Method != Morris) {
			t.Fatalf("coordinate %v", x)
		}
		if again := mustNew(t, s).At(point, factor); again != x {
			t.Fatalf("coordinate %v, and %v in a design of the same settings", x, again)
		}
	})
}

func TestSeedsGiveOtherPoints(t *testing.T) {
	for _, m := range Methods() {
		s := Settings{Method: m, Points: 50, Levels: 4, Seeded: true, Seed: 1, Factors: 3}
		a := mustNew(t, s)
		s.Seed = 2
		b := mustNew(t, s)
		same := 0
		for point := range a.Len() {
			if a.At(point, 1) == b.At(point, 1) {
				same++
			}
		}
		if float64(same) > 0.5*float64(a.Len()) {
			t.Errorf("%s: %d of %d points are those of another seed", m, same, a.Len())
		}
	}
}

func TestAtAllocatesNothing(t *testing.T) {
	for _, m := range Methods() {
		d := mustNew(t, Settings{Method: m, Points: 1 << 30, Levels: 4, Seeded: true, Factors: 8})
		if n := testing.AllocsPerRun(100, func() { d.At(d.Len()-1, 7) }); n > 0 {
			t.Errorf("%s: %v allocations", m, n)
		}
	}
}

// TestMeansConverge integrates a product over the cube: a method whose factors hung together would miss it.
func TestMeansConverge(t *testing.T) {
	for _, m := range []Method{Random, LatinHypercube, Sobol} {
		d := mustNew(t, Settings{Method: m, Points: 1 << 14, Seeded: true, Seed: 20, Factors: 6})
		for j := 1; j < 6; j++ {
			sum := 0.0
			for point := range d.Len() {
				sum += (d.At(point, 0) - 0.5) * (d.At(point, j) - 0.5)
			}
			if correlation := 12 * sum / float64(d.Len()); math.Abs(correlation) > 4/math.Sqrt(float64(d.Len())) {
				t.Errorf("%s: factors 0 and %d correlate by %v", m, j, correlation)
			}
		}
	}
}

func TestBadSettings(t *testing.T) {
	good := Settings{Method: Morris, Points: 10, Levels: 4, Seeded: true, Factors: 3}
	for want, change := range map[string]func(*Settings){
		`there is no method "halton"`:                                     func(s *Settings) { s.Method = "halton" },
		"the design has no factors":                                       func(s *Settings) { s.Factors = 0 },
		"points is 0, but must be 1 to 2^40":                              func(s *Settings) { s.Points = 0 },
		"points is 1099511627777, but must be 1 to 2^40":                  func(s *Settings) { s.Points = 1<<40 + 1 },
		"morris needs a seed":                                             func(s *Settings) { s.Seeded = false },
		"levels is 5, but must be an even number, 2 to 1000":              func(s *Settings) { s.Levels = 5 },
		"levels is 0, but must be an even number, 2 to 1000":              func(s *Settings) { s.Levels = 0 },
		"sobol has direction numbers for 256 parameters, but 257 vary":    func(s *Settings) { s.Method, s.Factors = Sobol, 257 },
		"saltelli has direction numbers for 128 parameters, but 129 vary": func(s *Settings) { s.Method, s.Factors = Saltelli, 129 },
	} {
		s := good
		change(&s)
		_, err := New(s)
		var typed *SettingError
		if !errors.As(err, &typed) || err.Error() != want {
			t.Errorf("error %v, want %s", err, want)
		}
	}
	for _, s := range []Settings{
		{Method: Sobol, Points: MaxPoints, Factors: 256},
		{Method: Saltelli, Points: MaxPoints, Factors: 128, Seeded: true},
		{Method: LatinHypercube, Points: MaxPoints, Factors: 3, Seeded: true},
	} {
		if _, err := New(s); err != nil {
			t.Error(err)
		}
	}
}

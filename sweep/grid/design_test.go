package grid

import (
	"errors"
	"math"
	"strconv"
	"testing"

	"github.com/cockroachdb/apd/v3"
	"pgregory.net/rapid"

	"tarama/models"
	"tarama/sweep/grid/design"
)

// valueAt is the number that a factor gives at a coordinate.
func valueAt(f Factor, coordinate float64) float64 {
	columns := NewColumns(testParameters(), 1)
	f.fill(columns, 0, coordinate)
	switch c := columns[f.Parameter()]; {
	case c.Ints != nil:
		return float64(c.Ints[0])
	case c.Reals != nil:
		return c.Reals[0]
	default:
		return float64(c.Codes[0])
	}
}

func must[F any](t interface{ Fatal(...any) }) func(F, error) F {
	return func(f F, err error) F {
		if err != nil {
			t.Fatal(err)
		}
		return f
	}
}

// factorsOf are factors of every kind with their first and last value.
func factorsOf(t interface{ Fatal(...any) }) map[string]struct {
	factor      Factor
	first, last float64
} {
	type entry = struct {
		factor      Factor
		first, last float64
	}
	integers := must[*Choice](t)
	logs := must[*Logarithmic](t)
	return map[string]entry{
		"integers":     {integers(NewIntegerFactor(0, -3, 9)), -3, 9},
		"most":         {integers(NewIntegerFactor(0, 0, math.MaxInt64/4)), 0, math.MaxInt64 / 4},
		"words":        {NewChoice(NewWords(2, []string{"u", "v", "w"})), 0, 2},
		"decimals":     {NewChoice(must[Axis](t)(NewRange(1, models.Real, decimal(t, "0.1"), decimal(t, "0.9"), decimal(t, "0.1")))), 0.1, 0.9},
		"linear":       {must[*Linear](t)(NewLinearFactor(1, decimal(t, "-0.3"), decimal(t, "0.7"))), -0.3, 0.7},
		"log":          {logs(NewLogFactor(1, models.Real, decimal(t, "0.001"), decimal(t, "0.1"))), 0.001, 0.1},
		"wide log":     {logs(NewLogFactor(1, models.Real, decimal(t, "1e-300"), decimal(t, "1e300"))), 1e-300, 1e300},
		"narrow log":   {logs(NewLogFactor(1, models.Real, decimal(t, "1"), decimal(t, "1.0000000001"))), 1, 1.0000000001},
		"log integers": {logs(NewLogFactor(0, models.Int, decimal(t, "1"), decimal(t, "1000"))), 1, 1000},
	}
}

func TestFactorsAreMonotoneAndKeepToTheirEnds(t *testing.T) {
	for name, f := range factorsOf(t) {
		if first, last := valueAt(f.factor, 0), valueAt(f.factor, 1); first != f.first || last != f.last {
			t.Errorf("%s: from %v to %v, want %v to %v", name, first, last, f.first, f.last)
		}
		rapid.Check(t, func(t *rapid.T) {
			a, b := rapid.Float64Range(0, 1).Draw(t, "a"), rapid.Float64Range(0, 1).Draw(t, "b")
			low, high := valueAt(f.factor, min(a, b)), valueAt(f.factor, max(a, b))
			if low > high || low < f.first || high > f.last {
				t.Fatalf("%s: %v at %v and %v at %v", name, low, min(a, b), high, max(a, b))
			}
		})
	}
}

// TestChoicesAreEquallyLikely counts integers over evenly spaced coordinates.
func TestChoicesAreEquallyLikely(t *testing.T) {
	f := must[*Choice](t)(NewIntegerFactor(0, 5, 11))
	counts := map[float64]int{}
	for i := range 7000 {
		counts[valueAt(f, (float64(i)+0.5)/7000)]++
	}
	for value := 5.0; value <= 11; value++ {
		if counts[value] != 1000 {
			t.Errorf("%v comes %d times of 7000, want 1000", value, counts[value])
		}
	}
}

// TestPowerIsExactEnough compares with decimal arithmetic of 25 digits.
func TestPowerIsExactEnough(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		from := rapid.Float64Range(1e-9, 1e9).Draw(t, "from")
		to := from * rapid.Float64Range(1.001, 1e12).Draw(t, "ratio")
		coordinate := float64(rapid.Uint64Range(0, 1<<53-1).Draw(t, "coordinate")) * 0x1p-53
		low, high := new(apd.Decimal), new(apd.Decimal)
		if _, err := low.SetFloat64(from); err != nil {
			t.Fatal(err)
		}
		if _, err := high.SetFloat64(to); err != nil {
			t.Fatal(err)
		}
		got := valueAt(must[*Logarithmic](t)(NewLogFactor(1, models.Real, low, high)), coordinate)
		if want := slowPower(t, low, high, coordinate); math.Abs(got-want) > 4e-16*want {
			t.Fatalf("%v to %v at %v is %v, want %v", from, to, coordinate, got, want)
		}
	})
}

// slowPower is from * exp(coordinate * ln(to/from)).
func slowPower(t interface{ Fatal(...any) }, from, to *apd.Decimal, coordinate float64) float64 {
	work := apd.MakeErrDecimal(apd.BaseContext.WithPrecision(25))
	x := new(apd.Decimal)
	c := decimal(t, strconv.FormatFloat(coordinate, 'f', 53, 64)) // all of its digits
	work.Quo(x, to, from)
	work.Ln(x, x)
	work.Mul(x, x, c)
	work.Exp(x, x)
	work.Mul(x, x, from)
	if err := work.Err(); err != nil {
		t.Fatal(err)
	}
	f, err := x.Float64()
	if err != nil {
		t.Fatal(err)
	}
	return f
}

// TestLogFactorsBits pins bits, so that a platform that computes others is found.
func TestLogFactorsBits(t *testing.T) {
	f := must[*Logarithmic](t)(NewLogFactor(1, models.Real, decimal(t, "0.001"), decimal(t, "0.1")))
	for coordinate, want := range map[float64]uint64{
		0.5: 0x3f847ae147ae147b, 0.25: 0x3f69e7c6e43390b7, 0x1p-53: 0x3f50624dd2f1a9fe, 1 - 0x1p-53: 0x3fb9999999999996,
	} {
		if got := math.Float64bits(valueAt(f, coordinate)); got != want {
			t.Errorf("at %v: %#x, want %#x", coordinate, got, want)
		}
	}
}

func TestFactorErrors(t *testing.T) {
	for name, c := range map[string]struct{ got, want error }{
		"equal ends":     {second(NewLinearFactor(1, decimal(t, "1"), decimal(t, "1"))), ErrNoWidth},
		"falling":        {second(NewIntegerFactor(0, 2, 1)), ErrNoWidth},
		"too fine":       {second(NewLinearFactor(1, decimal(t, "1"), decimal(t, "1.00000000000000000001"))), ErrTooFine},
		"too wide":       {second(NewLinearFactor(1, decimal(t, "-1.7e308"), decimal(t, "1.7e308"))), ErrDigits},
		"integers":       {second(NewIntegerFactor(0, math.MinInt64, math.MaxInt64)), ErrTooManyIntegers},
		"log of zero":    {second(NewLogFactor(1, models.Real, decimal(t, "0"), decimal(t, "1"))), ErrNotPositive},
		"half integers":  {second(NewLogFactor(0, models.Int, decimal(t, "0.5"), decimal(t, "9"))), ErrNotInteger},
		"great integers": {second(NewLogFactor(0, models.Int, decimal(t, "1"), decimal(t, "9.2e18"))), ErrDigits},
	} {
		if !errors.Is(c.got, c.want) {
			t.Errorf("%s: error %v, want %v", name, c.got, c.want)
		}
	}
}

func second[F any](_ F, err error) error { return err }

// designOf is a design of any method over factors of the parameters a, b and c.
func designOf(t interface{ Fatal(...any) }, m design.Method, points int64) *Design {
	factors := []Factor{
		must[*Choice](t)(NewIntegerFactor(0, 1, 30)),
		must[*Logarithmic](t)(NewLogFactor(1, models.Real, decimal(t, "0.001"), decimal(t, "0.1"))),
		NewChoice(NewWords(2, []string{"u", "v", "w"})),
	}
	cube, err := design.New(design.Settings{Method: m, Points: points, Levels: 4, Seeded: true, Seed: 3, Factors: len(factors)})
	if err != nil {
		t.Fatal(err)
	}
	return NewDesign(cube, factors)
}

// TestDesignCrossesWithAxes compares a grid of a design and a range with the design's points taken one by one.
func TestDesignCrossesWithAxes(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		points := designOf(t, rapid.SampledFrom(design.Methods()).Draw(t, "method"), rapid.Int64Range(1, 20).Draw(t, "points"))
		seeds := drawIntegers(t, 3)
		g, err := New(testParameters(), testFixed(), []Axis{points, seeds.axis})
		if err != nil {
			t.Fatal(err)
		}
		first := rapid.Int64Range(0, g.Cells()-1).Draw(t, "first")
		count := int(rapid.Int64Range(0, g.Cells()-first).Draw(t, "count"))
		columns := NewColumns(g.Parameters(), count)
		g.FillFixed(columns, count)
		g.Fill(first, count, columns)
		for row := range count {
			cell := first + int64(row)
			point, place := cell/seeds.axis.Len(), cell%seeds.axis.Len()
			one := NewColumns(g.Parameters(), 1)
			points.Fill(one, 0, 1, point)
			switch {
			case columns[0].Ints[row] != one[0].Ints[0], columns[1].Reals[row] != one[1].Reals[0], columns[2].Codes[row] != one[2].Codes[0]:
				t.Fatalf("cell %d is not point %d", cell, point)
			case columns[3].Ints[row] != seeds.values[place][0].Int:
				t.Fatalf("cell %d has another seed", cell)
			}
		}
	})
}

func TestDistinctValues(t *testing.T) {
	points := designOf(t, design.Random, 1_000_000)
	g, err := New(testParameters(), testFixed(), []Axis{points, drawnRange(t)})
	if err != nil {
		t.Fatal(err)
	}
	for parameter, want := range map[int]int64{0: 30, 1: 1_000_000, 2: 3, 3: 5, 4: 1} {
		if got := g.Distinct(parameter); got != want {
			t.Errorf("parameter %d has %d values, want %d", parameter, got, want)
		}
	}
}

func drawnRange(t *testing.T) Axis { return must[Axis](t)(NewIntegers(3, 1, 1, 5)) }

func TestHugeDesignCostsNothing(t *testing.T) {
	for _, m := range design.Methods() {
		points := designOf(t, m, 1_000_000_000)
		g, err := New(testParameters(), testFixed(), []Axis{points})
		if err != nil {
			t.Fatal(err)
		}
		columns := NewColumns(g.Parameters(), 100)
		if n := testing.AllocsPerRun(10, func() { g.Fill(g.Cells()-100, 100, columns) }); n > 0 {
			t.Errorf("%s: %v allocations", m, n)
		}
	}
}

func BenchmarkDesign(b *testing.B) {
	for _, m := range design.Methods() {
		b.Run(string(m), func(b *testing.B) {
			points := designOf(b, m, 1<<30)
			columns := NewColumns(testParameters(), 1000)
			for i := int64(0); b.Loop(); i++ {
				points.Fill(columns, 0, 1000, i*1000)
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/3000, "ns/value")
		})
	}
}

package grid

import (
	"errors"
	"fmt"
	"math/big"
	"testing"

	"github.com/cockroachdb/apd/v3"
	"pgregory.net/rapid"

	"tarama/models"
)

// testParameters are of every type; axes under test set some of them.
func testParameters() []models.Parameter {
	return []models.Parameter{
		{Name: "a", Type: models.Int},
		{Name: "b", Type: models.Real},
		{Name: "c", Type: models.Enum},
		{Name: "d", Type: models.Int},
		{Name: "e", Type: models.Int},
		{Name: "f", Type: models.Int},
		{Name: "g", Type: models.Set},
		{Name: "h", Type: models.Real},
	}
}

func testFixed() []models.Value {
	return []models.Value{
		models.IntValue(-1), models.RealValue(-0.5), models.TextValue(models.Enum, "fixed"), models.IntValue(-2),
		models.IntValue(-3), models.IntValue(-4), models.TextValue(models.Set, "none"), models.RealValue(7),
	}
}

// listed is an axis beside the slow list of its values.
type listed struct {
	axis   Axis
	values [][]models.Value
}

// drawAxes draws up to six axes over distinct parameters, as different as can be.
func drawAxes(t *rapid.T) []listed {
	makers := []func(*rapid.T) listed{
		func(t *rapid.T) listed { return drawIntegers(t, 0) },
		func(t *rapid.T) listed { return drawJoint(t) },
		func(t *rapid.T) listed { return drawSimplex(t, []int{3, 4, 5}) },
		func(t *rapid.T) listed {
			words := []string{"none", "x", "y", "x+y"}[:rapid.IntRange(1, 4).Draw(t, "words")]
			l := listed{axis: NewWords(6, words)}
			for _, w := range words {
				l.values = append(l.values, []models.Value{models.TextValue(models.Set, w)})
			}
			return l
		},
		func(t *rapid.T) listed { return drawPoints(t, 7) },
	}
	var axes []listed
	for _, i := range rapid.Permutation([]int{0, 1, 2, 3, 4}).Draw(t, "order")[:rapid.IntRange(0, 5).Draw(t, "axes")] {
		axes = append(axes, makers[i](t))
	}
	return axes
}

func drawIntegers(t *rapid.T, parameter int) listed {
	first, step := rapid.Int64Range(-50, 50).Draw(t, "first"), rapid.Int64Range(-3, 3).Draw(t, "step")
	n := rapid.Int64Range(1, 12).Draw(t, "n")
	axis, err := NewIntegers(parameter, first, step, n)
	if err != nil {
		t.Fatal(err)
	}
	l := listed{axis: axis}
	for i := range n {
		l.values = append(l.values, []models.Value{models.IntValue(first + i*step)})
	}
	return l
}

// drawJoint joins a list of reals and one of words with repetitions.
func drawJoint(t *rapid.T) listed {
	n := rapid.IntRange(1, 5).Draw(t, "n")
	var reals, words [][]models.Value
	l := listed{}
	for range n {
		r := models.RealValue(float64(rapid.IntRange(0, 9).Draw(t, "real")))
		w := models.TextValue(models.Enum, rapid.SampledFrom([]string{"u", "v", "w"}).Draw(t, "word"))
		reals, words = append(reals, []models.Value{r}), append(words, []models.Value{w})
		l.values = append(l.values, []models.Value{r, w})
	}
	joint, err := NewJoint([]Axis{NewTable([]int{1}, reals), NewTable([]int{2}, words)})
	if err != nil {
		t.Fatal(err)
	}
	l.axis = joint
	return l
}

func drawSimplex(t *rapid.T, parameters []int) listed {
	whole, minimum := rapid.Int64Range(3, 9).Draw(t, "whole"), rapid.Int64Range(0, 1).Draw(t, "min")
	axis, err := NewSimplex(parameters, whole, minimum)
	if err != nil {
		t.Fatal(err)
	}
	return listed{axis: axis, values: slowSplits(whole, minimum, len(parameters))}
}

// slowSplits counts through all tuples.
func slowSplits(whole, minimum int64, k int) [][]models.Value {
	if k == 1 {
		if whole < minimum {
			return nil
		}
		return [][]models.Value{{models.IntValue(whole)}}
	}
	var all [][]models.Value
	for first := minimum; first <= whole; first++ {
		for _, rest := range slowSplits(whole-first, minimum, k-1) {
			all = append(all, append([]models.Value{models.IntValue(first)}, rest...))
		}
	}
	return all
}

func drawPoints(t *rapid.T, parameter int) listed {
	points := NewPoints([]int{parameter})
	l := listed{axis: points}
	for _, f := range rapid.SliceOfN(rapid.Float64Range(-1, 1), 1, 6).Draw(t, "points") {
		v := []models.Value{models.RealValue(f)}
		if err := points.Append(v); err != nil {
			t.Fatal(err)
		}
		l.values = append(l.values, v)
	}
	points.Seal()
	return l
}

// slowCells enumerates the product of the lists, the first slowest.
func slowCells(axes []listed) [][]models.Value {
	cells := [][]models.Value{testFixed()}
	for _, a := range axes {
		var longer [][]models.Value
		for _, cell := range cells {
			for _, values := range a.values {
				next := append([]models.Value(nil), cell...)
				for i, p := range a.axis.Parameters() {
					next[p] = values[i]
				}
				longer = append(longer, next)
			}
		}
		cells = longer
	}
	return cells
}

func gridOf(t interface{ Fatal(...any) }, axes []listed) *Grid {
	var list []Axis
	for _, a := range axes {
		list = append(list, a.axis)
	}
	g, err := New(testParameters(), testFixed(), list)
	if err != nil {
		t.Fatal(err)
	}
	return g
}

func TestFillEqualsEnumeration(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		axes := drawAxes(t)
		g, want := gridOf(t, axes), slowCells(axes)
		if g.Cells() != int64(len(want)) {
			t.Fatalf("%d cells, want %d", g.Cells(), len(want))
		}
		first := rapid.IntRange(0, len(want)-1).Draw(t, "first")
		count := rapid.IntRange(0, len(want)-first).Draw(t, "count")
		columns := NewColumns(g.Parameters(), count+3)
		g.FillFixed(columns, count+3)
		g.Fill(int64(first), count, columns)
		for row := range count {
			values := make([]models.Value, len(columns))
			g.Values(columns, row, values)
			if fmt.Sprint(values) != fmt.Sprint(want[first+row]) {
				t.Fatalf("cell %d is %v, want %v", first+row, values, want[first+row])
			}
		}
	})
}

func TestDigitsAndCell(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		axes := drawAxes(t)
		g, want := gridOf(t, axes), slowCells(axes)
		cell := rapid.IntRange(0, len(want)-1).Draw(t, "cell")
		digits := make([]int64, len(axes))
		g.Digits(int64(cell), digits)
		if g.Cell(digits) != int64(cell) {
			t.Fatalf("digits %v of cell %d are those of %d", digits, cell, g.Cell(digits))
		}
		for i, a := range axes {
			for j, p := range a.axis.Parameters() {
				if a.values[digits[i]][j] != want[cell][p] {
					t.Fatalf("digit %d of cell %d is %d", i, cell, digits[i])
				}
			}
		}
	})
}

func TestProjection(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		axes := drawAxes(t)
		g, cells := gridOf(t, axes), slowCells(axes)
		parameters := rapid.SliceOfDistinct(rapid.IntRange(0, 7), rapid.ID[int]).Draw(t, "parameters")
		p := g.Project(parameters)
		if p.Combinations()*p.Repeats() != g.Cells() {
			t.Fatalf("%d combinations x %d repeats of %d cells", p.Combinations(), p.Repeats(), g.Cells())
		}
		first := rapid.IntRange(0, len(cells)-1).Draw(t, "first")
		count := rapid.IntRange(0, len(cells)-first).Draw(t, "count")
		next := 0
		p.Runs(int64(first), count, func(low, high int, combination int64) {
			if low != next || high <= low {
				t.Fatalf("a run from %d to %d after %d", low, high, next)
			}
			next = high
			values, home := p.Grid().At(combination), g.At(p.CellOf(combination))
			for row := low; row < high; row++ {
				for _, q := range parameters {
					if values[q] != cells[first+row][q] || home[q] != values[q] {
						t.Fatalf("cell %d has %v, combination %d has %v, its first cell %v", first+row, cells[first+row][q], combination, values[q], home[q])
					}
				}
			}
		})
		if next != count {
			t.Fatalf("runs end at %d of %d", next, count)
		}
	})
}

func TestTooManyCells(t *testing.T) {
	axis := func(p int, n int64) Axis {
		a, err := NewIntegers(p, 0, 1, n)
		if err != nil {
			t.Fatal(err)
		}
		return a
	}
	if g, err := New(testParameters(), testFixed(), []Axis{axis(0, 1<<31), axis(3, 1<<31)}); err != nil || g.Cells() != MaxCells {
		t.Errorf("2^62 cells: %v", err)
	}
	for _, lengths := range [][2]int64{{1 << 31, 1<<31 + 1}, {1 << 62, 4}, {1 << 40, 1 << 40}} {
		_, err := New(testParameters(), testFixed(), []Axis{axis(0, lengths[0]), axis(3, lengths[1])})
		var e *TooManyCellsError
		if !errors.As(err, &e) || e.Lengths[0] != lengths[0] {
			t.Errorf("%v: %v", lengths, err)
		}
	}
	if _, err := New(testParameters(), testFixed(), []Axis{axis(0, 1), axis(0, 1)}); err == nil {
		t.Error("a parameter on two axes is no error")
	}
}

func decimal(t interface{ Fatal(...any) }, text string) *apd.Decimal {
	d, _, err := apd.NewFromString(text)
	if err != nil {
		t.Fatal(err)
	}
	return d
}

// valuesOf lists a whole axis of one parameter.
func valuesOf(a Axis, t models.Type) []models.Value {
	p := a.Parameters()[0]
	columns := make([]models.Column, p+1)
	columns[p] = newColumn(t, int(a.Len()))
	a.Fill(columns, 0, int(a.Len()), 0)
	values := make([]models.Value, a.Len())
	for i := range values {
		if t == models.Int {
			values[i] = models.IntValue(columns[p].Ints[i])
		} else {
			values[i] = models.RealValue(columns[p].Reals[i])
		}
	}
	return values
}

// rational is the exact value of a decimal.
func rational(t interface{ Fatal(...any) }, text string) *big.Rat {
	r, ok := new(big.Rat).SetString(text)
	if !ok {
		t.Fatal("no rational: " + text)
	}
	return r
}

// drawDecimal draws a decimal of some digits around some size.
func drawDecimal(t *rapid.T, label string) string {
	return fmt.Sprintf("%de%d", rapid.Int64Range(-99999, 99999).Draw(t, label), rapid.IntRange(-4, 1).Draw(t, label+" exponent"))
}

func TestRangeEqualsRationals(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		shift := rapid.IntRange(-30, 30).Draw(t, "shift")
		from, step := drawDecimal(t, "from"), drawDecimal(t, "step")
		n := rapid.Int64Range(0, 40).Draw(t, "steps")
		extra := rapid.Int64Range(0, 9).Draw(t, "tenths of a step more")
		f, s := rational(t, from), rational(t, step)
		to := new(big.Rat).Mul(s, big.NewRat(10*n+extra, 10))
		to.Add(to, f)
		at := func(r *big.Rat) *apd.Decimal { return decimal(t, fmt.Sprintf("%se%d", r.FloatString(6), shift)) }
		axis, err := NewRange(0, models.Real, at(f), at(to), at(s))
		switch {
		case s.Sign() == 0:
			if !errors.Is(err, ErrStepZero) {
				t.Fatalf("step 0: %v", err)
			}
			return
		case errors.Is(err, ErrDigits) || errors.Is(err, ErrTooFine):
			t.Skip()
		case err != nil:
			t.Fatal(err)
		case axis.Len() != n+1:
			t.Fatalf("%d values, want %d", axis.Len(), n+1)
		}
		power := rational(t, fmt.Sprintf("1e%d", shift))
		for i, got := range valuesOf(axis, models.Real) {
			exact := new(big.Rat).Mul(s, big.NewRat(int64(i), 1))
			exact.Add(exact, f).Mul(exact, power)
			if want, _ := exact.Float64(); got.Real != want {
				t.Fatalf("value %d of %s by %s (e%d) is %v, want %v", i, from, step, shift, got.Real, want)
			}
		}
	})
}

func TestLinearEqualsRationals(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		from, to := drawDecimal(t, "from"), drawDecimal(t, "to")
		n := rapid.Int64Range(2, 40).Draw(t, "points")
		kind := rapid.SampledFrom([]models.Type{models.Int, models.Real}).Draw(t, "type")
		if kind == models.Int {
			from, to = fmt.Sprint(rapid.Int64Range(-99, 99).Draw(t, "from")), fmt.Sprint(rapid.Int64Range(-99, 99).Draw(t, "to"))
		}
		f, distance := rational(t, from), rational(t, to)
		distance.Sub(distance, f)
		axis, err := NewLinear(0, kind, decimal(t, from), decimal(t, to), n)
		tooFew := kind == models.Int && new(big.Rat).Abs(distance).Cmp(big.NewRat(n-1, 1)) < 0
		switch {
		case tooFew && errors.Is(err, ErrTooFewNumbers), distance.Sign() == 0 && errors.Is(err, ErrTooFine):
			return
		case err != nil || tooFew:
			t.Fatalf("%s to %s in %d points: %v", from, to, n, err)
		}
		for i, got := range valuesOf(axis, kind) {
			exact := new(big.Rat).Mul(distance, big.NewRat(int64(i), n-1))
			exact.Add(exact, f)
			if kind == models.Int {
				exact.Add(exact, big.NewRat(1, 2))
				want := new(big.Int).Div(exact.Num(), exact.Denom()).Int64()
				if got.Int != want {
					t.Fatalf("point %d of %s to %s in %d is %d, want %d", i, from, to, n, got.Int, want)
				}
				continue
			}
			if want, _ := exact.Float64(); got.Real != want {
				t.Fatalf("point %d of %s to %s in %d is %v, want %v", i, from, to, n, got.Real, want)
			}
		}
	})
}

func TestLongLinear(t *testing.T) {
	// 2^53 is passed on the way: the slow form must take over.
	axis, err := NewLinear(0, models.Real, decimal(t, "0.123456789012345"), decimal(t, "7.1"), 101)
	if err != nil {
		t.Fatal(err)
	}
	if _, slow := axis.(*Table); !slow {
		t.Errorf("the axis is a %T", axis)
	}
	values := valuesOf(axis, models.Real)
	if values[0].Real != 0.123456789012345 || values[100].Real != 7.1 {
		t.Errorf("the ends are %v and %v", values[0], values[100])
	}
	_, err = NewLinear(0, models.Real, decimal(t, "0.123456789012345"), decimal(t, "7.1"), MaxPoints+1)
	if !errors.Is(err, ErrTooManyPoints) {
		t.Errorf("too many points: %v", err)
	}
}

func TestLog(t *testing.T) {
	for _, c := range []struct {
		from, to string
		points   int64
		kind     models.Type
		want     string
	}{
		{"0.001", "0.1", 5, models.Real, "[0.001 0.00316227766017 0.01 0.0316227766017 0.1]"},
		{"100", "1", 3, models.Real, "[100 10 1]"},
		{"0.123456789012345", "1", 2, models.Real, "[0.123456789012345 1]"},
		{"1e-200", "1e200", 5, models.Real, "[1e-200 1e-100 1 1e+100 1e+200]"},
		{"30", "3600", 5, models.Int, "[30 99 329 1088 3600]"},
		{"5", "5", 1, models.Int, "[5]"},
	} {
		axis, err := NewLog(0, c.kind, decimal(t, c.from), decimal(t, c.to), c.points)
		if err != nil {
			t.Errorf("%s to %s: %v", c.from, c.to, err)
			continue
		}
		if got := fmt.Sprint(valuesOf(axis, c.kind)); got != c.want {
			t.Errorf("%s to %s: %s, want %s", c.from, c.to, got, c.want)
		}
	}
	for _, c := range []struct {
		from, to string
		points   int64
		kind     models.Type
		want     error
	}{
		{"0", "1", 3, models.Real, ErrNotPositive},
		{"1", "-1", 3, models.Real, ErrNotPositive},
		{"1", "2", 1, models.Real, ErrOnePoint},
		{"1", "1", 2, models.Real, ErrTooFine},
		{"1", "3", 5, models.Int, ErrTooFewNumbers},
		{"1.5", "30", 3, models.Int, ErrNotInteger},
		{"1", "2", MaxPoints + 1, models.Real, ErrTooManyPoints},
	} {
		if _, err := NewLog(0, c.kind, decimal(t, c.from), decimal(t, c.to), c.points); !errors.Is(err, c.want) {
			t.Errorf("%s to %s in %d: %v, want %v", c.from, c.to, c.points, err, c.want)
		}
	}
}

func TestIntegerRange(t *testing.T) {
	axis, err := NewRange(0, models.Int, decimal(t, "10"), decimal(t, "2e2"), decimal(t, "9.50e1"))
	if err != nil || fmt.Sprint(valuesOf(axis, models.Int)) != "[10 105 200]" {
		t.Errorf("10 to 200 by 95: %v %v", axis, err)
	}
	if _, err := NewRange(0, models.Int, decimal(t, "1"), decimal(t, "3"), decimal(t, "0.5")); !errors.Is(err, ErrNotInteger) {
		t.Errorf("a step of 0.5: %v", err)
	}
	if _, err := NewRange(0, models.Int, decimal(t, "1"), decimal(t, "3"), decimal(t, "-1")); !errors.Is(err, ErrStepSign) {
		t.Errorf("a step of -1: %v", err)
	}
	if _, err := NewIntegers(0, 1<<62, 1<<61, 3); err == nil {
		t.Error("a last value beyond 64 bits is no error")
	}
}

func TestSpreadSeedsDiffer(t *testing.T) {
	seen := map[int64]bool{}
	for _, v := range valuesOf(NewSpreadSeeds(0, 41129, 100_000), models.Int) {
		if seen[v.Int] || v.Int < 0 || v.Int >= 1<<32 {
			t.Fatalf("seed %d comes twice or is no 32-bit number", v.Int)
		}
		seen[v.Int] = true
	}
}

func TestMix(t *testing.T) {
	// Published values of the finaliser of MurmurHash3_x86_32.
	for in, want := range map[uint32]uint32{0: 0, 1: 0x514E28B7, 0xFFFFFFFF: 0x81F16F39} {
		if got := mix(in); got != want {
			t.Errorf("mix(%#x) is %#x, want %#x", in, got, want)
		}
	}
}

func TestSimplexLarge(t *testing.T) {
	parameters := make([]int, 20)
	spec := make([]models.Parameter, 20)
	for i := range parameters {
		parameters[i] = i
	}
	s, err := NewSimplex(parameters, 40, 0)
	if err != nil {
		t.Fatal(err)
	}
	columns := NewColumns(spec, 2)
	rapid.Check(t, func(t *rapid.T) {
		rank := rapid.Int64Range(0, s.Len()-2).Draw(t, "rank")
		s.Fill(columns, 0, 2, rank)
		var successor [20]int64
		for i := range successor {
			successor[i] = columns[i].Ints[1]
		}
		s.Fill(columns, 0, 1, rank+1)
		for i := range successor {
			if columns[i].Ints[0] != successor[i] {
				t.Fatalf("split %d by its number differs from the one after split %d", rank+1, rank)
			}
		}
	})
	s.Fill(columns, 0, 1, s.Len()-1)
	if columns[0].Ints[0] != 40 {
		t.Errorf("the last split begins with %d", columns[0].Ints[0])
	}
	if _, err := NewSimplex(parameters, 1_000_000, 0); err == nil {
		t.Error("more than 2^62 splits are no error")
	}
	if _, err := NewSimplex(parameters, 19, 1); !errors.Is(err, ErrRangeEmpty) {
		t.Errorf("19 in 20 parts of at least 1: %v", err)
	}
}

func TestPermutationsAndSubsets(t *testing.T) {
	letters := []string{"a", "b", "c", "d", "e", "f", "g", "h", "i", "j", "k", "l", "m", "n", "o", "p", "q"}
	p, err := NewPermutations(0, letters[:8])
	if err != nil || p.Len() != 40320 {
		t.Errorf("8 elements: %v", err)
	}
	words := p.Words(0)
	for i := 1; i < len(words); i++ {
		if words[i-1] >= words[i] {
			t.Fatalf("%s comes before %s", words[i-1], words[i])
		}
	}
	var e *TooManyWordsError
	if _, err := NewPermutations(0, letters[:9]); !errors.As(err, &e) {
		t.Errorf("9 elements: %v", err)
	}
	s, err := NewSubsets(0, letters[:16])
	if err != nil || s.Len() != 65536 || s.Words(0)[0] != "none" || s.Words(0)[1] != "p" || s.Words(0)[1<<15+1] != "a+p" {
		t.Errorf("subsets of 16: %v", err)
	}
	if _, err := NewSubsets(0, letters); !errors.As(err, &e) {
		t.Errorf("subsets of 17: %v", err)
	}
}

func TestPointsPackAndUnpack(t *testing.T) {
	const rows = 2*chunkRows + 17
	points := NewPoints([]int{0, 1, 2, 3, 4, 5})
	row := func(i int64) []models.Value {
		return []models.Value{
			models.IntValue(i % 200), models.RealValue(float64(i) / 3), models.TextValue(models.Enum, fmt.Sprint("w", i%7)),
			models.IntValue(-i), models.IntValue(i << 14), models.IntValue(i<<40 - 1<<62),
		}
	}
	for i := range int64(rows) {
		if err := points.Append(row(i)); err != nil {
			t.Fatal(err)
		}
	}
	points.Seal()
	g, err := New(testParameters(), testFixed(), []Axis{points})
	if err != nil {
		t.Fatal(err)
	}
	for _, first := range []int64{0, chunkRows - 3, 2*chunkRows - 5, rows - 20} {
		columns := NewColumns(g.Parameters(), 20)
		g.FillFixed(columns, 20)
		g.Fill(first, 20, columns)
		for i := range 20 {
			values := make([]models.Value, len(columns))
			g.Values(columns, i, values)
			if got, want := fmt.Sprint(values[:6]), fmt.Sprint(row(first+int64(i))); got != want {
				t.Fatalf("row %d is %s, want %s", first+int64(i), got, want)
			}
		}
	}
}

// benchGrid is like an overnight study: a simplex, ranges, words and seeds.
func benchGrid(t interface{ Fatal(...any) }) *Grid {
	simplex, err := NewSimplex([]int{3, 4, 5}, 40, 0)
	if err != nil {
		t.Fatal(err)
	}
	reals, err := NewRange(1, models.Real, decimal(t, "0"), decimal(t, "1"), decimal(t, "0.01"))
	if err != nil {
		t.Fatal(err)
	}
	g, err := New(testParameters(), testFixed(), []Axis{
		simplex, NewWords(2, []string{"x", "y", "z"}), reals, NewSpreadSeeds(0, 1, 100),
	})
	if err != nil {
		t.Fatal(err)
	}
	return g
}

func TestFillAllocatesNothing(t *testing.T) {
	g := benchGrid(t)
	columns := NewColumns(g.Parameters(), 4096)
	cell := int64(0)
	sum := 0
	projection := g.Project([]int{0, 2})
	if n := testing.AllocsPerRun(100, func() {
		g.Fill(cell, 4096, columns)
		projection.Runs(cell, 4096, func(low, high int, combination int64) { sum += high - low })
		cell += 4096
	}); n > 0 {
		t.Errorf("%v allocations a block", n)
	}
	if sum != 101*4096 {
		t.Errorf("runs of %d cells", sum)
	}
}

func BenchmarkFill(b *testing.B) {
	g := benchGrid(b)
	const rows = 4096
	columns := NewColumns(g.Parameters(), rows)
	b.ReportAllocs()
	cells := 0
	for b.Loop() {
		g.Fill(int64(cells)%(g.Cells()-rows), rows, columns)
		cells += rows
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(cells), "ns/cell")
}

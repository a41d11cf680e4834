package sensitivity

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"testing"

	"tarama/analysis/rows"
	"tarama/analysis/rows/rowstest"
)

// fitted is the additive model of some values at some points; words are the factors whose values have no order.
func fitted(points [][]float64, values []float64, words ...int) *additive {
	m := &pointMeans{}
	var whole []int64
	for i, y := range values {
		m.n, m.means, m.spreads = append(m.n, 1), append(m.means, y), append(m.spreads, 0)
		whole = append(whole, int64(i))
	}
	m.finish()
	var orders []*ordered
	for factor := range points[0] {
		var x coordinates
		for _, u := range points {
			x = append(x, u[factor])
		}
		orders = append(orders, newOrdered(x, slices.Contains(words, factor)))
	}
	return newAdditive(m, whole, orders, 1)
}

func valuesOf(fn function, points [][]float64) []float64 {
	var values []float64
	for _, u := range points {
		values = append(values, fn.f(u))
	}
	return values
}

// TestGivenPointsKnownFunctions: through the whole path, for each method and from few points to many.
func TestGivenPointsKnownFunctions(t *testing.T) {
	if testing.Short() {
		t.Skip("takes some seconds")
	}
	for _, fn := range []function{ishigami(), gFunction(0, 1, 4.5, 9)} {
		for _, method := range givenMethods {
			for _, n := range []int{256, 1024, 4096} {
				s, points := Sampling{Method: method, Base: int64(n)}, pointsOf(method, n, fn.d, 3)
				source, q := sampledRows(fn, s, points, []float64{0}, map[int]bool{7: true})
				r, err := OnDesign(source, q)
				if err != nil {
					t.Fatal(err)
				}
				m, what := &r.Metrics[0], fmt.Sprintf("%d %s points of %s", n, method, fn.name)
				if m.Blocks != int64(n)-1 || m.Noise != nil {
					t.Errorf("%s: %d points, noise %v", what, m.Blocks, m.Noise)
				}
				for i := range fn.d {
					checkEstimate(t, fmt.Sprintf("%s: first %d", what, i), m.Factors[i].First, fn.first[i], 1.6/math.Sqrt(float64(n)))
					if m.Factors[i].Total != nil {
						t.Errorf("%s: a total effect", what)
					}
				}
			}
		}
	}
}

// TestIntervalsCover: over many designs the estimates are right on average, and their intervals hold the truth as often as they
// say, or more often.
func TestIntervalsCover(t *testing.T) {
	if testing.Short() {
		t.Skip("takes ten seconds")
	}
	const designs, n = 60, 256
	for _, fn := range []function{ishigami(), gFunction(0, 1, 4.5, 9)} {
		for _, method := range givenMethods {
			covered, sums, squares := make([]int, fn.d), make([]float64, fn.d), make([]float64, fn.d)
			for seed := range uint64(designs) {
				points := pointsOf(method, n, fn.d, seed)
				found := bootstrap(fitted(points, valuesOf(fn, points)), 100, 0)
				for i := range fn.d {
					e, off := found[i], found[i].Value-fn.first[i]
					if e.Low <= fn.first[i] && fn.first[i] <= e.High {
						covered[i]++
					}
					sums[i] += off
					squares[i] += off * off
				}
			}
			for i := range fn.d {
				bias, error := sums[i]/designs, math.Sqrt(squares[i]/designs)
				if covered[i] < designs*9/10 || math.Abs(bias) > 0.01 || error > 0.05 {
					t.Errorf("%s of %s: first %d: %d of %d intervals hold it, bias %.4f, error %.4f",
						method, fn.name, i, covered[i], designs, bias, error)
				}
			}
		}
	}
}

// TestNoiseOfSeeds: as much independent noise as the function has variance. Of R seeds the share that is seen within points is
// 1 - 1/R, and what is left in their means belongs to no factor.
func TestNoiseOfSeeds(t *testing.T) {
	if testing.Short() {
		t.Skip("takes some seconds")
	}
	const n, seeds = 1024, 5
	for _, method := range givenMethods {
		fn, random := ishigami(), rowstest.Random(8)
		points := pointsOf(method, n, fn.d, 4)
		source, q := sampledRows(fn, Sampling{Method: method, Base: n}, points, make([]float64, seeds), nil)
		for _, table := range source.(*rows.Memory).Tables {
			y := table.Columns[fn.d+1].Reals
			for i := range y {
				y[i] += math.Sqrt(fn.v) * random.NormFloat64()
			}
		}
		r, err := OnDesign(source, q)
		if err != nil {
			t.Fatal(err)
		}
		m := &r.Metrics[0]
		checkEstimate(t, string(method)+": noise", m.Noise, 0.5*(1-1.0/seeds), 0.02)
		checkEstimate(t, string(method)+": interactions", m.Interactions, 0.5*(1-fn.first[0]-fn.first[1])+0.5/seeds, 0.05)
		for i := range fn.d {
			checkEstimate(t, fmt.Sprintf("%s: first %d", method, i), m.Factors[i].First, fn.first[i]/2, 0.04)
		}
	}
}

// TestNothingButNoise: what no parameter has a part in. With a quarter as many columns as points chance explains a quarter of
// it, and more of a resample. The correction takes that off on average, and the intervals are moved down by it.
func TestNothingButNoise(t *testing.T) {
	const designs, n, d = 60, 64, 4
	covered, sum, low := 0, 0.0, 0.0
	for seed := range uint64(designs) {
		random, values := rowstest.Random(1000+seed), make([]float64, n)
		for i := range values {
			values[i] = random.NormFloat64()
		}
		for _, e := range bootstrap(fitted(pointsOf(LatinHypercube, n, d, seed), values), 100, 0)[:d] {
			if e.Low <= 0 && 0 <= e.High {
				covered++
			}
			sum += e.Value / (designs * d)
			low += e.Low / (designs * d)
		}
	}
	if covered < designs*d*9/10 || math.Abs(sum) > 0.01 || low > -0.1 {
		t.Errorf("%d of %d intervals hold 0, mean %.4f, mean of their lower ends %.4f", covered, designs*d, sum, low)
	}
}

// TestStep: a metric that jumps. Cosines miss a little of a step, and no more than that.
func TestStep(t *testing.T) {
	const n = 1024
	fn := function{d: 3, f: func(u []float64) float64 {
		y := 0.0
		if u[0] > 0.3 {
			y++
		}
		if u[1] > 0.5 && u[2] > 0.7 {
			y += 2
		}
		return y
	}}
	all := 0.3*0.7 + 4*0.15*0.85
	for _, method := range givenMethods {
		points := pointsOf(method, n, fn.d, 9)
		e := fitted(points, valuesOf(fn, points))
		got := e.statistics(everyUnit(e))
		for i, want := range []float64{0.3 * 0.7, 0.36 * 0.25, 0.21} {
			if math.Abs(got[i]-want/all) > 0.045 {
				t.Errorf("%s: first %d is %v, want %v", method, i, got[i], want/all)
			}
		}
	}
}

// TestPole: a metric that rises steeply at one end of a factor, which the cosines that a factor begins with cannot follow. Without
// more of them a tenth of the variance would be missed.
func TestPole(t *testing.T) {
	const n = 1024
	fn := function{name: "pole", d: 3, f: func(u []float64) float64 { return (1 + u[1]) / (u[0] + 0.02) }}
	mean := math.Log(1.02 / 0.02)
	fn.useVariances([]float64{(1/0.02-1/1.02)/(mean*mean) - 1, 1.0 / 12 / 2.25, 0})
	for _, method := range givenMethods {
		points := pointsOf(method, n, fn.d, 2)
		e := fitted(points, valuesOf(fn, points))
		for i, first := range e.statistics(everyUnit(e))[:fn.d] {
			if math.Abs(first-fn.first[i]) > 0.03 {
				t.Errorf("%s: first %d is %v, want %v", method, i, first, fn.first[i])
			}
		}
		if e.counts[0] < 24 || e.counts[2] > 24 {
			t.Errorf("%s: %v cosines", method, e.counts)
		}
	}
}

// TestLevelsAreMeans: for a factor of few values the index is that of the group means, less what chance puts between them, whatever
// the order of the rows.
func TestLevelsAreMeans(t *testing.T) {
	const n, levels = 120, 4
	random := rowstest.Random(6)
	points, values := make([][]float64, n), make([]float64, n)
	groups := make([][]float64, levels)
	for i := range points {
		level := min(random.IntN(levels+2), levels-1) // not equally often
		points[i], values[i] = []float64{float64(level)}, float64(level%2)+random.NormFloat64()
		groups[level] = append(groups[level], values[i])
	}
	mean, _ := meanAndSquares(values)
	between, within := 0.0, 0.0
	for _, group := range groups {
		m, squares := meanAndSquares(group)
		between += float64(len(group)) * (m - mean) * (m - mean)
		within += squares
	}
	want := (between - (levels-1)*within/(n-levels)) / (between + within)
	e := fitted(points, values)
	if got := e.statistics(everyUnit(e))[0]; math.Abs(got-want) > 1e-12 {
		t.Errorf("index %v, by group means %v", got, want)
	}
	random.Shuffle(n, func(i, j int) {
		points[i], points[j] = points[j], points[i]
		values[i], values[j] = values[j], values[i]
	})
	e = fitted(points, values)
	if got := e.statistics(everyUnit(e))[0]; math.Abs(got-want) > 1e-12 {
		t.Errorf("index %v with the rows in another order, want %v", got, want)
	}
}

func meanAndSquares(values []float64) (mean, squares float64) {
	for _, y := range values {
		mean += y / float64(len(values))
	}
	for _, y := range values {
		squares += (y - mean) * (y - mean)
	}
	return mean, squares
}

// TestWords: the order of words means nothing, so each has its own mean.
func TestWords(t *testing.T) {
	const n, words = 512, 40
	random := rowstest.Random(12)
	effects := make([]float64, words)
	for i := range effects {
		effects[i] = random.NormFloat64()
	}
	points, values := make([][]float64, n), make([]float64, n)
	for i := range points {
		word := random.IntN(words)
		points[i], values[i] = []float64{float64(word), random.Float64()}, effects[word]
	}
	if found := bootstrap(fitted(points, values, 0), 100, 0); math.Abs(found[0].Value-1) > 1e-9 {
		t.Errorf("words account for %v, want all", found[0].Value)
	}
	for i := range values {
		values[i] = random.NormFloat64()
	}
	if words, numbers := fitted(points, values, 0).counts, fitted(points, values).counts; words[0] != 39 || numbers[0] > 10 || words[1] > 10 {
		t.Errorf("of nothing but chance, words have %v cosines, numbers %v", words, numbers)
	}
}

// TestScaleDoesNotMatter: only the order of a factor's values counts, to the bit.
func TestScaleDoesNotMatter(t *testing.T) {
	fn := ishigami()
	points := pointsOf(Sobol, 256, fn.d, 1)
	values := valuesOf(fn, points)
	want := fmt.Sprint(bootstrap(fitted(points, values), 100, 0))
	for _, u := range points {
		u[1] = math.Exp(7 * u[1])
	}
	if got := fmt.Sprint(bootstrap(fitted(points, values), 100, 0)); got != want {
		t.Errorf("on a logarithmic axis %s, else %s", got, want)
	}
}

// TestTooLittle: too few points give no indices and say how many it takes; too many parameters are an error.
func TestTooLittle(t *testing.T) {
	fn := gFunction(0, 1, 4.5, 9)
	for lost, enough := range map[int]bool{16: true, 17: false} {
		missing := map[int]bool{}
		for row := range lost {
			missing[3*row] = true
		}
		source, q := sampledRows(fn, Sampling{Method: Random, Base: 80}, pointsOf(Random, 80, 4, 1), []float64{0}, missing)
		r, err := OnDesign(source, q)
		if err != nil {
			t.Fatal(err)
		}
		m := &r.Metrics[0]
		if m.Blocks != int64(80-lost) || m.Least != 64 || (m.Factors != nil) != enough || (m.Interactions != nil) != enough {
			t.Errorf("%d of 80 points lost: %d count of at least %d, %+v", lost, m.Blocks, m.Least, m.Factors)
		}
	}
	s := &Sampling{Method: Random, Base: 10_000, Parameters: make([]string, 129)}
	_, err := OnDesign(nil, SampledQuery{Sampling: s})
	var tooMany *TooManyParametersError
	if !errors.As(err, &tooMany) || tooMany.Parameters != 129 {
		t.Errorf("129 parameters: %v", err)
	}
}

// TestMemoryForPoints: what is kept of the order of all factors counts.
func TestMemoryForPoints(t *testing.T) {
	fn := ishigami()
	source, q := sampledRows(fn, Sampling{Method: Sobol, Base: 512}, pointsOf(Sobol, 512, 3, 1), []float64{0}, nil)
	r, err := onDesign(source, q, 3*256+2)
	if err != nil {
		t.Fatal(err)
	}
	if r.Points != 256 || r.Metrics[0].Blocks != 256 || r.Metrics[0].Factors == nil {
		t.Errorf("%d points, %d of them used", r.Points, r.Metrics[0].Blocks)
	}
}

func TestCosPi(t *testing.T) {
	for i := range 10_001 {
		u := float64(i) / 10_000
		if got, want := cosPi(u), math.Cos(math.Pi*u); math.Abs(got-want) > 5e-16 {
			t.Fatalf("cos(pi %v) is %v, want %v", u, got, want)
		}
	}
}

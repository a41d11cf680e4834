package sensitivity

import (
	"encoding/json"
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"tarama/analysis/rows"
	"tarama/analysis/rows/rowstest"
	"tarama/output"
	"tarama/output/results"
)

// sampledRows has a function at some points, each with a row for each of some seeds; lost rows are null.
func sampledRows(fn function, s Sampling, points [][]float64, noise []float64, lost map[int]bool) (rows.Source, SampledQuery) {
	schema := []output.Column{{Name: "cell", Type: output.Int64, Role: output.RoleCell}}
	q := SampledQuery{Sampling: &s, Cell: 0, Metrics: []int{fn.d + 1}, Status: -1}
	for i := range fn.d {
		name := fmt.Sprintf("x%d", i+1)
		schema = append(schema, rowstest.Parameter(name, output.Float64))
		s.Parameters, q.Factors = append(s.Parameters, name), append(q.Factors, i+1)
	}
	schema = append(schema, rowstest.Metric("y"))
	s.Inner = int64(len(noise))
	var all [][]any
	for _, u := range points {
		y := fn.f(u)
		for _, e := range noise {
			row := []any{len(all)}
			for _, x := range u {
				row = append(row, x)
			}
			if lost[len(all)] {
				row = append(row, nil)
			} else {
				row = append(row, y+e)
			}
			all = append(all, row)
		}
	}
	return rowstest.Source(schema, 777, all), q
}

func randomPoint(random *rand.Rand, d int) []float64 {
	u := make([]float64, d)
	for i := range u {
		u[i] = random.Float64()
	}
	return u
}

// saltelliPoints are A, AB_1, ..., AB_d, B for each of n random base points.
func saltelliPoints(n, d int) (points [][]float64) {
	random := rowstest.Random(11)
	for range n {
		a, b := randomPoint(random, d), randomPoint(random, d)
		points = append(points, a)
		for i := range d {
			ab := append([]float64(nil), a...)
			ab[i] = b[i]
			points = append(points, ab)
		}
		points = append(points, b)
	}
	return points
}

func checkEstimate(t *testing.T, what string, e *Estimate, want, tolerance float64) {
	t.Helper()
	if e == nil {
		t.Errorf("%s: no estimate", what)
		return
	}
	if math.Abs(e.Value-want) > tolerance || e.Low > e.Value || e.High < e.Value || e.High-e.Low > 4*tolerance {
		t.Errorf("%s: %+v, want %v", what, *e, want)
	}
	if want < e.Low-tolerance/2 || want > e.High+tolerance/2 {
		t.Errorf("%s: the interval %+v is far from %v", what, *e, want)
	}
}

func TestSaltelliKnownFunctions(t *testing.T) {
	for _, fn := range []function{ishigami(), gFunction(0, 1, 4.5, 9)} {
		const n = 2048
		// One row in the middle is lost: its base point goes, not more.
		source, q := sampledRows(fn, Sampling{Method: Saltelli, Base: n}, saltelliPoints(n, fn.d), []float64{-0.5, 0.5}, map[int]bool{5000: true})
		r, err := OnDesign(source, q)
		if err != nil {
			t.Fatal(err)
		}
		m := &r.Metrics[0]
		if m.Blocks != n-1 || m.Nulls != 1 || m.Count != 2*n*int64(fn.d+2)-1 {
			t.Errorf("%s: %d base points, %d nulls, %d values", fn.name, m.Blocks, m.Nulls, m.Count)
		}
		if want := 0.25 / (0.25 + *m.Variance); math.Abs(*m.Noise-want) > 1e-4 {
			t.Errorf("%s: noise %v, want %v", fn.name, *m.Noise, want)
		}
		for i := range fn.d {
			checkEstimate(t, fmt.Sprintf("%s: first %d", fn.name, i), m.Factors[i].First, fn.first[i], 0.05)
			checkEstimate(t, fmt.Sprintf("%s: total %d", fn.name, i), m.Factors[i].Total, fn.total[i], 0.05)
		}
	}
}

// TestRandomPoints: first-order indices from points of any kind, for reals and for factors of few levels; no total effects.
func TestRandomPoints(t *testing.T) {
	few := gFunction(0, 1, 4.5)
	continuous := few.f
	few.name, few.first, few.total = "g of quarters", nil, nil
	few.f = func(u []float64) float64 {
		quarters := make([]float64, len(u))
		for i, x := range u {
			quarters[i] = (math.Floor(4*x) + 0.5) / 4
		}
		return continuous(quarters)
	}
	var variances []float64 // of |4x-2| + a over 1 + a, which is 1 -+ 0.5 / (1 + a)
	for _, a := range []float64{0, 1, 4.5} {
		variances = append(variances, 0.25/(1+a)/(1+a))
	}
	few.useVariances(variances)
	for _, fn := range []function{ishigami(), few} {
		for _, method := range []Method{Random, LatinHypercube, Sobol} {
			const n = 2500
			random := rowstest.Random(5)
			var points [][]float64
			for range n {
				u := randomPoint(random, fn.d)
				if fn.name != "ishigami" {
					for i := range u {
						u[i] = math.Floor(4*u[i]) / 4
					}
				}
				points = append(points, u)
			}
			source, q := sampledRows(fn, Sampling{Method: method, Base: n}, points, []float64{0}, map[int]bool{7: true})
			r, err := OnDesign(source, q)
			if err != nil {
				t.Fatal(err)
			}
			m := &r.Metrics[0]
			if m.Blocks != n-1 || m.Noise != nil {
				t.Errorf("%s: %d points, noise %v", fn.name, m.Blocks, m.Noise)
			}
			for i := range fn.d {
				checkEstimate(t, fmt.Sprintf("%s of %s: first %d", method, fn.name, i), m.Factors[i].First, fn.first[i], 0.05)
				if m.Factors[i].Total != nil {
					t.Errorf("%s: a total effect", method)
				}
			}
		}
	}
}

// TestTies works an estimate out by hand.
func TestTies(t *testing.T) {
	x := coordinates{3, 1, 2, 1, 3, 1}
	y := []float64{3, 1, 5, 2, 7, 6}
	m := &pointMeans{n: []int32{1, 1, 1, 1, 1, 1}, total: y, wanted: 1, mean: 4}
	// Deviations at x = 1: -3, -2, 2 with products 6, -6, -4 and mean -4/3, three times; at x = 2: 1, alone, by the next one in
	// order, which is the first point at x = 3: -1; at x = 3: -1 and 3, product -3, twice.
	const products = 3*(-4.0/3) + 1*(-1) + 2*(-3.0)
	const variance = (9 + 4 + 4 + 1 + 1 + 9) / 6.0
	if got, want := newRanked(m, x).first(nil), products/6/variance; math.Abs(got-want) > 1e-12 {
		t.Errorf("index %v, want %v", got, want)
	}
	// Without the last point, x = 1 has -3 and -2.
	const fewer = 2*6.0 + 1*(-1) + 2*(-3.0)
	const mean = -2.0 / 5
	const fewerVariance = (9+4+1+1+9)/5.0 - mean*mean
	if got, want := newRanked(m, x).first([]bool{true, true, true, true, true, false}), (fewer/5-mean*mean)/fewerVariance; math.Abs(got-want) > 1e-12 {
		t.Errorf("index %v of five points, want %v", got, want)
	}
}

// morrisPoints are trajectories on a grid of 4 levels.
func morrisPoints(n, d int) (points [][]float64) {
	random := rowstest.Random(2)
	for range n {
		u := make([]float64, d)
		for i := range u {
			u[i] = float64(random.IntN(4)) / 3
		}
		points = append(points, append([]float64(nil), u...))
		for _, i := range random.Perm(d) {
			if u[i] > 0.5 {
				u[i] -= 2.0 / 3
			} else {
				u[i] += 2.0 / 3
			}
			points = append(points, append([]float64(nil), u...))
		}
	}
	return points
}

// TestMorris: the elementary effects of 3 x1 - 2 x2 + 4 x1 x3 are 3 + 4 x3, -2 and 4 x1, with x at levels 0, 1/3, 2/3, 1.
func TestMorris(t *testing.T) {
	fn := function{name: "polynomial", d: 3, f: func(u []float64) float64 { return 3*u[0] - 2*u[1] + 4*u[0]*u[2] }}
	const n = 2500
	source, q := sampledRows(fn, Sampling{Method: Morris, Base: n, Levels: 4}, morrisPoints(n, 3), []float64{-3, 3}, map[int]bool{70: true})
	for _, memory := range []int64{MaxCells, n * 4} { // with less, the coordinates take a pass each
		r, err := onDesign(source, q, memory)
		if err != nil {
			t.Fatal(err)
		}
		m := &r.Metrics[0]
		if m.Blocks != n-1 {
			t.Errorf("%d trajectories, want %d", m.Blocks, n-1)
		}
		sigma := 4 * math.Sqrt(5.0/36)
		for i, want := range [][3]float64{{5, 5, sigma}, {2, -2, 0}, {2, 2, sigma}} {
			e := &m.Factors[i]
			checkEstimate(t, fmt.Sprintf("mu* %d", i), e.MuStar, want[0], 0.1)
			checkEstimate(t, fmt.Sprintf("mu %d", i), e.Mu, want[1], 0.1)
			checkEstimate(t, fmt.Sprintf("sigma %d", i), e.Sigma, want[2], 0.1)
		}
	}
}

// TestFewPoints: memory for fewer points takes the first ones, and says so; with hardly any there are no indices.
func TestFewPoints(t *testing.T) {
	fn := ishigami()
	source, q := sampledRows(fn, Sampling{Method: Saltelli, Base: 64}, saltelliPoints(64, 3), []float64{0}, nil)
	r, err := onDesign(source, q, 32*5+1)
	if err != nil {
		t.Fatal(err)
	}
	if r.Points != 160 || r.Metrics[0].Blocks != 32 || r.Metrics[0].Factors == nil {
		t.Errorf("%d points, %d base points", r.Points, r.Metrics[0].Blocks)
	}
	if r, err = onDesign(source, q, 3*5); err != nil || r.Metrics[0].Factors != nil {
		t.Errorf("indices of 3 base points: %+v, %v", r, err)
	}
}

func TestDesignWorkersGiveTheSameBits(t *testing.T) {
	fn := ishigami()
	for method, points := range map[Method][][]float64{Saltelli: saltelliPoints(200, 3), Morris: morrisPoints(200, 3), Sobol: saltelliPoints(40, 3)} {
		s := Sampling{Method: method, Levels: 4}
		s.Base = int64(len(points)) / map[Method]int64{Saltelli: 5, Morris: 4, Sobol: 1}[method]
		source, q := sampledRows(fn, s, points, []float64{0.1, 0.7}, nil)
		want := ""
		for _, workers := range []int{1, 2, 5} {
			q.Workers = workers
			r, err := OnDesign(source, q)
			if err != nil {
				t.Fatal(err)
			}
			text, err := json.Marshal(r)
			if err != nil {
				t.Fatal(err)
			}
			if want == "" {
				want = string(text)
			}
			if string(text) != want {
				t.Errorf("%s: %d workers give %s, one gives %s", method, workers, text, want)
			}
		}
	}
}

func TestSamplingOf(t *testing.T) {
	for study, want := range map[string]string{
		`{}`: "<nil>",
		`{"design":{"method":"saltelli","points":8,"seed":7,"parameters":["a","b"]}}`: "&{saltelli 8 0 [a b] 3}",
		`{"design":{"method":"morris","points":8,"levels":4,"parameters":["a","b"]}}`: "&{morris 8 4 [a b] 4}",
		`{"design":{"method":"sobol","points":96,"parameters":["a"]}}`:                "&{sobol 96 0 [a] 1}",
		`{"design":{"method":"saltelli","points":7,"parameters":["a","b"]}}`:          "error",
		`{"design":{"method":"saltelli","points":0,"parameters":["a","b"]}}`:          "error",
		`{"design":{"method":"saltelli","points":9e9,"parameters":["a","b"]}}`:        "error",
		`{"design":{"method":"morris","points":8,"parameters":["a","b"]}}`:            "error",
		`{"design":{"method":"sobol","points":8}}`:                                    "error",
		`{"design":{"method":"halton","points":8,"parameters":["a","b"]}}`:            "error",
		`{"design":7}`: "error",
	} {
		s, err := SamplingOf(&results.Header{Study: json.RawMessage(study), Cells: 96})
		got := fmt.Sprint(s)
		if err != nil {
			got = "error"
		}
		if got != want {
			t.Errorf("%s: %s (%v), want %s", study, got, err, want)
		}
	}
}

package sensitivity

import (
	"encoding/json"
	"fmt"
	"math"
	"testing"

	"tarama/analysis/rows"
	"tarama/analysis/rows/rowstest"
	"tarama/output"
	"tarama/output/results"
)

// sampledRows has a function at some points, each with a row for each of some seeds; lost rows are null.
func sampledRows(fn function, s Sampling, points [][]float64, noise []float64, lost map[int]bool) (rows.Source, SampledQuery) {
	schema := []output.Column{{Name: "cell", Type: output.Int64, Role: output.RoleCell}}
	q := SampledQuery{Sampling: &s, Cell: 0, Metrics: []int{fn.d + 1}, Status: -1, Seed: -1}
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
		// All shares are of the variance over rows, of which seeds have 0.25.
		rows := fn.v + 0.25
		checkEstimate(t, fn.name+": noise", m.Noise, 0.25/rows, 0.05)
		first := 0.0
		for i := range fn.d {
			checkEstimate(t, fmt.Sprintf("%s: first %d", fn.name, i), m.Factors[i].First, fn.first[i]*fn.v/rows, 0.05)
			checkEstimate(t, fmt.Sprintf("%s: total %d", fn.name, i), m.Factors[i].Total, fn.total[i]*fn.v/rows, 0.05)
			first += m.Factors[i].First.Value
		}
		if sum := first + m.Noise.Value + m.Interactions.Value; math.Abs(sum-1) > 1e-12 {
			t.Errorf("%s: shares add up to %v", fn.name, sum)
		}
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

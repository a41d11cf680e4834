package sensitivity

import (
	"math"
	"math/rand/v2"
	"testing"

	"tarama/analysis/rows"
	"tarama/analysis/rows/rowstest"
	"tarama/output"
)

// seeded is a metric of three factors that seeds shift, and whose effects they change:
//
//	y = (1 + a/2) c_1 + c_2/2 + 0.3 d c_3 + b/2,    c_i = the coordinate with mean 0 and variance 1
//
// for a, b and d of a seed, which are standard normal.
type seeded struct{ a, b, d float64 }

func drawSeeded(random *rand.Rand, n int) []seeded {
	all := make([]seeded, n)
	for i := range all {
		all[i] = seeded{random.NormFloat64(), random.NormFloat64(), random.NormFloat64()}
	}
	return all
}

func (s seeded) at(u []float64) float64 {
	c := func(i int) float64 { return (u[i] - 0.5) * math.Sqrt(12) }
	return (1+s.a/2)*c(0) + c(1)/2 + 0.3*s.d*c(2) + s.b/2
}

// seededVariance is over all seeds.
const seededVariance = 1 + 0.25 + 0.25 + 0.09 + 0.25

// seededRows has each point with each seed.
func seededRows(s Sampling, points [][]float64, seeds []seeded) (rows.Source, SampledQuery) {
	schema := []output.Column{{Name: "cell", Type: output.Int64, Role: output.RoleCell},
		rowstest.Parameter("x1", output.Float64), rowstest.Parameter("x2", output.Float64), rowstest.Parameter("x3", output.Float64),
		rowstest.Parameter("seed", output.Int64), rowstest.Metric("y")}
	s.Parameters, s.Inner = []string{"x1", "x2", "x3"}, int64(len(seeds))
	var all [][]any
	for _, u := range points {
		for i, seed := range seeds {
			all = append(all, []any{len(all), u[0], u[1], u[2], 1000 - 7*i, seed.at(u)})
		}
	}
	q := SampledQuery{Sampling: &s, Cell: 0, Factors: []int{1, 2, 3}, Seed: 4, Metrics: []int{5}, Status: -1}
	return rowstest.Source(schema, 500, all), q
}

// designPoints are of three factors. Those of saltelli are moved around the unit cube together, so that each seed has others.
func designPoints(method Method, n int, seed uint64) [][]float64 {
	switch method {
	case Saltelli:
		points, by := saltelliPoints(n, 3), randomPoint(rowstest.Random(seed), 3)
		for _, u := range points {
			for i := range u {
				_, u[i] = math.Modf(u[i] + by[i])
			}
		}
		return points
	case Morris:
		return morrisPoints(n, 3)
	}
	return pointsOf(method, n, 3, seed)
}

// TestIntervalsHoldOtherSeeds: over many sets of seeds the intervals hold what would come of all seeds. Without what the seeds
// add, most of them hold it too seldom, and those of morris never. Noise is left out: it is too small by 1/K of itself.
func TestIntervalsHoldOtherSeeds(t *testing.T) {
	if testing.Short() {
		t.Skip("takes some seconds")
	}
	const sets, n = 60, 64
	for _, k := range []int{4, 15} {
		for _, method := range []Method{Sobol, Saltelli, Morris} {
			var held [3][4]int // by factor: first, total, mu*, mu
			for set := range uint64(sets) {
				design := Sampling{Method: method, Base: n, Levels: 4}
				source, q := seededRows(design, designPoints(method, n, set), drawSeeded(rowstest.Random(100+set), k))
				r, err := OnDesign(source, q)
				if err != nil {
					t.Fatal(err)
				}
				for i, x := range r.Metrics[0].Factors {
					slope := []float64{1, 0.5, 0}[i]
					share, effect := slope*slope/seededVariance, slope*math.Sqrt(12)
					for kind, e := range []*Estimate{x.First, x.Total, x.MuStar, x.Mu} {
						truth := []float64{share, share, effect, effect}[kind]
						if e == nil || e.Low <= truth && truth <= e.High {
							held[i][kind]++
						}
					}
				}
			}
			for i := range held {
				for kind, count := range held[i] {
					if count < sets*85/100 {
						t.Errorf("%s with %d seeds: x%d: %d of %d intervals of %s hold the truth",
							method, k, i+1, count, sets, []string{"first", "total", "mu*", "mu"}[kind])
					}
				}
			}
		}
	}
}

// TestWithoutAGroup: what is left without a group of seeds is what a source without its rows has, for each estimator.
func TestWithoutAGroup(t *testing.T) {
	const n, k = 64, 13 // so that some groups have two seeds
	for _, method := range []Method{Random, Saltelli, Morris} {
		points, seeds := designPoints(method, n, 5), drawSeeded(rowstest.Random(3), k)
		e, m := estimatorOf(t, Sampling{Method: method, Base: n, Levels: 4}, points, seeds)
		if len(m.groups) != mostSeedGroups {
			t.Fatalf("%s: %d groups of seeds", method, len(m.groups))
		}
		for g := range mostSeedGroups {
			var others []seeded
			for i, seed := range seeds {
				if i%mostSeedGroups != g {
					others = append(others, seed)
				}
			}
			slow, _ := estimatorOf(t, Sampling{Method: method, Base: n, Levels: 4}, points, others)
			if fitted, ok := slow.(*additive); ok { // by the columns of all seeds
				fitted.counts = e.(*additive).counts
			}
			fast := e.of(m.without(g))
			got, want := fast.statistics(everyUnit(fast)), slow.statistics(everyUnit(slow))
			for i := range want {
				if math.Abs(got[i]-want[i]) > 1e-11 {
					t.Errorf("%s without group %d: statistic %d is %v, want %v", method, g, i, got[i], want[i])
				}
			}
		}
	}
}

// estimatorOf reads the rows of a design and makes the estimator of its only metric.
func estimatorOf(t *testing.T, s Sampling, points [][]float64, seeds []seeded) (estimator, *pointMeans) {
	t.Helper()
	source, q := seededRows(s, points, seeds)
	r := &Sampled{Sampling: q.Sampling, Points: int64(len(points))}
	k, err := r.kind(source, q, MaxCells)
	if err != nil {
		t.Fatal(err)
	}
	p := newSampledPass(source, q, r.Points, q.Metrics, nil)
	if err := p.run(source); err != nil {
		t.Fatal(err)
	}
	m := &p.metrics[0]
	return k.estimator(m, k.blocks(m)), m
}

// TestSeedPart: the result says whether intervals allow for other seeds, and if not, whether that is since seeds change nothing or
// since points have values for different ones, be it for a single one each.
func TestSeedPart(t *testing.T) {
	four := drawSeeded(rowstest.Random(3), 4)
	for name, c := range map[string]struct {
		seeds []seeded
		keep  func(point, seed int) bool
		want  SeedPart
	}{
		"all":          {four, func(int, int) bool { return true }, SeedsInIntervals},
		"the same two": {four, func(_, seed int) bool { return seed < 2 }, SeedsInIntervals},
		"no effect":    {make([]seeded, 4), func(int, int) bool { return true }, NoSeedPart},
		"a single one": {four, func(_, seed int) bool { return seed == 1 }, NoSeedPart},
		"fewer at one": {four, func(point, seed int) bool { return point > 0 || seed > 0 }, SeedsInIntervals}, // which does not count
		"other three":  {four, func(point, seed int) bool { return seed != point%2 }, SeedsDiffer},
		"another one":  {four, func(point, seed int) bool { return seed == point%2 }, SeedsDiffer},
		"others at one that does not count": {drawSeeded(rowstest.Random(3), 13), func(point, seed int) bool {
			return point == 7 && seed%10 > 0 || point != 7 && seed < 12
		}, SeedsDiffer},
		"other ones, and no effect": {make([]seeded, 4), func(point, seed int) bool { return seed != point%2 }, SeedsDiffer},
	} {
		t.Run(name, func(t *testing.T) {
			source, q := seededRows(Sampling{Method: Random, Base: 64}, designPoints(Random, 64, 5), c.seeds)
			r, err := OnDesign(rows.Where(source, keptCells{len(c.seeds), c.keep}), q)
			if err != nil {
				t.Fatal(err)
			}
			if m := &r.Metrics[0]; m.SeedPart != c.want || m.Factors == nil {
				t.Errorf("seed part %d, want %d", m.SeedPart, c.want)
			}
		})
	}
}

// keptCells is a condition on the points and seeds of seededRows.
type keptCells struct {
	seeds int
	keep  func(point, seed int) bool
}

func (k keptCells) Columns() []int { return []int{0} }

func (k keptCells) Filter() func(*output.Table, []bool) int {
	return func(t *output.Table, keep []bool) int {
		for row, cell := range t.Columns[0].Ints {
			keep[row] = k.keep(int(cell)/k.seeds, int(cell)%k.seeds)
		}
		return 0
	}
}

// TestMemoryForSeeds: what is kept of groups of seeds counts, and without seeds in common nothing is kept.
func TestMemoryForSeeds(t *testing.T) {
	source, q := seededRows(Sampling{Method: Random, Base: 512}, designPoints(Random, 512, 1), drawSeeded(rowstest.Random(3), 4))
	r, err := onDesign(source, q, 5*256+4)
	if err != nil {
		t.Fatal(err)
	}
	if r.Points != 256 || r.Seeds != 4 || r.Metrics[0].Factors == nil {
		t.Errorf("%d points, %d seeds", r.Points, r.Seeds)
	}
	q.Factors = []int{1, 2, 4}
	if groups := q.seedGroups(); groups != 0 {
		t.Errorf("the design varies the seed, and yet %d groups", groups)
	}
}

package design

import (
	"bufio"
	"fmt"
	"math"
	"math/bits"
	"os"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

func sqrt(x float64) float64 { return math.Sqrt(x) }

// TestHypercubeHasEachStratumOnce holds every factor to the definition.
func TestHypercubeHasEachStratumOnce(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := Settings{
			Method: LatinHypercube, Points: rapid.Int64Range(1, 3000).Draw(t, "points"),
			Seeded: true, Seed: rapid.Int64().Draw(t, "seed"), Factors: 3,
		}
		checkStrata(t, mustNew(t, s), 3, s.Points)
	})
}

// checkStrata finds one of the first n points in each of n equal strata of each factor.
func checkStrata(t interface{ Fatalf(string, ...any) }, d Design, factors int, n int64) {
	for factor := range factors {
		taken := make([]bool, n)
		for point := range n {
			stratum := int64(d.At(point, factor) * float64(n))
			if taken[stratum] {
				t.Fatalf("factor %d has two points in stratum %d of %d", factor, stratum, n)
			}
			taken[stratum] = true
		}
	}
}

// TestHypercubeAtItsLimit checks strata where a float64 has the least room for them, by the exact product. Of so many points
// some lie in the first and the last place of their stratum.
func TestHypercubeAtItsLimit(t *testing.T) {
	for _, n := range []int64{MaxPoints, MaxPoints - 1, MaxPoints/2 + 1, 3 << 37} {
		h := newHypercube(Settings{Points: n, Seeded: true, Seed: 7, Factors: 1})
		for point := n - 1; point > n-30_000; point-- {
			want := permute(uint64(point), uint64(n), h.keys[0])
			if got, _ := bits.Mul64(uint64(h.At(point, 0)*0x1p64), uint64(n)); got != want {
				t.Fatalf("point %d of %d lies in stratum %d, want %d", point, n, got, want)
			}
		}
	}
}

// TestSobolsFirstPoints are those that Joe and Kuo print beside their numbers.
func TestSobolsFirstPoints(t *testing.T) {
	d := mustNew(t, Settings{Method: Sobol, Points: 10, Factors: 3})
	for point, want := range [][3]float64{
		{0, 0, 0}, {0.5, 0.5, 0.5}, {0.75, 0.25, 0.25}, {0.25, 0.75, 0.75}, {0.375, 0.375, 0.625},
		{0.875, 0.875, 0.125}, {0.625, 0.125, 0.875}, {0.125, 0.625, 0.375}, {0.1875, 0.3125, 0.9375}, {0.6875, 0.8125, 0.4375},
	} {
		for j := range want {
			if got := d.At(int64(point), j); got != want[j] {
				t.Errorf("point %d, dimension %d is %v, want %v", point, j, got, want[j])
			}
		}
	}
}

// TestSobolIsThatOfScipy compares points of many dimensions.
func TestSobolIsThatOfScipy(t *testing.T) {
	file, err := os.Open("testdata/sobol.txt")
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	d := mustNew(t, Settings{Method: Sobol, Points: 1 << 40, Factors: MaxDimensions})
	lines := 0
	for s := bufio.NewScanner(file); s.Scan(); {
		if strings.HasPrefix(s.Text(), "#") {
			continue
		}
		var point, want int64
		var dimension int
		if _, err := fmt.Sscan(s.Text(), &point, &dimension, &want); err != nil {
			t.Fatal(err)
		}
		if got := int64(d.At(point, dimension) * (1 << digits)); got != want {
			t.Errorf("point %d, dimension %d is %d, want %d", point, dimension, got, want)
		}
		lines++
	}
	if lines != 120 {
		t.Errorf("%d coordinates compared, want 120", lines)
	}
}

// TestSobolIsEvenInEveryDimension also shows that each line of the table was read.
func TestSobolIsEvenInEveryDimension(t *testing.T) {
	for _, s := range []Settings{
		{Method: Sobol, Points: 1 << 11, Factors: MaxDimensions},
		{Method: Sobol, Points: 1 << 11, Factors: MaxDimensions, Seeded: true, Seed: 3},
	} {
		for n := int64(1); n <= s.Points; n *= 2 {
			checkStrata(t, mustNew(t, s), MaxDimensions, n)
		}
	}
}

// TestSobolIsANetInTwoDimensions counts the points in boxes of equal area of any shape.
func TestSobolIsANetInTwoDimensions(t *testing.T) {
	for seed := range int64(20) {
		d := mustNew(t, Settings{Method: Sobol, Points: 256, Factors: 2, Seeded: seed > 0, Seed: seed})
		for width := 1; width <= 256; width *= 2 {
			taken := map[[2]int]bool{}
			for point := range d.Len() {
				taken[[2]int{int(d.At(point, 0) * float64(width)), int(d.At(point, 1) * 256 / float64(width))}] = true
			}
			if len(taken) != 256 {
				t.Errorf("seed %d: of 256 boxes %d wide, %d have a point", seed, width, len(taken))
			}
		}
	}
}

// TestScramblingHasNoBias averages the first point, which is the corner 0 without a seed, over seeds.
func TestScramblingHasNoBias(t *testing.T) {
	const seeds = 4000
	sum := 0.0
	for seed := range int64(seeds) {
		sum += mustNew(t, Settings{Method: Sobol, Points: 1, Factors: 1, Seeded: true, Seed: seed}).At(0, 0)
	}
	if mean := sum / seeds; math.Abs(mean-0.5) > 4*sqrt(1.0/12/seeds) {
		t.Errorf("the mean of the first point is %v", mean)
	}
}

func TestSaltelliMixesTwoPoints(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := Settings{
			Method: Saltelli, Points: rapid.Int64Range(1, 100).Draw(t, "points"), Factors: rapid.IntRange(1, 9).Draw(t, "factors"),
			Seeded: rapid.Bool().Draw(t, "seeded"), Seed: 5,
		}
		d := mustNew(t, s)
		wide := s
		wide.Method, wide.Factors = Sobol, 2*s.Factors
		base := mustNew(t, wide)
		if want := s.Points * int64(s.Factors+2); d.Len() != want {
			t.Fatalf("%d points, want %d", d.Len(), want)
		}
		point := int64(0)
		for i := range s.Points {
			for place := 0; place < s.Factors+2; place++ {
				for j := range s.Factors {
					want := base.At(i, j)
					if place == s.Factors+1 || place == j+1 {
						want = base.At(i, s.Factors+j)
					}
					if got := d.At(point, j); got != want {
						t.Fatalf("base %d, place %d, factor %d is %v, want %v", i, place, j, got, want)
					}
				}
				point++
			}
		}
	})
}

func TestMorrisMovesEachFactorOnce(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := Settings{
			Method: Morris, Points: rapid.Int64Range(1, 30).Draw(t, "points"), Factors: rapid.IntRange(1, 9).Draw(t, "factors"),
			Levels: 2 * rapid.Int64Range(1, 20).Draw(t, "half levels"), Seeded: true, Seed: rapid.Int64().Draw(t, "seed"),
		}
		d := mustNew(t, s)
		step := float64(s.Levels) / float64(2*(s.Levels-1))
		for trajectory := range s.Points {
			moved := map[int]bool{}
			first := trajectory * int64(s.Factors+1)
			for k := range int64(s.Factors) {
				for j := range s.Factors {
					from, to := d.At(first+k, j), d.At(first+k+1, j)
					level := from * float64(s.Levels-1)
					if math.Abs(level-math.Round(level)) > 1e-9 {
						t.Fatalf("%v is not on the grid of %d levels", from, s.Levels)
					}
					if from == to {
						continue
					}
					if moved[j] || math.Abs(math.Abs(to-from)-step) > 1e-12 {
						t.Fatalf("factor %d goes from %v to %v", j, from, to)
					}
					moved[j] = true
				}
				if len(moved) != int(k)+1 {
					t.Fatalf("after %d steps %d factors have moved", k+1, len(moved))
				}
			}
		}
	})
}

// TestMorrisChoosesEvenly counts levels, directions and the order of the steps.
func TestMorrisChoosesEvenly(t *testing.T) {
	const trajectories, factors, levels = 20_000, 4, 6
	d := mustNew(t, Settings{Method: Morris, Points: trajectories, Factors: factors, Levels: levels, Seeded: true, Seed: 11})
	var starts [levels]float64
	var first [factors]float64
	for trajectory := range int64(trajectories) {
		from := trajectory * (factors + 1)
		starts[int(math.Round(d.At(from, 2)*(levels-1)))]++
		for j := range factors {
			if d.At(from, j) != d.At(from+1, j) {
				first[j]++
			}
		}
	}
	for what, counts := range map[string][]float64{"start": starts[:], "first step": first[:]} {
		expected := float64(trajectories) / float64(len(counts))
		for i, c := range counts {
			if math.Abs(c-expected) > 5*sqrt(expected) {
				t.Errorf("%s %d comes %v times, want about %v", what, i, c, expected)
			}
		}
	}
}

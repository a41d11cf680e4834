package sensitivity

import (
	"math/rand/v2"

	"tarama/analysis/rows/rowstest"
)

// givenMethods are those without a structure for an estimator.
var givenMethods = []Method{Random, LatinHypercube, Sobol}

// pointsOf are points as the designs of package sweep/grid/design place them, made here the short way.
func pointsOf(method Method, n, d int, seed uint64) [][]float64 {
	random := rowstest.Random(seed)
	switch method {
	case LatinHypercube:
		return hypercubePoints(random, n, d)
	case Sobol:
		return sobolPoints(random, n, d)
	}
	points := make([][]float64, n)
	for i := range points {
		points[i] = randomPoint(random, d)
	}
	return points
}

func randomPoint(random *rand.Rand, d int) []float64 {
	u := make([]float64, d)
	for i := range u {
		u[i] = random.Float64()
	}
	return u
}

func hypercubePoints(random *rand.Rand, n, d int) [][]float64 {
	points := make([][]float64, n)
	for i := range points {
		points[i] = make([]float64, d)
	}
	for factor := range d {
		for i, stratum := range random.Perm(n) {
			points[i][factor] = (float64(stratum) + random.Float64()) / float64(n)
		}
	}
	return points
}

// sobolPoints are the first points of Sobol's sequence in up to four dimensions with the numbers of Joe and Kuo, moved by a random
// digital shift.
func sobolPoints(random *rand.Rand, n, d int) [][]float64 {
	const bits = 32
	start := [][]uint32{{}, {1}, {1, 3}, {1, 3, 1}} // m of each polynomial
	inner := []uint32{0, 0, 1, 1}                   // the polynomial's inner coefficients
	points := make([][]float64, n)
	for i := range points {
		points[i] = make([]float64, d)
	}
	for factor := range d {
		var v [bits]uint32
		degree := len(start[factor])
		for k := range v {
			switch {
			case factor == 0:
				v[k] = 1 << (bits - 1 - k)
			case k < degree:
				v[k] = start[factor][k] << (bits - 1 - k)
			default:
				v[k] = v[k-degree] ^ v[k-degree]>>degree
				for j := 1; j < degree; j++ {
					if inner[factor]>>(degree-1-j)&1 == 1 {
						v[k] ^= v[k-j]
					}
				}
			}
		}
		shift := random.Uint32()
		for i := range points {
			x := shift
			for k := range v {
				if i>>k&1 == 1 {
					x ^= v[k]
				}
			}
			points[i][factor] = (float64(x) + 0.5) / (1 << bits)
		}
	}
	return points
}

package sensitivity

import "math"

// function is one whose Sobol' indices are known.
type function struct {
	name         string
	d            int
	f            func(u []float64) float64 // of coordinates from 0 to 1
	first, total []float64
	v            float64 // variance
}

// ishigami is sin x1 + 7 sin^2 x2 + 0.1 x3^4 sin x1 for x from -pi to pi (Ishigami and Homma, 1990).
func ishigami() function {
	const a, b = 7, 0.1
	pi4 := math.Pow(math.Pi, 4)
	v1 := 0.5 * math.Pow(1+b*pi4/5, 2)
	v2 := a * a / 8.0
	v13 := b * b * pi4 * pi4 * (1.0/18 - 1.0/50)
	v := v1 + v2 + v13
	return function{
		name: "ishigami", d: 3, v: v,
		f: func(u []float64) float64 {
			x := func(i int) float64 { return (2*u[i] - 1) * math.Pi }
			return math.Sin(x(0)) + a*math.Pow(math.Sin(x(1)), 2) + b*math.Pow(x(2), 4)*math.Sin(x(0))
		},
		first: []float64{v1 / v, v2 / v, 0},
		total: []float64{(v1 + v13) / v, v2 / v, v13 / v},
	}
}

// gFunction is the g-function of Sobol': the product of (|4 x_i - 2| + a_i) / (1 + a_i).
func gFunction(a ...float64) function {
	g := function{name: "g", d: len(a), f: func(u []float64) float64 {
		y := 1.0
		for i := range a {
			y *= (math.Abs(4*u[i]-2) + a[i]) / (1 + a[i])
		}
		return y
	}}
	variances := make([]float64, len(a))
	for i := range a {
		variances[i] = 1 / (3 * (1 + a[i]) * (1 + a[i]))
	}
	g.useVariances(variances)
	return g
}

// useVariances sets the indices of a product of independent factors with mean 1 and some variances.
func (g *function) useVariances(variances []float64) {
	product := 1.0
	for _, v := range variances {
		product *= 1 + v
	}
	g.v = product - 1
	for _, v := range variances {
		g.first = append(g.first, v/(product-1))
		g.total = append(g.total, v*product/(1+v)/(product-1))
	}
}

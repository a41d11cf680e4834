package sensitivity

import (
	"math"
	"testing"

	"gonum.org/v1/gonum/mat"
	"pgregory.net/rapid"
)

// TestLeastSquaresEqualsGonum: against the textbook's formulas by a library, for columns that hang together.
func TestLeastSquaresEqualsGonum(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p := rapid.IntRange(1, 8).Draw(t, "columns")
		n := p + 2 + rapid.IntRange(0, 20).Draw(t, "more points")
		value := rapid.Float64Range(-3, 3)
		x, y := mat.NewDense(n, p, nil), mat.NewVecDense(n, nil)
		sums := moments{products: make([]float64, entries(p+2))}
		for i := range n {
			row := []float64{1}
			for j := range p {
				// The diagonal keeps the columns apart.
				v := value.Draw(t, "x") + 0.5*row[j]
				if i == j {
					v += 20
				}
				row = append(row, v)
			}
			row = append(row, value.Draw(t, "y"))
			sums.addRow(row, 0)
			x.SetRow(i, row[1:p+1])
			y.SetVec(i, row[p+1])
		}
		l := newLeastSquares(sums.products, p)
		compareFit(t, l, x, y)
	})
}

// compareFit works the fit out from the points.
func compareFit(t *rapid.T, l *leastSquares, x *mat.Dense, y *mat.VecDense) {
	n, p := x.Dims()
	for j := range p {
		mean := mat.Sum(x.ColView(j)) / float64(n)
		for i := range n {
			x.Set(i, j, x.At(i, j)-mean)
		}
	}
	mean := mat.Sum(y) / float64(n)
	for i := range n {
		y.SetVec(i, y.AtVec(i)-mean)
	}
	var a, inverse mat.Dense
	a.Mul(x.T(), x)
	if err := inverse.Inverse(&a); err != nil {
		t.Skip("the library finds the columns too much alike")
	}
	var b, fit, rest mat.VecDense
	b.MulVec(x.T(), y)
	b.MulVec(&inverse, &b)
	fit.MulVec(x, &b)
	rest.SubVec(y, &fit)
	near(t, "left", l.left, mat.Dot(&rest, &rest), mat.Dot(y, y))
	from, to := p/3, p/3+(p+1)/2
	var part mat.VecDense
	part.MulVec(x.Slice(0, n, from, to), b.SliceVec(from, to))
	near(t, "explained", l.explained(from, to), mat.Dot(&part, &part), mat.Dot(y, y))
	var product mat.Dense
	product.Mul(a.Slice(from, to, from, to), inverse.Slice(from, to, from, to))
	near(t, "inflation", l.inflation(from, to), mat.Trace(&product), 1)
	near(t, "rest", l.rest(), mat.Dot(&rest, &rest)/float64(n-1-p), mat.Dot(y, y))
}

func near(t *rapid.T, what string, got, want, size float64) {
	t.Helper()
	if math.Abs(got-want) > 1e-8*math.Max(1, math.Max(size, math.Abs(want))) {
		t.Fatalf("%s is %v, want %v", what, got, want)
	}
}

// TestDependentColumns: a column that repeats another changes nothing.
func TestDependentColumns(t *testing.T) {
	var once, twice moments
	once.products, twice.products = make([]float64, entries(4)), make([]float64, entries(5))
	for i := range 20 {
		a, b, y := float64(i%5), float64(i*i%7), float64(i*i*i%11)
		once.addRow([]float64{1, a, b, y}, 0)
		twice.addRow([]float64{1, a, b, a - 2*b, y}, 0)
	}
	l, k := newLeastSquares(once.products, 2), newLeastSquares(twice.products, 3)
	if k.kept != 2 || k.b[2] != 0 || math.Abs(l.left-k.left) > 1e-9 || math.Abs(l.rest()-k.rest()) > 1e-9 ||
		math.Abs(l.inflation(0, 2)-k.inflation(0, 2)) > 1e-9 || k.inflation(2, 3) != 0 {
		t.Errorf("with the third column %+v, without %+v", k, l)
	}
}

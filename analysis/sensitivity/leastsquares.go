package sensitivity

import "math"

// leastSquares is the fit of a metric by some columns, from sums of products (see moments). A column that is a combination of
// those before it is left out: its coefficient is 0.
type leastSquares struct {
	n       float64   // points
	p       int       // columns
	kept    int       // of them
	a       []float64 // sums of products about the means, p by p
	root    []float64 // the triangular matrix R with R R' = a (Cholesky); a column that is left out has 0 on the diagonal
	inverse []float64 // of R, without what is left out
	b       []float64 // coefficients
	squares float64   // of the metric about its mean
	left    float64   // of what the columns do not explain
}

// independent is how much of a column's squares earlier columns must leave for it not to be left out.
const independent = 1e-9

func newLeastSquares(products []float64, p int) *leastSquares {
	l := &leastSquares{n: products[0], p: p}
	l.a, l.root, l.inverse = make([]float64, p*p), make([]float64, p*p), make([]float64, p*p)
	sums := products[:p+2]
	y := make([]float64, p) // products with the metric
	at := p + 2
	for i := range p {
		for j := i; j < p; j++ {
			l.a[i*p+j] = products[at+j-i] - float64(sums[i+1]*sums[j+1])/l.n
			l.a[j*p+i] = l.a[i*p+j]
		}
		y[i] = products[at+p-i] - float64(sums[i+1]*sums[p+1])/l.n
		at += p + 1 - i
	}
	l.squares = max(0, products[at]-float64(sums[p+1]*sums[p+1])/l.n)
	l.factorize()
	l.invert()
	l.solve(y)
	return l
}

// factorize finds R row by row.
func (l *leastSquares) factorize() {
	p := l.p
	for i := range p {
		row := l.root[i*p : (i+1)*p]
		for j := range i {
			if l.root[j*p+j] > 0 {
				row[j] = (l.a[i*p+j] - dot(row[:j], l.root[j*p:j*p+j])) / l.root[j*p+j]
			}
		}
		if pivot := l.a[i*p+i] - dot(row[:i], row[:i]); pivot > independent*l.a[i*p+i] {
			row[i] = math.Sqrt(pivot)
			l.kept++
		}
	}
}

// invert finds the inverse of R, row by row: each row follows from those above.
func (l *leastSquares) invert() {
	p := l.p
	for i := range p {
		if l.root[i*p+i] == 0 {
			continue
		}
		row := l.inverse[i*p : (i+1)*p]
		for k := range i {
			factor := l.root[i*p+k]
			for j, x := range l.inverse[k*p : k*p+k+1] {
				row[j] -= float64(factor * x)
			}
		}
		for j := range i {
			row[j] /= l.root[i*p+i]
		}
		row[i] = 1 / l.root[i*p+i]
	}
}

// solve finds the coefficients inv(R)' inv(R) y and what is left of the metric.
func (l *leastSquares) solve(y []float64) {
	l.b, l.left = make([]float64, l.p), l.squares
	for i := range l.p {
		row := l.inverse[i*l.p : i*l.p+i+1]
		z := dot(row, y[:i+1])
		l.left -= float64(z * z)
		for j, x := range row {
			l.b[j] += float64(z * x)
		}
	}
	l.left = max(0, l.left)
}

// rest is the variance of what the columns leave, without bias; 0 if there is nothing to tell it from.
func (l *leastSquares) rest() float64 {
	if free := l.n - 1 - float64(l.kept); free > 0 {
		return l.left / free
	}
	return 0
}

// explained is the sum of squares of the part of the fit that some columns make.
func (l *leastSquares) explained(from, to int) float64 {
	return quadratic(l.a, l.p, from, to, l.b[from:to])
}

// inflation is by how many times rest chance makes explained larger: the trace of the columns' part of a times theirs of the
// inverse of a.
func (l *leastSquares) inflation(from, to int) float64 {
	sum := 0.0
	for k := from; k < l.p; k++ {
		sum += quadratic(l.a, l.p, from, to, l.inverse[k*l.p+from:k*l.p+to])
	}
	return sum
}

// quadratic is x' a x over a part of a p by p matrix.
func quadratic(a []float64, p, from, to int, x []float64) float64 {
	sum := 0.0
	for i := from; i < to; i++ {
		sum += float64(x[i-from] * dot(a[i*p+from:i*p+to], x))
	}
	return sum
}

func dot(x, y []float64) float64 {
	sum := 0.0
	for i := range x {
		sum += float64(x[i] * y[i])
	}
	return sum
}

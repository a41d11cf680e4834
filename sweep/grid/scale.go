package grid

import (
	"math/big"

	"github.com/cockroachdb/apd/v3"

	"tarama/models"
)

// MaxPoints is the most points of a scale that are computed one by one beforehand.
const MaxPoints = 100_000

// logDigits is how many significant digits a point of a log scale has, and workDigits how many it is computed with, so
// that each platform gives the same bits and 10^5 multiplications in a row do not reach the digits that count.
const (
	logDigits  = 12
	workDigits = 50
)

// NewLinear returns the axis of points numbers that divide the way between two ends evenly, ends included. For a Real
// parameter each is the float64 nearest to the exact quotient; for an Int parameter each is rounded to the nearest
// integer (halves up), and there must be that many. A single point is from, and to must be the same.
func NewLinear(parameter int, t models.Type, from, to *apd.Decimal, points int64) (Axis, error) {
	if points == 1 {
		return single(parameter, t, from, to)
	}
	c, exponent, err := align(t, from, to)
	if err != nil {
		return nil, err
	}
	l := newQuotients(c[0], c[1], exponent, points)
	if t == models.Int {
		return l.integers(parameter)
	}
	if tooFine(nearest(c[0], int(exponent)), nearest(c[1], int(exponent)), l.spacing()) {
		return nil, ErrTooFine
	}
	if l.exact() {
		return &linear{
			parameters: []int{parameter}, length: points,
			first: l.first.Int64(), step: l.step.Int64(), divisor: float64(l.divisor.Int64()),
		}, nil
	}
	if points > MaxPoints {
		return nil, ErrTooManyPoints
	}
	values := make([]float64, points)
	for i := range values {
		values[i], _ = new(big.Rat).SetFrac(l.numerator(int64(i)), l.divisor).Float64()
	}
	return NewReals(parameter, values), nil
}

func single(parameter int, t models.Type, from, to *apd.Decimal) (Axis, error) {
	if from.Cmp(to) != 0 {
		return nil, ErrOnePoint
	}
	return NewRange(parameter, t, from, to, apd.New(1, 0))
}

// quotients are the points (first + i*step) / divisor as exact fractions.
type quotients struct {
	first, step, divisor *big.Int
	points               int64
}

// newQuotients uses that from + i*(to-from)/(n-1) is (from*(n-1) + i*(to-from)) / (n-1).
func newQuotients(from, to int64, exponent int32, points int64) quotients {
	power := new(big.Int).Exp(big.NewInt(10), big.NewInt(int64(max(exponent, -exponent))), nil)
	q := quotients{
		first:   new(big.Int).Mul(big.NewInt(from), big.NewInt(points-1)),
		step:    big.NewInt(to - from),
		divisor: big.NewInt(points - 1),
		points:  points,
	}
	if exponent < 0 {
		q.divisor.Mul(q.divisor, power)
	} else {
		q.first.Mul(q.first, power)
		q.step.Mul(q.step, power)
	}
	return q
}

func (q quotients) numerator(i int64) *big.Int {
	n := new(big.Int).Mul(q.step, big.NewInt(i))
	return n.Add(n, q.first)
}

// spacing is how far two neighbouring points are apart.
func (q quotients) spacing() float64 {
	distance, _ := new(big.Rat).SetFrac(q.step, q.divisor).Float64()
	return distance
}

// exact says whether float64 holds the divisor and every numerator, so that one division gives the nearest float64. The
// numerators are monotone, so the first and the last bound them all.
func (q quotients) exact() bool {
	limit := big.NewInt(exactInts)
	return q.divisor.Cmp(limit) <= 0 && q.first.CmpAbs(limit) <= 0 && q.numerator(q.points-1).CmpAbs(limit) <= 0
}

// integers rounds each point to floor(x + 1/2). Points at least 1 apart stay distinct.
func (q quotients) integers(parameter int) (Axis, error) {
	if q.step.CmpAbs(q.divisor) < 0 {
		return nil, ErrTooFewNumbers
	}
	quotient, rest := new(big.Int).QuoRem(q.step, q.divisor, new(big.Int))
	first, firstRest := new(big.Int).QuoRem(q.first, q.divisor, new(big.Int))
	if rest.Sign() == 0 && firstRest.Sign() == 0 {
		return NewIntegers(parameter, first.Int64(), quotient.Int64(), q.points)
	}
	if q.points > MaxPoints {
		return nil, ErrTooManyPoints
	}
	values := make([]int64, q.points)
	double := new(big.Int).Lsh(q.divisor, 1)
	for i := range values {
		n := q.numerator(int64(i))
		n.Lsh(n, 1).Add(n, q.divisor)
		values[i] = n.Div(n, double).Int64() // the divisor is positive: Div rounds down
	}
	return NewInts(parameter, values), nil
}

// linear is the axis (first + i*step) / divisor of numbers that float64 holds.
type linear struct {
	parameters  []int
	first, step int64
	divisor     float64
	length      int64
}

func (l *linear) Len() int64         { return l.length }
func (l *linear) Parameters() []int  { return l.parameters }
func (l *linear) Words(int) []string { return nil }

func (l *linear) Fill(columns []models.Column, low, high int, first int64) {
	column := columns[l.parameters[0]].Reals[low:high]
	numerator := l.first + first*l.step
	for i := range column {
		column[i] = float64(numerator) / l.divisor
		numerator += l.step
	}
}

// NewLog returns the axis of points numbers with equal ratios between two positive ends, which it has exactly. The others
// are rounded to 12 significant digits, for an Int parameter to the nearest integer, and there must be that many.
func NewLog(parameter int, t models.Type, from, to *apd.Decimal, points int64) (Axis, error) {
	if from.Sign() <= 0 || to.Sign() <= 0 {
		return nil, ErrNotPositive
	}
	if points == 1 {
		return single(parameter, t, from, to)
	}
	if points > MaxPoints {
		return nil, ErrTooManyPoints
	}
	exact, err := geometric(from, to, points)
	if err != nil {
		return nil, err
	}
	if t == models.Int {
		return roundedIntegers(parameter, exact)
	}
	values := make([]float64, points)
	round := apd.BaseContext.WithPrecision(logDigits)
	for i, d := range exact {
		if i > 0 && i < len(exact)-1 {
			if _, err := round.Round(d, d); err != nil {
				return nil, err
			}
		}
		if values[i], err = d.Float64(); err != nil {
			return nil, err
		}
		if i > 0 && values[i] == values[i-1] {
			return nil, ErrTooFine
		}
	}
	return NewReals(parameter, values), nil
}

// geometric returns from * (to/from)^(i/(points-1)) to nearly workDigits digits, the ends exactly.
func geometric(from, to *apd.Decimal, points int64) ([]*apd.Decimal, error) {
	work := apd.MakeErrDecimal(apd.BaseContext.WithPrecision(workDigits))
	ratio := new(apd.Decimal)
	work.Quo(ratio, to, from)
	work.Ln(ratio, ratio)
	work.Quo(ratio, ratio, apd.New(points-1, 0))
	work.Exp(ratio, ratio)
	values := make([]*apd.Decimal, points)
	values[0] = new(apd.Decimal).Set(from)
	for i := 1; i < len(values); i++ {
		values[i] = new(apd.Decimal)
		work.Mul(values[i], values[i-1], ratio)
	}
	values[points-1] = new(apd.Decimal).Set(to)
	return values, work.Err()
}

func roundedIntegers(parameter int, exact []*apd.Decimal) (Axis, error) {
	values := make([]int64, len(exact))
	context := apd.BaseContext.WithPrecision(workDigits)
	context.Rounding = apd.RoundHalfUp
	for i, d := range exact {
		if (i == 0 || i == len(exact)-1) && !isInteger(d) {
			return nil, ErrNotInteger
		}
		var whole apd.Decimal
		if _, err := context.RoundToIntegralValue(&whole, d); err != nil {
			return nil, err
		}
		value, err := whole.Int64()
		if err != nil {
			return nil, ErrDigits
		}
		if values[i] = value; i > 0 && value == values[i-1] {
			return nil, ErrTooFewNumbers
		}
	}
	return NewInts(parameter, values), nil
}

package grid

import (
	"errors"
	"fmt"
	"math"
	"math/big"
	"strconv"

	"github.com/cockroachdb/apd/v3"

	"tarama/models"
)

// Errors of ranges. They say what is wrong with the numbers that a range was asked for.
var (
	ErrStepZero      = errors.New("the step is 0")
	ErrStepSign      = errors.New("the step leads away from the end")
	ErrDigits        = errors.New("the numbers need more than 18 digits together")
	ErrNotInteger    = errors.New("not an integer")
	ErrTooFewNumbers = errors.New("there are not that many integers in the range")
	ErrNotPositive   = errors.New("a log scale needs positive ends")
	ErrTooManyPoints = fmt.Errorf("at most %d such points can be computed", MaxPoints)
	ErrOnePoint      = errors.New("a single point cannot be both ends")
	ErrRangeEmpty    = errors.New("no values")
	ErrTooFine       = errors.New("the values are closer than a float64 can tell apart")
)

// NewRange returns the axis from, from+step, from+2*step, ... up to the last value that is not beyond to. The numbers are
// exact decimals: for a Real parameter value i is the float64 nearest to from + i*step; for an Int parameter from and
// step must be integers.
func NewRange(parameter int, t models.Type, from, to, step *apd.Decimal) (Axis, error) {
	if step.IsZero() {
		return nil, ErrStepZero
	}
	if t == models.Int && (!isInteger(from) || !isInteger(step)) {
		return nil, ErrNotInteger
	}
	c, exponent, err := align(t, from, to, step)
	if err != nil {
		return nil, err
	}
	first, last, by := c[0], c[1], c[2]
	if last != first && (last > first) != (by > 0) {
		return nil, ErrStepSign
	}
	length := (last-first)/by + 1
	if t == models.Int {
		scale := int64(1)
		for ; exponent < 0; exponent++ {
			scale *= 10
		}
		return NewIntegers(parameter, first/scale, by/scale, length)
	}
	r := &decimals{parameters: []int{parameter}, first: first, step: by, exponent: int(exponent), length: length}
	if length > 1 && tooFine(nearest(first, r.exponent), nearest(last, r.exponent), nearest(by, r.exponent)) {
		return nil, ErrTooFine
	}
	return r, nil
}

// tooFine says whether numbers a step apart can fall on the same float64 between first and last: whether the step is
// below the distance of the float64 numbers where it is widest.
func tooFine(first, last, step float64) bool {
	widest := max(math.Abs(first), math.Abs(last))
	return math.Abs(step) < math.Nextafter(widest, math.Inf(1))-widest
}

// align writes decimals as integers times one power of ten. The integers are at most 2^62, so that the differences of
// two of them are int64 too. For an Int parameter the power is at most 1.
func align(t models.Type, numbers ...*apd.Decimal) (coefficients []int64, exponent int32, err error) {
	exponent = math.MaxInt32
	reduced := make([]apd.Decimal, len(numbers))
	for i, d := range numbers {
		reduced[i].Reduce(d)
		if !d.IsZero() {
			exponent = min(exponent, reduced[i].Exponent)
		}
	}
	if t == models.Int || exponent == math.MaxInt32 {
		exponent = min(exponent, 0)
	}
	for i := range reduced {
		c, err := rescale(&reduced[i], exponent)
		if err != nil {
			return nil, 0, err
		}
		coefficients = append(coefficients, c)
	}
	return coefficients, exponent, nil
}

func rescale(d *apd.Decimal, exponent int32) (int64, error) {
	if d.IsZero() {
		return 0, nil
	}
	if d.Exponent-exponent > 18 {
		return 0, ErrDigits
	}
	c := new(big.Int).Set(d.Coeff.MathBigInt())
	c.Mul(c, new(big.Int).Exp(big.NewInt(10), big.NewInt(int64(d.Exponent-exponent)), nil))
	if !c.IsInt64() || c.Int64() > MaxCells {
		return 0, ErrDigits
	}
	if d.Negative {
		return -c.Int64(), nil
	}
	return c.Int64(), nil
}

func isInteger(d *apd.Decimal) bool {
	var reduced apd.Decimal
	reduced.Reduce(d)
	return reduced.IsZero() || reduced.Exponent >= 0
}

// integers is the axis first, first+step, ...
type integers struct {
	parameters  []int
	first, step int64
	length      int64
}

// NewIntegers returns the axis of length integers from first on. A last value beyond int64 is an error.
func NewIntegers(parameter int, first, step, length int64) (Axis, error) {
	last := new(big.Int).Mul(big.NewInt(step), big.NewInt(length-1))
	if last.Add(last, big.NewInt(first)); !last.IsInt64() {
		return nil, fmt.Errorf("the last value would be %s, beyond 64 bits", last)
	}
	return &integers{parameters: []int{parameter}, first: first, step: step, length: length}, nil
}

func (r *integers) Len() int64         { return r.length }
func (r *integers) Parameters() []int  { return r.parameters }
func (r *integers) Words(int) []string { return nil }

func (r *integers) Fill(columns []models.Column, low, high int, first int64) {
	column := columns[r.parameters[0]].Ints[low:high]
	value := r.first + first*r.step
	for i := range column {
		column[i] = value
		value += r.step
	}
}

// decimals is the axis (first + i*step) * 10^exponent.
type decimals struct {
	parameters  []int
	first, step int64
	exponent    int
	length      int64
}

func (r *decimals) Len() int64         { return r.length }
func (r *decimals) Parameters() []int  { return r.parameters }
func (r *decimals) Words(int) []string { return nil }

func (r *decimals) Fill(columns []models.Column, low, high int, first int64) {
	column := columns[r.parameters[0]].Reals[low:high]
	coefficient := r.first + first*r.step
	for i := range column {
		column[i] = nearest(coefficient, r.exponent)
		coefficient += r.step
	}
}

// exactInts is the greatest integer up to which float64 holds every integer, and exactTens has the powers of ten that it
// holds exactly.
const exactInts = int64(1) << 53

var exactTens = [...]float64{
	1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11,
	1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22,
}

// nearest returns the float64 nearest to coefficient * 10^exponent. If both factors are float64 numbers, one correctly
// rounded operation gives it; else the decimal is printed and parsed, which is correctly rounded too and allocates
// nothing (at most 25 characters: a short string that does not escape).
func nearest(coefficient int64, exponent int) float64 {
	if -exactInts <= coefficient && coefficient <= exactInts {
		switch {
		case exponent <= 0 && -exponent < len(exactTens):
			return float64(coefficient) / exactTens[-exponent]
		case exponent > 0 && exponent < len(exactTens):
			return float64(coefficient) * exactTens[exponent]
		}
	}
	var buffer [32]byte
	text := strconv.AppendInt(buffer[:0], coefficient, 10)
	text = append(text, 'e')
	text = strconv.AppendInt(text, int64(exponent), 10)
	value, err := strconv.ParseFloat(string(text), 64)
	if err != nil {
		return math.Inf(1) // the study was checked: every value is within the bounds of its parameter, which are finite
	}
	return value
}

package grid

import (
	"errors"
	"math"
	"math/bits"

	"github.com/cockroachdb/apd/v3"

	"tarama/models"
)

// Factor is what one dimension of a design's cube does: it turns a coordinate, 0 to 1, into a value of a parameter. It is
// monotone in the coordinate, from the first value at 0 to the last at 1.
type Factor interface {
	// Parameter is the position in Spec.Parameters of what the factor sets.
	Parameter() int

	// Words is the dictionary of a text parameter; nil for numbers.
	Words() []string

	// fill writes the value at a coordinate to a row of the parameter's column. It allocates nothing.
	fill(columns []models.Column, row int, coordinate float64)
}

// Errors of factors.
var (
	ErrNoWidth         = errors.New("from must be below to")
	ErrTooManyIntegers = errors.New("the range has more than 2^62 integers")
)

// Choice is a factor that takes each value of an axis of one parameter for an equal share of the coordinates.
type Choice struct{ axis Axis }

// NewChoice returns the factor of the values of an axis, which sets one parameter.
func NewChoice(axis Axis) *Choice { return &Choice{axis: axis} }

// NewIntegerFactor returns the factor of the integers between two ends, which are included: each for an equal share.
func NewIntegerFactor(parameter int, from, to int64) (*Choice, error) {
	if from >= to {
		return nil, ErrNoWidth
	}
	if count := uint64(to) - uint64(from); count >= uint64(MaxCells) {
		return nil, ErrTooManyIntegers
	}
	axis, err := NewIntegers(parameter, from, 1, to-from+1)
	if err != nil {
		return nil, err
	}
	return NewChoice(axis), nil
}

// Parameter is that of the axis.
func (c *Choice) Parameter() int { return c.axis.Parameters()[0] }

// Words is the dictionary of the axis.
func (c *Choice) Words() []string { return c.axis.Words(c.Parameter()) }

// fill writes value number floor(coordinate * n). The product is exact: a coordinate is a binary fraction, which 64 bits hold
// as far as it counts.
func (c *Choice) fill(columns []models.Column, row int, coordinate float64) {
	number := c.axis.Len() - 1
	if coordinate < 1 {
		high, _ := bits.Mul64(uint64(coordinate*0x1p64), uint64(c.axis.Len()))
		number = int64(high)
	}
	c.axis.Fill(columns, row, row+1, number)
}

// Linear is the factor of the reals between two ends: from + coordinate * (to - from).
type Linear struct {
	parameter       int
	from, to, width float64
}

// NewLinearFactor returns the factor of the reals from..to.
func NewLinearFactor(parameter int, from, to *apd.Decimal) (*Linear, error) {
	ends, err := newEnds(from, to)
	if err != nil {
		return nil, err
	}
	l := &Linear{parameter: parameter, from: ends[0], to: ends[1]}
	l.width = l.to - l.from
	if math.IsInf(l.width, 0) {
		return nil, ErrDigits
	}
	return l, nil
}

// newEnds returns the float64 numbers nearest to two ends, which must differ.
func newEnds(from, to *apd.Decimal) (ends [2]float64, err error) {
	if from.Cmp(to) >= 0 {
		return ends, ErrNoWidth
	}
	for i, d := range []*apd.Decimal{from, to} {
		if ends[i], err = d.Float64(); err != nil {
			return ends, err
		}
	}
	if ends[0] == ends[1] {
		return ends, ErrTooFine
	}
	return ends, nil
}

// Parameter is the one that the factor was made for.
func (l *Linear) Parameter() int { return l.parameter }

// Words is nil.
func (l *Linear) Words() []string { return nil }

// fill rounds twice, each product and sum to the nearest float64 as every platform does, and keeps to the ends.
func (l *Linear) fill(columns []models.Column, row int, coordinate float64) {
	value := l.to
	if coordinate < 1 {
		value = min(l.from+float64(coordinate*l.width), l.to)
	}
	columns[l.parameter].Reals[row] = value
}

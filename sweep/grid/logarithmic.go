package grid

import (
	"math"
	"math/big"
	"math/bits"
	"sync"

	"github.com/cockroachdb/apd/v3"

	"tarama/models"
)

// Logarithmic is the factor of the numbers between two positive ends whose logarithms are spread evenly:
// from * (to/from)^coordinate. For an integer parameter it is that of the reals up to to+1, rounded down: the integer k takes
// a share of the coordinates that goes with log((k+1)/k).
type Logarithmic struct {
	parameter int
	integer   bool
	from, to  float64
	ratio     logarithm // of the end to the beginning, to base 2
}

// NewLogFactor returns the factor on a log scale. For an Int parameter the ends must be integers.
func NewLogFactor(parameter int, t models.Type, from, to *apd.Decimal) (*Logarithmic, error) {
	if from.Sign() <= 0 || to.Sign() <= 0 {
		return nil, ErrNotPositive
	}
	ends, err := newEnds(from, to)
	if err != nil {
		return nil, err
	}
	l := &Logarithmic{parameter: parameter, integer: t == models.Int, from: ends[0], to: ends[1]}
	end := to
	if l.integer {
		if !isInteger(from) || !isInteger(to) {
			return nil, ErrNotInteger
		}
		if l.to > float64(exactInts) {
			return nil, ErrDigits
		}
		end = new(apd.Decimal)
		if _, err := apd.BaseContext.WithPrecision(workDigits).Add(end, to, apd.New(1, 0)); err != nil {
			return nil, err
		}
	}
	l.ratio, err = newLogarithm(from, end)
	return l, err
}

// Parameter is the one that the factor was made for.
func (l *Logarithmic) Parameter() int { return l.parameter }

// Words is nil.
func (l *Logarithmic) Words() []string { return nil }

func (l *Logarithmic) fill(columns []models.Column, row int, coordinate float64) {
	value := l.to
	if coordinate < 1 {
		mantissa, exponent := l.ratio.power(coordinate)
		value = max(l.from, min(math.Ldexp(l.from*mantissa, exponent), l.to))
	}
	if l.integer {
		columns[l.parameter].Ints[row] = int64(value)
		return
	}
	columns[l.parameter].Reals[row] = value
}

// logarithm is the base-2 logarithm of a ratio over 1, as mantissa / 2^shift with 64 bits of mantissa.
type logarithm struct {
	mantissa uint64
	shift    uint
}

// newLogarithm computes log2(to/from) in decimal arithmetic, which is the same on each platform.
func newLogarithm(from, to *apd.Decimal) (logarithm, error) {
	work := apd.MakeErrDecimal(apd.BaseContext.WithPrecision(workDigits))
	ratio, two := new(apd.Decimal), new(apd.Decimal)
	work.Quo(ratio, to, from)
	work.Ln(ratio, ratio)
	work.Ln(two, apd.New(2, 0))
	work.Quo(ratio, ratio, two)
	if err := work.Err(); err != nil {
		return logarithm{}, err
	}
	value, _, err := big.ParseFloat(ratio.Text('e'), 10, 64, big.ToNearestEven)
	if err != nil {
		return logarithm{}, err
	}
	exponent := value.MantExp(nil) // value = m * 2^exponent, 1/2 <= m < 1
	mantissa, _ := new(big.Float).SetMantExp(value, 64-exponent).Uint64()
	return logarithm{mantissa: mantissa, shift: uint(64 - exponent)}, nil
}

// power returns 2^(coordinate * l) as a mantissa from 1 to 2 and an exponent, for a coordinate below 1. It uses integers only
// until the last rounding, so that no platform's exponential function decides about bits; its error is below 2^-52.
//
// The product of the coordinate's 64 bits and the mantissa is an exact number of 128 bits. What is whole of it is the
// exponent. For the fraction b1/256 + b2/256^2 + ..., 2 to that power is the product of 2^(b1/256), 2^(b2/256^2), ..., of
// which there is a table for every place and byte.
func (l logarithm) power(coordinate float64) (mantissa float64, exponent int) {
	high, low := bits.Mul64(uint64(coordinate*0x1p64), l.mantissa)
	whole, fraction := shiftRight(high, low, l.shift)
	roots := rootsOfTwo()
	product := uint64(1) << 63 // 1, in units of 2^-63
	for place := range roots {
		factor := roots[place][byte(fraction>>(56-8*place))]
		h, l := bits.Mul64(product, factor)
		product = h<<1 | l>>63
	}
	return float64(product) * 0x1p-63, int(whole)
}

// shiftRight returns the two words of a number of 128 bits shifted to the right; what falls out is lost.
func shiftRight(high, low uint64, n uint) (uint64, uint64) {
	if n >= 64 {
		return 0, high >> (n - 64)
	}
	return high >> n, high<<(64-n) | low>>n
}

// rootsOfTwo has 2^(b / 256^(place+1)) for every place and byte b, in units of 2^-63. They are products of the square root of
// two, its square root, and so on, which integer square roots of 192 bits give.
var rootsOfTwo = sync.OnceValue(func() *[8][256]uint64 {
	const digits = 192
	root := new(big.Int).Lsh(big.NewInt(2), digits)
	var table [8][256]uint64
	for place := range table {
		var bytes [256]*big.Int
		bytes[0] = new(big.Int).Lsh(big.NewInt(1), digits)
		for bit := 128; bit > 0; bit /= 2 {
			root.Sqrt(root.Lsh(root, digits))
			bytes[bit] = new(big.Int).Set(root)
		}
		for b := range bytes {
			if bytes[b] == nil {
				lowest := b & -b
				bytes[b] = new(big.Int).Mul(bytes[b-lowest], bytes[lowest])
				bytes[b].Rsh(bytes[b], digits)
			}
			table[place][b] = new(big.Int).Rsh(bytes[b], digits-63).Uint64()
		}
	}
	return &table
})

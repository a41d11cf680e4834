package where

import (
	"math"
	"math/bits"

	"tarama/models"
)

// row is what a condition is evaluated on: a row of filled columns. Operations without a value leave the first fault.
type row struct {
	columns []models.Column
	at      int
	fault   fault
}

// fault says why a condition has no value.
type fault uint8

const (
	noFault fault = iota
	divisionByZero
	tooLarge
)

// faultMessages are by fault, without noFault.
var faultMessages = []string{
	"the condition divides by zero",
	"a number in the condition becomes too large",
}

func (r *row) fail(f fault) {
	if r.fault == noFault {
		r.fault = f
	}
}

func (r *row) addInts(a, b int64) int64 {
	sum := a + b
	if (sum > a) != (b > 0) {
		r.fail(tooLarge)
	}
	return sum
}

func (r *row) subtractInts(a, b int64) int64 {
	difference := a - b
	if (difference < a) != (b > 0) {
		r.fail(tooLarge)
	}
	return difference
}

func (r *row) multiplyInts(a, b int64) int64 {
	high, low := bits.Mul64(magnitude(a), magnitude(b))
	negative := (a < 0) != (b < 0)
	if high != 0 || low > math.MaxInt64 && !(negative && low == 1<<63) {
		r.fail(tooLarge)
	}
	return a * b
}

// magnitude is the absolute value; that of the least integer is no int64.
func magnitude(a int64) uint64 {
	if a < 0 {
		return -uint64(a)
	}
	return uint64(a)
}

func (r *row) remainder(a, b int64) int64 {
	if b == 0 {
		r.fail(divisionByZero)
		return 0
	}
	return a % b
}

func (r *row) powerInts(a, exponent int64) int64 {
	result := int64(1)
	for ; exponent > 0; exponent >>= 1 {
		if exponent&1 == 1 {
			result = r.multiplyInts(result, a)
		}
		if exponent > 1 {
			a = r.multiplyInts(a, a)
		}
	}
	return result
}

// finite passes a real on and fails on one that float64 cannot hold.
func (r *row) finite(x float64) float64 {
	if math.IsInf(x, 0) || math.IsNaN(x) {
		r.fail(tooLarge)
	}
	return x
}

func (r *row) divide(a, b float64) float64 {
	if b == 0 {
		r.fail(divisionByZero)
		return 0
	}
	return r.finite(a / b)
}

// powerReals multiplies, since math.Pow need not give the same bits on every platform.
func (r *row) powerReals(a float64, exponent int64) float64 {
	n := magnitude(exponent)
	result := 1.0
	for ; n > 0; n >>= 1 {
		if n&1 == 1 {
			result = float64(result * a)
		}
		a = float64(a * a)
	}
	if exponent < 0 {
		return r.divide(1, result)
	}
	return r.finite(result)
}

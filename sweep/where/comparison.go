package where

import (
	"fmt"
)

func (c *compiler) comparison(n *binary, operator string) operand {
	a, b := c.compile(n.Left), c.compile(n.Right)
	equality := operator == "==" || operator == "!="
	switch {
	case a.sort == broken || b.sort == broken:
		return operand{}
	case a.isNumber() && b.isNumber():
		return operand{sort: condition, conditions: numberComparison(operator, a, b)}
	case a.sort != b.sort:
		return c.problem(n, fmt.Sprintf("%s compares %s with %s", operator, a.sort, b.sort), mixHint(a, b))
	case !equality:
		return c.problem(n, operator+" compares numbers, but "+a.what(), "use == or in")
	case a.sort == text:
		return c.textEquality(n, operator == "==", a, b)
	}
	left, right, equal := a.conditions, b.conditions, operator == "=="
	return operand{sort: condition, conditions: func(r *row) bool { return (left(r) == right(r)) == equal }}
}

func mixHint(a, b operand) string {
	if a.isNumber() && b.sort == text && b.parameter < 0 || b.isNumber() && a.sort == text && a.parameter < 0 {
		return "numbers stand without quotes"
	}
	return ""
}

// numberComparison compares integers exactly, and as reals if one of the two is real.
func numberComparison(operator string, a, b operand) func(*row) bool {
	switch bothIntegers := a.sort == integer && b.sort == integer; {
	case bothIntegers && b.constant:
		return compareConstant(operator, a.integers, b.integers(new(row)))
	case bothIntegers:
		return compare(operator, a.integers, b.integers)
	case b.constant:
		return compareConstant(operator, a.asReal(), b.asReal()(new(row)))
	}
	return compare(operator, a.asReal(), b.asReal())
}

func compare[T int64 | float64](operator string, a, b func(*row) T) func(*row) bool {
	switch operator {
	case "==":
		return func(r *row) bool { return a(r) == b(r) }
	case "!=":
		return func(r *row) bool { return a(r) != b(r) }
	case "<":
		return func(r *row) bool { return a(r) < b(r) }
	case "<=":
		return func(r *row) bool { return a(r) <= b(r) }
	case ">":
		return func(r *row) bool { return a(r) > b(r) }
	}
	return func(r *row) bool { return a(r) >= b(r) }
}

// compareConstant is compare with a right side that needs no call.
func compareConstant[T int64 | float64](operator string, a func(*row) T, b T) func(*row) bool {
	switch operator {
	case "==":
		return func(r *row) bool { return a(r) == b }
	case "!=":
		return func(r *row) bool { return a(r) != b }
	case "<":
		return func(r *row) bool { return a(r) < b }
	case "<=":
		return func(r *row) bool { return a(r) <= b }
	case ">":
		return func(r *row) bool { return a(r) > b }
	}
	return func(r *row) bool { return a(r) >= b }
}

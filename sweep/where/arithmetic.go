package where

// numbers compiles two operands that must be numbers.
func (c *compiler) numbers(n *binary) (a, b operand, ok bool) {
	a, b = c.compile(n.Left), c.compile(n.Right)
	for _, o := range []operand{a, b} {
		if o.sort != broken && !o.isNumber() {
			c.problem(n, n.Operator+" needs numbers on both sides, but "+o.what(), "")
			return a, b, false
		}
	}
	return a, b, a.sort != broken && b.sort != broken
}

func (c *compiler) arithmetic(n *binary, operator string) operand {
	a, b, ok := c.numbers(n)
	if !ok {
		return operand{}
	}
	bothIntegers := a.sort == integer && b.sort == integer
	switch {
	case operator == "%" && !bothIntegers:
		return c.problem(n, "% needs integers on both sides", "")
	case operator == "**":
		return c.power(n, a, b)
	case bothIntegers && operator != "/":
		return operand{sort: integer, integers: integerOperation(operator, a.integers, b.integers)}
	}
	return operand{sort: real, reals: realOperation(operator, a.asReal(), b.asReal())}
}

func integerOperation(operator string, a, b func(*row) int64) func(*row) int64 {
	switch operator {
	case "+":
		return func(r *row) int64 { return r.addInts(a(r), b(r)) }
	case "-":
		return func(r *row) int64 { return r.subtractInts(a(r), b(r)) }
	case "*":
		return func(r *row) int64 { return r.multiplyInts(a(r), b(r)) }
	}
	return func(r *row) int64 { return r.remainder(a(r), b(r)) }
}

func realOperation(operator string, a, b func(*row) float64) func(*row) float64 {
	switch operator {
	case "+":
		return func(r *row) float64 { return r.finite(a(r) + b(r)) }
	case "-":
		return func(r *row) float64 { return r.finite(a(r) - b(r)) }
	case "*":
		return func(r *row) float64 { return r.finite(a(r) * b(r)) }
	}
	return func(r *row) float64 { return r.divide(a(r), b(r)) }
}

// power compiles a ** b. It is an integer if a is one and b is written as a number from 0 on.
func (c *compiler) power(n *binary, a, b operand) operand {
	if b.sort != integer {
		return c.problem(n, "the exponent of ** must be an integer", "")
	}
	base, exponent := a.asReal(), b.integers
	if literal, written := n.Right.(*integerLiteral); written && literal.Value >= 0 && a.sort == integer {
		integers := a.integers
		return operand{sort: integer, integers: func(r *row) int64 { return r.powerInts(integers(r), exponent(r)) }}
	}
	return operand{sort: real, reals: func(r *row) float64 { return r.powerReals(base(r), exponent(r)) }}
}

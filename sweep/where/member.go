package where

import (
	"slices"
)

// member compiles a in [list] and a in low..high.
func (c *compiler) member(n *binary) operand {
	a := c.compile(n.Left)
	switch right := n.Right.(type) {
	case *list:
		return c.inList(n, a, right.Items)
	case *binary:
		if right.Operator == ".." {
			return c.inRange(right, a)
		}
	}
	return c.problem(n, "in needs a list or a range on its right", `policy in ["latency", "weighted"], ttl_s in 30..60`)
}

func (c *compiler) inRange(n *binary, a operand) operand {
	low, high := c.compile(n.Left), c.compile(n.Right)
	for _, o := range []operand{a, low, high} {
		if o.sort != integer && o.sort != broken {
			return c.problem(n, "a range holds integers", "compare reals: 0.1 <= a <= 0.5")
		}
	}
	if a.sort == broken || low.sort == broken || high.sort == broken {
		return operand{}
	}
	return operand{sort: condition, conditions: func(r *row) bool {
		x := a.integers(r)
		return low.integers(r) <= x && x <= high.integers(r)
	}}
}

func (c *compiler) inList(n *binary, a operand, items []node) operand {
	if len(items) == 0 {
		return c.problem(n, "the list after in is empty", "")
	}
	if a.sort == text && a.parameter >= 0 {
		return c.wordInList(a, items)
	}
	if a.sort != broken && !a.isNumber() {
		return c.problem(n, "in needs a parameter or a number on its left, but "+a.what(), "")
	}
	var numbers []operand
	for _, item := range items {
		o := c.compile(item)
		switch {
		case o.sort == broken || a.sort == broken:
		case !o.isNumber():
			c.problem(item, "the list needs numbers, but "+o.what(), mixHint(a, o))
		default:
			numbers = append(numbers, o)
		}
	}
	if c.problems != nil {
		return operand{}
	}
	return operand{sort: condition, conditions: numberInList(a, numbers)}
}

// numberInList compares a number with those of a list: one by one, or, if they are constant, by a search.
func numberInList(a operand, numbers []operand) func(*row) bool {
	constant, integers := true, a.sort == integer
	for _, n := range numbers {
		constant = constant && n.constant
		integers = integers && n.sort == integer
	}
	switch {
	case constant && integers:
		return search(a.integers, constants(numbers, func(o operand) func(*row) int64 { return o.integers }))
	case constant:
		return search(a.asReal(), constants(numbers, operand.asReal))
	}
	equal := make([]func(*row) bool, len(numbers))
	for i, n := range numbers {
		equal[i] = numberComparison("==", a, n)
	}
	return func(r *row) bool {
		for _, equals := range equal {
			if equals(r) {
				return true
			}
		}
		return false
	}
}

// constants are the values of constant operands, in ascending order.
func constants[T int64 | float64](numbers []operand, function func(operand) func(*row) T) []T {
	values := make([]T, len(numbers))
	for i, n := range numbers {
		values[i] = function(n)(new(row))
	}
	slices.Sort(values)
	return values
}

func search[T int64 | float64](a func(*row) T, sorted []T) func(*row) bool {
	return func(r *row) bool {
		_, found := slices.BinarySearch(sorted, a(r))
		return found
	}
}

func (c *compiler) wordInList(a operand, items []node) operand {
	listed := make([]bool, len(c.names.Words()[a.parameter]))
	for _, item := range items {
		word, ok := item.(*wordLiteral)
		if !ok {
			return c.problem(item, "the list needs words in quotes, since "+a.what(), c.itemHint(item))
		}
		if !c.checkWord(item, a, word.Value) {
			continue
		}
		if code := c.codesOf(a.parameter, []string{word.Value})[0]; code >= 0 {
			listed[code] = true
		}
	}
	parameter := a.parameter
	return operand{sort: condition, conditions: func(r *row) bool { return listed[r.columns[parameter].Codes[r.at]] }}
}

func (c *compiler) itemHint(item node) string {
	if name, ok := item.(*name); ok {
		return c.nameHint(name.Value)
	}
	return ""
}

package where

import (
	"fmt"
	"slices"

	"tarama/models"
)

// maxOperations bounds the nodes that are compiled: chained comparisons share operands, and nested ones could double
// them level by level.
const maxOperations = 1000

// compiler turns a syntax tree into closures. After a problem its results mean nothing.
type compiler struct {
	names      names
	noun       string // what a name stands for: "parameter", "column"
	problems   Problems
	mentioned  []int // parameters
	operations int

	checksNumbers bool // refuse operations on numbers alone that have no value
	namesSeen     int  // how often a name was met
}

// sort is the sort of value that an expression has.
type sort uint8

const (
	broken sort = iota // a problem has been reported
	condition
	integer
	real
	text
)

func (s sort) String() string {
	return [...]string{"nothing", "a condition", "a number", "a number", "a word"}[s]
}

// operand is a compiled expression. The function of its sort is set.
type operand struct {
	sort       sort
	conditions func(*row) bool
	integers   func(*row) int64
	reals      func(*row) float64
	constant   bool   // the number is the same in every row
	parameter  int    // of text: the parameter, or -1 for a literal
	literal    string // of text
	name       string // of a parameter, for messages
}

func (o operand) isNumber() bool { return o.sort == integer || o.sort == real }

// what describes an operand for messages: "policy (a word)".
func (o operand) what() string {
	if o.name != "" {
		return o.name + " is " + o.sort.String()
	}
	return "there is " + o.sort.String()
}

// asReal converts a number.
func (o operand) asReal() func(*row) float64 {
	if o.sort == real {
		return o.reals
	}
	integers := o.integers
	return func(r *row) float64 { return float64(integers(r)) }
}

func (c *compiler) problem(n node, message, hint string) operand {
	c.problems = append(c.problems, Problem{Offset: n.offset(), Message: message, Hint: hint})
	return operand{}
}

// condition compiles a node that must be a condition.
func (c *compiler) condition(n node) func(*row) bool {
	o := c.compile(n)
	if o.sort != condition && o.sort != broken {
		c.problem(n, "the filter must be a condition, but "+o.what(), "compare it with something")
	}
	return o.conditions
}

func (c *compiler) compile(n node) operand {
	if c.operations++; c.operations > maxOperations {
		if c.operations == maxOperations+1 {
			c.problem(n, fmt.Sprintf("the condition has over %d operations", maxOperations), "")
		}
		return operand{}
	}
	seen := c.namesSeen
	o := c.compileNode(n)
	if c.checksNumbers && c.namesSeen == seen && o.isNumber() {
		return c.valued(n, o)
	}
	return o
}

// valued refuses an operation on numbers alone that has no value.
func (c *compiler) valued(n node, o operand) operand {
	r := new(row)
	o.asReal()(r)
	if r.fault != noFault {
		return c.problem(n, faultMessages[r.fault-1], "")
	}
	return o
}

func (c *compiler) compileNode(n node) operand {
	switch n := n.(type) {
	case *name:
		return c.parameter(n)
	case *integerLiteral:
		value := n.Value
		return operand{sort: integer, constant: true, integers: func(*row) int64 { return value }}
	case *realLiteral:
		value := n.Value
		return operand{sort: real, constant: true, reals: func(*row) float64 { return value }}
	case *wordLiteral:
		return operand{sort: text, parameter: -1, literal: n.Value}
	case *truth:
		value := n.Value
		return operand{sort: condition, conditions: func(*row) bool { return value }}
	case *unary:
		return c.unary(n)
	case *binary:
		return c.binary(n)
	}
	return c.problem(n, "a condition does not know "+describe(n), "")
}

// parameter compiles a name.
func (c *compiler) parameter(n *name) operand {
	c.namesSeen++
	index := slices.IndexFunc(c.names.Parameters(), func(p models.Parameter) bool { return p.Name == n.Value })
	if index < 0 {
		o := c.problem(n, "there is no "+c.noun+" "+n.Value, c.nameHint(n.Value))
		c.problems[len(c.problems)-1].Name = n.Value
		return o
	}
	if !slices.Contains(c.mentioned, index) {
		c.mentioned = append(c.mentioned, index)
	}
	switch c.names.Parameters()[index].Type {
	case models.Int:
		return operand{sort: integer, name: n.Value, integers: func(r *row) int64 { return r.columns[index].Ints[r.at] }}
	case models.Real:
		return operand{sort: real, name: n.Value, reals: func(r *row) float64 { return r.columns[index].Reals[r.at] }}
	}
	return operand{sort: text, name: n.Value, parameter: index}
}

// nameHint suggests a parameter, or quotes if the name is a word that a parameter can have.
func (c *compiler) nameHint(name string) string {
	var names []string
	for i := range c.names.Parameters() {
		p := &c.names.Parameters()[i]
		if p.Type.IsText() && p.Check(models.TextValue(p.Type, name)) == nil {
			return fmt.Sprintf("words stand in quotes: %q", name)
		}
		names = append(names, p.Name)
	}
	if nearest := models.Nearest(name, names); nearest != "" {
		return "did you mean " + nearest + "?"
	}
	return ""
}

func (c *compiler) unary(n *unary) operand {
	o := c.compile(n.Of)
	switch {
	case o.sort == broken:
		return o
	case n.Operator == "not" || n.Operator == "!":
		if o.sort != condition {
			return c.problem(n, "not needs a condition, but "+o.what(), "not binds tightly: write not (a == b)")
		}
		inner := o.conditions
		return operand{sort: condition, conditions: func(r *row) bool { return !inner(r) }}
	case !o.isNumber():
		return c.problem(n, n.Operator+" needs a number, but "+o.what(), "")
	case n.Operator == "+":
		return o
	case o.sort == integer:
		inner := o.integers
		return operand{sort: integer, constant: o.constant, integers: func(r *row) int64 { return r.subtractInts(0, inner(r)) }}
	}
	inner := o.reals
	return operand{sort: real, constant: o.constant, reals: func(r *row) float64 { return -inner(r) }}
}

func (c *compiler) binary(n *binary) operand {
	switch operator := canonicalOperator(n.Operator); operator {
	case "and", "or":
		return c.logical(n, operator)
	case "in":
		return c.member(n)
	case "==", "!=", "<", "<=", ">", ">=":
		return c.comparison(n, operator)
	case "+", "-", "*", "/", "%", "**":
		return c.arithmetic(n, operator)
	}
	return c.problem(n, "a condition does not know "+describe(n), "")
}

func (c *compiler) logical(n *binary, operator string) operand {
	a, b := c.compile(n.Left), c.compile(n.Right)
	for _, o := range []operand{a, b} {
		if o.sort != condition && o.sort != broken {
			return c.problem(n, operator+" needs conditions on both sides, but "+o.what(), "compare it with something")
		}
	}
	left, right := a.conditions, b.conditions
	if operator == "and" {
		return operand{sort: condition, conditions: func(r *row) bool { return left(r) && right(r) }}
	}
	return operand{sort: condition, conditions: func(r *row) bool { return left(r) || right(r) }}
}

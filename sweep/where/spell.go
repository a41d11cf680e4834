package where

import (
	"strconv"
	"strings"
)

// spell writes a tree the one way that all spellings of a condition share: operators in words, parentheses around every
// operand that is itself an operation, except for arithmetic in comparisons and comparisons in and and or.
func spell(n node) string {
	switch n := n.(type) {
	case *name:
		return n.Value
	case *integerLiteral:
		return strconv.FormatInt(n.Value, 10)
	case *realLiteral:
		text := strconv.FormatFloat(n.Value, 'g', -1, 64)
		if !strings.ContainsAny(text, ".e") {
			text += ".0"
		}
		return text
	case *wordLiteral:
		return strconv.Quote(n.Value)
	case *truth:
		return strconv.FormatBool(n.Value)
	case *list:
		items := make([]string, len(n.Items))
		for i, item := range n.Items {
			items[i] = spell(item)
		}
		return "[" + strings.Join(items, ", ") + "]"
	case *unary:
		if n.Operator == "-" || n.Operator == "+" {
			return n.Operator + "(" + spell(n.Of) + ")"
		}
		return "not (" + spell(n.Of) + ")"
	case *binary:
		operator := canonicalOperator(n.Operator)
		if operator == ".." {
			return spellOperand(n.Left, operator) + ".." + spellOperand(n.Right, operator)
		}
		return spellOperand(n.Left, operator) + " " + operator + " " + spellOperand(n.Right, operator)
	}
	return ""
}

func spellOperand(n node, under string) string {
	text := spell(n)
	b, operation := n.(*binary)
	switch {
	case !operation:
		if _, unary := n.(*unary); unary || strings.HasPrefix(text, "-") { // the least integer begins with its minus
			return "(" + text + ")"
		}
		return text
	case strength(canonicalOperator(b.Operator)) > strength(under):
		return text
	}
	return "(" + text + ")"
}

// strength ranks operators by three kinds: conditions, comparisons, arithmetic.
func strength(operator string) int {
	switch operator {
	case "and", "or":
		return 1
	case "==", "!=", "<", "<=", ">", ">=", "in":
		return 2
	}
	return 3
}

func canonicalOperator(operator string) string {
	switch operator {
	case "&&":
		return "and"
	case "||":
		return "or"
	case "!":
		return "not"
	case "^":
		return "**"
	}
	return operator
}

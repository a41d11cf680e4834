package where

import (
	"errors"
	"fmt"
	"regexp"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/expr-lang/expr/ast"
	"github.com/expr-lang/expr/file"
	"github.com/expr-lang/expr/parser"
)

// longestText bounds a condition, and so the depth of its tree.
const longestText = 4096

// parse returns the syntax tree of a condition.
func parse(text string) (ast.Node, Problems) {
	switch {
	case strings.TrimSpace(text) == "":
		return nil, Problems{{Message: "the condition is empty"}}
	case len(text) > longestText:
		return nil, Problems{{Message: fmt.Sprintf("the condition has %d bytes, but must have at most %d", len(text), longestText)}}
	case !utf8.ValidString(text):
		return nil, Problems{{Message: "the condition is not UTF-8"}}
	}
	tree, err := parser.Parse(text)
	if err == nil {
		return tree.Node, nil
	}
	problem := Problem{Message: "the condition cannot be read: " + err.Error()}
	var e *file.Error
	if errors.As(err, &e) {
		problem = Problem{Offset: e.From, Message: "the condition cannot be read: " + plainly(e.Message), Hint: syntaxHint(text, e.From)}
	}
	return nil, Problems{problem}
}

var unexpectedToken = regexp.MustCompile(`^unexpected token [A-Z]\w*\((".*")\)`)

// plainly turns the parser's own words into those of its users.
func plainly(message string) string {
	if message == "unexpected token EOF" {
		return "it ends where something is missing"
	}
	if token := unexpectedToken.FindStringSubmatch(message); token != nil {
		return "unexpected " + token[1]
	}
	return message
}

// foreign are operators of other languages, and ours.
var foreign = []struct{ operator, hint string }{
	{"=<", "at most is <="},
	{"=>", "at least is >="},
	{"=", "equality is =="},
	{"<>", "inequality is !="},
	{"&", "both conditions: and"},
	{"|", "either condition: or"},
	{",", "numbers have a decimal point, not a comma"},
	{"AND", "in lower case: and"},
	{"OR", "in lower case: or"},
	{"NOT", "in lower case: not"},
	{"IN", "in lower case: in"},
}

// syntaxHint knows the operators of other languages.
func syntaxHint(text string, offset int) string {
	runes := []rune(text)
	if offset >= len(runes) {
		return ""
	}
	rest := string(runes[offset:])
	for _, f := range foreign {
		if strings.HasPrefix(rest, f.operator) || strings.HasPrefix(strings.ToUpper(rest), f.operator+" ") {
			return f.hint
		}
	}
	return ""
}

// describe names what a condition has no use for.
func describe(n ast.Node) string {
	switch n := n.(type) {
	case *ast.CallNode, *ast.BuiltinNode:
		return "a call of a function"
	case *ast.ConditionalNode:
		return "a choice (? : or if)"
	case *ast.MemberNode, *ast.ChainNode, *ast.SliceNode:
		return "a member or an element"
	case *ast.NilNode:
		return "nil"
	case *ast.ArrayNode:
		return "a list, except after in,"
	case *ast.UnaryNode:
		return "the operator " + n.Operator
	case *ast.BinaryNode:
		return "the operator " + n.Operator
	}
	return "such an expression"
}

// spell writes a tree the one way that all spellings of a condition share: operators in words, parentheses around every
// operand that is itself an operation, except for arithmetic in comparisons and comparisons in and and or.
func spell(n ast.Node) string {
	switch n := n.(type) {
	case *ast.IdentifierNode:
		return n.Value
	case *ast.IntegerNode:
		return strconv.Itoa(n.Value)
	case *ast.FloatNode:
		text := strconv.FormatFloat(n.Value, 'g', -1, 64)
		if !strings.ContainsAny(text, ".e") {
			text += ".0"
		}
		return text
	case *ast.StringNode:
		return strconv.Quote(n.Value)
	case *ast.BoolNode:
		return strconv.FormatBool(n.Value)
	case *ast.ArrayNode:
		items := make([]string, len(n.Nodes))
		for i, item := range n.Nodes {
			items[i] = spell(item)
		}
		return "[" + strings.Join(items, ", ") + "]"
	case *ast.UnaryNode:
		if n.Operator == "-" || n.Operator == "+" {
			return n.Operator + "(" + spell(n.Node) + ")"
		}
		return "not (" + spell(n.Node) + ")"
	case *ast.BinaryNode:
		operator := canonicalOperator(n.Operator)
		if operator == ".." {
			return spellOperand(n.Left, operator) + ".." + spellOperand(n.Right, operator)
		}
		return spellOperand(n.Left, operator) + " " + operator + " " + spellOperand(n.Right, operator)
	}
	return ""
}

func spellOperand(n ast.Node, under string) string {
	text := spell(n)
	b, operation := n.(*ast.BinaryNode)
	switch {
	case !operation:
		if _, unary := n.(*ast.UnaryNode); unary {
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

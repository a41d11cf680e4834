package where

import (
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/expr-lang/expr/ast"
	"github.com/expr-lang/expr/file"
	library "github.com/expr-lang/expr/parser"
	"github.com/expr-lang/expr/parser/lexer"
	"pgregory.net/rapid"
)

// longestOutline bounds outlines: chained comparisons share operands, which nested ones double level by level.
const longestOutline = 1 << 16

// outline writes the beginning of a tree with the places of its nodes, so that trees can be compared.
func outline(n node) string {
	var b strings.Builder
	draw(&b, n)
	return b.String()
}

func draw(b *strings.Builder, n node) {
	if b.Len() > longestOutline {
		return
	}
	fmt.Fprintf(b, "%d:", n.offset())
	switch n := n.(type) {
	case *name:
		b.WriteString(n.Value)
	case *integerLiteral:
		fmt.Fprint(b, n.Value)
	case *realLiteral:
		fmt.Fprintf(b, "real %v", n.Value)
	case *wordLiteral:
		fmt.Fprintf(b, "%q", n.Value)
	case *truth:
		fmt.Fprint(b, n.Value)
	case *list:
		drawAll(b, n.Items)
	case *unary:
		b.WriteString(canonicalOperator(n.Operator))
		drawAll(b, []node{n.Of})
	case *binary:
		b.WriteString(canonicalOperator(n.Operator))
		drawAll(b, []node{n.Left, n.Right})
	default:
		b.WriteString(strings.Replace(describe(n), call, member, 1)) // a?.b() is a member for the library
	}
}

func drawAll(b *strings.Builder, nodes []node) {
	for _, n := range nodes {
		b.WriteString(" (")
		draw(b, n)
		b.WriteString(")")
	}
}

// ours is a tree of the library's parser as this package's parser should make it; false if a condition has no use for some
// of it.
func ours(n ast.Node) (node, bool) {
	t := translator{map[ast.Node]node{}, true}
	return t.node(n), t.known
}

type translator struct {
	made  map[ast.Node]node // chained comparisons share operands
	known bool
}

func (t *translator) node(n ast.Node) node {
	made, ok := t.made[n]
	if !ok {
		made = t.make(n)
		t.made[n] = made
	}
	return made
}

func (t *translator) make(n ast.Node) node {
	at := position(n.Location().From)
	switch n := n.(type) {
	case *ast.IdentifierNode:
		return &name{at, n.Value}
	case *ast.IntegerNode:
		return &integerLiteral{at, int64(n.Value)}
	case *ast.FloatNode:
		return &realLiteral{at, n.Value}
	case *ast.StringNode:
		return &wordLiteral{at, n.Value}
	case *ast.BoolNode:
		return &truth{at, n.Value}
	case *ast.NilNode:
		return &stranger{at, "nil"}
	case *ast.ArrayNode:
		l := &list{position: at}
		for _, item := range n.Nodes {
			l.Items = append(l.Items, t.node(item))
		}
		return l
	case *ast.UnaryNode:
		return &unary{at, n.Operator, t.node(n.Node)}
	case *ast.BinaryNode:
		return &binary{at, n.Operator, t.node(n.Left), t.node(n.Right)}
	case *ast.CallNode, *ast.BuiltinNode:
		return &stranger{at, call}
	case *ast.MemberNode, *ast.ChainNode, *ast.SliceNode:
		return &stranger{at, member}
	}
	t.known = false
	return &stranger{at, other}
}

var libraryToken = regexp.MustCompile(`^unexpected token \w+\((".*")\)`)

// libraryProblem is what the library's error means, in our words.
func libraryProblem(t failer, err error) Problem {
	var e *file.Error
	if !errors.As(err, &e) {
		t.Fatalf("%v", err)
	}
	message := e.Message
	switch token := libraryToken.FindStringSubmatch(message); {
	case message == "unexpected token EOF":
		message = "it ends where something is missing"
	case message == "unexpected token String" || message == "unexpected token Bytes":
		message = `unexpected ""`
	case token != nil:
		message = "unexpected " + token[1]
	}
	return Problem{Offset: e.From, Message: "the condition cannot be read: " + message}
}

// mayFailElsewhere says whether the two parsers may find different faults of a text first: if it has a call or a member, whose
// inside ours skips, a sequence, at which ours stops, or something unreadable, of which the library knows a token earlier.
func mayFailElsewhere(text string) bool {
	p := newParser(text)
	tokens := p.tokens
	for i, token := range tokens[1:] {
		before := tokens[i]
		operand := before.Is(lexer.Identifier) || before.Is(lexer.String) || before.Is(lexer.Number) || before.Is(lexer.Bracket, ")", "]")
		if operand && token.Is(lexer.Bracket, "(", "[") || token.Is(lexer.Operator, ".", "?.", ";") {
			return true
		}
	}
	return p.lexical != nil
}

var strange = regexp.MustCompile(member + `|\?\?`)

type failer interface{ Fatalf(string, ...any) }

// agrees compares this package's parser with the library's, which is its complete reference. What the library reads and a
// condition has no use for may be refused at once, so that what comes behind it is not compared, and what is wrong with a number
// is said in other words.
func agrees(t failer, text string) {
	tree, problems := parse(text)
	reference, err := library.Parse(text)
	refused := problems != nil && strings.HasPrefix(problems[0].Message, "a condition does not know")
	switch {
	case err != nil && problems == nil:
		least := strings.Contains(strings.ReplaceAll(text, "_", ""), "-"+leastDigits) // which the library cannot read
		if !strange.MatchString(outline(tree)) && !least {
			t.Fatalf("%q is read as %s, but: %v", text, outline(tree), err)
		}
	case err != nil && (refused || mayFailElsewhere(text) || strings.Contains(err.Error(), " literal")):
	case err != nil:
		if want := libraryProblem(t, err); want.Offset != problems[0].Offset || want.Message != problems[0].Message {
			t.Fatalf("%q: %d: %s\nwant %d: %s", text, problems[0].Offset, problems[0].Message, want.Offset, want.Message)
		}
	case problems != nil:
		if want, known := ours(reference.Node); known && !strange.MatchString(outline(want)) {
			t.Fatalf("%q: %v, but the library reads %s", text, problems, outline(want))
		}
	default:
		if want, _ := ours(reference.Node); outline(tree) != outline(want) {
			t.Fatalf("%q is read as %s\nwant %s", text, outline(tree), outline(want))
		}
	}
}

func TestParserAgreesWithLibrary(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		tokens := drawCondition(t, 4)
		for range rapid.IntRange(0, 2).Draw(t, "faults") {
			at := rapid.IntRange(0, len(tokens)-1).Draw(t, "at")
			tokens[at] = rapid.SampledFrom(anyToken).Draw(t, "token")
		}
		if strings.Join(tokens, "") == "" {
			tokens = []string{"a"}
		}
		agrees(t, strings.Join(tokens, rapid.SampledFrom([]string{" ", "  ", "\n"}).Draw(t, "space")))
	})
}

var (
	leaves    = []string{"a", "ttl_s", "true", "false", "3", "0x1F", "0b11", "0o17", "017", "1_000", "0.5", ".5", "1e-3", `"w"`, "'w'", "`w`"}
	operators = []string{
		"or", "||", "and", "&&", "==", "!=", "<", ">", "<=", ">=", "in", "not in", "..", "+", "-", "*", "/", "%", "**", "^",
		"matches", "not matches", "contains", "??",
	}
	anyToken = append([]string{
		"", "(", ")", "[", "]", "{", "}", ",", ";", "?", ":", "::", ".", "?.", "|", "&", "=", "#", "@", "let", "if", "else", "nil", "not", "!", "in",
		"f(", "f()", "b'x'", `"`, "1x", "99999999999999999999", "1e999", "é", "// x", "/* x */", "/*",
	}, append(operators, leaves...)...)
)

// drawCondition draws the tokens of something that can be read.
func drawCondition(t *rapid.T, depth int) []string {
	kind := 0
	if depth > 0 {
		kind = rapid.IntRange(0, 8).Draw(t, "kind")
	}
	inner := func() []string { return drawCondition(t, depth-1) }
	switch kind {
	case 0, 1:
		return []string{rapid.SampledFrom(leaves).Draw(t, "leaf")}
	case 2:
		return append([]string{rapid.SampledFrom([]string{"not", "!", "-", "+"}).Draw(t, "prefix")}, inner()...)
	case 3:
		return slices.Concat([]string{"("}, inner(), []string{")"})
	case 4:
		return slices.Concat([]string{"["}, inner(), []string{","}, inner(), []string{"]"})
	}
	return slices.Concat(inner(), []string{rapid.SampledFrom(operators).Draw(t, "operator")}, inner())
}

func FuzzParse(f *testing.F) {
	for _, text := range []string{
		"a.b(1)[2:3]?.c", "f(a, # > 1) | g() ?? 2", "let x = 1; x", "if a {1} else {2}", "{a: 1}[a]", "a > 3;", "1 < 2 == 3 <= 4 < 5", "-2 ** -2 ^ 2",
		"a not in [1, 2,] and b not contains 'c'", "a + b not in [1]", "[[1]", "a @", "f('", "::f()", "1..2", "b'x' == b", "[,]", "a.", "a.[0]", "\u00e9 > 1",
	} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		if strings.TrimSpace(text) != "" && len(text) <= longestText && utf8.ValidString(text) {
			agrees(t, text)
		}
	})
}

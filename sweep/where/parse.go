package where

import (
	"errors"
	"fmt"
	"math"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/expr-lang/expr/file"
	"github.com/expr-lang/expr/parser/lexer"
	"github.com/expr-lang/expr/parser/operator"
)

// longestText bounds a condition, and so the depth of its tree.
const longestText = 4096

// parse returns the syntax tree of a condition.
func parse(text string) (node, Problems) {
	switch {
	case strings.TrimSpace(text) == "":
		return nil, Problems{{Message: "the condition is empty"}}
	case len(text) > longestText:
		return nil, Problems{{Message: fmt.Sprintf("the condition has %d bytes, but must have at most %d", len(text), longestText)}}
	case !utf8.ValidString(text):
		return nil, Problems{{Message: "the condition is not UTF-8"}}
	}
	p := newParser(text)
	tree := p.expression(0)
	if p.is(lexer.Operator, ";") && p.following().Is(lexer.EOF) {
		p.at++ // one at the end does no harm
	}
	if !p.is(lexer.EOF) {
		p.unexpected(p.current())
	}
	if p.problem != nil {
		return nil, Problems{*p.problem}
	}
	return tree, nil
}

// parser makes a tree of the library's tokens, by precedence climbing: an expression takes the operators that bind at least as
// strongly as it is told. After a problem it stands at the end, so that every loop ends; the tree then means nothing.
//
// The library's own parser knows this grammar too, but its trees drag in a type checker that looks methods up by name, which
// doubles the binary. It is what the tests compare with.
type parser struct {
	text    string
	tokens  []lexer.Token // the last one is the end
	lexical *file.Error   // why the token before it is unreadable
	at      int
	problem *Problem
}

// unreadable is the kind of a token that the library could not make out.
const unreadable lexer.Kind = "unreadable"

func newParser(text string) *parser {
	p := &parser{text: text}
	l := lexer.New()
	l.Reset(file.NewSource(text))
	for {
		token, err := l.Next()
		if errors.As(err, &p.lexical) {
			p.tokens = append(p.tokens, lexer.Token{Location: p.lexical.Location, Kind: unreadable})
			token.Kind = lexer.EOF
		}
		p.tokens = append(p.tokens, token)
		if token.Is(lexer.EOF) {
			return p
		}
	}
}

func (p *parser) current() lexer.Token { return p.tokens[p.at] }

// following is the token after the current one, which must not be the end.
func (p *parser) following() lexer.Token { return p.tokens[p.at+1] }

func (p *parser) is(kind lexer.Kind, values ...string) bool { return p.current().Is(kind, values...) }

// take moves on if the current token is the given bracket or operator.
func (p *parser) take(kind lexer.Kind, value string) bool {
	if !p.is(kind, value) {
		return false
	}
	p.at++
	return true
}

func (p *parser) expect(kind lexer.Kind, value string) {
	if !p.take(kind, value) {
		p.unexpected(p.current())
	}
}

// infix is an operator between two operands.
type infix struct {
	position
	operator.Operator
	Name    string
	Negated bool // not in
}

// infix takes an operator that binds at least as strongly as asked.
func (p *parser) infix(weakest int) (infix, bool) {
	token, length := p.current(), 1
	if token.Is(lexer.Operator, "not") {
		token, length = p.following(), 2
		if !token.Is(lexer.Operator) || !operator.AllowedNegateSuffix(token.Value) {
			p.unexpected(token)
			return infix{}, false
		}
	}
	known, ok := operator.Binary[token.Value]
	if !ok || !token.Is(lexer.Operator) || known.Precedence < weakest {
		return infix{}, false
	}
	p.at += length
	return infix{position(token.From), known, token.Value, length == 2}, true
}

func (p *parser) expression(weakest int) node {
	left := p.operand()
	for {
		o, ok := p.infix(weakest)
		switch {
		case !ok && weakest == 0 && p.is(lexer.Operator, "?"):
			return p.refuse(choice)
		case !ok:
			return left
		case o.Name == "|" || o.Name == "??":
			return p.refuseAt(o.position, "the operator "+o.Name)
		case operator.IsComparison(o.Name):
			left = p.comparisons(left, o)
		default:
			left = p.operation(left, o)
		}
	}
}

func (p *parser) operation(left node, o infix) node {
	weakest := o.Precedence
	if o.Associativity == operator.Left {
		weakest++
	}
	var n node = &binary{o.position, o.Name, left, p.expression(weakest)}
	if o.Negated {
		n = &unary{o.position, "not", n}
	}
	return n
}

// comparisons reads a < b < c as a < b and b < c.
func (p *parser) comparisons(left node, o infix) node {
	var all node
	for {
		right := p.expression(o.Precedence + 1)
		one := &binary{o.position, o.Name, left, right}
		if all == nil {
			all = one
		} else {
			all = &binary{o.position, "and", all, one}
		}
		if token := p.current(); !token.Is(lexer.Operator) || !operator.IsComparison(token.Value) {
			return all
		}
		left = right
		o, _ = p.infix(o.Precedence)
	}
}

func (p *parser) operand() node {
	token := p.current()
	at := position(token.From)
	switch token.Kind {
	case lexer.Operator:
		return p.prefixed()
	case lexer.Identifier:
		p.at++
		return p.named(token)
	case lexer.Number:
		p.at++
		return p.number(token)
	case lexer.String:
		p.at++
		return p.members(&wordLiteral{at, token.Value})
	case lexer.Bytes:
		return p.refuse(other)
	}
	switch {
	case p.take(lexer.Bracket, "("):
		inner := p.expression(0)
		p.expect(lexer.Bracket, ")")
		return p.members(inner)
	case p.take(lexer.Bracket, "["):
		return p.members(&list{at, p.items()})
	case p.is(lexer.Bracket, "{"):
		return p.refuse(other)
	}
	return p.unexpected(token)
}

// prefixed reads an operand that begins with an operator.
func (p *parser) prefixed() node {
	token := p.current()
	switch token.Value {
	case "let":
		return p.refuse(other)
	case "if":
		return p.refuse(choice)
	case "::":
		return p.refuse(call)
	}
	if p.takeLeast() {
		return p.members(&integerLiteral{position(token.From), math.MinInt64})
	}
	o, ok := operator.Unary[token.Value]
	if !ok {
		return p.unexpected(token)
	}
	p.at++
	return p.members(&unary{position(token.From), token.Value, p.expression(o.Precedence)})
}

// takeLeast takes the least integer, whose digits alone are too large for one: -9223372036854775808. A power binds more
// tightly than the minus.
func (p *parser) takeLeast() bool {
	if !p.is(lexer.Operator, "-") || !p.following().Is(lexer.Number) {
		return false
	}
	if digits := strings.ReplaceAll(p.following().Value, "_", ""); digits != leastDigits || p.tokens[p.at+2].Is(lexer.Operator, "**", "^") {
		return false
	}
	p.at += 2
	return true
}

// leastDigits are those of the least integer.
const leastDigits = "9223372036854775808"

func (p *parser) named(token lexer.Token) node {
	at := position(token.From)
	switch token.Value {
	case "true", "false":
		return &truth{at, token.Value == "true"}
	case "nil":
		return &stranger{at, "nil"}
	}
	if p.is(lexer.Bracket, "(") {
		p.skipBrackets()
		return p.members(&stranger{at, call})
	}
	return p.members(&name{at, token.Value})
}

// items reads the rest of a list.
func (p *parser) items() []node {
	var items []node
	for !p.take(lexer.Bracket, "]") {
		if items != nil {
			p.expect(lexer.Operator, ",")
			if p.take(lexer.Bracket, "]") {
				break
			}
		}
		if items = append(items, p.expression(0)); p.is(lexer.EOF) {
			p.unexpected(p.current())
			break
		}
	}
	return items
}

// members skips what asks for a part of an operand: a.b, a?.b, a[0].
func (p *parser) members(n node) node {
	for {
		switch {
		case p.take(lexer.Operator, ".") || p.take(lexer.Operator, "?."):
			token := p.current()
			if !token.Is(lexer.Identifier) && !token.Is(lexer.Operator) && !token.Is(lexer.Bracket, "[") {
				return p.unexpected(token)
			}
			n = &stranger{position(token.From), member}
			if !token.Is(lexer.Bracket) {
				p.at++
			}
			if p.is(lexer.Bracket, "(") {
				n = &stranger{position(token.From), call}
				p.skipBrackets()
			}
		case p.is(lexer.Bracket, "["):
			n = &stranger{position(p.current().From), member}
			p.skipBrackets()
		default:
			return n
		}
	}
}

// skipBrackets moves behind the bracket that closes the current one.
func (p *parser) skipBrackets() {
	for depth := 0; ; p.at++ {
		switch token := p.current(); {
		case token.Is(lexer.EOF) || token.Is(unreadable):
			p.unexpected(token)
			return
		case token.Is(lexer.Bracket, "(", "[", "{"):
			depth++
		case token.Is(lexer.Bracket):
			if depth--; depth == 0 {
				p.at++
				return
			}
		}
	}
}

// number reads a literal: 12, 1_000, 0xff, 0.5, 1e-3.
func (p *parser) number(token lexer.Token) node {
	digits := strings.ToLower(strings.ReplaceAll(token.Value, "_", ""))
	at := position(token.From)
	var err error
	if hexadecimal := strings.HasPrefix(digits, "0x"); !hexadecimal && strings.ContainsAny(digits, ".e") {
		var value float64
		if value, err = strconv.ParseFloat(digits, 64); err == nil {
			return &realLiteral{at, value}
		}
	} else {
		var value int64
		if value, err = strconv.ParseInt(digits, base(digits), 64); err == nil {
			return &integerLiteral{at, value}
		}
	}
	if errors.Is(err, strconv.ErrRange) {
		return p.fail(at, token.Value+" is beyond what a number can hold")
	}
	return p.fail(at, fmt.Sprintf("%s is no number", token.Value))
}

// base is 10 unless a prefix says otherwise; a leading zero does not.
func base(digits string) int {
	if len(digits) > 1 && strings.ContainsAny(digits[1:2], "xbo") {
		return 0
	}
	return 10
}

// unexpected reports a token that cannot stand where it stands.
func (p *parser) unexpected(token lexer.Token) node {
	switch {
	case token.Is(unreadable):
		return p.fail(position(token.From), p.lexical.Message)
	case token.Is(lexer.EOF):
		return p.fail(position(token.From), "it ends where something is missing")
	}
	return p.fail(position(token.From), "unexpected "+strconv.Quote(token.Value))
}

// fail reports that the condition cannot be read, unless a problem has been reported.
func (p *parser) fail(at position, message string) node {
	hint := syntaxHint(p.text, int(at))
	return p.stop(Problem{Offset: int(at), Message: "the condition cannot be read: " + message, Hint: hint})
}

// refuse reports what begins at the current token and can be read no further.
func (p *parser) refuse(what string) node { return p.refuseAt(position(p.current().From), what) }

func (p *parser) refuseAt(at position, what string) node {
	return p.stop(Problem{Offset: int(at), Message: "a condition does not know " + what})
}

func (p *parser) stop(problem Problem) node {
	if p.problem == nil {
		p.problem = &problem
	}
	p.at = len(p.tokens) - 1
	return &stranger{}
}

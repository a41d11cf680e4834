package where

// node is a part of a syntax tree.
type node interface{ offset() int }

// position is where a node's token begins, in characters from the beginning of the condition.
type position int

func (p position) offset() int { return int(p) }

type (
	// name is that of a parameter or column.
	name struct {
		position
		Value string
	}
	integerLiteral struct {
		position
		Value int64
	}
	realLiteral struct {
		position
		Value float64
	}
	wordLiteral struct {
		position
		Value string
	}
	// truth is true or false.
	truth struct {
		position
		Value bool
	}
	list struct {
		position
		Items []node
	}
	unary struct {
		position
		Operator string
		Of       node
	}
	binary struct {
		position
		Operator    string
		Left, Right node
	}
	// stranger is what the library's grammar knows and a condition has no use for. What is inside it is not looked at.
	stranger struct {
		position
		What string
	}
)

// What strangers are called.
const (
	call   = "a call of a function"
	member = "a member or an element"
	choice = "a choice (? : or if)"
	other  = "such an expression"
)

// describe names what a condition has no use for where it stands.
func describe(n node) string {
	switch n := n.(type) {
	case *stranger:
		return n.What
	case *list:
		return "a list, except after in,"
	case *unary:
		return "the operator " + n.Operator
	case *binary:
		return "the operator " + n.Operator
	}
	return other
}

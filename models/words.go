package models

import "strings"

// What stands between the words of an Order and of a Set.
const (
	orderSeparator = ">"
	setSeparator   = "+"
)

// SplitOrder returns the words of an Order value, and JoinOrder puts them together; the order of no words is NoneWord.
func SplitOrder(text string) []string { return split(text, orderSeparator) }

// JoinOrder is the inverse of SplitOrder.
func JoinOrder(words []string) string { return join(words, orderSeparator) }

// SplitSet returns the words of a Set value, and JoinSet puts them together; the empty set is NoneWord.
func SplitSet(text string) []string { return split(text, setSeparator) }

// JoinSet is the inverse of SplitSet.
func JoinSet(words []string) string { return join(words, setSeparator) }

func split(text, separator string) []string {
	if text == NoneWord {
		return nil
	}
	return strings.Split(text, separator)
}

func join(words []string, separator string) string {
	if len(words) == 0 {
		return NoneWord
	}
	return strings.Join(words, separator)
}

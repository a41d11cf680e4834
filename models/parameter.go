package models

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// ValueError says that a parameter cannot take a value.
type ValueError struct {
	Parameter string
	Value     Value
	Allowed   string // what it can take: "1 to 1000", "one of lcg32, pcg64"
	Nearest   string // the value that was probably meant, or ""
}

// Error says all of it in one sentence.
func (e *ValueError) Error() string {
	value := e.Value.String()
	if e.Value.Type.IsText() {
		value = quote(value)
	}
	s := fmt.Sprintf("%s is %s, but must be %s", e.Parameter, value, e.Allowed)
	if e.Nearest != "" {
		s += fmt.Sprintf("; did you mean %q?", e.Nearest)
	}
	return s
}

// Check returns a *ValueError if the parameter cannot take the value: because it is of another type, out of bounds, an
// unknown word, or not a permutation or subset of the words.
func (p *Parameter) Check(v Value) error {
	if v.Type != p.Type {
		return &ValueError{Parameter: p.Name, Value: v, Allowed: p.Type.article() + " " + p.Type.String()}
	}
	allowed, nearest := true, ""
	switch p.Type {
	case Int:
		allowed = p.Bounds.ContainsInt(v.Int)
	case Real:
		allowed = p.Bounds.Contains(v.Real)
	case Enum:
		if allowed = slices.Contains(p.Words, v.Text); !allowed {
			nearest = Nearest(v.Text, p.Words)
		}
	case Order:
		allowed, nearest = p.checkOrder(v.Text)
	case Set:
		allowed, nearest = p.checkSet(v.Text)
	}
	if allowed {
		return nil
	}
	return &ValueError{Parameter: p.Name, Value: v, Allowed: p.Allowed(), Nearest: nearest}
}

// Allowed says which values the parameter takes, in words that follow "must be".
func (p *Parameter) Allowed() string {
	switch p.Type {
	case Enum:
		return "one of " + strings.Join(p.Words, ", ")
	case Order:
		return "all of " + JoinOrder(p.Words) + " in some order"
	case Set:
		return "some of " + JoinSet(p.Words) + " in this order, or " + NoneWord
	}
	return p.Bounds.String()
}

// checkOrder says whether the text is a permutation of the words. The nearest is the text with its misspelt words mended.
func (p *Parameter) checkOrder(text string) (allowed bool, nearest string) {
	words := SplitOrder(text)
	if isPermutation(words, p.Words) {
		return true, ""
	}
	if mended := mend(words, p.Words); isPermutation(mended, p.Words) {
		return false, JoinOrder(mended)
	}
	return false, ""
}

// checkSet says whether the text is a subset of the words in their order. The nearest is the text in that order, each
// word once and with its spelling mended.
func (p *Parameter) checkSet(text string) (allowed bool, nearest string) {
	mended := mend(SplitSet(text), p.Words)
	var subset []string
	for _, w := range p.Words {
		if slices.Contains(mended, w) {
			subset = append(subset, w)
		}
	}
	if JoinSet(subset) == text {
		return true, ""
	}
	for _, w := range mended {
		if !slices.Contains(p.Words, w) {
			return false, ""
		}
	}
	return false, JoinSet(subset)
}

// isPermutation says whether a holds each of b's words, which differ, exactly once, and nothing else.
func isPermutation(a, b []string) bool {
	if len(a) != len(b) {
		return false
	}
	for _, w := range b {
		if !slices.Contains(a, w) {
			return false
		}
	}
	return true
}

// mend replaces each unknown word by the nearest known one, if there is one.
func mend(words, known []string) []string {
	mended := slices.Clone(words)
	for i, w := range words {
		if n := Nearest(w, known); n != "" && !slices.Contains(known, w) {
			mended[i] = n
		}
	}
	return mended
}

// quote puts a word in quotation marks, shortened if it is a whole text, with whatever a terminal could obey escaped.
func quote(word string) string {
	const longest = 80
	if len(word) > longest {
		return fmt.Sprintf("%.*q...", longest, word)
	}
	return strconv.Quote(word)
}

// article returns the article that the type's name takes.
func (t Type) article() string {
	if t == Int {
		return "an"
	}
	return "a"
}

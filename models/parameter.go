package models

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/agnivade/levenshtein"
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
	if isPermutation(words, p.Words) && JoinOrder(words) == text {
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

// Nearest returns the known word that a misspelt one was probably meant to be, or "" if none is near: at most a third of
// its letters may be wrong, or two in a short word. Of equally near ones it is the first.
func Nearest(word string, known []string) string {
	const longest = 200 // in bytes; beyond it nothing was misspelt, and the distance takes long
	if len(word) > longest {
		return ""
	}
	best, distance := "", max(2, len([]rune(word))/3)+1
	for _, k := range known {
		d := levenshtein.ComputeDistance(strings.ToLower(word), strings.ToLower(k))
		if d < distance && d < len([]rune(k)) {
			best, distance = k, d
		}
	}
	return best
}

// The words between which the values of Order and Set are divided.
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

// ContainsInt says whether i is allowed. Unlike Contains it is exact where a real cannot tell neighbouring integers
// apart, beyond 2^53.
func (b Interval) ContainsInt(i int64) bool {
	x := float64(i)
	if x == b.Max && b.Max < 1<<63 && i > int64(b.Max) {
		return false
	}
	if x == b.Min && b.Min >= -1<<63 && b.Min < 1<<63 && i < int64(b.Min) {
		return false
	}
	return b.Contains(x)
}

// article returns the article that the type's name takes.
func (t Type) article() string {
	if t == Int {
		return "an"
	}
	return "a"
}

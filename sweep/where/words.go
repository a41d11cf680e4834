package where

import (
	"errors"
	"fmt"

	"tarama/models"
)

// textEquality compares codes: those of a parameter with that of a word, or those of two parameters through a table.
func (c *compiler) textEquality(n *binary, equal bool, a, b operand) operand {
	if a.parameter < 0 {
		a, b = b, a
	}
	if a.parameter < 0 {
		return c.problem(n, "two words in quotes are compared, but no parameter", "")
	}
	words := []string{b.literal}
	if b.parameter >= 0 {
		words = c.names.Words()[b.parameter]
	} else if !c.checkWord(n, a, b.literal) {
		return operand{}
	}
	codes := c.codesOf(a.parameter, words)
	left := a.parameter
	if b.parameter < 0 {
		code := codes[0]
		return operand{sort: condition, conditions: func(r *row) bool {
			return (r.columns[left].Codes[r.at] == code) == equal
		}}
	}
	right := b.parameter
	return operand{sort: condition, conditions: func(r *row) bool {
		return (r.columns[left].Codes[r.at] == codes[r.columns[right].Codes[r.at]]) == equal
	}}
}

// codesOf gives for each word the code that a parameter has for it, or -1 if it never has it in this study.
func (c *compiler) codesOf(parameter int, words []string) []int32 {
	known := map[string]int32{}
	for code, word := range c.names.Words()[parameter] {
		known[word] = int32(code)
	}
	codes := make([]int32, len(words))
	for i, word := range words {
		if code, ok := known[word]; ok {
			codes[i] = code
		} else {
			codes[i] = -1
		}
	}
	return codes
}

// checkWord reports a word that a parameter can have in no study.
func (c *compiler) checkWord(n node, o operand, word string) bool {
	p := &c.names.Parameters()[o.parameter]
	err := p.Check(models.TextValue(p.Type, word))
	if err == nil {
		return true
	}
	var e *models.ValueError
	if errors.As(err, &e) {
		hint := ""
		if e.Nearest != "" {
			hint = fmt.Sprintf("did you mean %q?", e.Nearest)
		}
		c.problem(n, fmt.Sprintf("%s is never %q, but %s", p.Name, word, e.Allowed), hint)
	} else {
		c.problem(n, err.Error(), "")
	}
	return false
}

package study

import (
	"strconv"
	"strings"
	"unicode"

	"go.yaml.in/yaml/v3"

	"tarama/models"
)

// hidden says whether a character could do something to a terminal or mislead a reader: controls (a newline aside) and
// what formats or directs text.
func hidden(c rune) bool {
	return c != '\n' && !unicode.IsPrint(c) && !unicode.Is(unicode.Zs, c)
}

// describe says what a node is, for "X is ..., but must be ...".
func describe(n *yaml.Node) string {
	switch {
	case n.Kind == yaml.MappingNode:
		return "a mapping"
	case n.Kind == yaml.SequenceNode:
		return "a list"
	case isNull(n):
		return "empty"
	case quoted(n):
		return "the text " + show(n.Value)
	}
	return show(n.Value)
}

func quoted(n *yaml.Node) bool {
	return n.Style&(yaml.DoubleQuotedStyle|yaml.SingleQuotedStyle|yaml.LiteralStyle|yaml.FoldedStyle) != 0
}

// show prints a value of the study for a message: as it stands if it is a plain word or number, else in quotes with
// everything escaped that a terminal could obey; shortened if it is long.
func show(text string) string {
	const longest = 60
	runes, rest := []rune(text), ""
	if len(runes) > longest {
		text, rest = string(runes[:longest]), "..."
	}
	plain := text != "" && !strings.ContainsFunc(text, func(c rune) bool {
		return c > unicode.MaxASCII || !unicode.IsGraphic(c) || strings.ContainsRune(" \"'`,:;()[]{}", c)
	})
	if plain {
		return text + rest
	}
	return strconv.Quote(text) + rest
}

// suggest is the hint for a misspelt name.
func suggest(name string, known []string) string {
	if nearest := models.Nearest(name, known); nearest != "" {
		return "did you mean " + nearest + "?"
	}
	return ""
}

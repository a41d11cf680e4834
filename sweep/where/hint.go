package where

import "strings"

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

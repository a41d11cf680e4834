package main

import (
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// fence is a fenced block of a document: its language, the attributes after it (file=NAME, model=NAME), and its text.
type fence struct {
	language   string
	attributes map[string]string
	text       string
	line       int // of the fence, from 1
}

var fencePattern = regexp.MustCompile("(?ms)^```(\\w+)([^\n]*)\n(.*?)^```$")

// fences returns the fenced blocks of a document below docs/ that are of one of the languages, in order.
func fences(t *testing.T, document string, languages ...string) []fence {
	t.Helper()
	text := readText(t, filepath.Join("..", "..", "docs", document))
	wanted := strings.Join(languages, " ")
	var found []fence
	for _, m := range fencePattern.FindAllStringSubmatchIndex(text, -1) {
		f := fence{
			language: text[m[2]:m[3]], attributes: map[string]string{}, text: text[m[6]:m[7]],
			line: 1 + strings.Count(text[:m[0]], "\n"),
		}
		if !strings.Contains(" "+wanted+" ", " "+f.language+" ") {
			continue
		}
		for _, attribute := range strings.Fields(text[m[4]:m[5]]) {
			name, value, _ := strings.Cut(attribute, "=")
			f.attributes[name] = value
		}
		found = append(found, f)
	}
	if len(found) == 0 {
		t.Fatalf("%s has no block of %s", document, wanted)
	}
	return found
}

package study

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"go.yaml.in/yaml/v3"

	"tarama/models"
)

// maxDepth bounds how deep lists and mappings nest; studies need six levels.
const maxDepth = 32

// reader reads one study and collects what is wrong with it.
type reader struct {
	file     string
	folder   string
	options  Options
	problems Problems
	warnings Problems
	origin   map[*yaml.Node]string // nodes of overrides: "--set NAME"
}

func (r *reader) report(n *yaml.Node, message, hint string) {
	r.problems = append(r.problems, r.problem(n, message, hint))
}

func (r *reader) reportAt(line, column int, message, hint string) {
	r.problems = append(r.problems, Problem{File: r.file, Line: line, Column: column, Message: message, Hint: hint})
}

func (r *reader) reportFile(message, hint string) {
	r.problems = append(r.problems, Problem{File: r.file, Message: message, Hint: hint})
}

func (r *reader) problem(n *yaml.Node, message, hint string) Problem {
	if override, ok := r.origin[n]; ok {
		return Problem{File: override, Message: message, Hint: hint}
	}
	return Problem{File: r.file, Line: n.Line, Column: n.Column, Message: message, Hint: hint}
}

// parse returns the top of the study file's tree, or nil if it has none.
func (r *reader) parse(text []byte) *yaml.Node {
	text = bytes.TrimPrefix(text, []byte("\xEF\xBB\xBF")) // a byte order mark
	if !r.checkText(text) {
		return nil
	}
	decoder := yaml.NewDecoder(bytes.NewReader(text))
	var document, second yaml.Node
	switch err := decoder.Decode(&document); {
	case errors.Is(err, io.EOF):
		r.reportFile("the file is empty", "a study begins with `study: NAME` and `model: NAME`")
		return nil
	case err != nil:
		r.reportSyntax(text, err)
		return nil
	}
	switch err := decoder.Decode(&second); {
	case errors.Is(err, io.EOF):
	case err != nil:
		r.reportSyntax(text, err)
		return nil
	default:
		r.report(&second, "a second document begins here", "a study is one YAML document")
		return nil
	}
	root := document.Content[0]
	if !r.checkTree(root, 0) {
		return nil
	}
	return root
}

var (
	syntaxLine  = regexp.MustCompile(`^yaml: (?:line (\d+): )?(.*)$`)
	parserError = regexp.MustCompile(`^did not find expected (?:<|node content|'-'|key|',')`)
)

// reportSyntax reports an error of the YAML library. It gives a line, not always the right one; a tab in the
// indentation is worth finding, since it cannot be seen.
func (r *reader) reportSyntax(text []byte, err error) {
	for i, line := range strings.Split(string(text), "\n") {
		indent := line[:len(line)-len(strings.TrimLeft(line, " \t"))]
		if tab := strings.IndexByte(indent, '\t'); tab >= 0 && strings.TrimSpace(line) != "" {
			r.reportAt(i+1, tab+1, "a tab in the indentation, which YAML does not allow", "use spaces")
			return
		}
	}
	line, message := 1, err.Error()
	if m := syntaxLine.FindStringSubmatch(strings.SplitN(message, "\n", 2)[0]); m != nil {
		message = m[2]
		if n, err := strconv.Atoi(m[1]); err == nil {
			line = n
		}
		if parserError.MatchString(message) {
			line++ // the library counts from 0 there
		}
	}
	r.reportAt(line, 1, "not YAML: "+message, "")
}

// checkTree refuses the parts of YAML that a study has no use for, and text that cannot be shown.
func (r *reader) checkTree(n *yaml.Node, depth int) bool {
	switch {
	case n.Kind == yaml.AliasNode:
		r.report(n, "an alias: *"+n.Value, "studies use no anchors and aliases; write the value again")
		return false
	case n.Anchor != "":
		r.report(n, "an anchor: &"+n.Anchor, "studies use no anchors and aliases")
		return false
	case n.Style&yaml.TaggedStyle != 0:
		r.report(n, "a tag: "+show(n.Tag), "studies use no tags")
		return false
	case n.ShortTag() == "!!merge":
		r.report(n, "a merge key: <<", "studies use no merge keys")
		return false
	case depth > maxDepth:
		r.report(n, fmt.Sprintf("lists and mappings nest over %d levels deep", maxDepth), "")
		return false
	case strings.ContainsFunc(n.Value, hidden):
		r.report(n, "a character that cannot be shown: "+show(n.Value), "")
		return false
	}
	sound := true
	for _, child := range n.Content {
		sound = r.checkTree(child, depth+1) && sound
	}
	return sound
}

// hidden says whether a character could do something to a terminal or mislead a reader: controls (a newline aside) and
// what formats or directs text.
func hidden(c rune) bool {
	return c != '\n' && !unicode.IsPrint(c) && !unicode.Is(unicode.Zs, c)
}

// field is a key of a mapping and its value.
type field struct {
	name       string
	key, value *yaml.Node
}

// fields returns the fields of a mapping, the first of each name, and reports what repeats. What is said in messages.
func (r *reader) fields(n *yaml.Node, what string) ([]field, bool) {
	if n.Kind != yaml.MappingNode {
		r.report(n, fmt.Sprintf("%s is %s, but must be a mapping of names to values", what, describe(n)), "")
		return nil, false
	}
	var fields []field
	first := map[string]*yaml.Node{}
	for i := 0; i < len(n.Content); i += 2 {
		key, value := n.Content[i], n.Content[i+1]
		if key.Kind != yaml.ScalarNode || isNull(key) {
			r.report(key, fmt.Sprintf("a key of %s is %s, but must be a name", what, describe(key)), "")
			continue
		}
		if earlier := first[key.Value]; earlier != nil {
			r.report(key, fmt.Sprintf("%s is repeated; it is also at line %d", key.Value, earlier.Line), "")
			continue
		}
		first[key.Value] = key
		fields = append(fields, field{name: key.Value, key: key, value: value})
	}
	return fields, true
}

// known returns the fields of the given names and reports all others.
func (r *reader) known(fields []field, what string, names ...string) map[string]field {
	found := map[string]field{}
	for _, f := range fields {
		if !slices.Contains(names, f.name) {
			r.report(f.key, fmt.Sprintf("%s has no key %s", what, show(f.name)), suggest(f.name, names))
			continue
		}
		found[f.name] = f
	}
	return found
}

// items returns the elements of a list.
func (r *reader) items(n *yaml.Node, what, hint string) ([]*yaml.Node, bool) {
	if n.Kind != yaml.SequenceNode {
		r.report(n, fmt.Sprintf("%s is %s, but must be a list", what, describe(n)), hint)
		return nil, false
	}
	return n.Content, true
}

// text returns a string. Numbers are taken as they are written; true, false and null want quotes.
func (r *reader) text(n *yaml.Node, what string) (string, bool) {
	tag := n.ShortTag()
	if n.Kind != yaml.ScalarNode || tag == "!!null" || tag == "!!bool" {
		hint := ""
		if tag == "!!bool" {
			hint = "put it in quotes if text is meant"
		}
		r.report(n, fmt.Sprintf("%s is %s, but must be text", what, describe(n)), hint)
		return "", false
	}
	return n.Value, true
}

func isNull(n *yaml.Node) bool { return n.Kind == yaml.ScalarNode && n.ShortTag() == "!!null" }

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

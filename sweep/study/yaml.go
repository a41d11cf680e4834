package study

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"regexp"
	"strconv"
	"strings"

	"go.yaml.in/yaml/v3"
)

// maxDepth bounds how deep lists and mappings nest; studies need six levels.
const maxDepth = 32

// reader reads one study and collects what is wrong with it.
type reader struct {
	file     string
	folder   string
	options  Options
	problems Problems
	more     int // problems beyond maxProblems
	warnings Problems
	origin   map[*yaml.Node]string // nodes of overrides: "--set NAME"
}

// maxProblems is how many problems are kept; of more it is enough to know the number.
const maxProblems = 100

func (r *reader) add(p Problem) {
	if len(r.problems) == maxProblems {
		r.more++
		return
	}
	r.problems = append(r.problems, p)
}

// found is the number of problems so far.
func (r *reader) found() int { return len(r.problems) + r.more }

func (r *reader) report(n *yaml.Node, message, hint string) {
	r.add(r.problem(n, message, hint))
}

func (r *reader) reportAt(line, column int, message, hint string) {
	r.add(Problem{File: r.file, Line: line, Column: column, Message: message, Hint: hint})
}

func (r *reader) reportFile(message, hint string) {
	r.add(Problem{File: r.file, Message: message, Hint: hint})
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
	line, message, hint := 1, err.Error(), ""
	if m := syntaxLine.FindStringSubmatch(strings.SplitN(message, "\n", 2)[0]); m != nil {
		message = m[2]
		if n, err := strconv.Atoi(m[1]); err == nil {
			line = n
		}
		if parserError.MatchString(message) {
			line++ // the library counts from 0 there
		}
	}
	switch {
	case strings.HasPrefix(message, "mapping values are not allowed"):
		hint = "is the line indented by mistake, or does a text with a colon want quotes?"
	case strings.HasPrefix(message, "could not find expected ':'"):
		if at := lineWithoutSpace(text); at > 0 {
			r.reportAt(at, 1, "not YAML: no space after the colon", "write NAME: VALUE")
			return
		}
	}
	r.reportAt(line, 1, "not YAML: "+message, hint)
}

var noSpace = regexp.MustCompile(`^[ -]*[A-Za-z_]+:[^ ]`)

// lineWithoutSpace is the first line such as model:dns, or 0 if there is none.
func lineWithoutSpace(text []byte) int {
	for i, line := range strings.Split(string(text), "\n") {
		if noSpace.MatchString(strings.TrimRight(line, "\r")) {
			return i + 1
		}
	}
	return 0
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

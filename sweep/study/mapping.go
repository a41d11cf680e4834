package study

import (
	"fmt"
	"slices"

	"go.yaml.in/yaml/v3"
)

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

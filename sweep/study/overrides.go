package study

import (
	"fmt"
	"slices"
	"strings"

	"go.yaml.in/yaml/v3"

	"tarama/models"
)

// override is a NAME=VALUE of the command line, read: it fixes its parameters or puts them on an axis.
type override struct {
	target target
	key    *yaml.Node
	fixed  []assignment
	axis   *axis
}

// readOverrides replaces what the overrides name.
func (d *draft) readOverrides() {
	d.origin = map[*yaml.Node]string{}
	var overrides []override
	var named []int
	for _, text := range d.options.Overrides {
		o, ok := d.override(text)
		switch {
		case !ok:
		case overlap(named, o.target.parameters):
			d.report(o.key, o.target.name+" is set twice", "")
		default:
			overrides = append(overrides, o)
			named = append(named, o.target.parameters...)
		}
	}
	d.fixed = slices.DeleteFunc(d.fixed, func(a assignment) bool { return slices.Contains(named, a.parameter) })
	d.unread = slices.DeleteFunc(d.unread, func(c claim) bool { return slices.Contains(named, c.parameter) })
	for _, o := range overrides {
		if d.replaceAxis(o, named) {
			d.fixed = append(d.fixed, o.fixed...)
		}
	}
}

// replaceAxis puts the override's axis in the place of the axis that has its parameters, or at the end if there is none.
// An axis goes as a whole: it is an error to take only some of the names that move together.
func (d *draft) replaceAxis(o override, named []int) bool {
	for i, a := range d.axes {
		if _, overridden := d.origin[a.node]; overridden || !overlap(a.parameters(), o.target.parameters) {
			continue
		}
		for _, p := range a.parameters() {
			if !slices.Contains(named, p) {
				d.report(o.key, fmt.Sprintf("%s moves together with %s on one axis", o.target.name, d.spec.Parameters[p].Name),
					"set all names of the axis, or edit the study")
				return false
			}
		}
		if o.axis != nil {
			d.axes[i] = o.axis
			return true
		}
		d.axes = slices.Delete(d.axes, i, i+1)
		return true
	}
	if o.axis != nil {
		d.axes = append(d.axes, o.axis)
	}
	return true
}

func overlap(a, b []int) bool {
	return slices.ContainsFunc(a, func(x int) bool { return slices.Contains(b, x) })
}

// override reads NAME=VALUE. VALUE is as in a study: one value, or what an axis can take; the brackets of a list may be
// left out.
func (d *draft) override(text string) (override, bool) {
	name, value, found := strings.Cut(text, "=")
	key := &yaml.Node{Kind: yaml.ScalarNode, Value: name}
	d.origin[key] = "--set " + show(name)
	if !found {
		d.report(key, "there is no value", "--set NAME=VALUE, such as --set ttl_s=30,60")
		return override{}, false
	}
	o := override{key: key}
	var ok bool
	if o.target, ok = d.target(field{name: name, key: key}); !ok {
		return override{}, false
	}
	n := d.overrideValue(key, value)
	if n == nil {
		return override{}, false
	}
	if d.isOne(o.target, n) {
		o.fixed = d.fix(o.target, field{name: name, key: key, value: n})
		return o, o.fixed != nil
	}
	s, ok := d.sequence(o.target, n, true)
	if !ok {
		return override{}, false
	}
	o.axis = &axis{node: key, grid: s.axis, factor: s.factor, entry: object{{name, s.form}}}
	return o, true
}

// overrideValue parses VALUE as the inside of a YAML list, and unwraps a list of one.
func (d *draft) overrideValue(key *yaml.Node, value string) *yaml.Node {
	origin := d.origin[key]
	inner := &reader{file: origin, options: d.options}
	list := inner.parse([]byte("[" + value + "\n]"))
	for _, p := range inner.problems {
		d.report(key, p.Message, p.Hint)
	}
	if list == nil {
		return nil
	}
	if list.Kind != yaml.SequenceNode || len(list.Content) == 0 {
		d.report(key, "the value is empty", "--set NAME=VALUE, such as --set ttl_s=30,60")
		return nil
	}
	d.markOrigin(list, origin)
	if len(list.Content) == 1 {
		return list.Content[0]
	}
	return list
}

func (d *draft) markOrigin(n *yaml.Node, origin string) {
	d.origin[n] = origin
	for _, child := range n.Content {
		d.markOrigin(child, origin)
	}
}

// isOne says whether a value fixes its target: a scalar does, and for a vector a list of scalars, except for the words
// that stand for all permutations and subsets, misspelt ones too.
func (d *draft) isOne(t target, n *yaml.Node) bool {
	if t.vector {
		return n.Kind == yaml.ScalarNode || n.Kind == yaml.SequenceNode && (len(n.Content) == 0 || n.Content[0].Kind == yaml.ScalarNode)
	}
	p, word := d.parameter(t), d.allOf(t)
	allOf := word != "" && !quoted(n) && models.Nearest(n.Value, []string{word}) != "" &&
		p.Check(models.TextValue(p.Type, n.Value)) != nil
	return n.Kind == yaml.ScalarNode && !allOf
}

package study

import (
	"fmt"
	"slices"

	"go.yaml.in/yaml/v3"

	"tarama/models"
)

// assignment gives a parameter its one value.
type assignment struct {
	parameter int
	value     models.Value
	node      *yaml.Node // the key, for messages
}

func (d *draft) readFixed(top map[string]field) {
	f, given := top["fixed"]
	if !given || isNull(f.value) {
		return
	}
	fields, ok := d.fields(f.value, "fixed")
	if !ok {
		return
	}
	for _, f := range fields {
		t, ok := d.target(f)
		if !ok {
			continue
		}
		assignments := d.fix(t, f)
		if assignments == nil {
			d.claim(isFixed, f.key, t)
		}
		d.fixed = append(d.fixed, assignments...)
	}
}

// fix reads the one value of a parameter, or the list that is the one value of a vector.
func (d *draft) fix(t target, f field) []assignment {
	values, ok := d.tuple(t, f.value)
	if !ok {
		return nil
	}
	assignments := make([]assignment, len(values))
	for i, v := range values {
		assignments[i] = assignment{parameter: t.parameters[i], value: v, node: f.key}
	}
	return assignments
}

// claim says that a place of the study sets a parameter, soundly or not.
type claim struct {
	parameter int
	how       string
	node      *yaml.Node // the key, for messages
}

// How a place sets a parameter.
const (
	isFixed = "fixed"
	onAxis  = "on an axis"
)

// claim notes what an entry with a wrong value was to set, each parameter once, so that checkOnce knows of it.
func (d *draft) claim(how string, node *yaml.Node, targets ...target) {
	var seen []int
	for _, t := range targets {
		for _, p := range t.parameters {
			if !slices.Contains(seen, p) {
				seen = append(seen, p)
				d.unread = append(d.unread, claim{p, how, node})
			}
		}
	}
}

// checkOnce reports parameters that are given twice: fixed twice, on two axes, or both.
func (d *draft) checkOnce() {
	first := map[int]claim{}
	for _, now := range d.claims() {
		earlier, taken := first[now.parameter]
		if !taken {
			first[now.parameter] = now
			continue
		}
		d.report(now.node, fmt.Sprintf("%s is %s, and it is %s already", d.spec.Parameters[now.parameter].Name, now.how, earlier.how),
			d.placeHint(now.node, earlier.node))
	}
}

// claims are those of the fixed parameters and then those of the axes.
func (d *draft) claims() []claim {
	var fixed, axes []claim
	for _, a := range d.fixed {
		fixed = append(fixed, claim{a.parameter, isFixed, a.node})
	}
	for _, a := range d.axes {
		for _, p := range a.parameters() {
			axes = append(axes, claim{p, onAxis, a.node})
		}
	}
	for _, c := range d.unread {
		if c.how == isFixed {
			fixed = append(fixed, c)
		} else {
			axes = append(axes, c)
		}
	}
	return append(fixed, axes...)
}

// placeHint points from one place to an earlier one.
func (d *draft) placeHint(from, to *yaml.Node) string {
	override, overridden := d.origin[to]
	switch {
	case overridden && override == d.origin[from]:
		return ""
	case overridden:
		return "see " + override
	}
	return fmt.Sprintf("see line %d", to.Line)
}

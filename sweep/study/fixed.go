package study

import (
	"fmt"

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
		if t, ok := d.target(f); ok {
			d.fixed = append(d.fixed, d.fix(t, f)...)
		}
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

// checkOnce reports parameters that are given twice: fixed twice, on two axes, or both.
func (d *draft) checkOnce() {
	type place struct {
		how  string
		node *yaml.Node
	}
	first := map[int]place{}
	claim := func(p int, now place) {
		if earlier, taken := first[p]; taken {
			d.report(now.node, fmt.Sprintf("%s is %s, and it is %s already", d.spec.Parameters[p].Name, now.how, earlier.how),
				d.placeHint(now.node, earlier.node))
			return
		}
		first[p] = now
	}
	for _, a := range d.fixed {
		claim(a.parameter, place{"fixed", a.node})
	}
	for _, a := range d.axes {
		for _, p := range a.parameters() {
			claim(p, place{"on an axis", a.node})
		}
	}
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

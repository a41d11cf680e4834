package study

import (
	"fmt"
	"slices"
	"strings"

	"go.yaml.in/yaml/v3"

	"tarama/models"
)

// target is what a name under fixed or axes sets: a parameter, or a vector of several.
type target struct {
	name       string
	parameters []int
	vector     bool
}

// target looks a name up and reports one that the model does not have.
func (d *draft) target(f field) (target, bool) {
	if v := d.spec.Vector(f.name); v != nil {
		t := target{name: f.name, vector: true}
		for _, name := range v.Parameters {
			t.parameters = append(t.parameters, d.spec.Lookup(name))
		}
		return t, !d.unsure
	}
	if p := d.spec.Lookup(f.name); p >= 0 {
		return target{name: f.name, parameters: []int{p}}, !d.unsure || !d.spec.Parameters[p].Type.IsText()
	}
	if !d.unsure {
		d.report(f.key, fmt.Sprintf("%s has no parameter %s", d.model.Name(), show(f.name)), d.nameHint(f.name, d.names()))
	}
	return target{}, false
}

// nameHint suggests a name, or else where all are listed.
func (d *draft) nameHint(name string, known []string) string {
	switch hint := suggest(name, known); {
	case hint != "":
		return hint
	case name != "" && digits(name) == len(name):
		return "is a decimal comma meant? numbers have a point, such as 0.05"
	case slices.Contains(studyKeys, name):
		return "that is a key of the study itself, not a parameter"
	}
	if d.scenario != nil {
		return "tarama models --study STUDY lists those of its own " + d.model.ScenarioKey()
	}
	return "tarama models " + d.model.Name() + " lists them"
}

// names are all that fixed and axes can name.
func (d *draft) names() []string {
	var names []string
	for i := range d.spec.Parameters {
		names = append(names, d.spec.Parameters[i].Name)
	}
	for _, v := range d.spec.Vectors {
		names = append(names, v.Name)
	}
	return names
}

func (d *draft) parameter(t target) *models.Parameter { return &d.spec.Parameters[t.parameters[0]] }

// tuple reads a value for each parameter of a target.
func (d *draft) tuple(t target, n *yaml.Node) ([]models.Value, bool) {
	if !t.vector {
		hint := ""
		if n.Kind == yaml.SequenceNode || n.Kind == yaml.MappingNode {
			hint = "a parameter with several values is an axis"
			d.report(n, fmt.Sprintf("%s is %s, but must be one value here", t.name, describe(n)), hint)
			return nil, false
		}
		v, ok := d.value(n, d.parameter(t))
		return []models.Value{v}, ok
	}
	items, ok := d.items(n, t.name, "a value for each of "+d.vectorNames(t))
	if !ok {
		return nil, false
	}
	if len(items) != len(t.parameters) {
		d.report(n, fmt.Sprintf("%s has %d values, but must have %d", t.name, len(items), len(t.parameters)),
			"a value for each of "+d.vectorNames(t))
		return nil, false
	}
	values := make([]models.Value, len(items))
	for i, item := range items {
		v, valid := d.value(item, &d.spec.Parameters[t.parameters[i]])
		values[i], ok = v, ok && valid
	}
	return values, ok
}

func (d *draft) vectorNames(t target) string {
	var names []string
	for _, p := range t.parameters {
		names = append(names, d.spec.Parameters[p].Name)
	}
	return strings.Join(names, ", ")
}

package study

import (
	"errors"
	"fmt"
	"reflect"
	"slices"
	"strconv"
	"strings"

	"go.yaml.in/yaml/v3"

	"tarama/models"
)

// readScenario reads the study's own scenario, if it has one, and asks the model for the spec. If the scenario is wrong,
// the default's spec stands in, so that the rest of the study is looked at too.
func (d *draft) readScenario(top map[string]field) {
	f, given := top[d.model.ScenarioKey()]
	if given && d.model.ScenarioKey() != "" {
		if d.ownScenario(f) {
			return
		}
		d.unsure = true
	}
	spec, err := d.model.Spec(nil)
	if err != nil {
		d.reportFile(fmt.Sprintf("the default scenario of %s is wrong: %v", d.model.Name(), err), "")
		return
	}
	d.spec = spec
}

func (d *draft) ownScenario(f field) bool {
	if f.value.Kind == yaml.ScalarNode && !isNull(f.value) {
		d.report(f.value, fmt.Sprintf("%s is %s, but must be a mapping of names to values", f.name, describe(f.value)),
			fmt.Sprintf("write the %s here; a file is not read", f.name))
		return false
	}
	scenario := d.model.NewScenario()
	before := d.found()
	sound := d.decode(f.value, reflect.ValueOf(scenario).Elem(), f.name)
	if d.found()-before > d.badNumbers {
		return false // names may be missing, and all that refers to them would be reported as well
	}
	spec, err := d.model.Spec(scenario)
	if err == nil && sound {
		d.scenario, d.spec = scenario, spec
	}
	if err == nil {
		return sound
	}
	var wrong models.ScenarioErrors
	if !errors.As(err, &wrong) {
		d.report(f.value, err.Error(), "")
		return false
	}
	for _, e := range wrong {
		d.report(locate(f, e.Path), strings.Join(append([]string{f.name}, e.Path...), ".")+": "+e.Message, "")
	}
	return false
}

// locate finds the place of a path of keys and indices: the value if it is a scalar or an element of a list, else its
// key; the innermost place that exists if the path does not.
func locate(f field, path []string) *yaml.Node {
	place, n := f.key, f.value
	for _, step := range path {
		key, value := stepInto(n, step)
		if value == nil {
			break
		}
		place, n = key, value
		if n.Kind == yaml.ScalarNode {
			place = n
		}
	}
	return place
}

func stepInto(n *yaml.Node, step string) (key, value *yaml.Node) {
	if n.Kind == yaml.SequenceNode {
		if i, err := strconv.Atoi(step); err == nil && 0 <= i && i < len(n.Content) {
			return n.Content[i], n.Content[i]
		}
		return nil, nil
	}
	for i := 0; n.Kind == yaml.MappingNode && i < len(n.Content); i += 2 {
		if n.Content[i].Value == step {
			return n.Content[i], n.Content[i+1]
		}
	}
	return nil, nil
}

// decode reads a node into a Go value of the kinds that models.Model allows in scenarios. What is the place in the file,
// for messages.
func (d *draft) decode(n *yaml.Node, v reflect.Value, what string) bool {
	switch v.Kind() {
	case reflect.Pointer:
		v.Set(reflect.New(v.Type().Elem()))
		return d.decode(n, v.Elem(), what)
	case reflect.Struct:
		return d.decodeStruct(n, v, what)
	case reflect.Slice:
		return d.decodeSlice(n, v, what)
	case reflect.Map:
		return d.decodeMap(n, v, what)
	case reflect.String:
		text, ok := d.text(n, what)
		v.SetString(text)
		return ok
	}
	return d.decodeNumber(n, v, what)
}

// decodeNumber reads a number, or true or false. In the place of one that is wrong it puts 1, which models take
// everywhere: no name depends on it, so that the rest of the scenario can be checked with it.
func (d *draft) decodeNumber(n *yaml.Node, v reflect.Value, what string) bool {
	if d.readNumber(n, v, what) {
		return true
	}
	d.badNumbers++
	switch {
	case v.CanInt():
		v.SetInt(1)
	case v.CanFloat():
		v.SetFloat(1)
	}
	return false
}

func (d *draft) readNumber(n *yaml.Node, v reflect.Value, what string) bool {
	p := &models.Parameter{Name: what, Type: models.Int, Bounds: models.Any}
	switch v.Kind() {
	case reflect.Float64:
		p.Type = models.Real
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64:
	case reflect.Bool:
		ok := n.Kind == yaml.ScalarNode && n.ShortTag() == "!!bool"
		if !ok {
			d.report(n, fmt.Sprintf("%s is %s, but must be true or false", what, describe(n)), "")
			return false
		}
		v.SetBool(strings.EqualFold(n.Value, "true"))
		return true
	default:
		d.report(n, fmt.Sprintf("%s has a type that studies cannot give: %s", what, v.Type()), "")
		return false
	}
	value, ok := d.value(n, p)
	switch {
	case !ok:
	case p.Type == models.Real:
		v.SetFloat(value.Real)
	case v.OverflowInt(value.Int):
		d.report(n, fmt.Sprintf("%s is %d, which is too large", what, value.Int), "")
		return false
	default:
		v.SetInt(value.Int)
	}
	return ok
}

func (d *draft) decodeSlice(n *yaml.Node, v reflect.Value, what string) bool {
	items, ok := d.items(n, what, "")
	if !ok {
		return false
	}
	v.Set(reflect.MakeSlice(v.Type(), len(items), len(items)))
	for i, item := range items {
		ok = d.decode(item, v.Index(i), fmt.Sprintf("%s.%d", what, i)) && ok
	}
	return ok
}

func (d *draft) decodeMap(n *yaml.Node, v reflect.Value, what string) bool {
	before := d.found()
	fields, ok := d.fields(n, what)
	if !ok {
		return false
	}
	v.Set(reflect.MakeMapWithSize(v.Type(), len(fields)))
	for _, f := range fields {
		value := reflect.New(v.Type().Elem()).Elem()
		d.decode(f.value, value, what+"."+f.name)
		v.SetMapIndex(reflect.ValueOf(f.name).Convert(v.Type().Key()), value)
	}
	return d.found() == before
}

// decodeStruct reads a mapping whose keys are the json tags of the fields; a key without omitempty must be given.
func (d *draft) decodeStruct(n *yaml.Node, v reflect.Value, what string) bool {
	before := d.found()
	fields, ok := d.fields(n, what)
	if !ok {
		return false
	}
	var names []string
	for i := 0; i < v.NumField(); i++ {
		name, _ := jsonKey(v.Type().Field(i))
		names = append(names, name)
	}
	given := d.known(fields, what, names...)
	for i, name := range names {
		_, optional := jsonKey(v.Type().Field(i))
		f, ok := given[name]
		switch {
		case ok:
			d.decode(f.value, v.Field(i), what+"."+name)
		case !optional:
			d.report(n, fmt.Sprintf("%s needs the key %s", what, name), "")
		}
	}
	return d.found() == before
}

func jsonKey(f reflect.StructField) (name string, optional bool) {
	parts := strings.Split(f.Tag.Get("json"), ",")
	if parts[0] == "" {
		parts[0] = f.Name
	}
	return parts[0], slices.Contains(parts[1:], "omitempty")
}

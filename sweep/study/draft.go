package study

import (
	"fmt"
	"regexp"
	"slices"
	"strings"

	"go.yaml.in/yaml/v3"

	"tarama/models"
)

// draft is a study while it is being read.
type draft struct {
	*reader
	name, title string
	model       models.Model
	modelNode   *yaml.Node // the model's name, for messages
	scenario    any        // nil: the model's default
	spec        *models.Spec
	unsure      bool // the scenario is wrong: spec is the default's, and what depends on the scenario goes unchecked
	fixed       []assignment
	axes        []*axis
	where       *yaml.Node
	formats     []string
	partCells   int64
	previewNode *yaml.Node // nil if not given; read when the columns are known
	preview     []string
	points      []PointsFile
}

// assignment gives a parameter its one value.
type assignment struct {
	parameter int
	value     models.Value
	node      *yaml.Node // the key, for messages
}

// The keys of a study file. The model adds the key of its scenario.
var studyKeys = []string{"study", "model", "title", "fixed", "axes", "where", "output"}

// draft reads the whole tree. Without a model nothing can be said of parameters, and there is no spec.
func (r *reader) draft(root *yaml.Node) *draft {
	fields, ok := r.fields(root, "the study")
	if !ok {
		return nil
	}
	d := &draft{reader: r, formats: r.options.Formats}
	d.findModel(root, fields)
	top := d.topLevel(fields)
	d.readName(root, top)
	d.readTitle(top)
	d.readOutput(top)
	if d.model == nil {
		return d
	}
	d.readScenario(top)
	if d.spec == nil {
		return d
	}
	d.readPreview()
	d.readFixed(top)
	d.readAxes(top)
	d.readOverrides()
	d.checkOnce()
	if f, ok := top["where"]; ok {
		d.where = f.value
	}
	return d
}

// findModel looks the model up first of all, since the other keys depend on it.
func (d *draft) findModel(root *yaml.Node, fields []field) {
	for _, f := range fields {
		if f.name != "model" {
			continue
		}
		name, ok := d.text(f.value, "model")
		if !ok {
			return
		}
		var names []string
		for _, m := range d.options.Models {
			if m.Name() == name {
				d.model, d.modelNode = m, f.value
				return
			}
			names = append(names, m.Name())
		}
		hint := suggest(name, names)
		if hint == "" {
			hint = "the models are " + strings.Join(names, ", ")
		}
		d.report(f.value, "there is no model "+show(name), hint)
		return
	}
	d.report(root, "the study has no key model", "")
}

// topLevel sorts the fields by name and reports unknown ones.
func (d *draft) topLevel(fields []field) map[string]field {
	keys := studyKeys
	if d.model != nil && d.model.ScenarioKey() != "" {
		keys = append(append([]string{}, keys...), d.model.ScenarioKey())
	}
	top := map[string]field{}
	for _, f := range fields {
		if hint, unknown := d.unknownKey(f.name, keys); unknown {
			d.report(f.key, "the study has no key "+show(f.name), hint)
			continue
		}
		top[f.name] = f
	}
	return top
}

func (d *draft) unknownKey(name string, keys []string) (hint string, unknown bool) {
	for _, k := range keys {
		if k == name {
			return "", false
		}
	}
	for _, m := range d.options.Models {
		if m.ScenarioKey() != name || name == "" {
			continue
		}
		switch {
		case d.model == nil:
			return "", false // the wrong model has been reported
		case d.model.ScenarioKey() == "":
			return fmt.Sprintf("%s takes none", d.model.Name()), true
		}
		return fmt.Sprintf("%s takes %s", d.model.Name(), d.model.ScenarioKey()), true
	}
	if d.model != nil {
		if spec, err := d.model.Spec(nil); err == nil && (spec.Lookup(name) >= 0 || spec.Vector(name) != nil) {
			return "parameters go under fixed or axes", true
		}
	}
	return suggest(name, keys), true
}

var validName = regexp.MustCompile(`^[A-Za-z0-9._-]+$`)

// longestName keeps the study's name fit for a folder.
const longestName = 100

func (d *draft) readName(root *yaml.Node, top map[string]field) {
	f, given := top["study"]
	if !given {
		d.report(root, "the study has no key study", "its name, such as study: ttl-against-checks")
		return
	}
	name, ok := d.text(f.value, "study")
	if !ok {
		return
	}
	if !validName.MatchString(name) || strings.HasPrefix(name, ".") || len(name) > longestName {
		d.report(f.value, fmt.Sprintf("study is %s, but must be letters, digits, . _ -, not begin with a dot, and have at most %d of them",
			show(name), longestName), "")
		return
	}
	d.name = name
}

func (d *draft) readTitle(top map[string]field) {
	f, given := top["title"]
	if !given {
		return
	}
	title, ok := d.text(f.value, "title")
	if ok && strings.Contains(title, "\n") {
		d.report(f.value, "title has several lines, but must be one", "")
		return
	}
	d.title = title
}

func (d *draft) readOutput(top map[string]field) {
	f, given := top["output"]
	if !given {
		return
	}
	fields, ok := d.fields(f.value, "output")
	if !ok {
		return
	}
	output := d.known(fields, "output", "formats", "part_cells", "preview")
	if f, given := output["part_cells"]; given {
		d.partCells, _ = d.integer(f.value, "part_cells", 1)
	}
	if f, given := output["formats"]; given {
		d.readFormats(f.value)
	}
	if f, given := output["preview"]; given {
		d.previewNode = f.value
	}
}

func (d *draft) readFormats(n *yaml.Node) {
	known := strings.Join(d.options.Formats, ", ")
	items, ok := d.items(n, "formats", "formats: ["+known+"]")
	if !ok {
		return
	}
	if len(items) == 0 {
		d.report(n, "formats is empty, but must name at least one of "+known, "")
	}
	wanted := map[string]bool{}
	for _, item := range items {
		name, ok := d.text(item, "a format")
		switch {
		case !ok:
		case wanted[name]:
			d.report(item, "formats has "+show(name)+" twice", "")
		case !slices.Contains(d.options.Formats, name):
			d.report(item, fmt.Sprintf("there is no format %s, only %s", show(name), known), suggest(name, d.options.Formats))
		}
		wanted[name] = true
	}
	d.formats = nil
	for _, name := range d.options.Formats { // one order, whatever the file's
		if wanted[name] {
			d.formats = append(d.formats, name)
		}
	}
}

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
	if hint := suggest(name, known); hint != "" {
		return hint
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
		for _, p := range a.grid.Parameters() {
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

package study

import (
	"fmt"
	"regexp"
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
	badNumbers  int  // in the scenario
	unsure      bool // the scenario is wrong: spec is the default's, and what depends on the scenario goes unchecked
	fixed       []assignment
	design      *draftDesign // nil: a grid
	axes        []*axis      // in row order once all is read
	unread      []claim      // what was to be set by an entry that is wrong
	where       *yaml.Node
	formats     []string
	partCells   int64
	partsNode   *yaml.Node // of part_cells; nil if not given
	previewNode *yaml.Node // nil if not given; read when the columns are known
	preview     []string
	points      []PointsFile
}

// The keys of a study file. The model adds the key of its scenario.
var studyKeys = []string{"study", "model", "title", "fixed", "design", "axes", "where", "output"}

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
	d.readDesign(top)
	d.readAxes(top)
	d.readOverrides()
	d.orderAxes()
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
		for _, m := range d.options.Models {
			if m.Name() == name {
				d.model, d.modelNode = m, f.value
				return
			}
		}
		hint := suggest(name, d.modelNames())
		if hint == "" {
			hint = "the models are " + strings.Join(d.modelNames(), ", ")
		}
		d.report(f.value, "there is no model "+show(name), hint)
		return
	}
	d.report(root, "the study has no key model", "the models are "+strings.Join(d.modelNames(), ", "))
}

func (d *draft) modelNames() []string {
	names := make([]string, len(d.options.Models))
	for i, m := range d.options.Models {
		names[i] = m.Name()
	}
	return names
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

package study

import (
	"fmt"

	"go.yaml.in/yaml/v3"

	"tarama/models"
	"tarama/sweep/grid"
)

// axis is an entry of axes.
type axis struct {
	node   *yaml.Node  // its first key, for messages
	grid   grid.Axis   // nil if it is a factor
	factor grid.Factor // of the design; nil if it is an axis of its own
	entry  object      // the entry in canonical JSON
	digest string      // of the points file, if it is one
}

// parameters are the positions in the spec of what the entry sets.
func (a *axis) parameters() []int {
	if a.factor != nil {
		return []int{a.factor.Parameter()}
	}
	return a.grid.Parameters()
}

// sequence is what one name of an entry takes: the values and how to write them.
type sequence struct {
	axis   grid.Axis   // nil if it is a factor
	factor grid.Factor // the design places its values; nil if they are an axis
	form   any         // canonical JSON
	plain  bool        // a list: it may have a value twice, and nothing is computed
}

func (d *draft) readAxes(top map[string]field) {
	f, given := top["axes"]
	if !given || isNull(f.value) {
		return
	}
	entries, ok := d.items(f.value, "axes", "each axis is an entry: - ttl_s: [30, 60]")
	if !ok {
		return
	}
	for i, entry := range entries {
		if i == len(d.spec.Parameters) { // some parameter must be on two axes; reading on could take for ever
			d.report(entry, fmt.Sprintf("axes has %d entries, but %s has only %d parameters", len(entries), d.model.Name(), i), "")
			return
		}
		if a := d.axisEntry(entry); a != nil {
			d.axes = append(d.axes, a)
		}
	}
}

// axisEntry reads an entry: one name, several names that move together, or a points file.
func (d *draft) axisEntry(n *yaml.Node) *axis {
	if n.Kind == yaml.ScalarNode {
		d.report(n, fmt.Sprintf("an axis is %s, but must be a name and its values", describe(n)), "with a colon and a space between: - ttl_s: [30, 60]")
		return nil
	}
	fields, ok := d.fields(n, "an axis")
	if !ok {
		return nil
	}
	if len(fields) == 0 {
		d.report(n, "the axis names no parameter", "")
		return nil
	}
	for _, f := range fields {
		if f.name == "points" && d.spec.Lookup(f.name) < 0 {
			return d.pointsEntry(fields)
		}
	}
	var targets []target
	var sequences []sequence
	sound := true
	for _, f := range fields {
		t, ok := d.target(f)
		if !ok {
			sound = false
			continue
		}
		s, ok := d.sequence(t, f.value, len(fields) == 1)
		sound = sound && ok
		targets, sequences = append(targets, t), append(sequences, s)
	}
	switch {
	case !sound:
	case len(sequences) == 1:
		return &axis{node: fields[0].key, grid: sequences[0].axis, factor: sequences[0].factor, entry: object{{targets[0].name, sequences[0].form}}}
	default:
		if a := d.joint(n, fields, sequences); a != nil {
			return a
		}
	}
	d.claim(onAxis, fields[0].key, targets...)
	return nil
}

func (d *draft) pointsEntry(fields []field) *axis {
	for _, f := range fields {
		if f.name != "points" {
			d.report(f.key, show(f.name)+" stands beside points", "a points file is an entry of its own")
			return nil
		}
	}
	return d.readPoints(fields[0])
}

// joint joins names that move together.
func (d *draft) joint(n *yaml.Node, fields []field, sequences []sequence) *axis {
	axes := make([]grid.Axis, len(sequences))
	entry := object{}
	plain := true
	for i, s := range sequences {
		if s.factor != nil {
			d.report(fields[i].key, fields[i].name+" is placed by the design, and cannot move together with others", "give it an entry of its own")
			return nil
		}
		if s.axis.Len() != sequences[0].axis.Len() {
			d.report(fields[i].key, fmt.Sprintf("%s has %d values and %s has %d, but names in one entry move together",
				fields[i].name, s.axis.Len(), fields[0].name, sequences[0].axis.Len()), "give each as many, or each an entry of its own")
			return nil
		}
		axes[i], plain = s.axis, plain && s.plain
		entry = entry.with(fields[i].name, s.form)
	}
	joint, err := grid.NewJoint(axes)
	if err != nil {
		d.report(n, err.Error(), "")
		return nil
	}
	if plain && !d.distinct(n, fields, joint) {
		return nil
	}
	return &axis{node: fields[0].key, grid: joint, entry: entry}
}

// distinct reports a combination of lists that move together which comes twice.
func (d *draft) distinct(n *yaml.Node, fields []field, joint grid.Axis) bool {
	seen := map[string]int{}
	for i, values := range d.expand(joint) {
		key := fmt.Sprint(values)
		if earlier, repeated := seen[key]; repeated {
			d.report(fields[0].value.Content[i], fmt.Sprintf("the combination number %d is the same as number %d: %s", i+1, earlier+1, key), "")
			return false
		}
		seen[key] = i
	}
	return true
}

// expand writes out an axis: a value per parameter in each row.
func (d *draft) expand(a grid.Axis) [][]models.Value {
	parameters := a.Parameters()
	columns := make([]models.Column, len(d.spec.Parameters))
	rows := int(a.Len())
	for _, p := range parameters {
		columns[p] = grid.NewColumns(d.spec.Parameters[p:p+1], rows)[0]
	}
	a.Fill(columns, 0, rows, 0)
	values := make([][]models.Value, rows)
	for row := range values {
		for _, p := range parameters {
			var v models.Value
			switch t := d.spec.Parameters[p].Type; t {
			case models.Int:
				v = models.IntValue(columns[p].Ints[row])
			case models.Real:
				v = models.RealValue(columns[p].Reals[row])
			default:
				v = models.TextValue(t, a.Words(p)[columns[p].Codes[row]])
			}
			values[row] = append(values[row], v)
		}
	}
	return values
}

// The words that stand for all values of a permutation and of a subset.
const (
	allOrders = "permutations"
	allSets   = "subsets"
)

// sequence reads the values of one name. Only a list that stands alone must not have a value twice.
func (d *draft) sequence(t target, n *yaml.Node, alone bool) (sequence, bool) {
	switch n.Kind {
	case yaml.SequenceNode:
		return d.list(t, n, alone)
	case yaml.MappingNode:
		return d.form(t, n)
	}
	switch word := d.allOf(t); {
	case word == "" || n.Value != word:
	case word == allOrders:
		axis, err := grid.NewPermutations(t.parameters[0], d.parameter(t).Words)
		return d.formed(t, n, axis, err, n.Value)
	default:
		axis, err := grid.NewSubsets(t.parameters[0], d.parameter(t).Words)
		return d.formed(t, n, axis, err, n.Value)
	}
	hint := d.axisHint(t)
	if word := d.allOf(t); word != "" && models.Nearest(n.Value, []string{word}) != "" {
		hint = "did you mean " + word + "?"
	}
	d.report(n, fmt.Sprintf("%s is %s, but an axis needs several values", t.name, describe(n)), hint)
	return sequence{}, false
}

// allOf is the word that stands for all values of a target, or "" if there is none.
func (d *draft) allOf(t target) string {
	switch {
	case t.vector:
	case d.parameter(t).Type == models.Order:
		return allOrders
	case d.parameter(t).Type == models.Set:
		return allSets
	}
	return ""
}

func (d *draft) axisHint(t target) string {
	switch {
	case t.vector:
		return "a list of lists, {simplex: N}, or one list under fixed"
	case d.parameter(t).Type == models.Order:
		return "a list, the word permutations, or one value under fixed"
	case d.parameter(t).Type == models.Set:
		return "a list, the word subsets, or one value under fixed"
	case d.parameter(t).Type == models.Enum:
		return "a list, or one value under fixed"
	case d.parameter(t).Type == models.Int:
		return "a list, a range {from, to, step}, a count {from, count}, or one value under fixed"
	}
	return "a list, a range {from, to, step}, or one value under fixed"
}

func (d *draft) list(t target, n *yaml.Node, alone bool) (sequence, bool) {
	if len(n.Content) == 0 {
		d.report(n, t.name+" has no values", d.axisHint(t))
		return sequence{}, false
	}
	if t.vector && n.Content[0].Kind != yaml.SequenceNode {
		d.report(n, t.name+" is one list, but an axis of vectors needs a list of lists", "[[5, 3, 2], [1, 1, 1]], or one list under fixed")
		return sequence{}, false
	}
	first := map[string]*yaml.Node{}
	var rows [][]models.Value
	sound := true
	for _, item := range n.Content {
		values, ok := d.tuple(t, item)
		if !ok {
			sound = false
			continue
		}
		key := fmt.Sprint(values)
		if earlier := first[key]; earlier != nil && alone {
			d.report(item, fmt.Sprintf("%s has %s twice", t.name, showTuple(values)), d.placeHint(item, earlier))
			sound = false
		}
		first[key] = item
		rows = append(rows, values)
	}
	if !sound {
		return sequence{}, false
	}
	return sequence{axis: grid.NewTable(t.parameters, rows), form: jsonRows(rows, t.vector), plain: true}, true
}

func showTuple(values []models.Value) string {
	if len(values) == 1 {
		return show(values[0].String())
	}
	return fmt.Sprint(values)
}

// jsonRows writes a list of values, or of lists if each is a vector.
func jsonRows(rows [][]models.Value, vector bool) []any {
	list := make([]any, len(rows))
	for i, values := range rows {
		if !vector {
			list[i] = jsonValue(values[0])
			continue
		}
		inner := make([]any, len(values))
		for j, v := range values {
			inner[j] = jsonValue(v)
		}
		list[i] = inner
	}
	return list
}

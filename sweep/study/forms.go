package study

import (
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"slices"

	"github.com/cockroachdb/apd/v3"
	"go.yaml.in/yaml/v3"

	"tarama/models"
	"tarama/sweep/grid"
)

// formKeys are the keys of the mappings that stand for a sequence of values.
var formKeys = []string{"from", "to", "step", "points", "scale", "count", "base", "simplex", "min", "among"}

// form is a mapping that stands for a sequence: {from, to, step}, {from, to, points, scale}, {from, count},
// {base, count}, {simplex, min}; or for what a design varies: {from, to, scale}, {among}.
func (d *draft) form(t target, n *yaml.Node) (sequence, bool) {
	fields, ok := d.fields(n, t.name)
	if !ok {
		return sequence{}, false
	}
	keys := d.known(fields, t.name, formKeys...)
	if len(keys) != len(fields) {
		return sequence{}, false
	}
	_, simplex := keys["simplex"]
	_, base := keys["base"]
	_, count := keys["count"]
	_, points := keys["points"]
	_, step := keys["step"]
	_, among := keys["among"]
	_, scale := keys["scale"]
	switch {
	case simplex:
		return d.simplex(t, n, keys)
	case among:
		return d.among(t, keys)
	case t.vector || d.parameter(t).Type.IsText():
		d.report(n, t.name+" is a range, but its values are no numbers", d.axisHint(t))
		return sequence{}, false
	case base:
		return d.spreadSeeds(t, n, keys)
	case count:
		return d.counted(t, n, keys)
	case d.design != nil && !step && !points:
		return d.open(t, n, keys)
	case points || scale:
		return d.scale(t, n, keys)
	}
	return d.stepped(t, n, keys)
}

// missingKeys are hints for keys that are often forgotten.
var missingKeys = map[string]string{
	"step":   "such as step: 1; or points: 5 for that many values",
	"points": "how many values, such as points: 5",
	"count":  "how many values, such as count: 100",
}

// need reports keys of a form that are missing, and keys that do not go with it.
func (d *draft) need(n *yaml.Node, keys map[string]field, shape string, required, optional []string) bool {
	for _, name := range formKeys {
		f, given := keys[name]
		switch wanted := slices.Contains(required, name); {
		case wanted && !given:
			d.report(n, shape+" needs the key "+name, missingKeys[name])
			return false
		case given && !wanted && !slices.Contains(optional, name):
			d.report(f.key, fmt.Sprintf("%s has no key %s", shape, name), "")
			return false
		}
	}
	return true
}

// formed reports what is wrong with a computed sequence, or its values.
func (d *draft) formed(t target, n *yaml.Node, axis grid.Axis, err error, form any) (sequence, bool) {
	if err != nil {
		d.report(n, t.name+": "+err.Error(), formHint(err))
		return sequence{}, false
	}
	return sequence{axis: axis, form: form}, d.checkValues(t, n, axis)
}

func formHint(err error) string {
	var many *grid.TooManyWordsError
	switch {
	case errors.As(err, &many):
		return "list those that matter"
	case errors.Is(err, grid.ErrTooFewNumbers):
		return "ask for fewer points, or give a list"
	case errors.Is(err, grid.ErrNotInteger):
		return "the parameter is an integer"
	}
	return ""
}

// checkMost is how many values of a computed sequence are looked at one by one.
const checkMost = 1_000_000

// checkValues reports the first value out of bounds. Sequences are monotone, so the ends show whether a number is too
// small or too great; whether it is a multiple shows on the first two, or, where they are not evenly spaced, on all.
func (d *draft) checkValues(t target, n *yaml.Node, axis grid.Axis) bool {
	p := d.parameter(t)
	if p.Type.IsText() {
		return true
	}
	columns := make([]models.Column, len(d.spec.Parameters))
	columns[t.parameters[0]] = grid.NewColumns(d.spec.Parameters[t.parameters[0]:t.parameters[0]+1], 1)[0]
	check := func(i int64) bool {
		axis.Fill(columns, 0, 1, i)
		c := columns[t.parameters[0]]
		v := models.Value{Type: p.Type}
		if p.Type == models.Int {
			v.Int = c.Ints[0]
		} else {
			v.Real = c.Reals[0]
		}
		_, ok := d.checked(n, p, v)
		return ok
	}
	last := axis.Len() - 1
	if p.Bounds.Multiple != 0 {
		for i := int64(0); i < min(last, checkMost); i++ {
			if !check(i) {
				return false
			}
		}
		return check(last)
	}
	return check(0) && check(last)
}

// decimal reads an exact number of a form of a parameter.
func (d *draft) decimal(f field, p *models.Parameter) (*apd.Decimal, bool) {
	if f.value.Kind != yaml.ScalarNode || quoted(f.value) || isNull(f.value) {
		d.report(f.value, fmt.Sprintf("%s is %s, but must be a number", f.name, describe(f.value)), quotesHint(f.value))
		return nil, false
	}
	number, err := parseDecimal(f.value.Value)
	if err != nil {
		d.report(f.value, fmt.Sprintf("%s is %s, %s", f.name, show(f.value.Value), err), parameterHint(f.value.Value, p))
		return nil, false
	}
	return number, true
}

// decimals reads several numbers of a form.
func (d *draft) decimals(t target, keys map[string]field, names ...string) (map[string]*apd.Decimal, bool) {
	numbers, sound := map[string]*apd.Decimal{}, true
	for _, name := range names {
		number, ok := d.decimal(keys[name], d.parameter(t))
		if ok && d.parameter(t).Type == models.Int && name != "to" {
			if _, err := integerOf(number); err != nil {
				d.report(keys[name].value, fmt.Sprintf("%s is %s, %s", name, show(keys[name].value.Value), err), t.name+" is an integer")
				ok = false
			}
		}
		numbers[name], sound = number, sound && ok
	}
	return numbers, sound
}

func (d *draft) stepped(t target, n *yaml.Node, keys map[string]field) (sequence, bool) {
	if !d.need(n, keys, "a range", []string{"from", "to", "step"}, nil) {
		return sequence{}, false
	}
	x, ok := d.decimals(t, keys, "from", "to", "step")
	if !ok {
		return sequence{}, false
	}
	axis, err := grid.NewRange(t.parameters[0], d.parameter(t).Type, x["from"], x["to"], x["step"])
	switch {
	case errors.Is(err, grid.ErrStepZero):
		d.report(keys["step"].value, "step is 0", "one value goes under fixed")
		return sequence{}, false
	case errors.Is(err, grid.ErrStepSign):
		d.report(keys["step"].value, fmt.Sprintf("step is %s, which leads from %s away from %s", show(keys["step"].value.Value),
			show(keys["from"].value.Value), show(keys["to"].value.Value)), "change its sign, or swap from and to")
		return sequence{}, false
	}
	return d.formed(t, n, axis, err, object{
		{"from", jsonDecimal(x["from"])}, {"to", jsonDecimal(x["to"])}, {"step", jsonDecimal(x["step"])},
	})
}

func (d *draft) scale(t target, n *yaml.Node, keys map[string]field) (sequence, bool) {
	shape := "a range with points"
	if _, given := keys["points"]; !given {
		shape = "a range with a scale"
	}
	if !d.need(n, keys, shape, []string{"from", "to", "points"}, []string{"scale"}) {
		return sequence{}, false
	}
	x, sound := d.decimals(t, keys, "from", "to")
	points, ok := d.integer(keys["points"].value, "points", 1)
	scale, known := d.scaleName(keys)
	if !sound || !ok || !known {
		return sequence{}, false
	}
	form := object{{"from", jsonDecimal(x["from"])}, {"to", jsonDecimal(x["to"])}, {"points", points}}
	make := grid.NewLinear
	if scale == "log" {
		make, form = grid.NewLog, form.with("scale", scale)
	}
	axis, err := make(t.parameters[0], d.parameter(t).Type, x["from"], x["to"], points)
	if errors.Is(err, grid.ErrTooManyPoints) {
		d.report(keys["points"].value, fmt.Sprintf("points is %d, but %v", points, err), "")
		return sequence{}, false
	}
	return d.formed(t, n, axis, err, form)
}

func (d *draft) scaleName(keys map[string]field) (string, bool) {
	f, given := keys["scale"]
	if !given {
		return "linear", true
	}
	name, ok := d.text(f.value, "scale")
	if ok && name != "linear" && name != "log" {
		d.report(f.value, fmt.Sprintf("scale is %s, but must be linear or log", show(name)), suggest(name, []string{"linear", "log"}))
		return "", false
	}
	return name, ok
}

// counted is {from, count}: consecutive integers.
func (d *draft) counted(t target, n *yaml.Node, keys map[string]field) (sequence, bool) {
	if !d.need(n, keys, "a count of integers", []string{"from", "count"}, nil) || !d.integersOnly(t, n) {
		return sequence{}, false
	}
	from, ok := d.integer(keys["from"].value, "from", math.MinInt64)
	count, counted := d.integer(keys["count"].value, "count", 1)
	if !ok || !counted {
		return sequence{}, false
	}
	axis, err := grid.NewIntegers(t.parameters[0], from, 1, count)
	return d.formed(t, n, axis, err, object{{"from", from}, {"count", count}})
}

// spreadSeeds is {base, count}: distinct numbers of 32 bits. Any of them may come, so all must be within the bounds.
func (d *draft) spreadSeeds(t target, n *yaml.Node, keys map[string]field) (sequence, bool) {
	if !d.need(n, keys, "a count of seeds", []string{"base", "count"}, nil) || !d.integersOnly(t, n) {
		return sequence{}, false
	}
	base, ok := d.integer(keys["base"].value, "base", math.MinInt64)
	count, counted := d.integer(keys["count"].value, "count", 1)
	if !ok || !counted {
		return sequence{}, false
	}
	if count > grid.MaxSpread {
		d.report(keys["count"].value, fmt.Sprintf("count is %d, but there are only 2^32 distinct seeds", count), "")
		return sequence{}, false
	}
	for _, end := range []int64{0, math.MaxUint32} {
		if _, ok := d.checked(n, d.parameter(t), models.IntValue(end)); !ok {
			return sequence{}, false
		}
	}
	return sequence{
		axis: grid.NewSpreadSeeds(t.parameters[0], base, count),
		form: object{{"base", base}, {"count", count}},
	}, true
}

func (d *draft) integersOnly(t target, n *yaml.Node) bool {
	if d.parameter(t).Type != models.Int {
		d.report(n, t.name+" counts integers, but its values are real", "a range {from, to, step}")
		return false
	}
	return true
}

// simplex is every split of a whole over the parameters of a vector.
func (d *draft) simplex(t target, n *yaml.Node, keys map[string]field) (sequence, bool) {
	if !t.vector {
		d.report(keys["simplex"].key, t.name+" is one parameter, but a simplex is split over several", d.axisHint(t))
		return sequence{}, false
	}
	if !d.need(n, keys, "a simplex", []string{"simplex"}, []string{"min"}) {
		return sequence{}, false
	}
	whole, ok := d.integer(keys["simplex"].value, "simplex", 1)
	minimum := int64(0)
	if f, given := keys["min"]; given && ok {
		minimum, ok = d.integer(f.value, "min", 0)
	}
	if !ok {
		return sequence{}, false
	}
	form := object{{"simplex", whole}, {"min", minimum}}
	axis, err := grid.NewSimplex(t.parameters, whole, minimum)
	if err != nil {
		d.report(n, fmt.Sprintf("%s: %s", t.name, simplexMessage(err, whole, minimum, len(t.parameters))), "")
		return sequence{}, false
	}
	return sequence{axis: axis, form: form}, d.checkShares(t, n, whole, minimum)
}

func simplexMessage(err error, whole, minimum int64, parts int) string {
	if errors.Is(err, grid.ErrRangeEmpty) {
		return fmt.Sprintf("%d cannot be split into %d parts of at least %d", whole, parts, minimum)
	}
	return fmt.Sprintf("there are more than 2^62 ways to split %d into %d parts", whole, parts)
}

// checkShares checks the smallest and the greatest share that a parameter can get.
func (d *draft) checkShares(t target, n *yaml.Node, whole, minimum int64) bool {
	greatest := whole - minimum*int64(len(t.parameters)-1)
	for _, p := range t.parameters {
		for _, share := range []int64{minimum, greatest} {
			if _, ok := d.checked(n, &d.spec.Parameters[p], models.IntValue(share)); !ok {
				return false
			}
		}
	}
	return true
}

func jsonDecimal(d *apd.Decimal) json.Number { return json.Number(canonical(d)) }

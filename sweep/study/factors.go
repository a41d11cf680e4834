package study

import (
	"errors"
	"fmt"

	"github.com/cockroachdb/apd/v3"
	"go.yaml.in/yaml/v3"

	"tarama/models"
	"tarama/sweep/grid"
)

// open is {from, to} or {from, to, scale} in a study with a design, which places the values between the ends.
func (d *draft) open(t target, n *yaml.Node, keys map[string]field) (sequence, bool) {
	if !d.need(n, keys, "a range of a design", []string{"from", "to"}, []string{"scale"}) {
		return sequence{}, false
	}
	x, ok := d.decimals(t, keys, "from", "to")
	scale, known := d.scaleName(keys)
	if !ok || !known {
		return sequence{}, false
	}
	if x["from"].Cmp(x["to"]) >= 0 {
		d.report(keys["to"].value, fmt.Sprintf("to is %s, but must be more than from, %s", show(keys["to"].value.Value), show(keys["from"].value.Value)), "")
		return sequence{}, false
	}
	if !d.checkEnds(t, keys, x) {
		return sequence{}, false
	}
	form := object{{"from", jsonDecimal(x["from"])}, {"to", jsonDecimal(x["to"])}}
	if scale == "log" {
		form = form.with("scale", scale)
	}
	factor, err := d.factor(t, scale, x["from"], x["to"])
	if err != nil {
		d.report(n, t.name+": "+err.Error(), formHint(err))
		return sequence{}, false
	}
	return sequence{factor: factor, form: form}, true
}

// checkEnds reports an end that the parameter cannot take. What lies between two good ends is good, or of another kind than
// the ends' (see factor).
func (d *draft) checkEnds(t target, keys map[string]field, x map[string]*apd.Decimal) bool {
	sound := true
	for _, name := range []string{"from", "to"} {
		v := models.Value{Type: d.parameter(t).Type}
		var err error
		if v.Type == models.Int {
			v.Int, err = integerOf(x[name])
		} else {
			v.Real, err = x[name].Float64()
		}
		if err != nil {
			d.report(keys[name].value, fmt.Sprintf("%s is %s, %s", name, show(keys[name].value.Value), err), "")
			sound = false
			continue
		}
		_, ok := d.checked(keys[name].value, d.parameter(t), v)
		sound = sound && ok
	}
	return sound
}

var errLogOfMultiples = errors.New("its values are multiples, which a log scale does not have")

// factor is what turns a coordinate into a value. Multiples and integers are chosen among, so that each is as likely as the
// next.
func (d *draft) factor(t target, scale string, from, to *apd.Decimal) (grid.Factor, error) {
	p, position := d.parameter(t), t.parameters[0]
	switch {
	case p.Bounds.Multiple != 0 && scale == "log":
		return nil, errLogOfMultiples
	case p.Bounds.Multiple != 0:
		step, err := parseDecimal(models.FormatReal(p.Bounds.Multiple))
		if err != nil {
			return nil, err
		}
		axis, err := grid.NewRange(position, p.Type, from, to, step)
		if err != nil {
			return nil, err
		}
		return grid.NewChoice(axis), nil
	case scale == "log":
		return grid.NewLogFactor(position, p.Type, from, to)
	case p.Type == models.Int:
		first, err := integerOf(from)
		if err != nil {
			return nil, err
		}
		last, err := integerOf(to)
		if err != nil {
			return nil, err
		}
		return grid.NewIntegerFactor(position, first, last)
	}
	return grid.NewLinearFactor(position, from, to)
}

// among is {among: VALUES}: the design takes one of the values that would else be an axis.
func (d *draft) among(t target, keys map[string]field) (sequence, bool) {
	f := keys["among"]
	switch {
	case !d.need(f.key, keys, "among", []string{"among"}, nil):
		return sequence{}, false
	case d.design == nil:
		d.report(f.key, "among is for a study with a design", "give the values alone")
		return sequence{}, false
	case t.vector:
		d.report(f.key, t.name+" has several parameters, but a design varies single ones", "a list of lists crosses with the design")
		return sequence{}, false
	}
	inner, ok := d.sequence(t, f.value, true)
	switch {
	case !ok:
		return sequence{}, false
	case inner.factor != nil:
		d.report(f.value, t.name+" is placed by the design already", "leave out among")
		return sequence{}, false
	case inner.axis.Len() < 2:
		d.report(f.value, t.name+" has one value, but must have several to vary", d.axisHint(t))
		return sequence{}, false
	}
	return sequence{factor: grid.NewChoice(inner.axis), form: object{{"among", inner.form}}}, true
}

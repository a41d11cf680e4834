package schema

import (
	"fmt"
	"math"
	"regexp"
	"strings"

	"tarama/models"
)

// fixed is the schema of the key fixed.
func (b *builder) fixed(spec *models.Spec) node {
	properties := node{}
	for i := range spec.Parameters {
		properties[spec.Parameters[i].Name] = b.value(spec, &spec.Parameters[i])
	}
	for i := range spec.Vectors {
		properties[spec.Vectors[i].Name] = b.vector(spec, &spec.Vectors[i])
	}
	return orNull(describe(closed(properties), "parameters with one value in the whole study; others have their default"))
}

// axes is the schema of the key axes.
func (b *builder) axes(spec *models.Spec) node {
	properties := node{}
	for i := range spec.Parameters {
		p := &spec.Parameters[i]
		properties[p.Name] = b.axis(spec, p)
	}
	for i := range spec.Vectors {
		properties[spec.Vectors[i].Name] = b.vectorAxis(spec, &spec.Vectors[i])
	}
	return axesOf(properties, closed)
}

// axesOf is a list of entries with some properties.
func axesOf(properties node, shape func(node) node) node {
	entry := node{}
	if _, taken := properties["points"]; !taken {
		properties["points"] = node{"$ref": "#/$defs/pointsFile"}
		entry["if"] = node{"required": []any{"points"}}
		entry["then"] = node{"maxProperties": 1}
	}
	for key, value := range shape(properties) {
		entry[key] = value
	}
	entry["minProperties"] = 1
	return orNull(describe(node{"type": "array", "items": entry},
		"each entry is an axis, the first varies slowest; names in one entry move together"))
}

// openFixed and openAxes are for studies with a scenario of their own: numbers keep their bounds, words may be any, and
// there may be other names.
func (b *builder) openFixed(spec *models.Spec) node {
	properties := node{}
	for i := range spec.Parameters {
		if p := &spec.Parameters[i]; !p.Type.IsText() {
			properties[p.Name] = b.value(spec, p)
		}
	}
	return orNull(node{"type": "object", "properties": properties})
}

func (b *builder) openAxes(spec *models.Spec) node {
	properties := node{}
	for i := range spec.Parameters {
		if p := &spec.Parameters[i]; !p.Type.IsText() {
			properties[p.Name] = b.axis(spec, p)
		}
	}
	return axesOf(properties, func(properties node) node {
		return node{"type": "object", "properties": properties}
	})
}

// value is the schema of one value of a parameter.
func (b *builder) value(spec *models.Spec, p *models.Parameter) node {
	return b.define(spec.Model+"."+p.Name, describe(valueSchema(p), about(p)))
}

// about is what an editor shows of a parameter.
func about(p *models.Parameter) string {
	unit := ""
	if p.Unit != "" {
		unit = " [" + p.Unit + "]"
	}
	return fmt.Sprintf("%s%s: %s; default %s", p.Doc, unit, p.Allowed(), p.Default)
}

func valueSchema(p *models.Parameter) node {
	switch p.Type {
	case models.Int, models.Real:
		return number(p)
	case models.Enum:
		return node{"enum": words(p.Words), "default": p.Default.Text}
	case models.Order:
		return node{"type": "string", "pattern": orderPattern(p.Words), "default": p.Default.Text}
	}
	return node{"type": "string", "pattern": setPattern(p.Words), "default": p.Default.Text}
}

func words(list []string) []any {
	all := make([]any, len(list))
	for i, w := range list {
		all[i] = w
	}
	return all
}

func number(p *models.Parameter) node {
	schema := node{"type": "number", "default": p.Default.Real}
	if p.Type == models.Int {
		schema = node{"type": "integer", "default": p.Default.Int}
	}
	low, high := "minimum", "maximum"
	if p.Bounds.OpenMin {
		low = "exclusiveMinimum"
	}
	if p.Bounds.OpenMax {
		high = "exclusiveMaximum"
	}
	if !math.IsInf(p.Bounds.Min, 0) {
		schema[low] = p.Bounds.Min
	}
	if !math.IsInf(p.Bounds.Max, 0) {
		schema[high] = p.Bounds.Max
	}
	if p.Bounds.Multiple != 0 {
		schema["multipleOf"] = p.Bounds.Multiple
	}
	return schema
}

// orderPattern lets as many words through as the order has, from its list, but does not see that each comes once.
func orderPattern(list []string) string {
	if len(list) == 0 {
		return "^" + models.NoneWord + "$"
	}
	word := either(list)
	return fmt.Sprintf("^%s(>%s){%d}$", word, word, len(list)-1)
}

// setPattern lets the words through in their order, each once or not at all.
func setPattern(list []string) string {
	// A set begins with some word, and any of those behind it may follow.
	var alternatives []string
	for i, first := range list {
		alternative := regexp.QuoteMeta(first)
		for _, later := range list[i+1:] {
			alternative += "(\\+" + regexp.QuoteMeta(later) + ")?"
		}
		alternatives = append(alternatives, alternative)
	}
	return "^(" + strings.Join(append(alternatives, models.NoneWord), "|") + ")$"
}

func either(list []string) string {
	quoted := make([]string, len(list))
	for i, w := range list {
		quoted[i] = regexp.QuoteMeta(w)
	}
	return "(" + strings.Join(quoted, "|") + ")"
}

// vector is the schema of a list with a value for each parameter of a vector.
func (b *builder) vector(spec *models.Spec, v *models.Vector) node {
	var items []any
	for _, name := range v.Parameters {
		items = append(items, b.value(spec, &spec.Parameters[spec.Lookup(name)]))
	}
	return describe(node{
		"type": "array", "prefixItems": items, "items": false, "minItems": len(items),
	}, "a value for each of "+strings.Join(v.Parameters, ", "))
}

package schema

import "tarama/models"

// forms are the mappings that stand for a sequence of values, and placed, which is what only a design gives values to. The
// bounds of a parameter are added where a form is used.
func forms() map[string]node {
	integer := node{"type": "integer"}
	count := describe(node{"type": "integer", "minimum": 1}, "how many values")
	scale := node{"enum": []any{"linear", "log"}}
	step := describe(node{"type": "number", "not": node{"const": 0}}, "distance between values; decimals are exact")
	span := func(more node, required ...any) node {
		more["from"], more["to"] = describe(node{"type": "number"}, "the first value"), describe(node{"type": "number"}, "the end, itself included")
		return object(more, append([]any{"from", "to"}, required...)...)
	}
	stepped := span(node{"step": step}, "step")
	pointed := span(node{"points": count, "scale": scale}, "points")
	return map[string]node{
		"range": anyOf(stepped, pointed),
		"integerRange": anyOf(stepped, pointed,
			describe(object(node{"from": integer, "count": count}, "from", "count"), "consecutive integers"),
			describe(object(node{"base": integer, "count": count}, "base", "count"), "distinct seeds, spread over 32 bits"),
		),
		"placed": describe(anyOf(
			span(node{"scale": scale}),
			object(node{"among": true}, "among"),
		), "what a design places: a range {from, to}, or a value {among: VALUES}"),
		"simplex": describe(object(node{
			"simplex": describe(node{"type": "integer", "minimum": 1}, "the whole that is split"),
			"min":     describe(node{"type": "integer", "minimum": 0, "default": 0}, "the least share"),
		}, "simplex"), "every split of a whole"),
	}
}

// axis is the schema of what a parameter takes on an axis.
func (b *builder) axis(spec *models.Spec, p *models.Parameter) node {
	value := b.value(spec, p)
	several := b.define(spec.Model+"."+p.Name+".values", anyOf(sequences(p, value)...))
	placed := []any{object(node{"among": several}, "among")}
	if !p.Type.IsText() {
		placed = append(placed, allOf(node{"$ref": "#/$defs/placed"}, node{"required": []any{"from"}, "properties": node{"from": value, "to": value}}))
	}
	return describe(anyOf(append([]any{several}, placed...)...), about(p))
}

// sequences are the ways to give several values of a parameter.
func sequences(p *models.Parameter, value node) []any {
	ways := []any{list(value, false)}
	switch p.Type {
	case models.Int:
		return append(ways, allOf(node{"$ref": "#/$defs/integerRange"}, node{"properties": node{"from": value}}))
	case models.Real:
		return append(ways, allOf(node{"$ref": "#/$defs/range"}, node{"properties": node{"from": value}}))
	case models.Order:
		return append(ways, node{"const": "permutations"})
	case models.Set:
		return append(ways, node{"const": "subsets"})
	}
	return ways
}

func allOf(schemas ...any) node { return node{"allOf": schemas} }

func (b *builder) vectorAxis(spec *models.Spec, v *models.Vector) node {
	return anyOf(list(b.vector(spec, v), false), node{"$ref": "#/$defs/simplex"})
}

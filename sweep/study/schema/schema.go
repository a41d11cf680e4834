package schema

import (
	"encoding/json"
	"reflect"
	"strings"

	"tarama/models"
	"tarama/sweep/grid/design"
)

// node is a schema or a part of one. Maps are written with their keys in order, so equal schemas are equal bytes.
type node = map[string]any

// Of returns the schema of studies of some models, indented, with a newline at the end. formats are the names of output
// formats. The error is that of a model's default scenario.
func Of(all []models.Model, formats []string) ([]byte, error) {
	b := &builder{defs: node{}}
	b.shared()
	var names []any
	var conditions []any
	for _, m := range all {
		spec, err := m.Spec(nil)
		if err != nil {
			return nil, err
		}
		names = append(names, node{"const": m.Name(), "description": spec.Doc})
		conditions = append(conditions, node{
			"if":   node{"required": []any{"model"}, "properties": node{"model": node{"const": m.Name()}}},
			"then": b.model(m, spec, formats),
		})
	}
	top := node{
		"$schema":     "https://json-schema.org/draft/2020-12/schema",
		"title":       "tarama study",
		"description": "what to run: a model, fixed values, and axes of which every combination is a cell",
		"type":        "object",
		"required":    []any{"study", "model"},
		"properties": node{
			"study": node{"$ref": "#/$defs/study"},
			"model": node{"description": "what is simulated", "oneOf": names},
		},
		"allOf": append(conditions, placedNeedsDesign()),
		"$defs": b.defs,
	}
	text, err := json.MarshalIndent(top, "", " ")
	if err != nil {
		return nil, err
	}
	return append(text, '\n'), nil
}

// builder collects the definitions that are referred to.
type builder struct{ defs node }

// define adds a definition and returns a reference to it.
func (b *builder) define(name string, schema node) node {
	b.defs[name] = schema
	return node{"$ref": "#/$defs/" + strings.NewReplacer("~", "~0", "/", "~1").Replace(name)}
}

// model is the schema of a study of one model. With a scenario of its own other parameters may be named, and words differ.
func (b *builder) model(m models.Model, spec *models.Spec, formats []string) node {
	properties := b.topLevel(formats)
	key := m.ScenarioKey()
	known := node{"fixed": b.fixed(spec), "axes": b.axes(spec), "output": output(spec, formats)}
	if key == "" {
		for name, schema := range known {
			properties[name] = schema
		}
		return closed(properties)
	}
	scenario := b.define(m.Name()+"."+key, ofType(reflect.TypeOf(m.NewScenario())))
	properties[key] = node{"$ref": scenario["$ref"], "description": "the " + key + " of the study; without one it is the model's default"}
	for name := range known {
		properties[name] = true
	}
	schema := closed(properties)
	schema["if"] = node{"required": []any{key}}
	schema["then"] = node{"properties": node{
		"fixed": b.openFixed(spec), "axes": b.openAxes(spec), "output": output(nil, formats),
	}}
	schema["else"] = node{"properties": known}
	return schema
}

// topLevel are the keys that all models share.
func (b *builder) topLevel(formats []string) node {
	return node{
		"study":  node{"$ref": "#/$defs/study"},
		"model":  true,
		"title":  describe(text(), "one line for people"),
		"design": node{"$ref": "#/$defs/design"},
		"where": node{
			"type":        "string",
			"description": "condition on the parameters; cells for which it is false are left out, such as ttl_s >= 2 * interval_s",
		},
	}
}

// shared defines what does not depend on a model.
func (b *builder) shared() {
	b.define("study", node{
		"description": "name of the study and of its results directory: letters, digits, . _ -",
		"type":        []any{"string", "number"}, "pattern": `^[A-Za-z0-9_-][A-Za-z0-9._-]*$`, "maxLength": 100,
	})
	b.define("design", designSchema())
	b.define("pointsFile", describe(anyOf(node{"type": "string"}, object(node{
		"file":   node{"type": "string"},
		"sha256": node{"type": "string", "pattern": "^[0-9a-f]{64}$"},
	}, "file")), "CSV file of an outside design: a header of parameter names, a line a point; its path is relative to the study"))
	for name, schema := range forms() {
		b.define(name, schema)
	}
}

// placedNeedsDesign refuses, in studies without a design, what only a design can place.
func placedNeedsDesign() node {
	return node{
		"if": node{"not": node{"required": []any{"design"}}},
		"then": node{"properties": node{"axes": node{"items": node{"additionalProperties": node{
			"not": node{"$ref": "#/$defs/placed"},
		}}}}},
	}
}

func designSchema() node {
	var methods, random []any
	for _, m := range design.Methods() {
		methods = append(methods, string(m))
		if m.NeedsSeed() {
			random = append(random, string(m))
		}
	}
	schema := object(node{
		"method": node{"description": "how points are placed", "enum": methods},
		"points": describe(node{"type": "integer", "minimum": 1, "maximum": design.MaxPoints},
			"points of the design; of saltelli base points, each of which makes d+2 for d parameters; of morris trajectories of d+1"),
		"levels": describe(node{"type": "integer", "minimum": 2, "maximum": design.MaxLevels, "multipleOf": 2, "default": design.DefaultLevels},
			"values that morris gives a parameter"),
		"seed":       describe(node{"type": "integer"}, "decides the random points; sobol and saltelli are scrambled with one and plain without"),
		"parameters": describe(node{"type": "array", "items": node{"type": "string"}}, "the axes that the design varies, in order; may be left out"),
	}, "method", "points")
	schema["description"] = "a sampling design over the axes that are ranges {from, to} or {among}; the other axes cross with it"
	schema["allOf"] = []any{
		node{"if": node{"properties": node{"method": node{"enum": random}}}, "then": node{"required": []any{"seed"}}},
		node{"if": node{"required": []any{"levels"}}, "then": node{"properties": node{"method": node{"const": string(design.Morris)}}}},
	}
	return schema
}

// output is the schema of the key output. Without a spec any column may be named.
func output(spec *models.Spec, formats []string) node {
	column := node{"type": "string"}
	if spec != nil {
		column = node{"enum": columns(spec)}
	}
	var names []any
	for _, f := range formats {
		names = append(names, f)
	}
	return describe(object(node{
		"formats":    describe(list(node{"enum": names}, true), "formats of the results"),
		"part_cells": describe(node{"type": "integer", "minimum": 1}, "cells of a part, which is one file a format"),
		"preview":    describe(node{"type": "array", "items": column, "uniqueItems": true}, "columns of tables for people"),
	}), "what is written")
}

func columns(spec *models.Spec) []any {
	names := []any{"cell", "status", "error"}
	for i := range spec.Parameters {
		names = append(names, spec.Parameters[i].Name)
	}
	for i := range spec.Metrics {
		names = append(names, spec.Metrics[i].Name)
	}
	return names
}

// The following make schemas of common shapes.

func describe(schema node, text string) node {
	schema["description"] = text
	return schema
}

// object is an object that has no other keys.
func object(properties node, required ...any) node {
	o := closed(properties)
	if required != nil {
		o["required"] = required
	}
	return o
}

func closed(properties node) node {
	return node{"type": "object", "properties": properties, "additionalProperties": false}
}

func anyOf(schemas ...any) node { return node{"anyOf": schemas} }

// list is a list with at least one element.
func list(items node, unique bool) node {
	l := node{"type": "array", "items": items, "minItems": 1}
	if unique {
		l["uniqueItems"] = true
	}
	return l
}

// text is what a study takes as text: numbers too, as they are written.
func text() node { return node{"type": []any{"string", "number"}} }

// orNull allows a key without a value.
func orNull(schema node) node {
	schema["type"] = []any{schema["type"], "null"}
	return schema
}

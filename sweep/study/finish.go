package study

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"slices"

	"go.yaml.in/yaml/v3"

	"tarama/models"
	"tarama/sweep/grid"
)

// finish makes the study of a draft. It is called for drafts with problems too, to find those that only show on the
// whole.
func (r *reader) finish(d *draft) *Study {
	s := &Study{
		Name: d.name, Title: d.title, Model: d.model, Spec: d.spec,
		Formats: d.formats, Preview: d.preview, PartCells: d.partCells, Points: d.points,
	}
	if !d.build(s) || len(r.problems) > 0 {
		return nil
	}
	if !d.checkRules(s) {
		return nil
	}
	if err := d.write(s); err != nil {
		r.reportFile("the study cannot be written as JSON: "+err.Error(), "")
		return nil
	}
	return s
}

// build makes the grid: every parameter has its fixed value, its default or its axis.
func (d *draft) build(s *Study) bool {
	fixed := make([]models.Value, len(d.spec.Parameters))
	for p := range d.spec.Parameters {
		fixed[p] = d.spec.Parameters[p].Default
	}
	for _, a := range d.fixed {
		fixed[a.parameter] = a.value
	}
	axes := make([]grid.Axis, len(d.axes))
	for i, a := range d.axes {
		axes[i] = a.grid
	}
	g, err := grid.New(d.spec.Parameters, fixed, axes)
	var tooMany *grid.TooManyCellsError
	switch {
	case errors.As(err, &tooMany):
		d.report(d.axes[0].node, err.Error(), "")
		return false
	case err != nil:
		return false // a parameter on two axes: checkOnce has said so
	}
	s.Grid = g
	return true
}

// write sets the resolved study and its digest.
func (d *draft) write(s *Study) error {
	resolved, err := encode(d.resolved(s))
	if err != nil {
		return err
	}
	subject, err := encode(d.subject(s))
	if err != nil {
		return err
	}
	digest := sha256.Sum256(subject)
	s.Resolved, s.Digest = resolved, hex.EncodeToString(digest[:])
	return nil
}

// resolved is the study with everything said, as a study file.
func (d *draft) resolved(s *Study) object {
	o := object{{"study", s.Name}, {"model", s.Model.Name()}}
	if s.Title != "" {
		o = o.with("title", s.Title)
	}
	if d.scenario != nil {
		o = o.with(s.Model.ScenarioKey(), d.scenario)
	}
	o = o.with("fixed", d.fixedObject(s))
	entries := make([]object, len(d.axes))
	for i, a := range d.axes {
		entries[i] = a.entry
	}
	o = o.with("axes", entries)
	if s.Where != nil {
		o = o.with("where", s.Where.String())
	}
	output := object{{"formats", s.Formats}}
	if s.PartCells > 0 {
		output = output.with("part_cells", s.PartCells)
	}
	if s.Preview != nil {
		output = output.with("preview", s.Preview)
	}
	return o.with("output", output)
}

// fixedObject has every parameter that no axis sets, in the order of the spec.
func (d *draft) fixedObject(s *Study) object {
	values := s.Grid.At(0)
	o := object{}
	for p := range d.spec.Parameters {
		if s.Grid.AxisOf(p) < 0 {
			o = o.with(d.spec.Parameters[p].Name, jsonValue(values[p]))
		}
	}
	return o
}

// subject is what the digest is of: what decides the rows and their parts, spelled in one way only.
func (d *draft) subject(s *Study) object {
	o := object{{"model", s.Model.Name()}, {"version", d.spec.Version}}
	if d.scenario != nil {
		o = o.with("scenario", d.scenario)
	}
	o = o.with("fixed", d.fixedObject(s))
	axes := make([]object, len(d.axes))
	for i, a := range d.axes {
		axes[i] = d.axisSubject(a)
	}
	o = o.with("axes", axes)
	if s.Where != nil {
		o = o.with("where", s.Where.String())
	}
	return o.with("part_cells", s.PartCells)
}

// spelledOut is the length up to which an axis counts by its values, however they were given.
const spelledOut = 10_000

// axisSubject is an axis by its parameters, in the order of the spec, and its values.
func (d *draft) axisSubject(a *axis) object {
	order := make([]int, len(a.grid.Parameters())) // positions in Parameters, by position in the spec
	for i := range order {
		order[i] = i
	}
	slices.SortFunc(order, func(i, j int) int { return a.grid.Parameters()[i] - a.grid.Parameters()[j] })
	names := make([]string, len(order))
	for i, position := range order {
		names[i] = d.spec.Parameters[a.grid.Parameters()[position]].Name
	}
	o := object{{"parameters", names}}
	switch {
	case a.digest != "":
		return o.with("sha256", a.digest)
	case a.grid.Len() > spelledOut:
		return o.with("form", a.entry)
	}
	rows := make([][]any, a.grid.Len())
	for i, values := range d.expand(a.grid) {
		for _, position := range order {
			rows[i] = append(rows[i], jsonValue(values[position]))
		}
	}
	return o.with("values", rows)
}

// checkRules reports rules between parameters that every cell breaks, and warns of those that some break.
func (d *draft) checkRules(s *Study) bool {
	s.Rules = grid.NewRules(d.spec, s.Grid, nil)
	for _, broken := range s.Rules.Broken() {
		place := d.ruleField(broken.Rule)
		if broken.All {
			d.report(place, "in every cell "+broken.Message, "")
			continue
		}
		about := ""
		if !broken.Exact {
			about = "about "
		}
		message := fmt.Sprintf("%s%d of %d cells will be failed rows: %s", about, broken.Cells, s.Grid.Cells(), broken.Message)
		d.warnings = append(d.warnings, d.problem(place, message, ""))
	}
	return len(d.problems) == 0
}

// ruleField is the place in the file that has most to do with a rule: what fixes or varies one of its parameters, the
// later ones in the file first; else the model's.
func (d *draft) ruleField(rule int) *yaml.Node {
	place := d.modelNode
	for _, name := range d.spec.Rules[rule].Parameters {
		p := d.spec.Lookup(name)
		for _, a := range d.fixed {
			if a.parameter == p {
				place = a.node
			}
		}
		for _, a := range d.axes {
			if slices.Contains(a.grid.Parameters(), p) {
				return a.node
			}
		}
	}
	return place
}

package study

import (
	"crypto/sha256"
	"encoding/hex"
	"slices"
)

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
	if d.design != nil {
		o = o.with("design", d.designObject())
	}
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
	if d.design != nil {
		o = o.with("design", d.designObject())
	}
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
	if a.factor != nil {
		return object{{"factor", a.entry}}
	}
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

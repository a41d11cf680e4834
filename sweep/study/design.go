package study

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"

	"go.yaml.in/yaml/v3"

	"tarama/sweep/grid"
	"tarama/sweep/grid/design"
)

// draftDesign is the key design while it is being read.
type draftDesign struct {
	key      field
	keys     map[string]field
	settings design.Settings
	sound    bool // the settings could be read
}

var designKeys = []string{"method", "points", "levels", "seed", "parameters"}

// readDesign reads the settings. Which parameters the design varies is known after the axes.
func (d *draft) readDesign(top map[string]field) {
	f, given := top["design"]
	if !given {
		return
	}
	d.design = &draftDesign{key: f}
	fields, ok := d.fields(f.value, "design")
	if !ok {
		return
	}
	keys := d.known(fields, "design", designKeys...)
	d.design.keys = keys
	method, ok := d.designMethod(f.value, keys)
	if !ok || len(keys) != len(fields) {
		return
	}
	s := &d.design.settings
	s.Method, s.Levels = method, design.DefaultLevels
	d.design.sound = d.designNumbers(f.value, keys, s)
}

func (d *draft) designMethod(n *yaml.Node, keys map[string]field) (design.Method, bool) {
	var names []string
	for _, m := range design.Methods() {
		names = append(names, string(m))
	}
	f, given := keys["method"]
	if !given {
		d.report(n, "design needs the key method", "one of "+strings.Join(names, ", "))
		return "", false
	}
	name, ok := d.text(f.value, "method")
	if ok && !slices.Contains(names, name) {
		hint := suggest(name, names)
		if hint == "" {
			hint = "the methods are " + strings.Join(names, ", ")
		}
		d.report(f.value, "there is no method "+show(name), hint)
		return "", false
	}
	return design.Method(name), ok
}

// designNumbers reads points, levels and seed.
func (d *draft) designNumbers(n *yaml.Node, keys map[string]field, s *design.Settings) bool {
	sound := true
	if f, given := keys["points"]; given {
		s.Points, sound = d.integer(f.value, "points", 1)
	} else {
		d.report(n, "design needs the key points", pointsHint(s.Method))
		sound = false
	}
	if f, given := keys["levels"]; given {
		ok := s.Method == design.Morris
		if ok {
			s.Levels, ok = d.integer(f.value, "levels", 2)
		} else {
			d.report(f.key, fmt.Sprintf("%s has no levels", s.Method), "morris has")
		}
		sound = sound && ok
	}
	if f, given := keys["seed"]; given {
		var ok bool
		s.Seed, ok = d.integer(f.value, "seed", math.MinInt64)
		s.Seeded = true
		return sound && ok
	}
	if s.Method.NeedsSeed() {
		d.report(n, fmt.Sprintf("design needs the key seed: chance places the points of %s", s.Method), "any integer")
		sound = false
	}
	return sound
}

// pointsHint says what points counts.
func pointsHint(m design.Method) string {
	switch m {
	case design.Saltelli:
		return "base points: N of them give N (d+2) points of d parameters; powers of two are best"
	case design.Morris:
		return "trajectories: N of them give N (d+1) points of d parameters"
	case design.Sobol:
		return "powers of two are best"
	}
	return "how many, such as points: 1000"
}

// orderAxes puts the axes into row order: the design's parameters come first, since the design varies slowest, and the
// others cross with it.
func (d *draft) orderAxes() {
	slices.SortStableFunc(d.axes, func(a, b *axis) int {
		switch {
		case a.factor != nil && b.factor == nil:
			return -1
		case a.factor == nil && b.factor != nil:
			return 1
		}
		return 0
	})
}

// factors are the axes that the design varies. After orderAxes they are the first.
func (d *draft) factors() []*axis {
	var factors []*axis
	for _, a := range d.axes {
		if a.factor != nil {
			factors = append(factors, a)
		}
	}
	return factors
}

// designAxis makes one axis of the factors and tells the study. It is nil if there is no design, or a wrong one.
func (d *draft) designAxis(s *Study) grid.Axis {
	if d.design == nil || !d.design.sound || d.found() > 0 {
		return nil
	}
	factors := d.factors()
	if len(factors) == 0 {
		d.report(d.design.key.key, "the design has no parameters to vary", "an axis with from and to alone: - ttl_s: {from: 30, to: 900}")
		return nil
	}
	if !d.checkDesignParameters(factors) {
		return nil
	}
	settings := d.design.settings
	settings.Factors = len(factors)
	points, err := design.New(settings)
	if err != nil {
		d.reportSetting(err)
		return nil
	}
	list := make([]grid.Factor, len(factors))
	for i, a := range factors {
		list[i] = a.factor
	}
	s.Design = &Design{Settings: settings, Parameters: factorNames(factors), Total: points.Len()}
	return grid.NewDesign(points, list)
}

// reportSetting reports what is wrong with the design at the key that it is about.
func (d *draft) reportSetting(err error) {
	place := d.design.key.key
	var setting *design.SettingError
	if errors.As(err, &setting) {
		if f, given := d.design.keys[setting.Setting]; given {
			place = f.value
		}
	}
	d.report(place, err.Error(), "")
}

// checkDesignParameters holds the list of parameters, if it is given, to what the axes say. Resolved studies have it for
// those who read results without knowing the forms of axes.
func (d *draft) checkDesignParameters(factors []*axis) bool {
	f, given := d.design.keys["parameters"]
	if !given {
		return true
	}
	items, ok := d.items(f.value, "parameters", "may be left out")
	if !ok {
		return false
	}
	var listed []string
	for _, item := range items {
		name, ok := d.text(item, "a parameter of the design")
		if !ok {
			return false
		}
		listed = append(listed, name)
	}
	if want := factorNames(factors); !slices.Equal(listed, want) {
		d.report(f.value, fmt.Sprintf("parameters lists %s, but the axes that the design varies are %s, in this order",
			show(strings.Join(listed, " ")), strings.Join(want, " ")), "may be left out")
		return false
	}
	return true
}

func factorNames(factors []*axis) []string {
	names := make([]string, len(factors))
	for i, a := range factors {
		names[i] = a.entry[0].name
	}
	return names
}

// designObject is the design with everything said.
func (d *draft) designObject() object {
	s := &d.design.settings
	o := object{{"method", s.Method}, {"points", s.Points}}
	if s.Method == design.Morris {
		o = o.with("levels", s.Levels)
	}
	if s.Seeded {
		o = o.with("seed", s.Seed)
	}
	return o.with("parameters", factorNames(d.factors()))
}

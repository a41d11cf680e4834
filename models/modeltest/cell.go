package modeltest

import (
	"fmt"
	"math"

	"pgregory.net/rapid"

	"tarama/models"
)

// Cell is one combination of values, within the bounds and rules of a spec.
type Cell struct {
	spec   *models.Spec
	values []models.Value
}

// DefaultCell returns the cell in which every parameter has its default.
func DefaultCell(spec *models.Spec) Cell {
	c := Cell{spec, make([]models.Value, len(spec.Parameters))}
	for i := range spec.Parameters {
		c.values[i] = spec.Parameters[i].Default
	}
	return c
}

// With returns a copy of the cell with one value changed.
func (c Cell) With(name string, v models.Value) Cell {
	c.values = append([]models.Value(nil), c.values...)
	c.values[c.position(name)] = v
	return c
}

// Int returns the value of an integer parameter.
func (c Cell) Int(name string) int64 { return c.values[c.position(name)].Int }

// Real returns the value of a real parameter.
func (c Cell) Real(name string) float64 { return c.values[c.position(name)].Real }

// Text returns the value of a parameter of one of the text types.
func (c Cell) Text(name string) string { return c.values[c.position(name)].Text }

// Values returns all values by name.
func (c Cell) Values() map[string]models.Value {
	all := map[string]models.Value{}
	for i, v := range c.values {
		all[c.spec.Parameters[i].Name] = v
	}
	return all
}

// position panics for a name that the spec does not have: the test that asks for it is wrong.
func (c Cell) position(name string) int {
	i := c.spec.Lookup(name)
	if i < 0 {
		panic(fmt.Sprintf("model %s has no parameter %q", c.spec.Model, name))
	}
	return i
}

// String lists the values by name.
func (c Cell) String() string {
	s := ""
	for i, v := range c.values {
		s += fmt.Sprintf(" %s=%s", c.spec.Parameters[i].Name, v)
	}
	return s
}

// brokenRule returns the first rule that the cell breaks and its error, or nil.
func (c Cell) brokenRule() (*models.Rule, error) {
	for i := range c.spec.Rules {
		rule := &c.spec.Rules[i]
		values := make([]models.Value, len(rule.Parameters))
		for j, name := range rule.Parameters {
			values[j] = c.values[c.position(name)]
		}
		if err := rule.Check(values); err != nil {
			return rule, err
		}
	}
	return nil, nil
}

// cells draws a few cells, one after the other as a sweep does: each differs from the one before in some parameters,
// often in none or one, so that whatever a kernel keeps is put to the test.
func cells(spec *models.Spec, most map[string]float64) *rapid.Generator[[]Cell] {
	return rapid.Custom(func(t *rapid.T) []Cell {
		n := rapid.IntRange(1, 8).Draw(t, "number of cells")
		all := make([]Cell, 0, n)
		last := DefaultCell(spec)
		for i := range n {
			changes := rapid.SampledFrom([]int{0, 1, 1, 2, len(spec.Parameters)}).Draw(t, "changes")
			if i == 0 {
				changes = len(spec.Parameters)
			}
			last = varied(t, last, changes, most)
			all = append(all, last)
		}
		return all
	})
}

// varied draws new values for that many parameters of the cell. Where a rule is broken then, its parameters go back to
// their defaults, and if that breaks another, all do.
func varied(t *rapid.T, c Cell, changes int, most map[string]float64) Cell {
	next := Cell{c.spec, append([]models.Value(nil), c.values...)}
	for range changes {
		i := rapid.IntRange(0, len(c.values)-1).Draw(t, "parameter")
		p := &c.spec.Parameters[i]
		next.values[i] = value(p, most).Draw(t, p.Name)
	}
	for range len(c.spec.Rules) {
		rule, _ := next.brokenRule()
		if rule == nil {
			return next
		}
		for _, name := range rule.Parameters {
			i := next.position(name)
			next.values[i] = c.spec.Parameters[i].Default
		}
	}
	if rule, _ := next.brokenRule(); rule != nil {
		return DefaultCell(c.spec)
	}
	return next
}

// value draws an allowed value of a parameter, the ends of its bounds and its default more often than others.
func value(p *models.Parameter, most map[string]float64) *rapid.Generator[models.Value] {
	switch p.Type {
	case models.Int:
		return rapid.Map(integer(p, most), models.IntValue)
	case models.Real:
		return rapid.Map(real(p, most), models.RealValue)
	}
	return rapid.Map(word(p), func(s string) models.Value { return models.TextValue(p.Type, s) })
}

// ceiling returns the largest random value of a number.
func ceiling(p *models.Parameter, most map[string]float64) float64 {
	if m, ok := most[p.Name]; ok {
		return min(m, p.Bounds.Max)
	}
	return p.Bounds.Max
}

func integer(p *models.Parameter, most map[string]float64) *rapid.Generator[int64] {
	low, high := int64(math.MinInt64), int64(math.MaxInt64)
	if p.Bounds.Min > -1<<63 {
		low = int64(p.Bounds.Min)
	}
	if c := ceiling(p, most); c < 1<<63 {
		high = int64(c)
	}
	anything := rapid.Int64Range(low, high)
	choices := []*rapid.Generator[int64]{anything, rapid.SampledFrom([]int64{low, high})}
	if d := p.Default.Int; d >= low && d <= high {
		choices = append(choices, rapid.Just(d))
	}
	near := max(low, min(0, high))
	if near <= high-20 {
		choices = append(choices, rapid.Int64Range(near, near+20), rapid.Int64Range(near, near+20))
	}
	return rapid.OneOf(choices...)
}

func real(p *models.Parameter, most map[string]float64) *rapid.Generator[float64] {
	low, high := max(p.Bounds.Min, -math.MaxFloat64), min(ceiling(p, most), math.MaxFloat64)
	choices := []*rapid.Generator[float64]{
		rapid.Float64Range(low, high), rapid.Float64Range(max(low, -1), min(high, max(low, -1)+2)),
		rapid.SampledFrom([]float64{low, high, p.Default.Real}),
	}
	return rapid.Custom(func(t *rapid.T) float64 {
		x := rapid.OneOf(choices...).Draw(t, "x")
		if m := p.Bounds.Multiple; m != 0 {
			x = math.Round(x/m) * m
		}
		if p.Bounds.Contains(x) && x <= high {
			return x
		}
		return p.Default.Real // an open end, or a step beyond one
	})
}

func word(p *models.Parameter) *rapid.Generator[string] {
	if len(p.Words) == 0 {
		return rapid.Just(p.Default.Text)
	}
	switch p.Type {
	case models.Order:
		return rapid.Map(rapid.Permutation(p.Words), models.JoinOrder)
	case models.Set:
		return rapid.Custom(func(t *rapid.T) string {
			var subset []string
			for _, w := range p.Words {
				if rapid.Bool().Draw(t, w) {
					subset = append(subset, w)
				}
			}
			return models.JoinSet(subset)
		})
	}
	return rapid.SampledFrom(p.Words)
}

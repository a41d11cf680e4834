package modeltest

import (
	"errors"
	"math"
	"regexp"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"tarama/models"
)

// messageForm is a lower-case sentence without a full stop, or one that begins with a name or a number.
var messageForm = regexp.MustCompile(`^[^A-Z\s][^\n]*[^.\s]$`)

// testRefusals gives every parameter values that are just not allowed.
func (s *Suite) testRefusals(t *testing.T) {
	spec, err := s.Model.Spec(nil)
	if err != nil {
		t.Fatal(err)
	}
	for i := range spec.Parameters {
		p := &spec.Parameters[i]
		for _, v := range wrongValues(p) {
			err := p.Check(v)
			var wrong *models.ValueError
			if !errors.As(err, &wrong) {
				t.Errorf("%s takes %s %s: %v", p.Name, v.Type, v, err)
				continue
			}
			message := err.Error()
			if !strings.Contains(message, p.Name) || !strings.Contains(message, wrong.Allowed) || !messageForm.MatchString(message) {
				t.Errorf("the message does not name parameter and bound: %s", message)
			}
		}
	}
}

// wrongValues returns values that a parameter must refuse.
func wrongValues(p *models.Parameter) []models.Value {
	var wrong []models.Value
	for _, t := range []models.Type{models.Int, models.Real, models.Enum, models.Order, models.Set} {
		if t != p.Type {
			wrong = append(wrong, models.Value{Type: t, Int: p.Default.Int, Real: p.Default.Real, Text: p.Default.Text})
		}
	}
	low, high := p.Bounds.Min, p.Bounds.Max
	switch p.Type {
	case models.Int:
		if low > -1<<63 {
			wrong = append(wrong, models.IntValue(int64(low)-1), models.IntValue(math.MinInt64))
		}
		if high < 1<<63 {
			wrong = append(wrong, models.IntValue(int64(high)+1), models.IntValue(math.MaxInt64))
		}
	case models.Real:
		for _, x := range []float64{math.NaN(), math.Inf(1), math.Inf(-1), math.Nextafter(low, math.Inf(-1)), math.Nextafter(high, math.Inf(1))} {
			wrong = append(wrong, models.RealValue(x))
		}
		if p.Bounds.OpenMin {
			wrong = append(wrong, models.RealValue(low))
		}
		if p.Bounds.OpenMax {
			wrong = append(wrong, models.RealValue(high))
		}
		if m := p.Bounds.Multiple; m != 0 {
			wrong = append(wrong, models.RealValue(low+m/3))
		}
	default:
		wrong = append(wrong, wrongWords(p)...)
	}
	return wrong
}

// wrongWords returns texts that are not quite right.
func wrongWords(p *models.Parameter) []models.Value {
	d := p.Default.Text
	var wrong []models.Value
	for _, text := range []string{"", d + "x", " " + d, strings.ToUpper(d), d + ">" + d, d + "+" + d, ">", "+"} {
		if text != d {
			wrong = append(wrong, models.TextValue(p.Type, text))
		}
	}
	return wrong
}

// testRules draws values without regard to the rules: those that break one must get a message, and no rule may panic.
func (s *Suite) testRules(t *testing.T) {
	s.check(t, func(t *rapid.T, in input) {
		c := DefaultCell(in.spec)
		for i := range in.spec.Parameters {
			p := &in.spec.Parameters[i]
			c.values[i] = value(p, nil).Draw(t, p.Name)
		}
		if _, err := c.brokenRule(); err != nil && !messageForm.MatchString(err.Error()) {
			t.Errorf("the message is not a lower-case sentence: %q", err)
		}
	})
}

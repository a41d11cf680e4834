package study

import (
	"encoding/json"
	"errors"
	"fmt"

	"go.yaml.in/yaml/v3"

	"tarama/models"
)

// value reads one value of a parameter.
func (r *reader) value(n *yaml.Node, p *models.Parameter) (models.Value, bool) {
	if p.Type.IsText() {
		text, ok := r.text(n, p.Name)
		if !ok {
			return models.Value{}, false
		}
		return r.checked(n, p, models.TextValue(p.Type, text))
	}
	if n.Kind != yaml.ScalarNode || quoted(n) || isNull(n) {
		r.report(n, fmt.Sprintf("%s is %s, but must be %s%s", p.Name, describe(n), kind(p.Type), bounds(p)), quotesHint(n))
		return models.Value{}, false
	}
	v, err := parseValue(p, n.Value)
	if err != nil {
		r.report(n, numberMessage(p, n.Value, err), parameterHint(n.Value, p))
		return models.Value{}, false
	}
	return r.checked(n, p, v)
}

// checked reports a value that the parameter cannot take.
func (r *reader) checked(n *yaml.Node, p *models.Parameter, v models.Value) (models.Value, bool) {
	if err := p.Check(v); err != nil {
		r.report(n, valueMessage(err), valueHint(err))
		return v, false
	}
	return v, true
}

// parseValue reads a value from text: the number, or the word itself.
func parseValue(p *models.Parameter, text string) (models.Value, error) {
	switch p.Type {
	case models.Int:
		i, err := parseInteger(text)
		return models.IntValue(i), err
	case models.Real:
		f, err := parseReal(text)
		return models.RealValue(f), err
	}
	return models.TextValue(p.Type, text), nil
}

// numberMessage says what is wrong with the text of a number, and what is allowed.
func numberMessage(p *models.Parameter, text string, err error) string {
	switch {
	case errors.Is(err, errNoNumber):
		err = errors.New("but must be " + kind(p.Type))
	case p.Bounds != models.Any && (errors.Is(err, errBeyond64) || errors.Is(err, errBeyondReal)):
		err = fmt.Errorf("%w; it must be %s", err, kind(p.Type))
	}
	return fmt.Sprintf("%s is %s, %s%s", p.Name, show(text), err, bounds(p))
}

// bounds is the end of a message that says what a number must be.
func bounds(p *models.Parameter) string {
	if p.Bounds == models.Any {
		return ""
	}
	return ", " + p.Bounds.String()
}

func kind(t models.Type) string {
	switch t {
	case models.Int:
		return "an integer"
	case models.Real:
		return "a number"
	}
	return "a " + t.String()
}

func quotesHint(n *yaml.Node) string {
	if quoted(n) && isNumber(n.Value) {
		return "without quotes"
	}
	return ""
}

func valueMessage(err error) string {
	var e *models.ValueError
	if !errors.As(err, &e) {
		return err.Error()
	}
	return fmt.Sprintf("%s is %s, but must be %s", e.Parameter, show(e.Value.String()), e.Allowed)
}

func valueHint(err error) string {
	var e *models.ValueError
	if errors.As(err, &e) && e.Nearest != "" {
		return "did you mean " + e.Nearest + "?"
	}
	return ""
}

// integer reads an integer that is no parameter's value, such as a count, at least low.
func (r *reader) integer(n *yaml.Node, what string, low int64) (int64, bool) {
	if n.Kind != yaml.ScalarNode || quoted(n) || isNull(n) {
		r.report(n, fmt.Sprintf("%s is %s, but must be an integer", what, describe(n)), quotesHint(n))
		return 0, false
	}
	i, err := parseInteger(n.Value)
	if err != nil {
		r.report(n, fmt.Sprintf("%s is %s, %s", what, show(n.Value), err), numberHint(n.Value, ""))
		return 0, false
	}
	if i < low {
		r.report(n, fmt.Sprintf("%s is %d, but must be %d or more", what, i, low), "")
		return 0, false
	}
	return i, true
}

// jsonValue is a value as canonical JSON.
func jsonValue(v models.Value) any {
	if v.Type.IsText() {
		return v.Text
	}
	return json.Number(v.String())
}

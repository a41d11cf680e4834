package modeltest

import (
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"

	"tarama/models"
)

var (
	nameForm = regexp.MustCompile(`^[a-z][a-z0-9]*(_[a-z0-9]+)*$`)
	docForm  = regexp.MustCompile(`^[^A-Z\s].*[^.\s]$`) // half a sentence, lower case, without a full stop
)

// reserved are the columns that a results table has beside parameters and metrics.
var reserved = []string{"cell", "status", "error"}

// units are what the endings of names promise.
var units = map[string]string{
	"_s": "s", "_rps": "1/s", "_qps": "1/s", "_per_min": "1/min", "_percent": "%",
}

// testDeclaration checks the spec of the default scenario, and of a few others.
func (s *Suite) testDeclaration(t *testing.T) {
	spec, err := s.Model.Spec(nil)
	if err != nil {
		t.Fatal(err)
	}
	s.checkSpec(t, spec)
	for i := range spec.Parameters {
		if p := &spec.Parameters[i]; p.Type == models.Enum && p.Default.Text != p.Words[0] {
			t.Errorf("%s: the default is %q, but the first word is %q", p.Name, p.Default.Text, p.Words[0])
		}
	}
	if s.Scenarios == nil {
		return
	}
	for seed := range 10 {
		scenario := s.Scenarios.Example(seed)
		spec, err := s.Model.Spec(scenario)
		if err != nil {
			t.Fatalf("scenario %+v is refused: %v", scenario, err)
		}
		s.checkSpec(t, spec)
	}
}

func (s *Suite) checkSpec(t *testing.T, spec *models.Spec) {
	if spec.Model != s.Model.Name() || !nameForm.MatchString(spec.Model) {
		t.Errorf("the spec is of model %q, the model's name is %q", spec.Model, s.Model.Name())
	}
	if spec.Version < 1 || !docForm.MatchString(spec.Doc) || spec.NewKernel == nil || len(spec.Metrics) == 0 {
		t.Errorf("version %d, doc %q, %d metrics: one is missing or not in its form", spec.Version, spec.Doc, len(spec.Metrics))
	}
	names := slices.Clone(reserved)
	for i := range spec.Parameters {
		p := &spec.Parameters[i]
		checkParameter(t, p)
		checkName(t, p.Name, p.Unit, p.Doc, names)
		names = append(names, p.Name)
	}
	for i := range spec.Metrics {
		m := &spec.Metrics[i]
		checkMetric(t, m)
		checkName(t, m.Name, m.Unit, m.Doc, names)
		names = append(names, m.Name)
	}
	for _, v := range spec.Vectors {
		checkVector(t, spec, v)
	}
	for i, r := range spec.Rules {
		if r.Check == nil || len(r.Parameters) < 1 || slices.ContainsFunc(r.Parameters, unknownTo(spec)) {
			t.Errorf("rule %d has no check, or its parameters %v are not all the model's", i, r.Parameters)
		}
		if !docForm.MatchString(r.Doc) {
			t.Errorf("rule %d: the doc %q is not half a sentence in lower case", i, r.Doc)
		}
	}
	if _, err := DefaultCell(spec).brokenRule(); err != nil {
		t.Errorf("the defaults break a rule: %v", err)
	}
}

// checkName checks what parameters and metrics have in common. Names are lower case, so that they also differ beyond
// the case of a letter, as some readers of the results want it.
func checkName(t *testing.T, name, unit, doc string, earlier []string) {
	if !nameForm.MatchString(name) {
		t.Errorf("%q is not lower-case words joined by _", name)
	}
	if slices.Contains(earlier, name) {
		t.Errorf("%s is declared twice or is a column of every table", name)
	}
	if !docForm.MatchString(doc) {
		t.Errorf("%s: the doc %q is not half a sentence in lower case", name, doc)
	}
	for ending, want := range units {
		if strings.HasSuffix(name, ending) && unit != want {
			t.Errorf("%s: the unit is %q, but the name says %q", name, unit, want)
		}
	}
}

func checkParameter(t *testing.T, p *models.Parameter) {
	if err := p.Check(p.Default); err != nil {
		t.Errorf("the default is not allowed: %v", err)
	}
	if p.Cost > models.Generate {
		t.Errorf("%s: cost %d is no cost", p.Name, p.Cost)
	}
	if !p.Type.IsText() {
		if !(p.Bounds.Min < p.Bounds.Max) || p.Words != nil {
			t.Errorf("%s: bounds %s and words %v do not make a number", p.Name, p.Bounds, p.Words)
		}
		return
	}
	separators := map[models.Type]string{models.Order: ">", models.Set: "+"}[p.Type]
	for i, w := range p.Words {
		if w == "" || slices.Contains(p.Words[:i], w) || strings.ContainsAny(w, separators) {
			t.Errorf("%s: the word %q is empty, or there before, or holds one of %q", p.Name, w, separators)
		}
	}
	if p.Bounds != (models.Interval{}) {
		t.Errorf("%s: words have no bounds", p.Name)
	}
}

func checkMetric(t *testing.T, m *models.Metric) {
	switch m.Type {
	case models.Int, models.Real:
		if m.Words != nil {
			t.Errorf("%s: a number has no words", m.Name)
		}
	case models.Enum:
		if len(m.Words) == 0 || slices.Contains(m.Words, "") {
			t.Errorf("%s: the words are %q", m.Name, m.Words)
		}
	default:
		t.Errorf("%s: a metric cannot be a %s", m.Name, m.Type)
	}
}

func checkVector(t *testing.T, spec *models.Spec, v models.Vector) {
	if !nameForm.MatchString(v.Name) || spec.Lookup(v.Name) >= 0 || len(v.Parameters) == 0 {
		t.Errorf("vector %q of %v: the name is taken or not in its form, or nothing is in it", v.Name, v.Parameters)
	}
	for _, name := range v.Parameters {
		if i := spec.Lookup(name); i < 0 || spec.Parameters[i].Type != models.Int {
			t.Errorf("vector %s: %s is not an integer parameter", v.Name, name)
		}
	}
}

func unknownTo(spec *models.Spec) func(string) bool {
	return func(name string) bool { return spec.Lookup(name) < 0 }
}

// testScenarioType checks that studies can fill a scenario in.
func (s *Suite) testScenarioType(t *testing.T) {
	key, scenario := s.Model.ScenarioKey(), s.Model.NewScenario()
	if key == "" {
		if scenario != nil || s.Scenarios != nil {
			t.Error("there is a scenario but no key for it")
		}
		return
	}
	if !nameForm.MatchString(key) {
		t.Errorf("the scenario's key is %q", key)
	}
	if s.Scenarios == nil {
		t.Error("the model has scenarios; the suite must draw some")
	}
	v := reflect.ValueOf(scenario)
	if v.Kind() != reflect.Pointer || v.Elem().Kind() != reflect.Struct || !v.Elem().IsZero() {
		t.Fatalf("NewScenario returns %#v, want a pointer to a zero struct", scenario)
	}
	checkScenarioType(t, v.Elem().Type(), key)
}

// checkScenarioType allows structs of strings, numbers, slices, maps with string keys and such structs.
func checkScenarioType(t *testing.T, typ reflect.Type, path string) {
	switch typ.Kind() {
	case reflect.String, reflect.Int64, reflect.Float64:
	case reflect.Slice:
		checkScenarioType(t, typ.Elem(), path+"[]")
	case reflect.Map:
		if typ.Key().Kind() != reflect.String {
			t.Errorf("%s: the map's keys are no strings", path)
		}
		checkScenarioType(t, typ.Elem(), path+"[]")
	case reflect.Struct:
		for i := range typ.NumField() {
			f := typ.Field(i)
			name, _, _ := strings.Cut(f.Tag.Get("json"), ",")
			if !f.IsExported() || !nameForm.MatchString(name) {
				t.Errorf("%s: field %s is not exported or has no key", path, f.Name)
			}
			checkScenarioType(t, f.Type, path+"."+name)
		}
	default:
		t.Errorf("%s: a study cannot give a %s", path, typ)
	}
}

package modeltest

import (
	"regexp"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"tarama/models"
)

// cautionForm is lower-case words joined by "-".
var cautionForm = regexp.MustCompile(`^[a-z][a-z0-9]*(-[a-z0-9]+)*$`)

// testCautions checks what the spec says of results that are easily misread.
func (s *Suite) testCautions(t *testing.T) {
	spec, err := s.Model.Spec(nil)
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for i := range spec.Cautions {
		c := &spec.Cautions[i]
		checkCaution(t, spec, c)
		if slices.Contains(names, c.Name) {
			t.Errorf("caution %s is declared twice", c.Name)
		}
		names = append(names, c.Name)
	}
	if spec.Chance != nil {
		s.testChance(t, spec)
	}
	s.check(t, func(t *rapid.T, in input) {
		for _, cell := range in.cells {
			for i := range in.spec.Cautions {
				c := &in.spec.Cautions[i]
				values := cell.some(c.Parameters)
				if c.Exposure != nil && c.Exposure(values) < 0 {
					t.Fatalf("caution %s: the exposure is %d in cell%s", c.Name, c.Exposure(values), cell)
				}
				if c.Check != nil && c.Check(values) > models.Misleading {
					t.Fatalf("caution %s says %d in cell%s", c.Name, c.Check(values), cell)
				}
			}
		}
	})
}

func checkCaution(t *testing.T, spec *models.Spec, c *models.Caution) {
	if !cautionForm.MatchString(c.Name) {
		t.Errorf("caution %q is not lower-case words joined by -", c.Name)
	}
	if !docForm.MatchString(c.Doc) || !docForm.MatchString(c.Advice) {
		t.Errorf("caution %s: the doc %q or the advice %q is not in lower case and without a full stop", c.Name, c.Doc, c.Advice)
	}
	if (c.Check == nil) == (c.Exposure == nil) || len(c.Parameters) == 0 || slices.ContainsFunc(c.Parameters, unknownTo(spec)) {
		t.Fatalf("caution %s has not one of a check and an exposure, or its parameters %v are not all the model's", c.Name, c.Parameters)
	}
	if c.Check != nil && !c.Whole && c.Check(DefaultCell(spec).some(c.Parameters)) == models.Misleading {
		t.Errorf("caution %s finds the defaults misleading", c.Name)
	}
}

// testChance checks that the seed matters only where the spec says so: metrics of a cell without draws are the same for
// another seed and generator.
func (s *Suite) testChance(t *testing.T, spec *models.Spec) {
	c := spec.Chance
	seed, generator := spec.Lookup(c.Seed), spec.Lookup(c.Generator)
	if seed < 0 || spec.Parameters[seed].Type != models.Int || generator < 0 || spec.Parameters[generator].Type != models.Enum {
		t.Fatalf("chance: seed %q is no integer parameter, or generator %q no word", c.Seed, c.Generator)
	}
	if !slices.Contains(spec.Parameters[generator].Words, c.Independent) {
		t.Errorf("chance: %q is no word of %s", c.Independent, c.Generator)
	}
	if c.Draws == nil || c.Replicates == nil || slices.ContainsFunc(c.Parameters, unknownTo(spec)) {
		t.Fatalf("chance has no Draws or Replicates, or its parameters %v are not all the model's", c.Parameters)
	}
	for _, word := range spec.Parameters[generator].Words {
		if found := c.Replicates(word, []int64{41129}); len(found) > 0 {
			t.Errorf("one seed of %s is no repetition, but %v", word, found)
		}
		if found := c.Replicates(word, []int64{1, 2, 3}); word == c.Independent && len(found) > 0 {
			t.Errorf("the seeds of %s are independent, but %v", word, found)
		}
	}
	s.check(t, func(t *rapid.T, in input) {
		cell := in.cells[len(in.cells)-1]
		if cell.draws() {
			return
		}
		other := cell.With(c.Seed, models.IntValue(rapid.Int64Range(1, 1000).Draw(t, "another seed")))
		if rule, _ := other.brokenRule(); rule != nil {
			return
		}
		rows := Evaluate([]Cell{cell, other})
		for name, v := range rows[0] {
			if rows[1][name] != v {
				t.Fatalf("%s is %s, and %s with another seed, but the spec says that nothing is drawn in cell%s", name, v, rows[1][name], cell)
			}
		}
	})
}

// draws says whether the metrics of the cell depend on its seed.
func (c Cell) draws() bool { return c.spec.Chance.Draws(c.some(c.spec.Chance.Parameters)) }

// some returns the values of some parameters.
func (c Cell) some(names []string) []models.Value {
	values := make([]models.Value, len(names))
	for i, name := range names {
		values[i] = c.values[c.position(name)]
	}
	return values
}

package grid

import (
	"errors"
	"fmt"
	"testing"

	"pgregory.net/rapid"

	"tarama/models"
)

// sumRule says that a + d + e must not be a multiple of some number.
func sumRule(divisor int64) models.Rule {
	return models.Rule{Parameters: []string{"e", "a", "d", "c"}, Check: func(v []models.Value) error {
		if sum := v[0].Int + v[1].Int + v[2].Int; sum%divisor == 0 && v[3].Text != "u" {
			return fmt.Errorf("%d is a multiple of %d", sum, divisor)
		}
		return nil
	}}
}

func halfRule() models.Rule {
	return models.Rule{Parameters: []string{"b"}, Check: func(v []models.Value) error {
		if v[0].Real > 4 {
			return errors.New("b is over 4")
		}
		return nil
	}}
}

// oddOnly is a condition: d must be odd.
type oddOnly struct{}

func (oddOnly) Parameters() []int { return []int{3} }
func (oddOnly) NewJudge() func([]models.Column, int) bool {
	return func(columns []models.Column, row int) bool { return columns[3].Ints[row]%2 != 0 }
}

// slowRules evaluates the rules cell by cell: the message of the first broken one, and how many cells break each.
func slowRules(spec *models.Spec, cells [][]models.Value, odd bool) (messages []string, counts []int64, all []bool) {
	messages, counts = make([]string, len(cells)), make([]int64, len(spec.Rules))
	all = make([]bool, len(spec.Rules))
	for i, rule := range spec.Rules {
		all[i] = true
		for cell, values := range cells {
			var given []models.Value
			for _, name := range rule.Parameters {
				given = append(given, values[spec.Lookup(name)])
			}
			err := rule.Check(given)
			if err != nil && messages[cell] == "" {
				messages[cell] = err.Error()
			}
			switch {
			case odd && values[3].Int%2 == 0:
			case err == nil:
				all[i] = false
			default:
				counts[i]++
			}
		}
	}
	return messages, counts, all
}

func TestRulesEqualEnumeration(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		axes := drawAxes(t)
		g, cells := gridOf(t, axes), slowCells(axes)
		spec := &models.Spec{Parameters: testParameters(), Rules: []models.Rule{sumRule(rapid.Int64Range(1, 5).Draw(t, "divisor")), halfRule()}}
		odd := rapid.Bool().Draw(t, "odd only")
		var part Condition
		if odd {
			part = oddOnly{}
		}
		rules := NewRules(spec, g, part)
		messages, counts, all := slowRules(spec, cells, odd)
		found := make([]int64, len(spec.Rules))
		for _, b := range rules.Broken() {
			if found[b.Rule] = b.Cells; !b.Exact || b.All != all[b.Rule] {
				t.Fatalf("rule %d: %+v, all %v", b.Rule, b, all[b.Rule])
			}
			if b.Message == "" || b.Cell >= g.Cells() {
				t.Fatalf("rule %d: %+v", b.Rule, b)
			}
		}
		if fmt.Sprint(found) != fmt.Sprint(counts) {
			t.Fatalf("%v cells break rules, want %v", found, counts)
		}
		first := rapid.IntRange(0, len(cells)-1).Draw(t, "first")
		failures := make([]string, rapid.IntRange(0, len(cells)-first).Draw(t, "count"))
		columns := NewColumns(g.Parameters(), len(failures))
		g.FillFixed(columns, len(failures))
		g.Fill(int64(first), len(failures), columns)
		set := rules.NewChecker().Check(int64(first), columns, failures)
		for i, got := range failures {
			if got != messages[first+i] {
				t.Fatalf("cell %d: %q, want %q", first+i, got, messages[first+i])
			}
			if got != "" {
				set--
			}
		}
		if set != 0 {
			t.Fatalf("the count of messages is off by %d", set)
		}
	})
}

// hugeRules has a rule over 10^9 combinations, which are sampled.
func hugeRules(t interface{ Fatal(...any) }) (*Grid, *Rules) {
	var axes []Axis
	for _, p := range []int{0, 3, 4} {
		axis, err := NewIntegers(p, 0, 1, 1000)
		if err != nil {
			t.Fatal(err)
		}
		axes = append(axes, axis)
	}
	g, err := New(testParameters(), testFixed(), axes)
	if err != nil {
		t.Fatal(err)
	}
	return g, NewRules(&models.Spec{Parameters: testParameters(), Rules: []models.Rule{sumRule(10)}}, g, nil)
}

func TestSampledRules(t *testing.T) {
	g, rules := hugeRules(t)
	b := rules.Broken()
	if len(b) != 1 || b[0].Exact || b[0].All || b[0].Cells < 97e6 || b[0].Cells > 103e6 {
		t.Fatalf("%+v, want about 10^8 cells", b)
	}
	const rows = 1000
	columns := NewColumns(g.Parameters(), rows)
	g.FillFixed(columns, rows)
	g.Fill(5_000_000, rows, columns)
	failures := make([]string, rows)
	if n := rules.NewChecker().Check(5_000_000, columns, failures); n != 100 {
		t.Errorf("%d of 1000 cells break the rule, want 100", n)
	}
}

func TestCheckAllocatesNothingForGoodCells(t *testing.T) {
	g, rules := hugeRules(t)
	columns := NewColumns(g.Parameters(), 9)
	g.FillFixed(columns, 9)
	g.Fill(1, 9, columns) // sums 1 to 9
	failures := make([]string, 9)
	c := rules.NewChecker()
	if n := testing.AllocsPerRun(100, func() {
		if c.Check(1, columns, failures) > 0 {
			t.Fatal("a good cell fails")
		}
	}); n > 0 {
		t.Errorf("%v allocations", n)
	}
}

func TestSurveyDoesNotDependOnGoroutines(t *testing.T) {
	axis, err := NewIntegers(0, 0, 1, 200_000)
	if err != nil {
		t.Fatal(err)
	}
	g, err := New(testParameters(), testFixed(), []Axis{axis})
	if err != nil {
		t.Fatal(err)
	}
	s := g.Project([]int{0}).Survey(3, func() func([]models.Column, int) int {
		return func(columns []models.Column, row int) int {
			if n := columns[0].Ints[row]; n%1000 == 999 {
				return 2
			}
			return 0
		}
	})
	if !s.Exact || fmt.Sprint(s.Counts, s.First) != "[199800 0 200] [0 -1 999]" || s.Outcome(199_999) != 2 || s.Outcome(199_998) != 0 {
		t.Errorf("%+v %+v", s.Counts, s.First)
	}
}

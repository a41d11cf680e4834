package lb

import (
	"errors"
	"testing"

	"github.com/google/go-cmp/cmp"

	"tarama/models"
)

// valid returns a small scenario without a fault.
func valid() *Scenario {
	return &Scenario{
		Flows: []Flow{{Path: "/map/area", Host: "board", Weight: 30, Pool: "map"}, {Path: "/", Host: "asset", Weight: 0, Pool: "general"}},
		Rules: []Rule{{Path: "/map", Pool: "map"}, {Host: "asset", Pool: "asset"}, {Pool: "general"}},
	}
}

func TestScenarioErrors(t *testing.T) {
	for _, c := range []struct {
		name  string
		spoil func(s *Scenario)
		want  []string
	}{
		{"none", func(*Scenario) {}, nil},
		{"no flows", func(s *Scenario) { s.Flows = nil },
			[]string{"flows: there is no flow, but at least one is needed"}},
		{"weights", func(s *Scenario) { s.Flows[0].Weight, s.Flows[1].Weight = -1, 1000001 },
			[]string{"flows: 0: weight: weight is -1, but must be 0 to 1000000", "flows: 1: weight: weight is 1000001, but must be 0 to 1000000"}},
		{"no weight", func(s *Scenario) { s.Flows[0].Weight = 0 },
			[]string{"flows: every weight is 0, but their sum must be more than 0"}},
		{"unknown pool", func(s *Scenario) { s.Flows[0].Pool = "mapp" },
			[]string{`flows: 0: pool: pool is "mapp", but must be one of map, asset, general; did you mean "map"? (the pools of the rules)`}},
		{"no rules", func(s *Scenario) { s.Rules = nil },
			[]string{"rules: there is no rule, but at least the last one is needed, the default: a pool without path or host"}},
		{"no default", func(s *Scenario) { s.Rules[2].Path = "/" },
			[]string{"rules: 2: the last rule is the default, so it can have neither path nor host; add a last rule with a pool alone"}},
		{"no condition", func(s *Scenario) { s.Rules[1].Host = "" },
			[]string{"rules: 1: a rule needs a path or a host; only the last one, the default, has neither"}},
		{"two conditions", func(s *Scenario) { s.Rules[1].Path = "/asset" },
			[]string{`rules: 1: a rule looks at the path or at the host, but this one has both: "/asset" and "asset"`}},
		{"same pool", func(s *Scenario) { s.Rules[1].Pool = "map" },
			[]string{`rules: 1: pool: pool "map" is the pool of rule 0 too, but no two rules may name the same`}},
		{"pool names", func(s *Scenario) {
			s.Flows = s.Flows[:1]
			s.Rules = []Rule{{Path: "/a", Pool: "a>b"}, {Path: "/b", Pool: "none"}, {Path: "/c", Pool: ""}, {Path: "/d", Pool: " x"}, {Path: "/e", Pool: "map"}, {Pool: "a\x1bb"}}
		}, []string{
			`rules: 0: pool: pool is "a>b", but must be printable, without > + or a comma, and without spaces around it`,
			`rules: 1: pool: pool is "none", which stands for no pool at all; give it another name`,
			"rules: 2: pool: pool is empty, but must be a name",
			`rules: 3: pool: pool is " x", but must be printable, without > + or a comma, and without spaces around it`,
			`rules: 5: pool: pool is "a\x1bb", but must be printable, without > + or a comma, and without spaces around it`,
		}},
	} {
		t.Run(c.name, func(t *testing.T) {
			s := valid()
			c.spoil(s)
			_, err := Model{}.Spec(s)
			var errs models.ScenarioErrors
			if (err != nil) != errors.As(err, &errs) {
				t.Fatalf("error %v is not of type ScenarioErrors", err)
			}
			var got []string
			for _, e := range errs {
				got = append(got, e.Error())
			}
			if d := cmp.Diff(c.want, got); d != "" {
				t.Errorf("errors (-want +got):\n%s", d)
			}
		})
	}
}

func TestScenarioDefaults(t *testing.T) {
	for _, c := range []struct {
		scenario     any
		order, split string
	}{
		{nil, "harita>sayac>varlik>yonetim", "varlik+yonetim"},
		{valid(), "map>asset", "none"},
		{&Scenario{Flows: []Flow{{Weight: 1, Pool: "all"}}, Rules: []Rule{{Pool: "all"}}}, "none", "none"},
	} {
		spec, err := Model{}.Spec(c.scenario)
		if err != nil {
			t.Fatal(err)
		}
		if got := spec.Parameters[ruleOrder].Default.Text; got != c.order {
			t.Errorf("rule_order is %q by default, want %q", got, c.order)
		}
		if got := spec.Parameters[portSplit].Default.Text; got != c.split {
			t.Errorf("port_split is %q by default, want %q", got, c.split)
		}
	}
}

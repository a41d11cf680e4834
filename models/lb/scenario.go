package lb

import (
	"fmt"
	"strconv"
	"strings"
	"unicode"

	"tarama/models"
)

// Scenario is what requests there are and how they are to be routed.
type Scenario struct {
	Flows []Flow `json:"flows"`
	Rules []Rule `json:"rules"` // in order; the last is the default
}

// Flow is one kind of request.
type Flow struct {
	Path   string `json:"path"`
	Host   string `json:"host"`
	Weight int64  `json:"weight"` // share of the requests, as a part of the sum of all weights
	Pool   string `json:"pool"`   // where it should go
}

// Rule sends the requests with a path that begins with Path, or those with a host that equals Host, to a pool. The
// default has neither.
type Rule struct {
	Path string `json:"path,omitempty"`
	Host string `json:"host,omitempty"`
	Pool string `json:"pool"`
}

// matches says whether the rule, one before the default, is for requests of the flow.
func (r *Rule) matches(f *Flow) bool {
	if r.Path != "" {
		return strings.HasPrefix(f.Path, r.Path)
	}
	return r.Host == f.Host
}

// maxWeight bounds a flow's weight.
const maxWeight = 1e6

// defaultScenario is that of the course text on load balancers.
func defaultScenario() *Scenario {
	return &Scenario{
		Flows: []Flow{
			{Path: "/harita/bolge", Host: "pano", Weight: 30, Pool: "harita"},
			{Path: "/sayac/liste", Host: "pano", Weight: 25, Pool: "sayac"},
			{Path: "/gecelik/ozet", Host: "pano", Weight: 15, Pool: "genel"},
			{Path: "/varlik/logo.png", Host: "varlik", Weight: 20, Pool: "varlik"},
			{Path: "/yonetim/dugum", Host: "pano", Weight: 10, Pool: "yonetim"},
		},
		Rules: []Rule{
			{Path: "/harita", Pool: "harita"},
			{Path: "/sayac", Pool: "sayac"},
			{Host: "varlik", Pool: "varlik"},
			{Path: "/yonetim", Pool: "yonetim"},
			{Pool: "genel"},
		},
	}
}

// pools returns the pools in the order of their rules, the default's last.
func (s *Scenario) pools() []string {
	pools := make([]string, len(s.Rules))
	for i := range s.Rules {
		pools[i] = s.Rules[i].Pool
	}
	return pools
}

// validate returns all that is wrong with the scenario.
func (s *Scenario) validate() models.ScenarioErrors {
	v := &validation{}
	v.flows(s)
	v.rules(s)
	return v.errors
}

// validation collects errors.
type validation struct {
	errors models.ScenarioErrors
}

func (v *validation) add(path []string, format string, args ...any) {
	v.errors = append(v.errors, models.ScenarioError{Path: path, Message: fmt.Sprintf(format, args...)})
}

func (v *validation) flows(s *Scenario) {
	if len(s.Flows) == 0 {
		v.add([]string{"flows"}, "there is no flow, but at least one is needed")
		return
	}
	pools, anyWeight := s.pools(), false
	for i, f := range s.Flows {
		place := []string{"flows", strconv.Itoa(i)}
		if f.Weight < 0 || f.Weight > maxWeight {
			v.add(append(place, "weight"), "weight is %d, but must be 0 to %d", f.Weight, int64(maxWeight))
		}
		anyWeight = anyWeight || f.Weight != 0
		pool := models.Parameter{Name: "pool", Type: models.Enum, Words: pools}
		if err := pool.Check(models.TextValue(models.Enum, f.Pool)); err != nil && len(pools) > 0 {
			v.add(append(place, "pool"), "%v (the pools of the rules)", err)
		}
	}
	if !anyWeight {
		v.add([]string{"flows"}, "every weight is 0, but their sum must be more than 0")
	}
}

func (v *validation) rules(s *Scenario) {
	if len(s.Rules) == 0 {
		v.add([]string{"rules"}, "there is no rule, but at least the last one is needed, the default: a pool without path or host")
		return
	}
	first := map[string]int{}
	for i, r := range s.Rules {
		place := []string{"rules", strconv.Itoa(i)}
		v.condition(place, r, i == len(s.Rules)-1)
		v.poolName(append(place, "pool"), r.Pool)
		if earlier, ok := first[r.Pool]; ok {
			v.add(append(place, "pool"), "pool %q is the pool of rule %d too, but no two rules may name the same", r.Pool, earlier)
			continue
		}
		first[r.Pool] = i
	}
}

// condition checks that a rule has one condition, and the default none.
func (v *validation) condition(place []string, r Rule, isDefault bool) {
	switch {
	case isDefault && (r.Path != "" || r.Host != ""):
		v.add(place, "the last rule is the default, so it can have neither path nor host; add a last rule with a pool alone")
	case !isDefault && r.Path == "" && r.Host == "":
		v.add(place, "a rule needs a path or a host; only the last one, the default, has neither")
	case r.Path != "" && r.Host != "":
		v.add(place, "a rule looks at the path or at the host, but this one has both: %q and %q", r.Path, r.Host)
	}
}

// poolName checks that values of rule_order and port_split can be made of the name.
func (v *validation) poolName(place []string, name string) {
	unfit := func(r rune) bool { return !unicode.IsPrint(r) || strings.ContainsRune(">+,", r) }
	switch {
	case name == "":
		v.add(place, "pool is empty, but must be a name")
	case name == models.NoneWord:
		v.add(place, "pool is %q, which stands for no pool at all; give it another name", name)
	case strings.ContainsFunc(name, unfit) || strings.TrimSpace(name) != name:
		v.add(place, "pool is %q, but must be printable, without > + or a comma, and without spaces around it", name)
	}
}

package lb

import (
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"tarama/models"
	"tarama/models/internal/rng"
	"tarama/models/modeltest"
)

func TestConformance(t *testing.T) {
	modeltest.Run(t, modeltest.Suite{
		Model:     Model{},
		Most:      map[string]float64{"requests": 2000},
		Scenarios: rapid.Map(scenarios(), func(s *Scenario) any { return s }),
		Reference: reference,
	})
}

// scenarios draws scenarios in which rules overlap: their paths and hosts are made of the same few pieces as the flows'.
func scenarios() *rapid.Generator[*Scenario] {
	path := rapid.StringMatching(`(/[ab]{0,2}){1,3}`)
	host := rapid.StringMatching(`[ab]{1,2}`)
	weight := rapid.OneOf(rapid.Int64Range(0, 3), rapid.Int64Range(0, maxWeight), rapid.Just(int64(maxWeight)))
	return rapid.Custom(func(t *rapid.T) *Scenario {
		s := &Scenario{}
		pools := rapid.SliceOfNDistinct(rapid.StringMatching(`[a-z][a-z0-9_.-]{0,5}`), 1, 7, rapid.ID).
			Filter(func(names []string) bool { return !slices.Contains(names, models.NoneWord) }).Draw(t, "pools")
		for _, pool := range pools {
			r := Rule{Pool: pool}
			if rapid.Bool().Draw(t, "by host") {
				r.Host = host.Draw(t, "host")
			} else {
				r.Path = path.Draw(t, "path")
			}
			s.Rules = append(s.Rules, r)
		}
		last := &s.Rules[len(s.Rules)-1]
		last.Path, last.Host = "", ""
		for range rapid.IntRange(1, 12).Draw(t, "flows") {
			s.Flows = append(s.Flows, Flow{
				Path: path.Draw(t, "path"), Host: host.Draw(t, "host"),
				Weight: weight.Draw(t, "weight"), Pool: rapid.SampledFrom(pools).Draw(t, "pool"),
			})
		}
		if s.Flows[0].Weight == 0 {
			s.Flows[0].Weight = 1
		}
		return s
	})
}

// reference routes one request after the other, by the words of the study.
func reference(scenario any, c modeltest.Cell) modeltest.Row {
	s := defaultScenario()
	if scenario != nil {
		s = scenario.(*Scenario)
	}
	var source rng.Source
	source.Reset(rng.Kind(slices.Index(rng.Words, c.Text("rng"))), c.Int("seed"))
	var correct, examined int64
	for range c.Int("requests") {
		flow := s.choose(source.Float64())
		pool, looks := s.send(flow, c)
		examined += looks
		if pool == flow.Pool {
			correct++
		}
	}
	r := map[string]int64{"correct_pool": correct, "wrong_pool": c.Int("requests") - correct, "fields_examined": examined}
	addStructure(r, s, c)
	row := modeltest.Row{}
	for name, v := range r {
		row[name] = models.IntValue(v)
	}
	return row
}

// choose returns the first flow with u * W < its cumulative weight.
func (s *Scenario) choose(u float64) Flow {
	var total, cumulative int64
	for _, f := range s.Flows {
		total += f.Weight
	}
	for _, f := range s.Flows {
		cumulative += f.Weight
		if u*float64(total) < float64(cumulative) {
			return f
		}
	}
	panic("no flow takes the request")
}

// send returns the pool that a request of the flow reaches and how many fields were looked at.
func (s *Scenario) send(f Flow, c modeltest.Cell) (pool string, looks int64) {
	fallback := s.Rules[len(s.Rules)-1].Pool
	switch c.Text("arrangement") {
	case "l4":
		return fallback, 1
	case "l4_port_split":
		if slices.Contains(strings.Split(c.Text("port_split"), "+"), f.Pool) {
			return f.Pool, 1
		}
		return fallback, 1
	}
	for _, name := range strings.Split(c.Text("rule_order"), ">") {
		for _, r := range s.Rules[:len(s.Rules)-1] {
			if r.Pool != name {
				continue
			}
			looks++
			if (r.Path != "" && strings.HasPrefix(f.Path, r.Path)) || (r.Host != "" && f.Host == r.Host) {
				return r.Pool, looks
			}
		}
	}
	return fallback, looks + 1
}

// addStructure adds what follows from the arrangement alone.
func addStructure(r map[string]int64, s *Scenario, c modeltest.Cell) {
	backends := c.Int("backends")
	split := int64(strings.Count(c.Text("port_split"), "+") + 1)
	if c.Text("port_split") == "none" {
		split = 0
	}
	table := map[string][6]int64{
		"l4":            {2, 1, 0, 1, backends, backends},
		"l4_port_split": {2, 1 + split, split, 1, backends, backends},
		"l7":            {5, int64(len(s.Rules)), 0, 2, backends + 1, 1},
	}
	names := []string{"visible_fields", "applied_rules", "client_changes", "handshake_rounds", "termination_points", "key_copies"}
	for i, name := range names {
		r[name] = table[c.Text("arrangement")][i]
	}
}

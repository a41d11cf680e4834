package traffic

import (
	"maps"
	"math"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"tarama/models"
)

func TestDefaultTopologyIsValid(t *testing.T) {
	if errs := Default().Validate(); errs != nil {
		t.Fatal(errs)
	}
}

func TestValidateNamesThePlace(t *testing.T) {
	tests := []struct {
		name  string
		spoil func(*Topology)
		want  []string // path and message of every error
	}{
		{"no regions", func(t *Topology) { *t = Topology{} },
			[]string{"regions: a topology has 1 to 64 regions, not 0", "groups: a topology has 1 to 64 groups, not 0"}},
		{"capital letter", func(t *Topology) { rename(t, "b35", "B35") },
			[]string{`regions: 1: "B35" is not a region name: use lower-case letters, digits and _`}},
		{"empty name", func(t *Topology) { rename(t, "b35", "") },
			[]string{`regions: 1: "" is not a region name: use lower-case letters, digits and _`}},
		{"none", func(t *Topology) { rename(t, "b06", "none") },
			[]string{`regions: 2: "none" cannot name a region: the word has a meaning of its own`}},
		{"deviation", func(t *Topology) { rename(t, "b06", "deviation") },
			[]string{`regions: 2: "deviation" cannot name a region: the word has a meaning of its own`}},
		{"same region twice", func(t *Topology) { t.Regions = append(t.Regions, "b35") },
			[]string{`regions: 3: region "b35" is named twice`}},
		{"same group twice", func(t *Topology) { t.Groups[3].Name = "g2" },
			[]string{`groups: 3: name: group "g2" is named twice`}},
		{"group without a name", func(t *Topology) { t.Groups[0].Name = "" },
			[]string{"groups: 0: name: a group needs a name"}},
		{"unknown geographic region", func(t *Topology) { t.Groups[1].Geographic = "b36" },
			[]string{`groups: 1: geographic: there is no region "b36": the regions are b34, b35, b06`}},
		{"missing distance", func(t *Topology) { delete(t.Groups[2].Distance, "b34") },
			[]string{`groups: 2: distance: region "b34" is missing`}},
		{"no distances", func(t *Topology) { t.Groups[0].Distance = nil }, []string{
			`groups: 0: distance: region "b34" is missing`, `groups: 0: distance: region "b35" is missing`,
			`groups: 0: distance: region "b06" is missing`}},
		{"distance to an unknown region", func(t *Topology) { t.Groups[2].Distance["x"] = 1 },
			[]string{`groups: 2: distance: x: there is no region "x": the regions are b34, b35, b06`}},
		{"negative distance", func(t *Topology) { t.Groups[2].Distance["b34"] = -1.5 },
			[]string{"groups: 2: distance: b34: a distance is a finite number of 0 or more, not -1.5"}},
		{"infinite distance", func(t *Topology) { t.Groups[2].Distance["b34"] = math.Inf(1) },
			[]string{"groups: 2: distance: b34: a distance is a finite number of 0 or more, not +Inf"}},
		{"distance that is no number", func(t *Topology) { t.Groups[2].Distance["b34"] = math.NaN() },
			[]string{"groups: 2: distance: b34: a distance is a finite number of 0 or more, not NaN"}},
		{"missing fallback", func(t *Topology) { delete(t.Fallback, "b06") },
			[]string{`fallback: region "b06" is missing`}},
		{"fallback to an unknown region", func(t *Topology) { t.Fallback["b06"] = "x" },
			[]string{`fallback: b06: there is no region "x": the regions are b34, b35, b06`}},
		{"fallback of an unknown region", func(t *Topology) { t.Fallback["x"] = "b34" },
			[]string{`fallback: x: there is no region "x": the regions are b34, b35, b06`}},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			topology := Default()
			test.spoil(topology)
			_, err := NewNetwork(topology)
			errs, ok := err.(models.ScenarioErrors)
			if !ok {
				t.Fatalf("got %v, want models.ScenarioErrors", err)
			}
			var got []string
			for _, e := range errs {
				got = append(got, e.Error())
			}
			if d := cmp.Diff(test.want, got); d != "" {
				t.Error(d)
			}
		})
	}
}

// rename gives a region another name wherever it is used.
func rename(t *Topology, from, to string) {
	for i, region := range t.Regions {
		t.Regions[i] = strings.Replace(region, from, to, 1)
	}
	for i := range t.Groups {
		g := &t.Groups[i]
		g.Geographic = strings.Replace(g.Geographic, from, to, 1)
		g.Distance = renameKeys(g.Distance, from, to)
	}
	t.Fallback = renameKeys(t.Fallback, from, to)
	for region, next := range t.Fallback {
		t.Fallback[region] = strings.Replace(next, from, to, 1)
	}
}

func renameKeys[V any](m map[string]V, from, to string) map[string]V {
	m = maps.Clone(m)
	m[to] = m[from]
	delete(m, from)
	return m
}

func TestSixtyFourRegionsAndGroupsAreAllowedAndNoMore(t *testing.T) {
	for _, n := range []int{64, 65} {
		topology := &Topology{Fallback: map[string]string{}}
		distance := map[string]float64{}
		for i := range n {
			name := "r" + strings.Repeat("x", i)
			topology.Regions = append(topology.Regions, name)
			topology.Fallback[name] = "r"
			distance[name] = 0
			topology.Groups = append(topology.Groups, Group{Name: name, Geographic: "r", Distance: distance})
		}
		if errs := topology.Validate(); (errs == nil) != (n == 64) {
			t.Errorf("%d regions and groups: %v", n, errs)
		}
	}
}

func TestOwnTopologyChangesTheDefaults(t *testing.T) {
	for _, test := range []struct {
		scenario any
		weights  []int64
		rotation string
	}{
		{nil, []int64{5, 3, 2}, "reference"},
		{(*Topology)(nil), []int64{5, 3, 2}, "reference"},
		{Default(), []int64{1, 1, 1}, "smooth"}, // the same topology, but given by the study
	} {
		n, err := NewNetwork(test.scenario)
		if err != nil {
			t.Fatal(err)
		}
		for _, p := range n.Parameters() {
			if p.Name == rotationName && (p.Default.Text != test.rotation || p.Words[0] != test.rotation) {
				t.Errorf("rotation is %v of %v by default, want %s", p.Default, p.Words, test.rotation)
			}
		}
		for i, p := range n.weights() {
			if p.Default.Int != test.weights[i] {
				t.Errorf("%s is %d by default, want %d", p.Name, p.Default.Int, test.weights[i])
			}
		}
	}
}

package study

import (
	"strings"
	"testing"
)

// designStudy has a factor of every kind, and axes that cross with them.
const designStudy = `study: d
model: traffic
fixed: {policy: weighted}
design: {method: saltelli, points: 8, seed: 7}
axes:
  - seed: {base: 1, count: 2}
  - ttl_s: {from: 30, to: 9e2, scale: log}
  - weights: [[5, 3, 2], [1, 1, 1]]
  - interval_s: {to: 10, from: 1}
  - probability: {from: 0.0, to: 0.10, scale: linear}
  - skew: {from: 0.5, to: 4}
  - rule_order: {among: permutations}
  - resolvers: {among: {from: 10, to: 50, step: 10}}
`

func TestDesignStudy(t *testing.T) {
	s := parse(t, designStudy)
	if want := int64(8 * (6 + 2) * 2 * 2); s.Grid.Cells() != want {
		t.Errorf("%d cells, want %d", s.Grid.Cells(), want)
	}
	const want = `"design":{"method":"saltelli","points":8,"seed":7,` +
		`"parameters":["ttl_s","interval_s","probability","skew","rule_order","resolvers"]},` +
		`"axes":[{"ttl_s":{"from":30,"to":900,"scale":"log"}},{"interval_s":{"from":1,"to":10}},{"probability":{"from":0,"to":0.1}},` +
		`{"skew":{"from":0.5,"to":4}},{"rule_order":{"among":"permutations"}},{"resolvers":{"among":{"from":10,"to":50,"step":10}}},` +
		`{"seed":{"base":1,"count":2}},{"weights":[[5,3,2],[1,1,1]]}],`
	if !strings.Contains(string(s.Resolved), want) {
		t.Errorf("resolved\n got %s\nwant %s", s.Resolved, want)
	}
	checkRoundTrip(t, s, nil)
	if d := s.Design; d == nil || d.Total != 64 || strings.Join(d.Parameters, " ") != "ttl_s interval_s probability skew rule_order resolvers" {
		t.Errorf("design %+v", s.Design)
	}
	for cell := range s.Grid.Cells() {
		for p, v := range s.Grid.At(cell) {
			if err := s.Spec.Parameters[p].Check(v); err != nil {
				t.Fatalf("cell %d: %v", cell, err)
			}
		}
	}
}

func TestDesignVariesSlowest(t *testing.T) {
	s := parse(t, head+"design: {method: latin-hypercube, points: 3, seed: 1}\naxes: [{seed: [1, 2]}, {ttl_s: {from: 11, to: 13}}]")
	list := rows(s, "ttl_s", "seed")
	if len(list) != 6 {
		t.Fatalf("rows %v", list)
	}
	values := map[string]bool{}
	for i, row := range list {
		ttl, seed, _ := strings.Cut(row, " ")
		if values[ttl] = true; seed != []string{"1", "2"}[i%2] || !strings.HasPrefix(list[i/2*2], ttl+" ") {
			t.Errorf("rows %v", list)
		}
	}
	if len(values) != 3 {
		t.Errorf("a Latin hypercube of 3 points over 3 integers has %v", list)
	}
}

func TestDesignMethods(t *testing.T) {
	for design, want := range map[string]int64{
		"{method: random, points: 10, seed: -1}":                                   10,
		"{method: latin-hypercube, points: 10, seed: 1}":                           10,
		"{method: sobol, points: 16}":                                              16,
		"{method: sobol, points: 16, seed: 9223372036854775807}":                   16,
		"{method: saltelli, points: 16}":                                           16 * 4,
		"{method: morris, points: 10, seed: 1}":                                    10 * 3,
		"{method: morris, points: 10, seed: 1, levels: 8}":                         10 * 3,
		"{method: sobol, points: 1e9, parameters: [ttl_s, probability]}":           1e9,
		"{seed: 1, parameters: [ttl_s, probability], points: 4, method: saltelli}": 4 * 4,
	} {
		s := parse(t, head+"design: "+design+"\naxes: [{ttl_s: {from: 10, to: 30}}, {probability: {from: 0, to: 1}}]")
		if s.Grid.Cells() != want {
			t.Errorf("%s: %d cells, want %d", design, s.Grid.Cells(), want)
		}
		checkRoundTrip(t, s, nil)
	}
}

func TestDesignOverrides(t *testing.T) {
	s := parse(t, designStudy, "ttl_s=30", "probability={from: 0.2, to: 0.3}", "interval_s=1,2", "skew={among: [1, 2]}")
	if want := int64(8 * (4 + 2) * 2 * 2 * 2); s.Grid.Cells() != want {
		t.Errorf("%d cells, want %d", s.Grid.Cells(), want)
	}
	if got := strings.Join(s.Design.Parameters, " "); got != "probability skew rule_order resolvers" {
		t.Errorf("the design varies %s", got)
	}
	checkRoundTrip(t, s, nil)
}

func TestDesignDigest(t *testing.T) {
	digest := func(edits ...string) string {
		return parse(t, strings.NewReplacer(edits...).Replace(designStudy)).Digest
	}
	for _, edits := range [][]string{
		{"9e2", "900"},
		{", scale: linear", ""},
		{"points: 8, seed: 7", "seed: 7, points: 8"},
	} {
		if digest(edits...) != digest() {
			t.Errorf("%q changes the digest", edits)
		}
	}
	for _, edits := range [][]string{
		{"points: 8", "points: 16"}, {"seed: 7", "seed: 8"}, {", seed: 7", ""}, {"scale: log", "scale: linear"},
		{"to: 10,", "to: 11,"}, {"from: 0.5, to: 4", "among: [0.5, 4]"}, {"saltelli", "sobol"},
	} {
		if digest(edits...) == digest() {
			t.Errorf("%q does not change the digest", edits)
		}
	}
}

func TestDesignDifference(t *testing.T) {
	before := parse(t, designStudy)
	for _, c := range []struct{ old, new, want string }{
		{"points: 8, seed: 7", "points: 16, seed: 7", "design: points is 16, was 8"},
		{"points: 8, seed: 7", "points: 8", "design: seed is none, was 7"},
		{"to: 9e2", "to: 800", "axes: ttl_s is {from: 30, to: 800, scale: log}, was {from: 30, to: 900, scale: log}"},
		{"saltelli", "sobol", "design: method is sobol, was saltelli"},
	} {
		now := parse(t, strings.Replace(designStudy, c.old, c.new, 1))
		lines, err := Difference(before.Resolved, now.Resolved)
		if err != nil || strings.Join(lines, "|") != c.want {
			t.Errorf("%v, %v, want %s", lines, err, c.want)
		}
	}
	now := parse(t, head+"axes: [ttl_s: [10, 20]]")
	lines, err := Difference(before.Resolved, now.Resolved)
	if err != nil || !strings.Contains(strings.Join(lines, "|"), "design: is none, was saltelli") {
		t.Errorf("%v, %v", lines, err)
	}
}

package study

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// files is a file system of points files for tests.
type files map[string]string

func (f files) open(path string) (io.ReadCloser, error) {
	text, ok := f[filepath.ToSlash(path)]
	if !ok {
		return nil, &os.PathError{Op: "open", Path: path, Err: os.ErrNotExist}
	}
	return io.NopCloser(strings.NewReader(text)), nil
}

func parse(t *testing.T, text string, overrides ...string) *Study {
	t.Helper()
	s, err := Parse("study.yaml", []byte(text), Options{Models: testModels(), Overrides: overrides})
	if err != nil {
		t.Fatalf("Parse: %v", err)
	}
	return s
}

// rows prints the values of some parameters in every cell, a string a cell.
func rows(s *Study, names ...string) []string {
	var list []string
	for cell := int64(0); cell < s.Grid.Cells(); cell++ {
		values := s.Grid.At(cell)
		var row []string
		for _, name := range names {
			row = append(row, values[s.Spec.Lookup(name)].String())
		}
		list = append(list, strings.Join(row, " "))
	}
	return list
}

const head = "study: t\nmodel: traffic\n"

// formCases are axes of every form with the values that they give to some parameters.
var formCases = []struct {
	axis  string
	names string
	want  string
}{
	{"ttl_s: [30, 60, 300]", "ttl_s", "30|60|300"},
	{"ttl_s: [3.0e+01, 60.0]", "ttl_s", "30|60"},
	{"policy: [weighted, latency]", "policy", "weighted|latency"},
	{"resolvers: {from: 10, to: 50, step: 10}", "resolvers", "10|20|30|40|50"},
	{"resolvers: {from: 50, to: 11, step: -20}", "resolvers", "50|30"},
	{"resolvers: {from: 5, to: 5, step: 3}", "resolvers", "5"},
	{"probability: {from: 0.1, to: 0.3, step: 0.1}", "probability", "0.1|0.2|0.3"},
	{"probability: {from: 0.1, to: 0.35, step: 1e-1}", "probability", "0.1|0.2|0.3"},
	{"probability: {from: 0, to: 1, points: 4}", "probability", "0|0.3333333333333333|0.6666666666666666|1"},
	{"probability: {from: 0.001, to: 0.1, points: 5, scale: log}", "probability", "0.001|0.00316227766017|0.01|0.0316227766017|0.1"},
	{"ttl_s: {from: 1, to: 1000, points: 4, scale: log}", "ttl_s", "1|10|100|1000"},
	{"ttl_s: {from: 10, to: 200, points: 3}", "ttl_s", "10|105|200"},
	{"ttl_s: {from: 10, to: 13, points: 3, scale: linear}", "ttl_s", "10|12|13"},
	{"weights: [[5, 3, 2], [1, 1, 1]]", "weight_eu weight_us weight_ap", "5 3 2|1 1 1"},
	{"weights: {simplex: 3, min: 1}", "weight_eu weight_us weight_ap", "1 1 1"},
	{"weights: {simplex: 2}", "weight_eu weight_us weight_ap", "0 0 2|0 1 1|0 2 0|1 0 1|1 1 0|2 0 0"},
	{"{ttl_s: [30, 60, 60], interval_s: [1, 2, 3]}", "ttl_s interval_s", "30 1|60 2|60 3"},
	{"{policy: [latency, weighted, latency], seed: {from: 1, count: 3}}", "policy seed", "latency 1|weighted 2|latency 3"},
	{"seed: {from: -1, count: 3}", "seed", "-1|0|1"},
	{"seed: {base: 41129, count: 2}", "seed", fmt.Sprintf("%d|%d", slowMix(41129), slowMix(41129+0x9E3779B9))},
	{"rule_order: permutations", "rule_order", "map>asset>admin|map>admin>asset|asset>map>admin|asset>admin>map|admin>map>asset|admin>asset>map"},
	{"port_split: subsets", "port_split", "none|admin|asset|asset+admin|map|map+admin|map+asset|map+asset+admin"},
}

// goodForms are the axes of formCases.
func goodForms() []string {
	var axes []string
	for _, c := range formCases {
		axes = append(axes, c.axis)
	}
	return axes
}

func TestForms(t *testing.T) {
	for _, c := range formCases {
		s := parse(t, head+"axes:\n  - "+c.axis+"\n")
		if got := strings.Join(rows(s, strings.Fields(c.names)...), "|"); got != c.want {
			t.Errorf("%s\n got %s\nwant %s", c.axis, got, c.want)
		}
		checkRoundTrip(t, s, nil)
	}
}

// slowMix is the finaliser of MurmurHash3 written in 64 bits.
func slowMix(h uint64) uint64 {
	const mask = 1<<32 - 1
	h &= mask
	h ^= h >> 16
	h = h * 0x85ebca6b & mask
	h ^= h >> 13
	h = h * 0xc2b2ae35 & mask
	return h ^ h>>16
}

// checkRoundTrip reads the resolved study back and expects the same.
func checkRoundTrip(t *testing.T, s *Study, points files) {
	t.Helper()
	again, err := Parse("resolved.json", s.Resolved, Options{Models: testModels(), Open: points.open})
	if err != nil {
		t.Fatalf("the resolved study is no study: %v\n%s", err, s.Resolved)
	}
	if string(again.Resolved) != string(s.Resolved) || again.Digest != s.Digest {
		t.Fatalf("the resolved study is another study:\n%s\n%s", s.Resolved, again.Resolved)
	}
	if d, err := Difference(s.Resolved, again.Resolved); err != nil || len(d) > 0 {
		t.Fatalf("Difference of a study with itself: %v, %v", d, err)
	}
}

const wholeStudy = `# a comment
study: failover-overnight
model: traffic
title: "TTL against checks: <all> of it"
fixed: {policy: weighted, probability: 0.060}
axes:
  - ttl_s: [30, 60, 300, 900]
  - resolvers: {from: 10, to: 30, step: 10}
  - weights: {simplex: 4, min: 1}
  - {interval_s: [1, 2, 3], skew: [0, 0.5, 1.0625]}
  - seed: {base: 41129, count: 2}
topology:
  regions: [eu, us, ap]
  groups:
    - {name: g1, distance: {eu: 1, us: 2.50, ap: 3e0}}
  fallback: {eu: us}
output: {formats: [arrow], part_cells: 4096}
`

func TestWholeStudy(t *testing.T) {
	s := parse(t, wholeStudy)
	if s.Name != "failover-overnight" || s.Title != "TTL against checks: <all> of it" || s.PartCells != 4096 {
		t.Errorf("name %q, title %q, part_cells %d", s.Name, s.Title, s.PartCells)
	}
	if len(s.Formats) != 1 || s.Formats[0] != "arrow" {
		t.Errorf("formats %v", s.Formats)
	}
	if want := int64(4 * 3 * 3 * 3 * 2); s.Grid.Cells() != want {
		t.Errorf("cells %d, want %d", s.Grid.Cells(), want)
	}
	if got := rows(s, "ttl_s", "resolvers", "weight_ap", "interval_s", "skew", "policy")[7]; got != "30 10 1 1 0 weighted" {
		t.Errorf("row 7 is %s", got)
	}
	const want = `{"study":"failover-overnight","model":"traffic","title":"TTL against checks: <all> of it",` +
		`"topology":{"regions":["eu","us","ap"],"groups":[{"name":"g1","distance":{"ap":3,"eu":1,"us":2.5}}],"fallback":{"eu":"us"}},` +
		`"fixed":{"policy":"weighted","probability":0.06,"rule_order":"map>asset>admin","port_split":"none","failed_region":"none"},` +
		`"axes":[{"ttl_s":[30,60,300,900]},{"resolvers":{"from":10,"to":30,"step":10}},{"weights":{"simplex":4,"min":1}},` +
		`{"interval_s":[1,2,3],"skew":[0,0.5,1.0625]},{"seed":{"base":41129,"count":2}}],` +
		`"output":{"formats":["arrow"],"part_cells":4096}}`
	if string(s.Resolved) != want {
		t.Errorf("resolved\n got %s\nwant %s", s.Resolved, want)
	}
	checkRoundTrip(t, s, nil)
}

func TestDigest(t *testing.T) {
	digest := func(edits ...string) string {
		return parse(t, strings.NewReplacer(edits...).Replace(wholeStudy)).Digest
	}
	same := [][]string{
		{"# a comment", "# another"},
		{"title: \"TTL against checks: <all> of it\"", "title: other"},
		{"failover-overnight", "renamed"},
		{"[arrow]", "[parquet, arrow]"},
		{"0.060", "6e-2"},
		{"[30, 60, 300, 900]", "[30.0, 6e1, 300, 900]"},
		{"{from: 10, to: 30, step: 10}", "[10, 20, 30]"},
		{"{from: 10, to: 30, step: 10}", "{step: 10.0, to: 39, from: 1.0e+1}"},
		{"{interval_s: [1, 2, 3], skew: [0, 0.5, 1.0625]}", "{skew: [0, 0.5, 1.0625], interval_s: [1, 2, 3]}"},
		{"fixed: {policy: weighted,", "fixed: {failed_region: none, policy: weighted,"},
		{"{eu: 1, us: 2.50, ap: 3e0}", "{ap: 3.0, eu: 1, us: 2.5}"},
	}
	for _, edits := range same {
		if digest(edits...) != digest() {
			t.Errorf("%q changes the digest", edits)
		}
	}
	other := [][]string{
		{"[30, 60, 300, 900]", "[30, 60, 300]"},
		{"[30, 60, 300, 900]", "[60, 30, 300, 900]"},
		{"policy: weighted", "policy: latency"},
		{"base: 41129", "base: 41130"},
		{"4096", "8192"},
		{"us: 2.50", "us: 2.51"},
		{"simplex: 4", "simplex: 5"},
	}
	for _, edits := range other {
		if digest(edits...) == digest() {
			t.Errorf("%q does not change the digest", edits)
		}
	}
}

func TestLongAxesCountByForm(t *testing.T) {
	a := parse(t, head+"axes: [{seed: {from: 1, count: 1000000}}]")
	b := parse(t, head+"axes: [{seed: {from: 1.0, count: 1e6}}]")
	c := parse(t, head+"axes: [{seed: {from: 1, count: 1000001}}]")
	if a.Digest != b.Digest || a.Digest == c.Digest {
		t.Errorf("digests %s %s %s", a.Digest, b.Digest, c.Digest)
	}
}

func TestHugeGrid(t *testing.T) {
	s := parse(t, head+`axes:
  - ttl_s: {from: 1, to: 1000000, step: 1}
  - resolvers: {from: 1, to: 100000, step: 1}
  - seed: {base: 1, count: 10000}
`)
	if s.Grid.Cells() != 1e15 {
		t.Errorf("cells %d", s.Grid.Cells())
	}
	if got := s.Grid.At(1e15 - 1)[1].Int; got != 1000000 {
		t.Errorf("the last ttl_s is %d", got)
	}
}

func TestOverrides(t *testing.T) {
	const text = head + `fixed: {policy: weighted, weights: [5, 3, 2]}
axes:
  - ttl_s: [30, 60]
  - {interval_s: [1, 2], skew: [0, 1]}
`
	for _, c := range []struct {
		set   string
		names string
		want  string
	}{
		{"ttl_s=7", "ttl_s interval_s", "7 1|7 2"},
		{"ttl_s=5,6,7", "ttl_s interval_s", "5 1|5 2|6 1|6 2|7 1|7 2"},
		{"ttl_s=[5]", "ttl_s interval_s", "5 1|5 2"},
		{"ttl_s={from: 10, to: 30, step: 10}", "ttl_s interval_s", "10 1|10 2|20 1|20 2|30 1|30 2"},
		{"seed=1,2", "ttl_s interval_s seed", "30 1 1|30 1 2|30 2 1|30 2 2|60 1 1|60 1 2|60 2 1|60 2 2"},
		{"policy=latency", "policy ttl_s interval_s", "latency 30 1|latency 30 2|latency 60 1|latency 60 2"},
		{"interval_s=5 skew=0.5", "ttl_s interval_s skew", "30 5 0.5|60 5 0.5"},
		{"weights=1,2,3 ttl_s=9 interval_s=5 skew=0.5", "weight_eu weight_us weight_ap", "1 2 3"},
		{"weights=[1,2,3],[4,5,6] ttl_s=9 interval_s=5 skew=0.5", "weight_eu weight_us weight_ap", "1 2 3|4 5 6"},
		{"weight_us=9 ttl_s=9 interval_s=5 skew=0.5", "weight_eu weight_us weight_ap", "5 9 2"},
		{"rule_order=asset>map>admin ttl_s=9 interval_s=5 skew=0.5", "rule_order", "asset>map>admin"},
		{"port_split=subsets ttl_s=9 interval_s=5 skew=0.5", "port_split", "none|admin|asset|asset+admin|map|map+admin|map+asset|map+asset+admin"},
		{"ttl_s=1 ttl_s=2", "", "!"},
		{"skew=1", "", "!"},
	} {
		var sets []string
		if strings.Contains(c.set, "{") {
			sets = []string{c.set}
		} else {
			sets = strings.Fields(c.set)
		}
		s, err := Parse("study.yaml", []byte(text), Options{Models: testModels(), Overrides: sets})
		if c.want == "!" {
			if err == nil {
				t.Errorf("--set %s is no error", c.set)
			}
			continue
		}
		if err != nil {
			t.Errorf("--set %s: %v", c.set, err)
			continue
		}
		if got := strings.Join(rows(s, strings.Fields(c.names)...), "|"); got != c.want {
			t.Errorf("--set %s\n got %s\nwant %s", c.set, got, c.want)
		}
		checkRoundTrip(t, s, nil)
	}
}

func TestDefaultsAndEmptyAxes(t *testing.T) {
	s := parse(t, head+"axes:\nfixed:\n")
	if s.Grid.Cells() != 1 || rows(s, "ttl_s", "policy")[0] != "300 geographic" {
		t.Errorf("cells %d, row %v", s.Grid.Cells(), rows(s, "ttl_s", "policy"))
	}
	if strings.Join(s.Formats, " ") != "parquet arrow" {
		t.Errorf("formats %v", s.Formats)
	}
	if w := s.Grid.Words()[0]; len(w) != 1 || w[0] != "geographic" {
		t.Errorf("words of policy: %v", w)
	}
}

func TestMinusZeroIsZero(t *testing.T) {
	s := parse(t, head+"axes: [probability: [-0.0, 1]]")
	if got := fmt.Sprint(1 / s.Grid.At(0)[s.Spec.Lookup("probability")].Real); got != "+Inf" {
		t.Errorf("1/-0.0 is %s", got)
	}
}

func TestLoad(t *testing.T) {
	folder := t.TempDir()
	path := filepath.Join(folder, "s.yaml")
	if err := os.WriteFile(path, []byte(head+"axes: [points: d.csv]"), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(folder, "d.csv"), []byte("ttl_s\n30\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	s, err := Load(path, Options{Models: testModels()})
	if err != nil {
		t.Fatal(err)
	}
	if s.Points[0].Path != filepath.Join(folder, "d.csv") || s.Points[0].Copy != "inputs/d.csv" || s.Points[0].Bytes != 9 {
		t.Errorf("points file %+v", s.Points[0])
	}
	if _, err := Load(folder, Options{}); err == nil || !strings.Contains(err.Error(), "not a regular file") {
		t.Errorf("Load of a folder: %v", err)
	}
	var problems Problems
	if _, err := Load(filepath.Join(folder, "none"), Options{}); !errors.Is(err, os.ErrNotExist) || errors.As(err, &problems) {
		t.Errorf("Load of nothing: %v", err)
	}
}

// TestResolvedMustBeReadable has numbers that are longer when they are written out.
func TestResolvedMustBeReadable(t *testing.T) {
	var list strings.Builder
	for i := range 100_000 {
		fmt.Fprintf(&list, "%de9,", i)
	}
	_, err := Parse("study.yaml", []byte(head+"axes: [seed: ["+list.String()+"]]"), Options{Models: testModels()})
	const want = "study.yaml: the study with everything said is over 1 MiB (long lists of values go into a points file)"
	if err == nil || err.Error() != want {
		t.Errorf("got %v", err)
	}
}

func TestManyProblems(t *testing.T) {
	_, err := Parse("study.yaml", []byte(head+"axes: [ttl_s: ["+strings.Repeat("x,", 1000)+"]]"), Options{Models: testModels()})
	var problems Problems
	if !errors.As(err, &problems) || len(problems) != maxProblems+1 || problems[maxProblems].String() != "study.yaml: and 900 more problems" {
		t.Errorf("%d problems, the last is %v", len(problems), problems[len(problems)-1])
	}
}

func TestWarnings(t *testing.T) {
	s := parse(t, head+"axes: [{ttl_s: [1, 5, 20]}, {interval_s: [2, 10]}, {seed: {from: 1, count: 100}}]")
	if len(s.Warnings) != 1 || !strings.Contains(s.Warnings[0].String(), "300 of 600 cells") {
		t.Errorf("warnings %v", s.Warnings)
	}
}

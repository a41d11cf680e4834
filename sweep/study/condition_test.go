package study

import (
	"strings"
	"testing"
)

func TestWhere(t *testing.T) {
	const text = head + `axes:
  - ttl_s: [10, 30, 60]
  - policy: [weighted, latency]
  - interval_s: [5, 20]
where: %s
`
	study := func(condition string) *Study { return parse(t, strings.Replace(text, "%s", condition, 1)) }
	s := study(`ttl_s >= 2*interval_s && policy != "latency"`)
	if kept, exact := s.Where.Kept(); kept != 4 || !exact {
		t.Errorf("%d cells are kept, exact %v", kept, exact)
	}
	if got := s.Where.String(); got != `ttl_s >= 2 * interval_s and policy != "latency"` {
		t.Errorf("the condition is spelt %s", got)
	}
	if !strings.Contains(string(s.Resolved), `"where":"ttl_s >= 2 * interval_s and policy != \"latency\""`) {
		t.Errorf("resolved: %s", s.Resolved)
	}
	checkRoundTrip(t, s, nil)
	if other := study(`"(ttl_s >= (2 * interval_s)) and 'latency' != policy"`); other.Digest == s.Digest {
		t.Error("the sides of a comparison are exchanged and the digest is the same")
	}
	if same := study(`'(ttl_s>=(2*interval_s)) and (policy!="latency")'`); same.Digest != s.Digest {
		t.Error("spaces and parentheses change the digest")
	}
	if none := study("ttl_s > 0"); none.Digest == s.Digest {
		t.Error("another condition does not change the digest")
	}
	if d, err := Difference(study("ttl_s > 10").Resolved, s.Resolved); err != nil || len(d) != 1 ||
		d[0] != `where: is ttl_s >= 2 * interval_s and policy != "latency", was ttl_s > 10` {
		t.Errorf("difference: %q, %v", d, err)
	}
}

// TestWhereKeepsRules leaves out the cells that break a rule: nothing is left to warn of.
func TestWhereKeepsRules(t *testing.T) {
	const text = head + "axes: [ttl_s: [1, 5, 20], interval_s: [2, 10], seed: {from: 1, count: 100}]\n"
	if s := parse(t, text+"where: ttl_s >= interval_s"); len(s.Warnings) != 0 {
		t.Errorf("warnings: %v", s.Warnings)
	}
	if s := parse(t, text+"where: seed <= 10"); len(s.Warnings) != 1 || !strings.Contains(s.Warnings[0].Message, "30 of 60 cells") {
		t.Errorf("warnings: %v", s.Warnings)
	}
}

func TestWhereOfALargeGrid(t *testing.T) {
	s := parse(t, head+`axes:
  - ttl_s: {from: 1, to: 1000000, step: 1}
  - resolvers: {from: 1, to: 100000, step: 1}
where: ttl_s == 77777 and resolvers == 77777
`)
	if len(s.Warnings) != 1 || !strings.Contains(s.Warnings.Error(), "where left no cell of the sample") {
		t.Errorf("warnings: %v", s.Warnings)
	}
}

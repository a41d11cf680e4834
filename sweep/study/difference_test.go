package study

import (
	"bytes"
	"encoding/json"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// A manifest holds the study indented, a run has it on one line: the spelling is no difference.
func TestDifferenceIgnoresSpelling(t *testing.T) {
	line := []byte(`{"study":"s","model":"m","fixed":{"a":1},"axes":[{"ttl_s":[30,60]},{"seed":{"from":1,"count":5}}],"topology":{"regions":["eu"]}}`)
	var indented bytes.Buffer
	if err := json.Indent(&indented, line, "", "  "); err != nil {
		t.Fatal(err)
	}
	if lines, err := Difference(indented.Bytes(), line); err != nil || len(lines) > 0 {
		t.Errorf("%q, %v", lines, err)
	}
}

// Growing a study names the values that are new, and ranges as a study spells them.
func TestDifferenceOfGrownStudy(t *testing.T) {
	before := []byte(`{"model":"m","axes":[{"ttl_s":[30,60]},{"seed":{"from":1,"count":5}}]}`)
	now := []byte(`{"model":"m","axes":[{"ttl_s":[30,60,300]},{"seed":{"from":1,"count":50}}]}`)
	lines, err := Difference(before, now)
	want := []string{"axes: ttl_s has 300 more", "axes: seed is {from: 1, count: 50}, was {from: 1, count: 5}"}
	if diff := cmp.Diff(want, lines); err != nil || diff != "" {
		t.Errorf("%v\n%s", err, diff)
	}
}

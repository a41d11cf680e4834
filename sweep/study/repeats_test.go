package study

import (
	"fmt"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

// TestRepeatedPoints: two spellings of a number are one value, and empty lines are counted as an editor does.
func TestRepeatedPoints(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{"ttl_s,skew\n1,0\n1,1\n2,0\n", ""},
		{"ttl_s,skew\n1,0\n2,0\n\n\n1,1\n2,0\n1,0\n", "d.csv:7:1: the same point is on line 3 already, and 2 of 5 points repeat an earlier one: "},
		{"ttl_s,skew\n1,1.0\n3.0e+01,0.5\n\n30,5e-1\n30,0.50\n", "d.csv:5:1: the same point is on line 3 already, and 2 of 4 points "},
		{"ttl_s,policy\n1,latency\n2,latency\n1,weighted\n", ""},
		{"policy,ttl_s\nlatency,7\nlatency,7\n", "d.csv:3:1: the same point is on line 2 already, and 1 of 2 points "},
	} {
		s := parsePoints(t, head+"fixed: {interval_s: 1}\naxes: [points: d.csv]", files{"d.csv": c.text})
		if got := s.Warnings.Error(); !strings.HasPrefix(got, c.want) || (c.want == "") != (got == "") {
			t.Errorf("%q\n got %s\nwant %s", c.text, got, c.want)
		}
	}
}

// TestRepeatsAgainstAMap compares with the obvious way, over more rows than are unpacked at a time.
func TestRepeatsAgainstAMap(t *testing.T) {
	rapid.Check(t, func(r *rapid.T) {
		values := rapid.SliceOfN(rapid.IntRange(1, rapid.IntRange(1, 1000).Draw(r, "values")), 1, 200).Draw(r, "rows")
		first := rapid.IntRange(0, 2*scanRows).Draw(r, "distinct rows before")
		var text strings.Builder
		text.WriteString("ttl_s,seed\n")
		line, count, want := 1, 0, ""
		at := map[int]int{}
		for i := range first {
			fmt.Fprintf(&text, "%d,0\n", i+1)
			line++
		}
		for _, v := range values {
			line++
			fmt.Fprintf(&text, "%d,1\n", v)
			if earlier, again := at[v]; again {
				count++
				if want == "" {
					want = fmt.Sprintf("d.csv:%d:1: the same point is on line %d already, ", line, earlier)
				}
			}
			at[v] = line
		}
		if want != "" {
			want += fmt.Sprintf("and %d of ", count)
		}
		s, err := Parse("study.yaml", []byte(head+"fixed: {interval_s: 1}\naxes: [points: d.csv]"), Options{Models: testModels(), Open: files{"d.csv": text.String()}.open})
		if err != nil {
			r.Fatal(err)
		}
		if got := s.Warnings.Error(); !strings.HasPrefix(got, want) || (want == "") != (got == "") {
			r.Fatalf("got %s, want %s", got, want)
		}
	})
}

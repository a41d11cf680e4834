package traffic

import (
	"testing"

	"tarama/models"
)

func TestRules(t *testing.T) {
	tests := []struct {
		name  string
		own   *Topology
		rule  int
		words []string // before the numbers
		ints  []int64
		want  string
	}{
		{"weights", nil, 0, nil, []int64{5, 3, 2}, ""},
		{"one weight", nil, 0, nil, []int64{0, 7, 0}, ""},
		{"no weights", nil, 0, nil, []int64{0, 0, 0}, "the sum of the weights must be more than 0"},
		{"longest rotation", nil, 0, nil, []int64{999_999, 1, 0}, ""},
		{"longest rotation by common factor", nil, 0, nil, []int64{1_000_000, 1_000_000, 0}, ""},
		{"rotation too long", nil, 0, nil, []int64{1_000_000, 1, 0},
			"weights 1000000:1:0 need a rotation of 1000001 slots, more than 1000000"},
		{"reference", nil, 1, []string{"reference"}, []int64{5, 3, 2}, ""},
		{"reference, a multiple", nil, 1, []string{"reference"}, []int64{500_000, 300_000, 200_000}, ""},
		{"reference, other shares", nil, 1, []string{"reference"}, []int64{5, 3, 1},
			"rotation reference needs weights in the ratio 5:3:2, not 5:3:1: use rotation smooth"},
		{"reference, first share 0", nil, 1, []string{"reference"}, []int64{0, 3, 2},
			"rotation reference needs weights in the ratio 5:3:2, not 0:3:2: use rotation smooth"},
		{"smooth, other shares", nil, 1, []string{"smooth"}, []int64{5, 3, 1}, ""},
		{"reference in a topology of the study's own", Default(), 1, []string{"reference"}, []int64{5, 3, 2},
			"rotation reference is for the default topology only: use rotation smooth"},
		{"smooth in a topology of the study's own", Default(), 1, []string{"smooth"}, []int64{5, 3, 2}, ""},
		{"most requests", nil, 2, nil, []int64{1 << 43, 1 << 10}, ""},
		{"too many requests", nil, 2, nil, []int64{1<<43 + 1, 1 << 10},
			"request_rate_rps 8796093022209 times duration_s 1024 is more than 2^53"},
		{"far too many requests", nil, 2, nil, []int64{1 << 53, 1<<31 - 1},
			"request_rate_rps 9007199254740992 times duration_s 2147483647 is more than 2^53"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			n, err := NewNetwork(test.own)
			if err != nil {
				t.Fatal(err)
			}
			var values []models.Value
			for _, w := range test.words {
				values = append(values, models.TextValue(models.Enum, w))
			}
			for _, i := range test.ints {
				values = append(values, models.IntValue(i))
			}
			rule := n.Rules()[test.rule]
			if len(rule.Parameters) != len(values) {
				t.Fatalf("the rule takes %v, the test gives %v", rule.Parameters, values)
			}
			got := ""
			if err := rule.Check(values); err != nil {
				got = err.Error()
			}
			if got != test.want {
				t.Errorf("got %q, want %q", got, test.want)
			}
		})
	}
}

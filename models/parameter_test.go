package models

import (
	"errors"
	"math"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

var (
	ttl    = Parameter{Name: "ttl_s", Type: Int, Bounds: Between(1, math.MaxInt32)}
	skew   = Parameter{Name: "resolver_skew", Type: Real, Bounds: Interval{Min: 0, Max: 4, Multiple: 1.0 / 16}}
	slo    = Parameter{Name: "slo_percent", Type: Real, Bounds: Interval{Min: 0, Max: 100, OpenMin: true, OpenMax: true}}
	seed   = Parameter{Name: "seed", Type: Int, Bounds: Any}
	policy = Parameter{Name: "policy", Type: Enum, Words: []string{"geographic", "latency", "weighted"}}
	order  = Parameter{Name: "rule_order", Type: Order, Words: []string{"map", "asset", "count"}}
	split3 = Parameter{Name: "port_split", Type: Set, Words: []string{"map", "asset", "count"}}
	noRule = Parameter{Name: "rule_order", Type: Order}
)

func TestCheck(t *testing.T) {
	for _, c := range []struct {
		parameter Parameter
		value     Value
		want      string // the message; empty if the value is allowed
	}{
		{ttl, IntValue(1), ""},
		{ttl, IntValue(math.MaxInt32), ""},
		{ttl, IntValue(0), "ttl_s is 0, but must be 1 to 2147483647"},
		{ttl, IntValue(math.MaxInt32 + 1), "ttl_s is 2147483648, but must be 1 to 2147483647"},
		{ttl, RealValue(1), "ttl_s is 1, but must be an integer"},
		{ttl, TextValue(Enum, "30"), `ttl_s is "30", but must be an integer`},
		{seed, IntValue(math.MinInt64), ""},
		{seed, IntValue(math.MaxInt64), ""},
		{skew, RealValue(1.0625), ""},
		{skew, RealValue(0.1), "resolver_skew is 0.1, but must be 0 to 4, in steps of 0.0625"},
		{skew, RealValue(math.NaN()), "resolver_skew is NaN, but must be 0 to 4, in steps of 0.0625"},
		{slo, RealValue(math.Nextafter(100, 0)), ""},
		{slo, RealValue(100), "slo_percent is 100, but must be between 0 and 100, neither included"},
		{slo, RealValue(0), "slo_percent is 0, but must be between 0 and 100, neither included"},
		{slo, RealValue(math.Inf(1)), "slo_percent is +Inf, but must be between 0 and 100, neither included"},
		{slo, IntValue(99), "slo_percent is 99, but must be a real"},
		{policy, TextValue(Enum, "latency"), ""},
		{policy, TextValue(Enum, "geografic"), `policy is "geografic", but must be one of geographic, latency, weighted; did you mean "geographic"?`},
		{policy, TextValue(Enum, "Latency"), `policy is "Latency", but must be one of geographic, latency, weighted; did you mean "latency"?`},
		{policy, TextValue(Enum, "random"), `policy is "random", but must be one of geographic, latency, weighted`},
		{policy, TextValue(Enum, "\x1b[2J"), `policy is "\x1b[2J", but must be one of geographic, latency, weighted`},
		{policy, TextValue(Order, "latency"), `policy is "latency", but must be a word`},
		{order, TextValue(Order, "count>map>asset"), ""},
		{order, TextValue(Order, "count>map>aset"), `rule_order is "count>map>aset", but must be all of map>asset>count in some order; did you mean "count>map>asset"?`},
		{order, TextValue(Order, "count>map"), `rule_order is "count>map", but must be all of map>asset>count in some order`},
		{order, TextValue(Order, "map>map>asset"), `rule_order is "map>map>asset", but must be all of map>asset>count in some order`},
		{order, TextValue(Order, "map>asset>count>count"), `rule_order is "map>asset>count>count", but must be all of map>asset>count in some order`},
		{order, TextValue(Order, NoneWord), `rule_order is "none", but must be all of map>asset>count in some order`},
		{noRule, TextValue(Order, NoneWord), ""},
		{split3, TextValue(Set, NoneWord), ""},
		{split3, TextValue(Set, "map+count"), ""},
		{split3, TextValue(Set, "map+asset+count"), ""},
		{split3, TextValue(Set, "count+map"), `port_split is "count+map", but must be some of map+asset+count in this order, or none; did you mean "map+count"?`},
		{split3, TextValue(Set, "map+map"), `port_split is "map+map", but must be some of map+asset+count in this order, or none; did you mean "map"?`},
		{split3, TextValue(Set, "mapp"), `port_split is "mapp", but must be some of map+asset+count in this order, or none; did you mean "map"?`},
		{split3, TextValue(Set, "map+general"), `port_split is "map+general", but must be some of map+asset+count in this order, or none`},
		{split3, TextValue(Set, ""), `port_split is "", but must be some of map+asset+count in this order, or none`},
	} {
		err := c.parameter.Check(c.value)
		if c.want == "" {
			if err != nil {
				t.Errorf("%s: %v", c.value, err)
			}
			continue
		}
		if err == nil || err.Error() != c.want {
			t.Errorf("error %v,\nwant  %s", err, c.want)
		}
		var typed *ValueError
		if !errors.As(err, &typed) || typed.Parameter != c.parameter.Name || typed.Value.Type != c.value.Type {
			t.Errorf("%s: error %#v does not name parameter and value", c.value, err)
		}
	}
}

func TestCheckShortensLongWords(t *testing.T) {
	for _, p := range []Parameter{policy, order, split3} {
		err := p.Check(TextValue(p.Type, strings.Repeat("map>+", 1<<20)))
		if err == nil || len(err.Error()) > 400 {
			t.Errorf("the message has %d bytes", len(err.Error()))
		}
	}
}

func TestContainsIntIsExact(t *testing.T) {
	exact := Between(-1<<53, 1<<53)
	for _, c := range []struct {
		i    int64
		want bool
	}{{1 << 53, true}, {1<<53 + 1, false}, {-1 << 53, true}, {-1<<53 - 1, false}, {math.MaxInt64, false}, {0, true}} {
		if got := exact.ContainsInt(c.i); got != c.want {
			t.Errorf("ContainsInt(%d) is %v, want %v", c.i, got, c.want)
		}
	}
	if whole := Between(-1<<63, 1<<63); !whole.ContainsInt(math.MaxInt64) || !whole.ContainsInt(math.MinInt64) {
		t.Error("the interval of all integers does not contain its ends")
	}
}

func TestCheckAcceptsEveryPermutationAndSubset(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		words := rapid.SliceOfNDistinct(rapid.StringMatching(`[a-m]{1,6}`), 0, 6, rapid.ID).Draw(t, "words")
		o, s := Parameter{Name: "o", Type: Order, Words: words}, Parameter{Name: "s", Type: Set, Words: words}
		permutation := rapid.Permutation(words).Draw(t, "permutation")
		if err := o.Check(TextValue(Order, JoinOrder(permutation))); err != nil {
			t.Error(err)
		}
		if got := SplitOrder(JoinOrder(permutation)); !slices.Equal(got, permutation) {
			t.Errorf("%q split and joined is %q", permutation, got)
		}
		var subset []string
		for _, w := range words {
			if rapid.Bool().Draw(t, w) {
				subset = append(subset, w)
			}
		}
		if err := s.Check(TextValue(Set, JoinSet(subset))); err != nil {
			t.Error(err)
		}
		if got := SplitSet(JoinSet(subset)); !slices.Equal(got, subset) {
			t.Errorf("%q split and joined is %q", subset, got)
		}
		slices.Reverse(subset)
		if err := s.Check(TextValue(Set, JoinSet(subset))); err == nil && len(subset) > 1 {
			t.Errorf("%q is accepted in the wrong order", subset)
		}
	})
}

func TestNearest(t *testing.T) {
	known := []string{"failover", "dns", "health", "lb"}
	for word, want := range map[string]string{
		"failver": "failover", "FAILOVER": "failover", "dsn": "dns", "helth": "health", "ld": "lb", "xy": "", "": "", "abc": "",
		strings.Repeat("x", 1<<20): "",
	} {
		if got := Nearest(word, known); got != want {
			t.Errorf("nearest to %.20q is %q, want %q", word, got, want)
		}
	}
}

package lint

import (
	"context"
	"strings"
	"testing"
	"time"

	"tarama/sweep/study"
)

func parse(t *testing.T, text string) *study.Study {
	t.Helper()
	s, err := study.Parse("study.yaml", []byte("study: t\n"+text), study.Options{})
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// names joins the names of lints.
func names(lints []Lint) string {
	var list []string
	for _, l := range lints {
		list = append(list, l.Name)
	}
	return strings.Join(list, " ")
}

// TestStudy has, for each lint, studies in which it must speak and others, hardly different, in which it must not.
func TestStudy(t *testing.T) {
	const dns = "model: dns\nfixed: {policy: weighted, duration_s: 1000"
	const failover = "model: failover\nfixed: {duration_s: 1000, failed_region: b34, failure_start_s: 100"
	const nervous = failover + ", rng: pcg64, phases: random, interval_s: 9, false_failure_probability: 0.1"
	const health = "model: health\nfixed: {rng: pcg64"
	for _, c := range []struct{ text, want string }{
		{dns + "}\naxes: [resolvers: [20, 40]]", "resolvers-in-step"},
		{dns + "}\naxes: [resolvers: [40, 41]]", ""},
		{dns + ", phases: random, rng: pcg64}\naxes: [resolvers: [20, 40], seed: [1, 2]]", ""},
		{dns + ", resolver_skew: 0}\naxes: [resolvers: [20, 40]]", ""},
		{dns + "}\naxes: [resolvers: [40, 41]]\nwhere: resolvers == 40", "resolvers-in-step"},
		{dns + ", rotation: smooth}\naxes: [weights: [[5, 3, 2], [5, 3, 3]]]", ""},
		{dns + ", rotation: smooth}\naxes: [weights: [[5, 3, 2], [4, 3, 1]]]", "resolvers-in-step"},

		{dns + ", resolvers: 41}\naxes: [ttl_s: [1000, 1001]]", "ttl-beyond-end"},
		{dns + ", resolvers: 41}\naxes: [ttl_s: [900, 1000]]", ""},
		{dns + ", resolvers: 41}\naxes: [ttl_s: [900, 1001]]\nwhere: ttl_s < 1000", ""},
		{failover + ", interval_s: 9}\naxes: [ttl_s: [800, 900]]", "ttl-beyond-end"},
		{failover + ", interval_s: 9}\naxes: [ttl_s: [800, 880]]", ""},
		{failover + "}\naxes: [threshold: [5, 101], interval_s: [9, 10]]", "detection-beyond-end"},
		{failover + "}\naxes: [threshold: [5, 50], interval_s: [9, 10]]", ""},
		{failover + "}\naxes: [threshold: [1, 2], interval_s: [5, 10]]", "failure-in-step"},
		{failover + "}\naxes: [threshold: [1, 2], interval_s: [5, 9]]", ""},
		{failover + "}\naxes: [threshold: [1, 2], interval_s: [5, 9]]\nwhere: interval_s == 5", "failure-in-step"},
		{failover + "}\naxes: [threshold: [1, 2], interval_s: [1]]", ""},
		{failover + "}\naxes: [threshold: [91]]", "detection-beyond-end"},
		{"model: failover\naxes: [interval_s: [5, 10]]", ""},
		{nervous + "}\naxes: [threshold: [1], seed: [1, 2]]", "open-when-all-out"},
		{nervous + "}\naxes: [threshold: [1, 2], seed: [1, 2]]", ""},
		{failover + ", rng: pcg64, phases: random, interval_s: 9}\naxes: [false_failure_probability: [0], seed: [1, 2]]", ""},
		{"model: failover\nfixed: {duration_s: 1000, failed_region: b34}\naxes: [failure_start_s: [99, 100, 1001]]", "failure-after-end"},
		{"model: failover\nfixed: {duration_s: 1000}\naxes: [failure_start_s: [100, 1001]]", ""},

		{health + "}\naxes: [seed: {base: 1, count: 9}, failure_round: [120, 301]]", "failure-after-end"},
		{health + "}\naxes: [seed: {base: 1, count: 9}, threshold: [3, 200]]", "detection-beyond-end"},
		{health + "}\naxes: [seed: {base: 1, count: 9}, threshold: [3, 100]]", ""},

		{health + "}\naxes: [interval_s: [2, 5], seed: [1, 2]]", "counts-over-unequal-times"},
		{health + "}\naxes: [interval_s: [2, 5], rounds: [300, 750], seed: [1, 2]]", "counts-over-unequal-times"},
		{health + "}\naxes: [{interval_s: [2, 5], rounds: [750, 300]}, seed: [1, 2]]", ""},
		{health + "}\naxes: [rounds: [750, 300], seed: [1, 2]]", ""},
		{health + "}\naxes: [interval_s: [2, 5], seed: [1, 2]]\nwhere: interval_s > 2", ""},
		{health + "}\naxes: [interval_s: [2, 5], rounds: [750, 300], seed: [1, 2]]\nwhere: interval_s * rounds == 1500", ""},
		{health + "}\naxes: [interval_s: [2, 5], rounds: [750, 300], seed: [1, 2]]\nwhere: interval_s == 5", ""},
		{health + "}\naxes: [interval_s: [2, 5], false_failure_probability: [0, 0.1], seed: [1, 2]]\nwhere: interval_s == 2 or false_failure_probability == 0", ""},
		{health + ", false_failure_probability: 0}\naxes: [interval_s: [2, 5]]", ""},

		{health + "}\naxes: [threshold: [1, 2]]", "single-seed"},
		{health + "}\naxes: [{threshold: [1, 2], seed: [7, 7]}]", "single-seed"},
		{health + ", false_failure_probability: 0}\naxes: [threshold: [1, 2]]", ""},
		{health + ", seed: 3}\naxes: [{false_failure_probability: [0, 0.1]}]\nwhere: false_failure_probability == 0", ""},
		{"model: lb", "single-seed"},

		{"model: health\naxes: [seed: {base: 1, count: 9}]", "lcg32-replicates"},
		{"model: health\naxes: [rng: [lcg32, pcg64], seed: {base: 1, count: 9}]", "lcg32-replicates"},
		{"model: health\naxes: [rng: [lcg32, pcg64], seed: {base: 1, count: 9}]\nwhere: rng == \"pcg64\"", ""},
		{health + "}\naxes: [seed: {base: 1, count: 9}]", ""},
		{"model: dns\naxes: [seed: [1, 2]]", ""}, // nothing is drawn
		{"model: health\naxes: [seed: [5, 70000, 65541]]", "lcg32-replicates seeds-in-step"},
		{"model: health\naxes: [seed: [5, 4294967301]]", "lcg32-replicates seeds-in-step"},
		{"model: health\naxes: [seed: {from: 0, count: 100000000}]", "lcg32-replicates seeds-in-step"},
		{health + "}\naxes: [seed: [5, 70000, 65541]]", ""},

		{health + "}\ndesign: {method: sobol, points: 100}\naxes: [threshold: {from: 1, to: 5}, seed: [1, 2]]", "few-seeds-in-design uneven-points"},
		{health + "}\ndesign: {method: saltelli, points: 100}\naxes: [threshold: {from: 1, to: 5}, seed: [1, 2]]", "few-seeds-in-design uneven-points"},
		{health + "}\ndesign: {method: sobol, points: 128}\naxes: [threshold: {from: 1, to: 5}, seed: [1, 2]]", "few-seeds-in-design"},
		{health + "}\ndesign: {method: random, points: 100, seed: 1}\naxes: [threshold: {from: 1, to: 5}, seed: [1, 2]]", "few-seeds-in-design"},
		{health + "}\ndesign: {method: random, points: 1e9, seed: 1}\naxes: [failure_round: {from: 1, to: 400}, seed: [1, 2]]", "failure-after-end detection-beyond-end few-seeds-in-design"},

		{health + "}\ndesign: {method: sobol, points: 128}\naxes: [threshold: {from: 1, to: 5}, seed: {base: 1, count: 19}]", "few-seeds-in-design"},
		{health + "}\ndesign: {method: sobol, points: 128}\naxes: [threshold: {from: 1, to: 5}, seed: {base: 1, count: 20}]", ""},
		{health + "}\ndesign: {method: sobol, points: 128}\naxes: [threshold: {from: 1, to: 5}, seed: {from: 0, to: 4294967295}]", ""},
		{health + "}\ndesign: {method: sobol, points: 16}\naxes: [threshold: {from: 1, to: 5}, seed: {from: 0, to: 4294967295}]", ""}, // a seed a point
		{health + "}\ndesign: {method: sobol, points: 128}\naxes: [threshold: {from: 1, to: 5}]", "single-seed"},
		{health + "}\ndesign: {method: morris, points: 99, seed: 1}\naxes: [threshold: {from: 1, to: 5}, seed: {from: 0, to: 4294967295}]", "few-seeds-in-design"},
		{health + "}\ndesign: {method: morris, points: 99, levels: 20, seed: 1}\naxes: [rounds: {from: 200, to: 500}, seed: {from: 0, to: 4294967295}]", ""},
		{"model: dns\ndesign: {method: sobol, points: 128}\naxes: [ttl_s: {from: 30, to: 90}, seed: [1, 2]]", ""}, // nothing is drawn
		{health + "}\naxes: [threshold: [1, 2], seed: [1, 2]]", ""},                                               // a grid
	} {
		lints := Study(parse(t, c.text))
		if got := names(lints); got != c.want {
			t.Errorf("%s\n got %s\nwant %s", c.text, got, c.want)
		}
		for _, l := range lints {
			if l.Message == "" || l.Advice == "" || len(l.Parameters) == 0 {
				t.Errorf("%+v is not whole", l)
			}
		}
	}
}

func TestExtent(t *testing.T) {
	for _, c := range []struct{ axes, want string }{
		{"[seed: {base: 1, count: 9}, failure_round: [120, 400]]", "; in 9 of 18 cells, such as cell 1: failure_round 400, rounds 300"},
		{"[seed: {base: 1, count: 9}, failure_round: [400, 500]]", "; in every cell, such as cell 0: failure_round 400, rounds 300"},
		{"[seed: {base: 1, count: 1000}, failure_round: {from: 1, to: 400, step: 1}, rounds: {from: 1, to: 300000, step: 1}]", "; in about "},
	} {
		lints := Study(parse(t, "model: health\nfixed: {rng: pcg64}\naxes: "+c.axes))
		if len(lints) == 0 || !strings.Contains(lints[0].String(), c.want) {
			t.Errorf("%s: %v, want %s", c.axes, lints, c.want)
		}
	}
}

// TestComparison holds the example to two cells that count over different times, the first that where keeps among them.
func TestComparison(t *testing.T) {
	for _, c := range []struct{ where, want string }{
		{"interval_s > 0", "; 600 in cell 0, with interval_s 2, but 1,500 in cell 2, with interval_s 5 ("},
		{"interval_s > 2", "; 1,500 in cell 2, with interval_s 5, but 3,000 in cell 4, with interval_s 10 ("},
	} {
		lints := Study(parse(t, "model: health\nfixed: {rng: pcg64}\naxes: [interval_s: [2, 5, 10], seed: [1, 2]]\nwhere: "+c.where))
		if len(lints) != 1 || !strings.Contains(lints[0].String(), c.want) {
			t.Errorf("%s: %v, want %s", c.where, lints, c.want)
		}
	}
}

func TestNoEffect(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{"model: dns\naxes: [ttl_s: [30, 60], seed: [1, 2]]", "seed changes no metric: 2 pairs of cells that differ in nothing else have the same results"},
		{"model: dns\nfixed: {phases: random}\naxes: [ttl_s: [30, 60], seed: [1, 2]]", ""},
		{"model: dns\naxes: [detection_s: [10, 20, 30]]", "detection_s changes no metric: 3 pairs"}, // no failure
		{"model: dns\naxes: [detection_s: [10, 20]]", "detection_s changes no metric: the one pair of cells that differs in nothing else has the same results"},
		{"model: dns\nfixed: {failed_region: b34}\naxes: [detection_s: [10, 20, 30]]", ""},
		{"model: lb\naxes: [arrangement: [l4], rule_order: permutations]", "rule_order changes no metric"},
		{"model: lb\naxes: [arrangement: [l4, l7], rule_order: permutations]", ""},
		{"model: dns\naxes: [{seed: [1, 2, 3], resolvers: [13, 13, 14]}]", ""},
		{"model: dns\naxes: [{seed: [1, 2], detection_s: [13, 14]}]", "seed with detection_s changes no metric"},
		{"model: dns\ndesign: {method: sobol, points: 64}\naxes: [detection_s: {from: 1, to: 99}, ttl_s: {from: 30, to: 90}]", "detection_s changes no metric"},
		{"model: dns\nfixed: {failed_region: b34}\ndesign: {method: morris, points: 64, seed: 1}\naxes: [detection_s: {from: 1, to: 99}, ttl_s: {from: 30, to: 90}]", ""},
		{"model: health\nfixed: {instances: 2, failure_round: 400, false_failure_probability: 0}\naxes: [failed_instance: [1, 8]]", ""}, // one of the two is a failed row
		{"model: dns\naxes: [seed: [1, 2], ttl_s: [30, 60]]\nwhere: seed == 1", ""},                                                     // no two cells of the study to compare
	} {
		lints := NoEffect(context.Background(), parse(t, c.text), time.Hour)
		got := ""
		for _, l := range lints {
			got += l.Message
		}
		if (c.want == "") != (got == "") || !strings.Contains(got, c.want) {
			t.Errorf("%s\n got %s\nwant %s", c.text, got, c.want)
		}
	}
}

func TestNoEffectStopsAtItsLimit(t *testing.T) {
	s := parse(t, "model: dns\naxes: [ttl_s: [30, 60], seed: [1, 2]]")
	if lints := NoEffect(context.Background(), s, -time.Second); len(lints) > 0 {
		t.Errorf("%v", lints)
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if lints := NoEffect(ctx, s, time.Hour); len(lints) > 0 {
		t.Errorf("%v", lints)
	}
}

package summaries

import (
	"errors"
	"fmt"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"tarama/analysis/rows"
	"tarama/analysis/rows/rowstest"
	"tarama/output"
)

// TestCompareAgainstReference pairs rows by a map, and compares the statistics of the differences.
func TestCompareAgainstReference(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		all := drawRows(t)
		levels := Levels{Parameter: columnA, Parameters: []int{columnA, columnB, columnSeed}, A: rows.Value{Bits: 10}, B: rows.Value{Bits: 0}}
		by := rapid.SampledFrom([][]int{nil, {columnB}}).Draw(t, "by")
		q := Query{By: by, Metrics: []int{columnY, columnZ}, Seed: columnSeed, Status: columnStatus, Workers: rapid.IntRange(1, 4).Draw(t, "workers")}
		source := rowstest.Source(testSchema(), rapid.IntRange(1, 20).Draw(t, "part"), all)
		b := standard
		b.open, b.metrics = rapid.SampledFrom([]int64{1, 5, standard.open}).Draw(t, "open"), rapid.IntRange(1, 2).Draw(t, "metrics")
		got, err := compare(source, q, levels, b)
		var none *NoLevelError
		if errors.As(err, &none) {
			if hasBoth(all) && len(none.Levels) > 1 {
				t.Fatalf("no level %v of %v", none.Value, none.Levels)
			}
			return
		}
		if err != nil {
			t.Fatal(err)
		}
		schema := testSchema()
		for i, column := range []int{columnY, columnZ} {
			want := referencePairs(all, by, column, slices.Contains(got.Moved, columnB))
			for _, g := range got.Groups {
				key := ""
				for k, c := range by {
					key += fmt.Sprint(g.Key[k].Any(&schema[c])) + "|"
				}
				w := want[key]
				if w == nil {
					w = &pairsOfGroup{}
				}
				p := &g.Metrics[i]
				if p.Differences.Count != int64(len(w.values)) || p.Unpaired != w.unpaired {
					t.Fatalf("%s: %d pairs, %d unpaired, want %d and %d", key, p.Differences.Count, p.Unpaired, len(w.values), w.unpaired)
				}
				checkStatistics(t, &p.Differences, w.values, w.bySeed, Differences)
				if len(w.values) > 0 && !near(*p.MeanB-*p.MeanA, *p.Differences.Mean, 1e6) {
					t.Fatalf("%s: means %v and %v, difference %v", key, *p.MeanA, *p.MeanB, *p.Differences.Mean)
				}
			}
		}
	})
}

func hasBoth(all [][]any) bool {
	has := func(a int) bool { return slices.ContainsFunc(all, func(row []any) bool { return row[columnA] == a }) }
	return has(0) && has(10)
}

type pairsOfGroup struct {
	values   []float64
	bySeed   map[any][]float64
	unpaired int64
}

// referencePairs pairs rows of a seed that agree in b as well, unless holes left each level values of b of its own (moved).
func referencePairs(all [][]any, by []int, column int, moved bool) map[string]*pairsOfGroup {
	sides := map[string][2]any{}
	groups, seeds := map[string]string{}, map[string]any{}
	found := map[string]*pairsOfGroup{}
	for _, row := range all {
		if row[columnA] != 0 && row[columnA] != 10 || row[column] == nil {
			continue
		}
		key, group := fmt.Sprint(row[columnB], row[columnSeed]), ""
		if moved {
			key = fmt.Sprint(row[columnSeed])
		}
		for _, c := range by {
			group = fmt.Sprint(row[c]) + "|"
		}
		if found[group] == nil {
			found[group] = &pairsOfGroup{bySeed: map[any][]float64{}}
		}
		side, both := 1, sides[key]
		if row[columnA] == 10 {
			side = 0
		}
		if both[side] != nil { // only where b moved
			found[group].unpaired++
			continue
		}
		both[side] = row[column]
		groups[key], seeds[key], sides[key] = group, row[columnSeed], both
	}
	for key, both := range sides {
		g := found[groups[key]]
		if both[0] == nil || both[1] == nil {
			g.unpaired++
			continue
		}
		d := both[1].(float64) - both[0].(float64)
		g.values = append(g.values, d)
		g.bySeed[seeds[key]] = append(g.bySeed[seeds[key]], d)
	}
	return found
}

// TestCompareRepeatedRows: a row that comes twice has one partner at most.
func TestCompareRepeatedRows(t *testing.T) {
	schema := []output.Column{rowstest.Parameter("a", output.Int64), rowstest.Metric("y")}
	levels := Levels{Parameter: 0, Parameters: []int{0}, A: rows.Value{Bits: 1}, B: rows.Value{Bits: 2}}
	all := [][]any{{1, 5.0}, {1, 6.0}, {2, 7.0}, {2, 8.0}, {1, 9.0}}
	got, err := Compare(rowstest.Source(schema, 2, all), Query{Metrics: []int{1}, Seed: -1, Status: -1}, levels)
	if err != nil {
		t.Fatal(err)
	}
	p := got.Groups[0].Metrics[0]
	if p.Differences.Count != 1 || *p.Differences.Mean != 2 || p.Unpaired != 3 {
		t.Errorf("%d pairs with mean %v, %d unpaired, want 1 with 2, and 3", p.Differences.Count, *p.Differences.Mean, p.Unpaired)
	}
}

// TestCompareMovingTogether: a parameter that moves with the compared one is named, one that a condition ties to it is not.
func TestCompareMovingTogether(t *testing.T) {
	schema := []output.Column{rowstest.Parameter("a", output.Int64), rowstest.Parameter("b", output.Int64), rowstest.Metric("y")}
	levels := Levels{Parameter: 0, Parameters: []int{0, 1}, A: rows.Value{Bits: 1}, B: rows.Value{Bits: 2}}
	for name, c := range map[string]struct {
		rows  [][]any
		moved []int
		mean  float64
		pairs int64
	}{
		"together": {[][]any{{1, 10, 5.0}, {2, 20, 7.0}}, []int{1}, 2, 1},
		"tied":     {[][]any{{1, 10, 5.0}, {2, 10, 6.0}, {2, 20, 9.0}}, nil, 1, 1},
	} {
		got, err := Compare(rowstest.Source(schema, 5, c.rows), Query{Metrics: []int{2}, Seed: -1, Status: -1}, levels)
		if err != nil {
			t.Fatal(err)
		}
		p := got.Groups[0].Metrics[0]
		if !slices.Equal(got.Moved, c.moved) || *p.Differences.Mean != c.mean || p.Differences.Count != c.pairs {
			t.Errorf("%s: %d pairs with mean %v, moved %v", name, p.Differences.Count, *p.Differences.Mean, got.Moved)
		}
	}
}

// TestCompareSeedsApart: when each level has seeds of its own, rows of different seeds are not taken for pairs.
func TestCompareSeedsApart(t *testing.T) {
	schema := []output.Column{rowstest.Parameter("a", output.Int64), rowstest.Parameter("b", output.Int64), rowstest.Parameter("seed", output.Int64), rowstest.Metric("y")}
	levels := Levels{Parameter: 0, Parameters: []int{0, 1, 2}, A: rows.Value{Bits: 1}, B: rows.Value{Bits: 2}}
	all := [][]any{{1, 10, 7, 5.0}, {2, 20, 8, 7.0}}
	got, err := Compare(rowstest.Source(schema, 5, all), Query{Metrics: []int{3}, Seed: 2, Status: -1}, levels)
	if err != nil {
		t.Fatal(err)
	}
	if p := got.Groups[0].Metrics[0]; p.Differences.Count != 0 || p.Unpaired != 2 || !slices.Equal(got.Moved, []int{1}) {
		t.Errorf("%d pairs, %d unpaired, moved %v, want none, 2 and column 1", p.Differences.Count, p.Unpaired, got.Moved)
	}
}

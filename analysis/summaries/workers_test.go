package summaries

import (
	"encoding/json"
	"testing"

	"tarama/analysis/rows"
	"tarama/analysis/rows/rowstest"
)

// manyRows has enough rows in enough parts for workers to overtake each other, and values that sketches are needed for.
func manyRows() [][]any {
	random := rowstest.Random(1)
	var all [][]any
	rowstest.Grid([]int{3, 3, 200}, func(at []int) {
		row := []any{at[0], []string{"x", "y", "z"}[at[1]], at[2], random.ExpFloat64() / 3, random.NormFloat64(), "ok"}
		if random.IntN(50) == 0 {
			row[columnY] = nil
		}
		all = append(all, row)
	})
	return all
}

// TestWorkersGiveTheSameBits: neither summaries nor comparisons depend on the number of workers.
func TestWorkersGiveTheSameBits(t *testing.T) {
	source := rowstest.Source(testSchema(), 17, manyRows())
	levels := Levels{Parameter: columnA, Parameters: []int{columnA, columnB, columnSeed}, A: rows.Value{Bits: 0}, B: rows.Value{Bits: 2}}
	want := ""
	for _, workers := range []int{1, 2, 3, 8, 64} {
		q := Query{By: []int{columnB}, Metrics: []int{columnY, columnZ}, Seed: columnSeed, Status: columnStatus, Workers: workers}
		groups, err := Summarize(source, q)
		if err != nil {
			t.Fatal(err)
		}
		differences, err := Compare(source, q, levels)
		if err != nil {
			t.Fatal(err)
		}
		text, err := json.Marshal([]any{groups, differences})
		if err != nil {
			t.Fatal(err)
		}
		if want == "" {
			want = string(text)
		}
		if string(text) != want {
			t.Errorf("%d workers give other bits than one", workers)
		}
	}
	if groups, err := Summarize(source, Query{Metrics: []int{columnY}, Seed: columnSeed, Status: columnStatus}); err != nil || groups[0].Metrics[0].Exact {
		t.Errorf("no sketch was needed: %v", err)
	}
}

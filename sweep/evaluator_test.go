package sweep

import (
	"strings"
	"testing"
	"unicode/utf8"
)

// The hot path must not allocate: neither the filter, nor the rules, nor the kernel, nor the bookkeeping around them.
func TestEvaluateAllocatesNothing(t *testing.T) {
	plan := planOf(t, fakeModel{}, `
study: quiet
model: fake
axes:
  - x: {from: 100, to: 100000, step: 1}
  - y: [0, 1, 2]
where: x % 3 != 0
`)
	e := newEvaluator(plan, reordered.cells)
	first := int64(0)
	if n := testing.AllocsPerRun(10, func() {
		e.evaluate(first, 6000)
		first += 6000
	}); n != 0 {
		t.Errorf("%v allocations a block", n)
	}
}

// The same with the real kernels, once they have made the tables that they keep.
func TestModelsAllocateNothing(t *testing.T) {
	for _, s := range benchmarkStudies {
		t.Run(s.model, func(t *testing.T) {
			plan := modelPlan(t, s.text+"where: seed >= 0\n")
			e := newEvaluator(plan, 500)
			blocks := func() {
				for i := range int64(4) {
					e.evaluate(plan.Cells()/4*i, 500)
				}
			}
			blocks()
			if n := testing.AllocsPerRun(3, blocks); n != 0 {
				t.Errorf("%v allocations in four blocks", n)
			}
		})
	}
}

// A kernel that panics costs its own cell only, wherever blocks begin and in whatever order they are computed.
func TestBlocksDoNotShowInRows(t *testing.T) {
	plan := planOf(t, fakeModel{}, manyParts)
	whole, single := newEvaluator(plan, reordered.cells), newEvaluator(plan, 1)
	single.backwards = true
	rows, _ := whole.evaluate(0, 2500)
	at := 0
	for cell := range int64(2500) {
		row, _ := single.evaluate(cell, 1)
		for i := range plan.schema.Columns {
			if n := equalRun(plan.schema.Columns[i].Type, &rows.Columns[i], at, &row.Columns[i], 0, row.Rows); n != row.Rows {
				t.Fatalf("cell %d: column %s differs", cell, plan.schema.Columns[i].Name)
			}
		}
		at += row.Rows
	}
	if at != rows.Rows {
		t.Errorf("%d rows singly, %d in a block", at, rows.Rows)
	}
}

func TestShorten(t *testing.T) {
	long := strings.Repeat("ü", maxErrorBytes)
	got := shorten(long)
	if len(got) > maxErrorBytes || !utf8.ValidString(got) || len(got) < maxErrorBytes-3 {
		t.Errorf("%d bytes, valid %v", len(got), utf8.ValidString(got))
	}
	if got := shorten("short"); got != "short" {
		t.Errorf("got %q", got)
	}
}

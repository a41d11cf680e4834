package modeltest

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"sync"
	"testing"

	"pgregory.net/rapid"

	"tarama/models"
)

// testReference compares the kernel with the reference, bit for bit.
func (s *Suite) testReference(t *testing.T) {
	if s.Reference == nil {
		t.Fatal("the suite has no reference: a fast kernel needs a slow one that says what is right")
	}
	s.check(t, func(t *rapid.T, in input) {
		got := newTable(in.spec, in.cells, poisonA)
		got.run()
		for row, c := range in.cells {
			if d := got.compare(row, s.Reference(in.scenario, c)); d != "" {
				t.Fatalf("%s\nin cell%s", d, c)
			}
		}
	})
}

// compare says where a row is not as wanted; it returns "" if it is everywhere.
func (t *table) compare(row int, want Row) string {
	switch failure := t.batch.Failures[row]; {
	case failure != "" && want == nil:
		return ""
	case failure != "":
		return "the cell fails: " + failure
	case want == nil:
		return "the cell does not fail"
	}
	var differences []string
	known := 0
	for i := range t.spec.Metrics {
		m := &t.spec.Metrics[i]
		wanted := result{null: true}
		if v, ok := want[m.Name]; ok {
			known++
			if wanted, ok = resultOf(m, v); !ok {
				return fmt.Sprintf("%s, of type %s, is wanted to be %s", m.Name, m.Type, v)
			}
		}
		if got := t.at(i, row); got != wanted {
			differences = append(differences, fmt.Sprintf("%s is %s, want %s", m.Name, got.text(m), wanted.text(m)))
		}
	}
	if known != len(want) {
		return fmt.Sprintf("metrics are wanted that the model does not declare: %v", want)
	}
	return strings.Join(differences, "; ")
}

// testWritesEverything runs the same cells over two poisons: a metric or a null flag that the kernel leaves alone comes
// out different.
func (s *Suite) testWritesEverything(t *testing.T) {
	s.check(t, func(t *rapid.T, in input) {
		a, b := newTable(in.spec, in.cells, poisonA), newTable(in.spec, in.cells, poisonB)
		a.run()
		b.run()
		for row, c := range in.cells {
			if d := difference(a, row, b, row); d != "" {
				t.Fatalf("the kernel does not write all of a row: over two poisons %s, in cell%s", d, c)
			}
			a.checkRow(t, row, c)
		}
	})
}

// checkRow reports a value that no metric of its declaration has. What stands in the metrics of a failed row means
// nothing, but its message has a form.
func (t *table) checkRow(r rapid.TB, row int, c Cell) {
	r.Helper()
	if failure := t.batch.Failures[row]; failure != "" {
		if !messageForm.MatchString(failure) {
			r.Fatalf("the failure is not a lower-case sentence: %q, in cell%s", failure, c)
		}
		return
	}
	for i := range t.spec.Metrics {
		m, column := &t.spec.Metrics[i], &t.batch.Metrics[i]
		switch {
		case column.Null[row]:
			if !m.Nullable {
				r.Fatalf("%s is null, but is not declared so, in cell%s", m.Name, c)
			}
		case m.Type == models.Real:
			if x := column.Reals[row]; math.IsNaN(x) || math.IsInf(x, 0) {
				r.Fatalf("%s is %v, which no metric can be, in cell%s", m.Name, x, c)
			}
		case m.Type == models.Enum:
			if code := column.Codes[row]; code < 0 || int(code) >= len(m.Words) {
				r.Fatalf("%s is code %d of %d words, in cell%s", m.Name, code, len(m.Words), c)
			}
		}
	}
}

// testLeavesOtherRowsAlone names only some rows, in any order.
func (s *Suite) testLeavesOtherRowsAlone(t *testing.T) {
	s.check(t, func(t *rapid.T, in input) {
		whole := newTable(in.spec, in.cells, poisonA)
		whole.run()
		some := newTable(in.spec, in.cells, poisonA)
		order := rapid.Permutation(some.batch.Order).Draw(t, "order")
		some.batch.Order = order[:rapid.IntRange(0, len(order)).Draw(t, "rows")]
		some.run()
		for row, c := range in.cells {
			if !slices.Contains(some.batch.Order, int32(row)) {
				if !some.untouched(row, poisonA) {
					t.Fatalf("row %d is not in the order %v but was touched", row, some.batch.Order)
				}
			} else if d := difference(whole, row, some, row); d != "" {
				t.Fatalf("in the order %v, %s, in cell%s", some.batch.Order, d, c)
			}
		}
	})
}

// testHistoryDoesNotMatter gives each cell to a new kernel of its own, with other codes for the same words, and all
// cells twice to one kernel, batch by batch: what a kernel did before leaves no trace.
func (s *Suite) testHistoryDoesNotMatter(t *testing.T) {
	s.check(t, func(t *rapid.T, in input) {
		whole := newTable(in.spec, slices.Concat(in.cells, in.cells), poisonA)
		kernel := in.spec.NewKernel(whole.words)
		for first, rows := 0, whole.batch.Rows; first < rows; {
			n := rapid.IntRange(1, rows-first).Draw(t, "batch")
			kernel.Run(whole.part(first, n))
			first += n
		}
		for row, c := range slices.Concat(in.cells, in.cells) {
			alone := newTable(in.spec, []Cell{c}, poisonB)
			alone.run()
			if d := difference(alone, 0, whole, row); d != "" {
				t.Fatalf("alone and after other cells, %s, in cell%s", d, c)
			}
		}
	})
}

// testSideBySide runs several kernels at once, on different cells.
func (s *Suite) testSideBySide(t *testing.T) {
	s.check(t, func(t *rapid.T, in input) {
		const workers = 4
		var tables []*table
		var group sync.WaitGroup
		for range workers {
			cells := rapid.Permutation(in.cells).Draw(t, "cells of a worker")
			one := newTable(in.spec, cells, poisonB)
			tables = append(tables, one)
			group.Go(one.run)
			in.cells = cells
		}
		group.Wait()
		for i, one := range tables {
			again := *one
			again.batch.Metrics = nil
			for j := range one.spec.Metrics {
				again.batch.Metrics = append(again.batch.Metrics, poisonA.column(one.spec.Metrics[j].Type, one.batch.Rows))
			}
			again.run()
			for row := range one.batch.Rows {
				if d := difference(&again, row, one, row); d != "" {
					t.Fatalf("worker %d: alone and beside others, %s", i, d)
				}
			}
		}
	})
}

// testNoAllocation lets a kernel see its cells twice, so that its memory is as large as they need, and then counts. Twice, since
// a kernel may keep some things only for cells that come again.
func (s *Suite) testNoAllocation(t *testing.T) {
	scenarios := []any{nil}
	if s.Scenarios != nil {
		scenarios = append(scenarios, s.Scenarios.Example(1), s.Scenarios.Example(2))
	}
	for _, scenario := range scenarios {
		spec, err := s.Model.Spec(scenario)
		if err != nil {
			t.Fatal(err)
		}
		var all []Cell
		for seed := range 20 {
			all = append(all, cells(spec, s.Most).Example(seed)...)
		}
		one := newTable(spec, all, poisonA)
		kernel := spec.NewKernel(one.words)
		kernel.Run(&one.batch)
		if n := testing.AllocsPerRun(2, func() { kernel.Run(&one.batch) }); n != 0 {
			t.Errorf("%v allocations for %d cells that the kernel has seen before, want none", n, len(all))
		}
	}
}

package sweep

import (
	"errors"
	"sync"
	"testing"

	"pgregory.net/rapid"

	"tarama/output"
)

// recorder keeps the cells that it is given, by row group.
type recorder struct {
	groups []int
	cells  []int64
	fail   int // the write that fails, counted from 1; 0 for none
}

var errRecorder = errors.New("no space left")

func (r *recorder) Write(t *output.Table) error {
	if r.fail > 0 && len(r.groups)+1 == r.fail {
		return errRecorder
	}
	r.groups = append(r.groups, t.Rows)
	r.cells = append(r.cells, t.Columns[0].Ints...)
	return nil
}

var cellLayout = &layout{
	columns:   []output.Column{{Name: CellColumn, Type: output.Int64}},
	constants: make([]*output.Values, 1),
}

func blockOf(number int, first, rows int) block {
	t := cellLayout.newTable(rows)
	t.Rows = rows
	for i := range rows {
		t.Columns[0].Ints[i] = int64(first + i)
	}
	return block{number: number, rows: t}
}

// Whatever the sizes of the blocks and the order in which workers bring them, the rows come out in cell order, in full
// groups.
func TestAssemblyRestoresTheOrder(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var blocks []block
		total := 0
		for number := range rapid.IntRange(1, 40).Draw(t, "blocks") {
			rows := rapid.IntRange(0, 20_000).Draw(t, "rows")
			blocks = append(blocks, blockOf(number, total, rows))
			total += rows
		}
		shuffled := rapid.Permutation(blocks).Draw(t, "order")
		r := &recorder{}
		a := newAssembly(cellLayout, r, cellLayout.newTable(GroupRows))
		var workers sync.WaitGroup
		for w := range 4 {
			workers.Go(func() {
				for i := w; i < len(shuffled); i += 4 {
					if err := a.add(shuffled[i]); err != nil {
						panic(err)
					}
				}
			})
		}
		workers.Wait()
		if err := a.flush(); err != nil {
			t.Fatal(err)
		}
		checkCells(t, r, total)
		if _, waiting := a.written(); waiting != 0 {
			t.Fatalf("%d rows still wait", waiting)
		}
	})
}

func checkCells(t *rapid.T, r *recorder, total int) {
	if len(r.cells) != total {
		t.Fatalf("%d rows came out, want %d", len(r.cells), total)
	}
	for i, cell := range r.cells {
		if cell != int64(i) {
			t.Fatalf("row %d is cell %d", i, cell)
		}
	}
	for i, rows := range r.groups {
		if last := i == len(r.groups)-1; rows != GroupRows && !last {
			t.Fatalf("group %d has %d rows", i, rows)
		}
	}
}

// A write that fails is reported to whoever brings rows from then on, not only to the worker that wrote.
func TestAssemblyKeepsTheFirstError(t *testing.T) {
	r := &recorder{fail: 1}
	a := newAssembly(cellLayout, r, cellLayout.newTable(GroupRows))
	if err := a.add(blockOf(0, 0, GroupRows)); !errors.Is(err, errRecorder) {
		t.Fatalf("the write that failed gives %v", err)
	}
	if err := a.add(blockOf(1, GroupRows, 1)); !errors.Is(err, errRecorder) {
		t.Fatalf("after it comes %v", err)
	}
}

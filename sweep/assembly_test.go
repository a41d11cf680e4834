package sweep

import (
	"errors"
	"runtime"
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
	numberRows(t, first, rows)
	return block{number: number, rows: t}
}

func numberRows(t *output.Table, first, rows int) {
	t.Rows = rows
	for i := range rows {
		t.Columns[0].Ints[i] = int64(first + i)
	}
}

// bring adds a block as a worker does: in the place that it is lent, if it is lent one. There it fills excess rows first, as if a
// where left them out.
func bring(a *assembly, b block, excess int) error {
	if place, ok := a.lend(b.number, b.rows.Rows+excess); ok {
		first, rows := 0, b.rows.Rows
		if rows > 0 {
			first = int(b.rows.Columns[0].Ints[0])
		}
		numberRows(place, -1, rows+excess)
		runtime.Gosched()
		numberRows(place, first, rows)
		b = block{number: b.number, rows: place, lent: true}
	}
	return a.add(b)
}

// Whatever the sizes of the blocks, the order in which workers bring them and what is lent to them, the rows come out in cell
// order, in full groups.
func TestAssemblyRestoresTheOrder(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var blocks []block
		total := 0
		for number := range rapid.IntRange(1, 40).Draw(t, "blocks") {
			rows := rapid.IntRange(0, 20_000).Draw(t, "rows")
			blocks = append(blocks, blockOf(number, total, rows))
			total += rows
		}
		shuffled := blocks
		if rapid.Bool().Draw(t, "out of order") {
			shuffled = rapid.Permutation(blocks).Draw(t, "order")
		}
		excess := rapid.SampledFrom([]int{0, 1000}).Draw(t, "excess")
		r := &recorder{}
		a := newAssembly(cellLayout, r, cellLayout.newTable(GroupRows))
		var workers sync.WaitGroup
		for w := range 4 {
			workers.Go(func() {
				for i := w; i < len(shuffled); i += 4 {
					if err := bring(a, shuffled[i], excess); err != nil {
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
	if err := bring(a, blockOf(1, GroupRows, 1), 0); !errors.Is(err, errRecorder) {
		t.Fatalf("after it comes %v", err)
	}
}

package sweep

import (
	"testing"
	"time"

	"tarama/models"
)

func TestNextBlock(t *testing.T) {
	l := blockLimits{cells: 1000, dear: 4000, time: 20 * time.Millisecond}
	for _, c := range []struct {
		name  string
		count int
		took  time.Duration
		want  int
	}{
		{"as long as it should", 100, 20 * time.Millisecond, 100},
		{"too long", 100, 80 * time.Millisecond, 25},
		{"one cell is too long", 1, time.Second, 1},
		{"grows eightfold at most", 2, time.Microsecond, 16},
		{"no more cells than allowed", 900, time.Microsecond, 1000},
		{"nearly dear", 900, 1799 * time.Microsecond, 1000},
		{"dear cells share more", 900, 1800 * time.Microsecond, 4000},
		{"dear cells that take long", 1000, 10 * time.Millisecond, 2000},
		{"a clock that did not move", 10, 0, 80},
	} {
		if got := l.next(c.count, c.took); got != c.want {
			t.Errorf("%s: %d cells, want %d", c.name, got, c.want)
		}
	}
}

func TestShare(t *testing.T) {
	for _, c := range []struct {
		size    int
		left    int64
		workers int
		want    int
	}{
		{8192, 1 << 30, 2, 8192},
		{8192, 8000, 2, 1000},
		{8192, 100, 2, 512}, // the part has fewer cells than that, and ends the block
		{8192, 8000, 1, 8192},
		{1, 3, 64, 1},
	} {
		if got := share(c.size, c.left, c.workers); got != c.want {
			t.Errorf("%d of %d cells for %d workers: %d, want %d", c.size, c.left, c.workers, got, c.want)
		}
	}
}

func TestIsNatural(t *testing.T) {
	for _, c := range []struct {
		costs []models.Cost
		want  bool
	}{
		{nil, true},
		{[]models.Cost{models.Generate, models.Generate, models.Free}, true},
		{[]models.Cost{models.Free, models.Generate}, false},
	} {
		if got := isNatural(c.costs); got != c.want {
			t.Errorf("%v: %v", c.costs, got)
		}
	}
}

// TestWorkersGetRoomForDearCells: a block has room in the evaluator that computes it, and cheap cells do not pay for more.
func TestWorkersGetRoomForDearCells(t *testing.T) {
	w := newWorker(&pool{plan: modelPlan(t, benchmarkStudies[1].text), limits: reordered})
	for _, c := range []struct{ count, want int }{
		{1, reordered.cells},
		{reordered.cells, reordered.cells},
		{reordered.cells + 1, reordered.dear},
		{1, reordered.dear},
		{reordered.dear, reordered.dear},
	} {
		if w.prepare(c.count); w.evaluator.capacity != c.want {
			t.Errorf("room for %d cells where a block has %d, want %d", w.evaluator.capacity, c.count, c.want)
		}
	}
	fresh := newWorker(w.pool)
	if fresh.prepare(reordered.dear); fresh.evaluator.capacity != reordered.dear {
		t.Errorf("room for %d cells at once, want %d", fresh.evaluator.capacity, reordered.dear)
	}
}

package sweep

import (
	"context"
	"errors"
	"slices"
	"testing"

	"tarama/output"
	"tarama/output/results"
)

// stopper ends the audit while a part is under examination.
type stopper struct {
	PartExaminer
	at   int
	stop context.CancelFunc
}

func (s *stopper) Examine(part results.SealedPart, formats []string, passed func(cells int64)) []Examination {
	if part.Number == s.at {
		s.stop()
	}
	return s.PartExaminer.Examine(part, formats, passed)
}

// sealed runs a plan and opens its results.
func sealed(t *testing.T, plan *Plan) *results.Results {
	t.Helper()
	dir := t.TempDir()
	runInto(t, plan, dir, 1)
	r, err := results.Open(dir)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { r.Close() })
	return r
}

// An audit that is stopped tells of the parts before. It begins with the last part.
func TestStoppedAudit(t *testing.T) {
	plan := modelPlan(t, "study: s\nmodel: health\naxes:\n  - seed: {from: 1, count: 50}\noutput: {part_cells: 10}\n")
	r := sealed(t, plan)
	ctx, stop := context.WithCancel(t.Context())
	defer stop()
	report, err := Audit(ctx, r, plan, AuditOptions{Workers: 1, Progress: &Progress{}, NewExaminer: func() (PartExaminer, error) {
		x, err := Local(r, plan, Selection{})
		return &stopper{x, 2, stop}, err
	}})
	if !errors.Is(err, context.Canceled) || report == nil {
		t.Fatalf("%v, %+v", err, report)
	}
	if report.Parts != 2 || report.Files != 4 || report.Rows["parquet"] != 20 || report.Rows["arrow"] != 20 || report.Count != 0 {
		t.Errorf("%+v, want two parts of ten rows", report)
	}
}

// An audit computes in another order than a run: backwards, in blocks that begin elsewhere.
func TestAuditGoesBackwards(t *testing.T) {
	plan := modelPlan(t, "study: s\nmodel: health\naxes:\n  - seed: {from: 1, count: 50}\n")
	x, err := newExaminer(plan, Selection{})
	if err != nil {
		t.Fatal(err)
	}
	x.evaluator.evaluate(0, 50)
	for i, row := range x.evaluator.batch.Order {
		if int(row) != 49-i {
			t.Fatalf("order %v", x.evaluator.batch.Order)
		}
	}
	for _, run := range []blockLimits{inStudyOrder, reordered} {
		audit := run.prime()
		if audit.cells == run.cells || audit.cells%2 == 0 || audit.dear == run.dear || audit.dear%2 == 0 {
			t.Errorf("blocks of %d or %d cells, a run's are of %d or %d", audit.cells, audit.dear, run.cells, run.dear)
		}
	}
	if x.limits != inStudyOrder.prime() {
		t.Errorf("blocks of %d cells", x.limits.cells)
	}
}

// An audit makes room for larger blocks when cells turn out to be dear, and goes on as before.
func TestAuditMakesRoomForDearCells(t *testing.T) {
	x, err := newExaminer(modelPlan(t, benchmarkStudies[1].text), Selection{HasSeed: true, Seed: 1})
	if err != nil {
		t.Fatal(err)
	}
	x.size = x.limits.dear
	x.compare(nil, results.SealedPart{EndCell: 10}, func(int64) {})
	if e := x.evaluator; e.capacity != x.limits.dear || !e.backwards || e.pick == nil {
		t.Errorf("room for %d cells, want %d; backwards %v, a selection %v", e.capacity, x.limits.dear, e.backwards, e.pick != nil)
	}
}

// oneNumber reads a file of which all rows have one cell number, into memory that holds those of a good file.
type oneNumber struct{ noReader }

func (oneNumber) Rows() []int { return []int{3} }
func (oneNumber) Read(_ int, _ []int, t *output.Table) error {
	*t = output.Table{Rows: 3, Columns: []output.Values{{Ints: []int64{0, 1, 2}, Constant: true}}}
	return nil
}

func TestRowsOfOneNumber(t *testing.T) {
	c := &comparison{
		columns: []output.Column{{Name: "cell", Type: output.Int64}}, reader: oneNumber{}, stored: &output.Table{}, all: true,
		before: func() {}, after: func() {},
	}
	rows := &output.Table{Rows: 3, Columns: []output.Values{{Ints: []int64{0, 1, 2}}}}
	if err := errors.Join(c.with(rows), c.end()); err != nil {
		t.Fatal(err)
	}
	if c.rows != 1 || c.count != 4 {
		t.Errorf("%d rows compared and %d differences, want 1 and 4: two rows missing, two too many", c.rows, c.count)
	}
}

// repeater compares each part several times, as happens where a process ended over one of the formats.
type repeater struct {
	PartExaminer
	times    int
	progress *Progress
	seen     []int64 // how far the audit was, whenever cells passed
}

func (r *repeater) Examine(part results.SealedPart, formats []string, passed func(cells int64)) (found []Examination) {
	for range r.times {
		found = r.PartExaminer.Examine(part, formats, func(cells int64) {
			passed(cells)
			r.seen = append(r.seen, r.progress.Cells.Load())
		})
	}
	return found
}

// An audit shows how far it is within a part, never more than there is, and in the end all of it.
func TestAuditProgress(t *testing.T) {
	plan := modelPlan(t, "study: s\nmodel: health\nfixed: {rounds: 10, failure_round: 5}\naxes:\n  - seed: {from: 1, count: 5000}\n")
	r := sealed(t, plan)
	for _, c := range []struct {
		selection Selection
		times     int
		want      []int64
	}{
		{Selection{}, 1, []int64{2053, 4106, 5000}},
		{Selection{}, 2, []int64{2053, 4106, 5000, 5000, 5000, 5000}},
		{Selection{HasSeed: true, Seed: 7}, 1, []int64{2053, 4106, 5000}},
		{Selection{Cells: []int64{1, 4000}}, 1, []int64{1, 2}},
	} {
		repeated := &repeater{times: c.times, progress: &Progress{}}
		report, err := Audit(t.Context(), r, plan, AuditOptions{Workers: 1, Selection: c.selection, Progress: repeated.progress, NewExaminer: func() (PartExaminer, error) {
			x, err := Local(r, plan, c.selection)
			repeated.PartExaminer = x
			return repeated, err
		}})
		if err != nil || !report.Clean() {
			t.Fatal(err, report)
		}
		if pace := repeated.progress.Pace(); pace.PerSecond() == 0 {
			t.Errorf("%+v: it has no rate", c.selection)
		}
		all := c.selection.CellsIn(r.Parts())
		if cells := repeated.progress.Cells.Load(); cells != all || all != c.want[len(c.want)-1] || !slices.Equal(repeated.seen, c.want) {
			t.Errorf("%+v: progress is %v and in the end %d of %d, want %v", c.selection, repeated.seen, cells, all, c.want)
		}
	}
}

// TestAuditedCells: only what is sealed is examined, and of a sample only its own cells.
func TestAuditedCells(t *testing.T) {
	parts := []results.SealedPart{{Number: 1, FirstCell: 100, EndCell: 200}, {Number: 3, FirstCell: 300, EndCell: 350}}
	for _, c := range []struct {
		selection Selection
		want      int64
	}{
		{Selection{}, 150},
		{Selection{HasSeed: true}, 150}, // which of them have the seed shows when they are looked at
		{Selection{Cells: []int64{99, 100, 199, 200, 250, 349, 350}}, 3},
		{Selection{Cells: []int64{}}, 0},
	} {
		if got := c.selection.CellsIn(parts); got != c.want {
			t.Errorf("%+v: %d cells, want %d", c.selection, got, c.want)
		}
	}
}

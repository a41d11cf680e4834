package sweep

import (
	"context"
	"errors"
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

func (s *stopper) Examine(part results.SealedPart, formats []string) []Examination {
	if part.Number == s.at {
		s.stop()
	}
	return s.PartExaminer.Examine(part, formats)
}

// An audit that is stopped tells of the parts before. It begins with the last part.
func TestStoppedAudit(t *testing.T) {
	plan := modelPlan(t, "study: s\nmodel: health\naxes:\n  - seed: {from: 1, count: 50}\noutput: {part_cells: 10}\n")
	dir := t.TempDir()
	if _, err := Run(t.Context(), plan, dir, RunOptions{
		Workers: 1, Overwrite: true, Progress: &Progress{}, Notice: func(string) {},
	}); err != nil {
		t.Fatal(err)
	}
	r, err := results.Open(dir)
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
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
	if block := int(x.block); block == plan.blockLimits().cells || block%2 == 0 {
		t.Errorf("blocks of %d cells, a run's are of %d", block, plan.blockLimits().cells)
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

package sweep

import (
	"fmt"
	"slices"

	"tarama/output"
	"tarama/output/results"
)

// Selection says which rows an audit recomputes. The zero Selection is all of them.
type Selection struct {
	HasSeed bool
	Seed    int64   // only rows with this seed
	Cells   []int64 // if not nil: only these, ascending
}

func (s *Selection) all() bool { return !s.HasSeed && s.Cells == nil }

// Examination is what came of comparing one part in one format.
type Examination struct {
	Part        int          `json:"part"`
	Format      string       `json:"format"`
	Rows        int64        `json:"rows"`   // compared
	Values      int64        `json:"values"` // compared
	Count       int64        `json:"count"`  // of differences
	Differences []Difference `json:"differences,omitempty"`
	Problem     string       `json:"problem,omitempty"` // why the file could not be compared, or not to the end
}

// auditBlock is how many cells an audit of the plan computes at a time: about as many as a run, for the same reasons. It is
// prime, so that blocks begin elsewhere than a run's.
func (p *Plan) auditBlock() int64 {
	if p.blockLimits() == inStudyOrder {
		return 2053
	}
	return 8209
}

// Examiner recomputes parts of results and compares them with what is stored, bit for bit. It works in another order
// than a run: blocks of another size, and in each the rows backwards. It belongs to one goroutine.
type Examiner struct {
	plan      *Plan
	selection Selection
	evaluator *evaluator
	block     int64 // cells computed at a time
	seed      int   // position of the seed parameter, or -1

	// Before and After, if set, are called around each read of a row group.
	Before, After func()
}

// NewExaminer returns an examiner of a plan's results.
func NewExaminer(plan *Plan, s Selection) (*Examiner, error) {
	x := &Examiner{plan: plan, selection: s, block: plan.auditBlock(), Before: func() {}, After: func() {}}
	x.evaluator = newEvaluator(plan, int(x.block))
	x.evaluator.backwards = true
	x.seed = plan.Study.Spec.Lookup("seed")
	if s.HasSeed && x.seed < 0 {
		return nil, fmt.Errorf("model %s has no seed", plan.Study.Spec.Model)
	}
	if s.HasSeed {
		x.evaluator.pick = x.pickSeed
	}
	return x, nil
}

// pickSeed leaves in the rows of the block that have the seed.
func (x *Examiner) pickSeed(in []bool) {
	seeds := x.evaluator.batch.Parameters[x.seed].Ints
	for row := range in {
		in[row] = in[row] && seeds[row] == x.selection.Seed
	}
}

// Wants says whether the selection has cells in a part, as far as that can be said without computing.
func (x *Examiner) Wants(part results.SealedPart) bool {
	if x.selection.Cells == nil {
		return true
	}
	return len(x.cellsIn(part)) > 0
}

func (x *Examiner) cellsIn(part results.SealedPart) []int64 {
	low, _ := slices.BinarySearch(x.selection.Cells, part.FirstCell)
	high, _ := slices.BinarySearch(x.selection.Cells, part.EndCell)
	return x.selection.Cells[low:high]
}

// Examine compares a part with what open gives to read it. Where there is nothing to read, since the part has no rows,
// open is nil.
func (x *Examiner) Examine(part results.SealedPart, format string, open func() (output.Reader, error)) Examination {
	e := Examination{Part: part.Number, Format: format}
	var reader output.Reader = noReader{}
	if open != nil {
		var err error
		x.Before()
		reader, err = open()
		x.After()
		if err != nil {
			e.Problem = err.Error()
			return e
		}
	}
	c := &comparison{
		columns: x.plan.schema.Columns, reader: reader, all: x.selection.all(), before: x.Before, after: x.After,
		template: Difference{Part: part.Number, Format: format},
	}
	for i := range c.columns {
		c.positions = append(c.positions, i)
	}
	failed, err := x.compare(c, part)
	if closing := reader.Close(); err == nil {
		err = closing
	}
	if err == nil && c.all && failed != part.Failed {
		err = fmt.Errorf("the manifest says that %d of its rows failed: %d do", part.Failed, failed)
	}
	if err != nil {
		e.Problem = err.Error()
	}
	e.Rows, e.Values, e.Count, e.Differences = c.rows, c.values, c.count, c.found
	return e
}

// compare recomputes the selected rows and says how many of them failed.
func (x *Examiner) compare(c *comparison, part results.SealedPart) (failed int64, err error) {
	if x.selection.Cells != nil {
		return 0, x.compareCells(c, part)
	}
	for first := part.FirstCell; first < part.EndCell; {
		count := min(x.block, part.EndCell-first)
		rows, n := x.evaluator.evaluate(first, int(count))
		failed += int64(n)
		if err := c.with(rows); err != nil {
			return 0, err
		}
		first += count
	}
	if c.all {
		return failed, c.end()
	}
	return failed, nil
}

func (x *Examiner) compareCells(c *comparison, part results.SealedPart) error {
	for _, cell := range x.cellsIn(part) {
		rows, _ := x.evaluator.evaluate(cell, 1)
		if err := c.with(rows); err != nil {
			return err
		}
	}
	return nil
}

// noReader reads a part without rows, which has no file.
type noReader struct{}

func (noReader) Schema() *output.Schema               { return &output.Schema{} }
func (noReader) Rows() []int                          { return nil }
func (noReader) Read(int, []int, *output.Table) error { return nil }
func (noReader) Close() error                         { return nil }

package sweep

import (
	"fmt"
	"slices"
	"time"

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

// CellsIn is how many cells an audit of some parts examines.
func (s *Selection) CellsIn(parts []results.SealedPart) (cells int64) {
	for _, part := range parts {
		if s.Cells != nil {
			cells += int64(len(s.cellsIn(part)))
		} else {
			cells += part.EndCell - part.FirstCell
		}
	}
	return cells
}

// cellsIn are those of the selection's cells that lie in a part.
func (s *Selection) cellsIn(part results.SealedPart) []int64 {
	low, _ := slices.BinarySearch(s.Cells, part.FirstCell)
	high, _ := slices.BinarySearch(s.Cells, part.EndCell)
	return s.Cells[low:high]
}

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

// Examiner recomputes parts of results and compares them with what is stored, bit for bit. It works in another order
// than a run: blocks of another size, and in each the rows backwards. What it recomputes it compares with the files of all
// formats, each read by itself: none is held to another. It belongs to one goroutine.
type Examiner struct {
	plan      *Plan
	selection Selection
	evaluator *evaluator
	limits    blockLimits
	size      int // cells of the next block
	seed      int // position of the seed parameter, or -1

	open   func(part results.SealedPart, format string) (output.Reader, error)
	stored map[string]*output.Table // by format: the row group under comparison

	// Before and After, if set, are called around each read of a row group.
	Before, After func()
}

func newExaminer(plan *Plan, s Selection) (*Examiner, error) {
	x := &Examiner{
		plan: plan, selection: s, limits: plan.blockLimits().prime(), stored: map[string]*output.Table{},
		Before: func() {}, After: func() {},
	}
	x.size = x.limits.cells
	x.seed = plan.Study.Spec.Lookup("seed")
	if s.HasSeed && x.seed < 0 {
		return nil, fmt.Errorf("model %s has no seed", plan.Study.Spec.Model)
	}
	x.makeRoom(x.limits.cells)
	return x, nil
}

// makeRoom sees to an evaluator with room for blocks of so many cells.
func (x *Examiner) makeRoom(cells int) {
	x.evaluator = newEvaluator(x.plan, cells)
	x.evaluator.backwards = true
	if x.selection.HasSeed {
		x.evaluator.pick = x.pickSeed
	}
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
	return x.selection.Cells == nil || len(x.selection.cellsIn(part)) > 0
}

// Examine recomputes the selected rows of a part once, and compares them with what is stored in each of some formats. It says
// block by block how many cells have passed.
func (x *Examiner) Examine(part results.SealedPart, formats []string, passed func(cells int64)) []Examination {
	comparisons := make([]*comparison, len(formats))
	for i, format := range formats {
		comparisons[i] = x.newComparison(part, format)
	}
	failed := x.compare(comparisons, part, passed)
	found := make([]Examination, len(formats))
	for i, c := range comparisons {
		found[i] = c.examination(part, failed)
	}
	return found
}

// newComparison opens the file of a part in a format. A part without rows has none, and nothing to read.
func (x *Examiner) newComparison(part results.SealedPart, format string) *comparison {
	if x.stored[format] == nil {
		x.stored[format] = &output.Table{}
	}
	x.stored[format].Rows = 0
	c := &comparison{
		columns: x.plan.schema.Columns, reader: noReader{}, all: x.selection.all(), before: x.Before, after: x.After,
		stored: x.stored[format], template: Difference{Part: part.Number, Format: format},
	}
	for i := range c.columns {
		c.positions = append(c.positions, i)
	}
	if part.Rows == 0 {
		return c
	}
	x.Before()
	reader, err := x.open(part, format)
	x.After()
	if err != nil {
		c.err = err
		return c
	}
	c.reader = reader
	return c
}

// compare recomputes the selected rows, as long as there is something to compare them with, and says how many of them
// failed.
func (x *Examiner) compare(all []*comparison, part results.SealedPart, passed func(cells int64)) (failed int64) {
	if x.selection.Cells != nil {
		for _, cell := range x.selection.cellsIn(part) {
			rows, _ := x.evaluator.evaluate(cell, 1)
			compareWith(all, rows)
			passed(1)
		}
		return 0
	}
	for first := part.FirstCell; first < part.EndCell; {
		if x.size > x.evaluator.capacity { // cells are dear
			x.makeRoom(x.limits.dear)
		}
		count := min(int64(x.size), part.EndCell-first)
		began := time.Now()
		rows, n := x.evaluator.evaluate(first, int(count))
		x.size = max(x.limits.cells, x.limits.next(int(count), time.Since(began)))
		failed += int64(n)
		if !compareWith(all, rows) {
			return 0
		}
		first += count
		passed(count)
	}
	return failed
}

// compareWith compares recomputed rows in each format that can be read so far, and says whether there is one left.
func compareWith(all []*comparison, rows *output.Table) (some bool) {
	for _, c := range all {
		if c.err == nil {
			c.err = c.with(rows)
		}
		some = some || c.err == nil
	}
	return some
}

// examination ends a comparison. failed is how many of the recomputed rows failed.
func (c *comparison) examination(part results.SealedPart, failed int64) Examination {
	if c.err == nil && c.all {
		c.err = c.end()
	}
	if err := c.reader.Close(); c.err == nil {
		c.err = err
	}
	if c.err == nil && c.all && failed != part.Failed {
		c.err = fmt.Errorf("the manifest says that %d of its rows failed: %d do", part.Failed, failed)
	}
	e := Examination{Part: part.Number, Format: c.template.Format, Rows: c.rows, Values: c.values, Count: c.count, Differences: c.found}
	if c.err != nil {
		e.Problem = c.err.Error()
	}
	return e
}

// noReader reads a part without rows, which has no file.
type noReader struct{}

func (noReader) Schema() *output.Schema               { return &output.Schema{} }
func (noReader) Rows() []int                          { return nil }
func (noReader) Read(int, []int, *output.Table) error { return nil }
func (noReader) Close() error                         { return nil }

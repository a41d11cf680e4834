package where

import "tarama/models"

// Filter is a compiled condition over a grid. It is immutable and safe for concurrent use.
type Filter struct{}

// String is the condition in its canonical spelling.
func (f *Filter) String() string { return "" }

// Kept says how many cells of the grid the condition keeps; an estimate from an even sample if not exact.
func (f *Filter) Kept() (cells int64, exact bool) { return 0, true }

// NewEvaluator returns an evaluator for one worker.
func (f *Filter) NewEvaluator() *Evaluator { return &Evaluator{} }

// Evaluator applies a filter to blocks of cells.
type Evaluator struct{}

// Select sets keep[i] for each of the cells first+i to whether the condition keeps it, and returns how many it keeps.
// columns hold the block as Grid.Fill filled it; the block is as long as keep. A cell whose condition has no value (a
// division by zero) is kept, and failures[i] says why, so that it becomes a failed row: such cells are found when the
// study is read wherever the combinations could be counted exactly. It allocates nothing.
func (e *Evaluator) Select(first int64, columns []models.Column, keep []bool, failures []string) int { return 0 }

package models

// Column is one parameter or metric over the rows of a batch. Of the three slices the one of its type is set: Ints for
// Int, Reals for Real, Codes for the text types.
type Column struct {
	Ints  []int64
	Reals []float64
	Codes []int32
	Null  []bool // metrics only: the value does not exist, and what stands in the slice means nothing

	// Constant is for parameters only: all rows of the batch have the same value. It may be false for such a column too. A
	// kernel need not compare rows that cannot differ.
	Constant bool
}

// Batch is what a kernel works on: some cells, one row each, by column. All slices are as long as Rows.
type Batch struct {
	Rows       int
	Order      []int32  // the rows to compute, in the order to compute them; the others are left alone
	Parameters []Column // by position in Spec.Parameters
	Metrics    []Column // by position in Spec.Metrics
	Failures   []string // by row; the kernel sets the message of a cell that it cannot compute, and nothing else
}

// Fail marks a row as failed. The message is a lower-case sentence that is the same on every run.
func (b *Batch) Fail(row int, message string) { b.Failures[row] = message }

// Kernel computes cells for one worker. It keeps its scratch memory and everything that depends on parameters that did
// not change since the cell before, and allocates nothing per cell. What it computes for a cell depends on that cell's
// parameters alone. It is given only cells within the bounds and rules of the spec.
type Kernel interface {
	// Run computes the rows that b.Order names: for each it sets every metric, and every Null flag to true or false.
	Run(b *Batch)
}

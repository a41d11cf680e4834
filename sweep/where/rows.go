package where

import "tarama/models"

// names are what a condition can mention: numbers and words, and which words there are. A grid has them, and so has a
// table of results.
type names interface {
	Parameters() []models.Parameter
	Words() [][]string // by parameter: what the codes of text stand for
}

// Columns are the columns of some results as a condition sees them.
type Columns []models.Parameter

// Parameters are the columns.
func (c Columns) Parameters() []models.Parameter { return c }

// Words are, by column, the words that its codes stand for.
func (c Columns) Words() [][]string {
	words := make([][]string, len(c))
	for i := range c {
		words[i] = c[i].Words
	}
	return words
}

// RowFilter is a compiled condition over rows of results. It belongs to one goroutine.
type RowFilter struct {
	filter    *Filter
	row       row
	valueless int64
}

// CompileRows reads a condition on the columns of some results. Unlike the condition of a study it may keep nothing, and
// leaves out a row for which it has no value: because a column that it mentions is null there, or because of a division by
// zero or a number that becomes too large. An operation on numbers alone that has no value is an error: no row is to blame.
func CompileRows(text string, columns Columns) (*RowFilter, error) {
	f, err := compile(text, &compiler{names: columns, noun: "column", checksNumbers: true})
	if err != nil {
		return nil, err
	}
	return &RowFilter{filter: f}, nil
}

// Mentioned are the positions of the columns that the condition mentions.
func (f *RowFilter) Mentioned() []int { return f.filter.parameters }

// Keeps says whether the condition is true for a row. Only mentioned columns are looked at.
func (f *RowFilter) Keeps(columns []models.Column, at int) bool {
	for _, p := range f.filter.parameters {
		if null := columns[p].Null; null != nil && null[at] {
			return false
		}
	}
	outcome := f.filter.outcome(&f.row, columns, at)
	if outcome >= faults {
		f.valueless++
	}
	return outcome == kept
}

// Valueless is for how many rows so far the condition had no value although it had all columns that it mentions: because of
// a division by zero, or a number that became too large.
func (f *RowFilter) Valueless() int64 { return f.valueless }

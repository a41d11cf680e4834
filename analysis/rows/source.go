package rows

import (
	"slices"

	"tarama/output"
	"tarama/output/results"
)

// StatusColumn and FailedWord tell rows of cells that failed: their metrics are null.
const (
	StatusColumn = "status"
	FailedWord   = "failed"
)

// Source is where rows come from. It is safe for concurrent use.
type Source interface {
	Columns() []output.Column

	// Parts is the number of parts. A part may have no rows.
	Parts() int

	// Open opens a part. What it returns belongs to one goroutine.
	Open(part int) (Part, error)
}

// Part is one part of a source. output.Reader is one.
type Part interface {
	// Rows is the most rows that each row group has.
	Rows() []int

	// Read fills t with the given columns of a row group, by position, and sets t.Rows. No column comes as a constant.
	Read(group int, columns []int, t *output.Table) error

	Close() error
}

// FromResults reads a results directory: the parts that have rows, in the order of their cells.
func FromResults(r *results.Results) Source {
	s := &directory{results: r}
	for _, p := range r.Parts() {
		if p.Rows > 0 {
			s.parts = append(s.parts, p)
		}
	}
	return s
}

type directory struct {
	results *results.Results
	parts   []results.SealedPart
}

func (d *directory) Columns() []output.Column { return d.results.Schema().Columns }

func (d *directory) Parts() int { return len(d.parts) }

func (d *directory) Open(part int) (Part, error) {
	reader, err := d.results.OpenPart(d.parts[part], d.results.Format())
	if err != nil {
		return nil, err
	}
	return reader, nil
}

// FailedCode is the code of failed rows in the status column, given by position; -1 if it has none, or there is no such
// column.
func FailedCode(schema []output.Column, status int) int32 {
	if status < 0 {
		return -1
	}
	return int32(slices.Index(schema[status].Words, FailedWord))
}

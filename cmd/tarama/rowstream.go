package main

import (
	"errors"
	"fmt"
	"io"

	"tarama/models"
	"tarama/output"
	"tarama/output/results"
	"tarama/sweep/where"
)

// rowStream reads rows of some results in cell order, one row group in memory at a time.
type rowStream struct {
	results *results.Results
	columns []string        // read: what is shown, and what the condition mentions
	shown   int             // how many of them are shown
	written int64           // rows so far
	filter  *boundCondition // nil: all rows
}

// newRowStream prepares to read the given columns of the rows for which a condition is true; of all if it is empty.
func newRowStream(r *results.Results, columns []output.Column, condition string) (*rowStream, error) {
	s := &rowStream{results: r, columns: columnNames(columns), shown: len(columns)}
	if condition == "" {
		return s, nil
	}
	schema := r.Schema().Columns
	c, err := newRowCondition("--where", condition, schema)
	if err != nil {
		return nil, err
	}
	for _, i := range c.mentioned {
		s.columns = append(s.columns, schema[i].Name)
	}
	if s.filter, err = c.bind(); err != nil {
		return nil, err
	}
	return s, nil
}

// asParameter is a column as conditions know it.
func asParameter(c *output.Column) models.Parameter {
	p := models.Parameter{Name: c.Name, Type: models.Enum, Words: c.Words}
	switch c.Type {
	case output.Int64:
		p.Type = models.Int
	case output.Float64:
		p.Type = models.Real
	}
	return p
}

// conditionError says where in the text of an option a condition is wrong.
func conditionError(option string, err error) error {
	var problems where.Problems
	if !errors.As(err, &problems) {
		return err
	}
	var all []error
	for _, p := range problems {
		text := fmt.Sprintf("%s, character %d: %s", option, p.Offset+1, p.Message)
		if p.Hint != "" {
			text += " (" + p.Hint + ")"
		}
		all = append(all, errors.New(text))
	}
	return usageError{errors.Join(all...)}
}

// note says for how many of the rows that were read the condition has no value, and whether it is true for none of all. more says
// that not all were read.
func (s *rowStream) note(notices io.Writer, more bool) {
	if s.filter == nil {
		return
	}
	noteValueless(notices, "--where", s.filter.filter.Valueless(), "row")
	if s.written == 0 && !more {
		say(notices, "%s", trueForNone(s.results.Rows()))
	}
}

// write passes on up to limit rows, all if it is negative, and says whether there are more.
func (s *rowStream) write(w rowWriter, limit int64) (more bool, err error) {
	for slice, err := range s.results.Tables(results.Selection{Columns: s.columns}) {
		if err != nil {
			return false, err
		}
		if s.filter != nil {
			s.filter.use(slice.Table)
		}
		for row := range slice.Table.Rows {
			if s.filter != nil && !s.filter.keeps(row) {
				continue
			}
			if s.written == limit {
				return true, w.close()
			}
			if err := w.write(slice.Table, slice.Columns[:s.shown], row); err != nil {
				return false, err
			}
			s.written++
		}
	}
	return false, w.close()
}

package report

import (
	"slices"

	"tarama/analysis/rows"
	"tarama/output"
)

// errorColumn says why a cell failed.
const errorColumn = "error"

// maxReasons is how many different reasons are kept.
const maxReasons = 20

// failure is a reason for which cells failed.
type failure struct {
	Reason string
	Count  int64
	Cell   int64 // the first
}

// findFailures counts the failed cells by reason. others are those whose reason came after too many other ones.
func (f *findings) findFailures(s rows.Source) (err error) {
	cell, reason := f.role(output.RoleCell), f.column(errorColumn)
	if f.tally.failed == 0 || cell < 0 || reason < 0 {
		return nil
	}
	code := rows.FailedCode(f.schema, f.status)
	at := map[string]int{}
	columns := []int{cell, f.status, reason}
	slices.Sort(columns)
	return rows.Scan(s, columns, f.o.Workers, rows.Steps[struct{}]{
		Pass:    "failed cells",
		Prepare: func(*rows.Chunk, *struct{}) error { return nil },
		Consume: func(c *rows.Chunk, _ *struct{}) error {
			for row, status := range c.Table.Columns[f.status].Codes {
				if status == code {
					f.fail(at, c.Table.Columns[reason].Texts[row], c.Table.Columns[cell].Ints[row])
				}
			}
			return nil
		},
	})
}

func (f *findings) fail(at map[string]int, reason string, cell int64) {
	i, ok := at[reason]
	switch {
	case ok:
		f.failures[i].Count++
	case len(at) < maxReasons:
		at[reason] = len(f.failures)
		f.failures = append(f.failures, failure{reason, 1, cell})
	default:
		f.otherFailures++
	}
}

package rows_test

import (
	"errors"
	"testing"

	"github.com/google/go-cmp/cmp"

	"tarama/analysis/rows"
	"tarama/analysis/rows/rowstest"
	"tarama/output"
)

// ledger is a watcher that keeps what it is told.
type ledger struct{ passes []watchedPass }

type watchedPass struct {
	Name string
	Rows []int // one call after the other
}

func (l *ledger) Begin(pass string) { l.passes = append(l.passes, watchedPass{Name: pass}) }

func (l *ledger) Passed(rows int) {
	p := &l.passes[len(l.passes)-1]
	p.Rows = append(p.Rows, rows)
}

// none is true for no row.
type none struct{}

func (none) Columns() []int { return nil }

func (none) Filter() func(*output.Table, []bool) int {
	return func(_ *output.Table, keep []bool) int {
		clear(keep)
		return 0
	}
}

// TestWatch: whatever stands in front of the source, a watcher hears of all rows, a row group at a time, and of the ones that a
// pass was done with before it failed.
func TestWatch(t *testing.T) {
	schema := []output.Column{rowstest.Parameter("word", output.Dict, "a", "b")}
	source := func(l *ledger) rows.Source {
		return rows.Watch(rowstest.Source(schema, 2, [][]any{{"a"}, {"b"}, {"a"}, {"b"}, {"a"}}), l)
	}
	broken := errors.New("broken")
	for name, c := range map[string]struct {
		front func(rows.Source) rows.Source
		stop  int // the part at which it fails
		want  []int
	}{
		"alone":      {func(s rows.Source) rows.Source { return s }, -1, []int{2, 2, 1}},
		"condition":  {func(s rows.Source) rows.Source { return rows.Where(s, none{}) }, -1, []int{2, 2, 1}},
		"indicators": {func(s rows.Source) rows.Source { return rows.WithIndicators(s, []rows.Indicator{{}}) }, -1, []int{2, 2, 1}},
		"both": {func(s rows.Source) rows.Source {
			return rows.WithIndicators(rows.Where(s, none{}), []rows.Indicator{{}})
		}, -1, []int{2, 2, 1}},
		"failing": {func(s rows.Source) rows.Source { return s }, 1, []int{2}},
	} {
		t.Run(name, func(t *testing.T) {
			var heard ledger
			s := c.front(source(&heard))
			steps := rows.Steps[int]{
				Pass:    "first",
				Prepare: func(*rows.Chunk, *int) error { return nil },
				Consume: func(c2 *rows.Chunk, _ *int) error {
					if c2.Part == c.stop {
						return broken
					}
					return nil
				},
			}
			for _, steps.Pass = range []string{"first", "second"} {
				if err := rows.Scan(s, []int{0}, 2, steps); (err != nil) != (c.stop >= 0) {
					t.Fatal(err)
				}
			}
			if diff := cmp.Diff([]watchedPass{{"first", c.want}, {"second", c.want}}, heard.passes); diff != "" {
				t.Error(diff)
			}
		})
	}
}

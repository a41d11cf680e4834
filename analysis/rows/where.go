package rows

import (
	"slices"

	"tarama/output"
)

// Condition decides which rows count.
type Condition interface {
	// Columns are the columns that it looks at, by position.
	Columns() []int

	// Filter returns a form for one goroutine: a function that sets keep for each row of a table.
	Filter() func(t *output.Table, keep []bool)
}

// Where gives those rows of a source for which a condition is true.
func Where(s Source, c Condition) Source { return &filtered{s, c} }

type filtered struct {
	Source
	condition Condition
}

func (f *filtered) Open(part int) (Part, error) {
	p, err := f.Source.Open(part)
	if err != nil {
		return nil, err
	}
	return &filteredPart{Part: p, keeps: f.condition.Filter(), needs: f.condition.Columns()}, nil
}

type filteredPart struct {
	Part
	keeps func(*output.Table, []bool)
	needs []int
	keep  []bool
}

func (p *filteredPart) Read(group int, columns []int, t *output.Table) error {
	all := slices.Clone(columns)
	for _, i := range p.needs {
		if !slices.Contains(all, i) {
			all = append(all, i)
		}
	}
	if err := p.Part.Read(group, all, t); err != nil {
		return err
	}
	p.keep = slices.Grow(p.keep[:0], t.Rows)[:t.Rows]
	p.keeps(t, p.keep)
	t.Rows = count(p.keep)
	for _, i := range columns {
		v := &t.Columns[i]
		v.Ints, v.Reals, v.Codes = compact(v.Ints, p.keep), compact(v.Reals, p.keep), compact(v.Codes, p.keep)
		v.Texts, v.Null = compact(v.Texts, p.keep), compact(v.Null, p.keep)
	}
	return nil
}

func count(keep []bool) int {
	n := 0
	for _, k := range keep {
		if k {
			n++
		}
	}
	return n
}

// compact moves the values that are kept to the front.
func compact[T any](values []T, keep []bool) []T {
	if len(values) == 0 {
		return values
	}
	n := 0
	for i, k := range keep {
		if k {
			values[n] = values[i]
			n++
		}
	}
	return values[:n]
}

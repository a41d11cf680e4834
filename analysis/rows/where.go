package rows

import (
	"slices"
	"sync"

	"tarama/output"
)

// Condition decides which rows count.
type Condition interface {
	// Columns are the columns that it looks at, by position.
	Columns() []int

	// Filter returns a form for one goroutine: a function that sets keep for each row of a table, and returns for how many
	// rows the condition has no value.
	Filter() func(t *output.Table, keep []bool) (valueless int)
}

// Filtered is those rows of a source for which a condition is true.
type Filtered struct {
	Source
	condition Condition

	mu        sync.Mutex
	valueless map[rowGroup]int // rows; row groups without such rows are not in it
	some      bool             // a row was kept
}

// rowGroup is a place in a source. Answers may read a group several times, but its rows count once.
type rowGroup struct{ part, group int }

// Where gives those rows of a source for which a condition is true.
func Where(s Source, c Condition) *Filtered {
	return &Filtered{Source: s, condition: c, valueless: map[rowGroup]int{}}
}

// Valueless is how many of the rows that were read are left out because the condition has no value for them.
func (f *Filtered) Valueless() int64 {
	f.mu.Lock()
	defer f.mu.Unlock()
	rows := int64(0)
	for _, n := range f.valueless {
		rows += int64(n)
	}
	return rows
}

// Empty says whether the condition was true for none of the rows that were read.
func (f *Filtered) Empty() bool {
	f.mu.Lock()
	defer f.mu.Unlock()
	return !f.some
}

// note is told of a row group that was read.
func (f *Filtered) note(at rowGroup, kept, valueless int) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.some = f.some || kept > 0
	if valueless > 0 {
		f.valueless[at] = valueless
	}
}

// Open opens a part.
func (f *Filtered) Open(part int) (Part, error) {
	p, err := f.Source.Open(part)
	if err != nil {
		return nil, err
	}
	return &filteredPart{Part: p, of: f, number: part, keeps: f.condition.Filter(), needs: f.condition.Columns()}, nil
}

type filteredPart struct {
	Part
	of     *Filtered
	number int
	keeps  func(*output.Table, []bool) int
	needs  []int
	keep   []bool
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
	valueless := p.keeps(t, p.keep)
	t.Rows = count(p.keep)
	p.of.note(rowGroup{p.number, group}, t.Rows, valueless)
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

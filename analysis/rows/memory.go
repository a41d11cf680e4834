package rows

import (
	"fmt"

	"tarama/output"
)

// Memory is a source of tables in memory, each a part of one row group.
type Memory struct {
	Schema []output.Column
	Tables []output.Table
}

// Columns are the columns of the tables.
func (m *Memory) Columns() []output.Column { return m.Schema }

// Parts is the number of tables.
func (m *Memory) Parts() int { return len(m.Tables) }

// Open opens a table.
func (m *Memory) Open(part int) (Part, error) { return memoryPart{m, &m.Tables[part]}, nil }

type memoryPart struct {
	source *Memory
	table  *output.Table
}

func (p memoryPart) Rows() []int { return []int{p.table.Rows} }

func (p memoryPart) Close() error { return nil }

func (p memoryPart) Read(group int, columns []int, t *output.Table) error {
	if group != 0 {
		return fmt.Errorf("row group %d: a table in memory is one", group)
	}
	t.Rows, t.Columns = p.table.Rows, make([]output.Values, len(p.source.Schema))
	for _, i := range columns {
		t.Columns[i] = spread(&p.table.Columns[i], t.Rows)
	}
	return nil
}

// spread copies a column and gives a constant to every row.
func spread(v *output.Values, rows int) output.Values {
	return output.Values{
		Ints:  repeat(v.Ints, v.Constant, rows),
		Reals: repeat(v.Reals, v.Constant, rows),
		Codes: repeat(v.Codes, v.Constant, rows),
		Texts: repeat(v.Texts, v.Constant, rows),
		Null:  append([]bool(nil), v.Null...),
	}
}

func repeat[T any](values []T, constant bool, rows int) []T {
	if !constant || len(values) == 0 {
		return append([]T(nil), values...)
	}
	all := make([]T, rows)
	for i := range all {
		all[i] = values[0]
	}
	return all
}

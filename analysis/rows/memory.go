package rows

import (
	"tarama/output"
)

// Memory is a source of tables in memory.
type Memory struct {
	Schema []output.Column
	Tables []output.Table
	Groups int // tables a part, 0 for one
}

// Columns are the columns of the tables.
func (m *Memory) Columns() []output.Column { return m.Schema }

// Parts is the number of parts.
func (m *Memory) Parts() int { return (len(m.Tables) + m.groups() - 1) / m.groups() }

func (m *Memory) groups() int { return max(1, m.Groups) }

// Open opens a part, whose row groups are tables.
func (m *Memory) Open(part int) (Part, error) {
	first := part * m.groups()
	return memoryPart{m, m.Tables[first:min(first+m.groups(), len(m.Tables))]}, nil
}

type memoryPart struct {
	source *Memory
	tables []output.Table
}

func (p memoryPart) Rows() []int {
	var rows []int
	for i := range p.tables {
		rows = append(rows, p.tables[i].Rows)
	}
	return rows
}

func (p memoryPart) Close() error { return nil }

func (p memoryPart) Read(group int, columns []int, t *output.Table) error {
	from := &p.tables[group]
	t.Rows, t.Columns = from.Rows, make([]output.Values, len(p.source.Schema))
	for _, i := range columns {
		t.Columns[i] = spread(&from.Columns[i], t.Rows)
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

// Package rowstest makes sources of rows for tests.
package rowstest

import (
	"math/rand/v2"
	"slices"

	"tarama/analysis/rows"
	"tarama/output"
)

// Source has the given rows, in parts of so many. A value is an int64 or int, a float64, a word of a Dict column, or nil.
func Source(schema []output.Column, part int, all [][]any) *rows.Memory {
	m := &rows.Memory{Schema: schema}
	for some := range slices.Chunk(all, part) {
		m.Tables = append(m.Tables, table(schema, some))
	}
	return m
}

func table(schema []output.Column, all [][]any) output.Table {
	t := output.Table{Rows: len(all), Columns: make([]output.Values, len(schema))}
	for _, row := range all {
		for i := range schema {
			add(&t.Columns[i], &schema[i], row[i])
		}
	}
	return t
}

func add(v *output.Values, c *output.Column, x any) {
	if c.Nullable {
		v.Null = append(v.Null, x == nil)
	}
	switch c.Type {
	case output.Int64:
		n, ok := x.(int)
		if !ok {
			n64, _ := x.(int64)
			n = int(n64)
		}
		v.Ints = append(v.Ints, int64(n))
	case output.Float64:
		f, _ := x.(float64)
		v.Reals = append(v.Reals, f)
	case output.Dict:
		word, _ := x.(string)
		v.Codes = append(v.Codes, int32(max(0, slices.Index(c.Words, word))))
	case output.Text:
		text, _ := x.(string)
		v.Texts = append(v.Texts, text)
	}
}

// Parameter, Metric and Status are columns as results have them.
func Parameter(name string, t output.Type, words ...string) output.Column {
	return output.Column{Name: name, Type: t, Role: output.RoleParameter, Words: words}
}

// Metric is a column of reals that may be null.
func Metric(name string) output.Column {
	return output.Column{Name: name, Type: output.Float64, Role: output.RoleMetric, Nullable: true}
}

// Status is the column that tells failed rows.
func Status() output.Column {
	return output.Column{Name: rows.StatusColumn, Type: output.Dict, Role: output.RoleStatus, Words: []string{"ok", rows.FailedWord}}
}

// Grid calls a function for each combination of levels, the last fastest.
func Grid(levels []int, visit func(at []int)) {
	at := make([]int, len(levels))
	for {
		visit(at)
		i := len(at) - 1
		for ; i >= 0; i-- {
			if at[i]++; at[i] < levels[i] {
				break
			}
			at[i] = 0
		}
		if i < 0 {
			return
		}
	}
}

// Random is a generator of its own for a test.
func Random(seed uint64) *rand.Rand { return rand.New(rand.NewPCG(seed, 0)) }

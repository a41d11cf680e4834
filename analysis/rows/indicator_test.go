package rows_test

import (
	"slices"
	"testing"

	"tarama/analysis/rows"
	"tarama/analysis/rows/rowstest"
)

func TestIndicators(t *testing.T) {
	memory := rowstest.Source(keySchema(), 3, [][]any{{1, nil, "a"}, {2, nil, "b"}, {3, nil, nil}, {4, nil, "b"}})
	source := rows.WithIndicators(rows.WithIndicators(memory, []rows.Indicator{{Column: 2, Code: 1}}), []rows.Indicator{{Column: 2, Code: 0}})
	if c := source.Columns(); len(c) != 5 || c[3].Name != "w=b" || c[4].Name != "w=a" || !c[3].Nullable {
		t.Fatalf("columns %v", c)
	}
	var got []int64
	var nulls []bool
	err := rows.Scan(source, []int{0, 3, 4}, 2, rows.Steps[int]{
		Prepare: func(*rows.Chunk, *int) error { return nil },
		Consume: func(c *rows.Chunk, _ *int) error {
			for row := range c.Table.Rows {
				got = append(got, c.Table.Columns[0].Ints[row], c.Table.Columns[3].Ints[row], c.Table.Columns[4].Ints[row])
				nulls = append(nulls, c.Table.Columns[3].Null[row])
			}
			return nil
		},
	})
	if err != nil {
		t.Fatal(err)
	}
	if want := []int64{1, 0, 1, 2, 1, 0, 3, 0, 1, 4, 1, 0}; !slices.Equal(got[:6], want[:6]) || !slices.Equal(got[9:], want[9:]) {
		t.Errorf("indicators %v, want %v", got, want)
	}
	if !slices.Equal(nulls, []bool{false, false, true, false}) {
		t.Errorf("nulls %v", nulls)
	}
}

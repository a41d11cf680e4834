package rows_test

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"tarama/analysis/rows"
	"tarama/analysis/rows/rowstest"
	"tarama/output"
)

// keySchema has a column of every kind that keys may have.
func keySchema() []output.Column {
	return []output.Column{
		{Name: "n", Type: output.Int64, Nullable: true},
		{Name: "x", Type: output.Float64, Nullable: true},
		{Name: "w", Type: output.Dict, Nullable: true, Words: []string{"a", "b", "c"}},
	}
}

func drawRows(t *rapid.T, most int) [][]any {
	n := rapid.SampledFrom([]any{nil, 0, 1, 2, math.MinInt64, math.MaxInt64})
	x := rapid.SampledFrom([]any{nil, 0.0, math.Copysign(0, -1), 0.1, -1e300})
	w := rapid.SampledFrom([]any{nil, "a", "b", "c"})
	return rapid.SliceOfN(rapid.Custom(func(t *rapid.T) []any {
		return []any{n.Draw(t, "n"), x.Draw(t, "x"), w.Draw(t, "w")}
	}), 0, most).Draw(t, "rows")
}

// TestBookNumbersKeys compares the numbers of keys with those of a map of printed values.
func TestBookNumbersKeys(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		all := drawRows(t, 80)
		positions := rapid.Permutation([]int{0, 1, 2}).Draw(t, "columns")
		source := rowstest.Source(keySchema(), rapid.IntRange(1, 30).Draw(t, "part"), all)
		keys, book := rows.NewKeys(keySchema()), rows.NewBook(keySchema(), positions, []int{0, 0, 0})
		known := []map[string]int32{{}, {}, {}, {}}
		row := 0
		for i := range source.Tables {
			keys.Number(&source.Tables[i], positions)
			if err := book.Enter(keys); err != nil {
				t.Fatal(err)
			}
			resolved := book.Resolve(nil, keys, 3)
			for at := range source.Tables[i].Rows {
				text := ""
				for depth := range 4 {
					if depth > 0 {
						text += printed(all[row][positions[depth-1]]) + "|"
					}
					id := keys.IDs(depth)[at]
					want, ok := known[depth][text]
					if !ok {
						want = int32(len(known[depth]))
						known[depth][text] = want
					}
					if got := book.Numbers(depth)[id]; got != want {
						t.Fatalf("row %d, depth %d: %s is key %d, want %d", row, depth, text, got, want)
					}
					if depth == 3 && resolved[id] != want {
						t.Fatalf("row %d: %s is resolved as %d, want %d", row, text, resolved[id], want)
					}
				}
				row++
			}
		}
		for depth := 1; depth < 4; depth++ {
			if book.Len(depth) != len(known[depth]) {
				t.Fatalf("depth %d: %d keys, want %d", depth, book.Len(depth), len(known[depth]))
			}
		}
		checkValues(t, book, positions, known[3])
	})
}

// printed tells values apart; 0 and -0 are the same.
func printed(x any) string {
	if f, ok := x.(float64); ok {
		return fmt.Sprint(f + 0)
	}
	return fmt.Sprint(x)
}

func checkValues(t *rapid.T, book *rows.Book, positions []int, known map[string]int32) {
	schema := keySchema()
	var texts []string
	sorted := book.Sorted(3)
	for _, key := range sorted {
		text := ""
		for i, v := range book.Values(3, key) {
			text += printed(v.Any(&schema[positions[i]])) + "|"
		}
		if n, ok := known[text]; !ok || int(n) != key {
			t.Fatalf("key %d has the values %s", key, text)
		}
		texts = append(texts, text)
	}
	if len(slices.Compact(slices.Clone(sorted))) != len(known) {
		t.Fatalf("sorted keys are %v of %d", sorted, len(known))
	}
	for i := 1; i < len(sorted); i++ {
		a, b := book.Values(3, sorted[i-1]), book.Values(3, sorted[i])
		k := 0
		for a[k] == b[k] {
			k++
		}
		if a[k].Compare(b[k], &schema[positions[k]]) >= 0 {
			t.Fatalf("keys %s and %s are out of order", texts[i-1], texts[i])
		}
	}
}

// TestManyKeys takes the way of hashing pairs, which few keys never do, and makes the hash tables grow.
func TestManyKeys(t *testing.T) {
	schema := []output.Column{rowstest.Parameter("a", output.Int64), rowstest.Parameter("b", output.Float64)}
	random := rowstest.Random(1)
	table := output.Table{Rows: 20_000, Columns: make([]output.Values, 2)}
	for range table.Rows {
		table.Columns[0].Ints = append(table.Columns[0].Ints, random.Int64N(700))
		table.Columns[1].Reals = append(table.Columns[1].Reals, float64(random.IntN(700))/8)
	}
	keys := rows.NewKeys(schema)
	for range 2 { // buffers are used again
		keys.Number(&table, []int{0, 1})
		known := map[[2]float64]int32{}
		for row, id := range keys.IDs(2) {
			pair := [2]float64{float64(table.Columns[0].Ints[row]), table.Columns[1].Reals[row]}
			want, ok := known[pair]
			if !ok {
				want = int32(len(known))
				known[pair] = want
			}
			if id != want {
				t.Fatalf("row %d is key %d, want %d", row, id, want)
			}
		}
	}
}

func TestBookRefusesTooManyKeys(t *testing.T) {
	schema := []output.Column{rowstest.Parameter("a", output.Int64), rowstest.Parameter("b", output.Int64)}
	source := rowstest.Source(schema, 9, [][]any{{1, 1}, {1, 2}, {2, 1}, {2, 2}})
	for limit, want := range map[int]bool{0: false, 3: true, 4: false} {
		keys, book := rows.NewKeys(schema), rows.NewBook(schema, []int{0, 1}, []int{0, limit})
		keys.Number(&source.Tables[0], []int{0, 1})
		err := book.Enter(keys)
		var tooMany *rows.TooManyKeysError
		if errors.As(err, &tooMany) != want {
			t.Errorf("limit %d: error %v", limit, err)
		}
	}
}

func TestWhereAndFetch(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		all := drawRows(t, 60)
		schema := keySchema()
		memory := rowstest.Source(schema, rapid.IntRange(1, 20).Draw(t, "part"), all)
		memory.Groups = rapid.IntRange(0, 4).Draw(t, "groups")
		source := rows.Where(memory, evenCondition{})
		var want [][]any
		valueless := int64(0)
		for _, row := range all {
			if row[2] == "a" || row[2] == "c" {
				want = append(want, row)
			}
			if row[2] == nil {
				valueless++
			}
		}
		var places []rows.Place
		err := rows.Scan(source, []int{0, 1}, 2, rows.Steps[int]{
			Prepare: func(*rows.Chunk, *int) error { return nil },
			Consume: func(c *rows.Chunk, _ *int) error {
				for row := range c.Table.Rows {
					places = append(places, rows.Place{Part: c.Part, Group: c.Group, Row: row})
				}
				return nil
			},
		})
		if err != nil {
			t.Fatal(err)
		}
		if got := source.Empty(); got != (len(want) == 0) {
			t.Fatalf("empty is %v with %d rows", got, len(want))
		}
		order := rapid.Permutation(places).Draw(t, "order")
		values, err := rows.Fetch(source, []int{1, 0}, order)
		if err != nil {
			t.Fatal(err)
		}
		if len(values) != len(want) {
			t.Fatalf("%d rows, want %d", len(values), len(want))
		}
		if got := source.Valueless(); got != valueless { // Fetch has read some groups a second time
			t.Fatalf("%d rows without a value, want %d", got, valueless)
		}
		for i, place := range order {
			row := want[slices.Index(places, place)]
			got := []any{values[i][1].Any(&schema[0]), values[i][0].Any(&schema[1])}
			if printed(got[0]) != printed(row[0]) || printed(got[1]) != printed(row[1]) {
				t.Fatalf("row %d is %v, want %v", i, got, row[:2])
			}
		}
	})
}

// evenCondition keeps rows with the word a or c. It has no value for rows without a word.
type evenCondition struct{}

func (evenCondition) Columns() []int { return []int{2} }

func (evenCondition) Filter() func(t *output.Table, keep []bool) int {
	return func(t *output.Table, keep []bool) (valueless int) {
		v := t.Columns[2]
		for row := range keep {
			keep[row] = !v.Null[row] && v.Codes[row]%2 == 0
			if v.Null[row] {
				valueless++
			}
		}
		return valueless
	}
}

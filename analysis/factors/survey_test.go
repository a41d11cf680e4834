package factors

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"tarama/analysis/rows"
	"tarama/analysis/rows/rowstest"
	"tarama/output"
)

func schemaOf(n int) (schema []output.Column, all []int) {
	for i := range n {
		schema = append(schema, rowstest.Parameter(string(rune('a'+i)), output.Int64))
		all = append(all, i)
	}
	return schema, all
}

func names(d *Design) string {
	var all []string
	for _, f := range d.Factors {
		all = append(all, fmt.Sprintf("%s:%d", f.Name(), f.Levels()))
	}
	return strings.Join(all, " ")
}

func TestSurvey(t *testing.T) {
	for name, c := range map[string]struct {
		levels []int
		row    func(at []int) []any // nil: left out
		want   string
		full   bool
	}{
		"grid":           {[]int{2, 3}, func(at []int) []any { return []any{at[0], at[1], 7} }, "a:2 b:3", true},
		"constant":       {[]int{1}, func(at []int) []any { return []any{1, 2, 3} }, "", true},
		"together":       {[]int{2, 3}, func(at []int) []any { return []any{at[0], at[1], 10 * at[1]} }, "a:2 b+c:3", true},
		"simplex":        {[]int{4, 4, 4}, simplex, "a+b+c:10", true},
		"condition":      {[]int{3, 3, 2}, condition, "a+b:6 c:2", true},
		"three-way hole": {[]int{3, 3, 3}, threeWay, "a:3 b:3 c:3", false},
		"late condition": {[]int{2, 3, 3}, lateCondition, "a:2 b+c:6", true},
		"late repeated":  {[]int{2, 2, 2}, lateRepeated, "a:2 b:2 c:2", false},
		"large grid":     {[]int{7, 30}, func(at []int) []any { return []any{at[0], at[1], 7} }, "a:7 b:30", true},
		"repeated row":   {[]int{2, 2, 2}, repeated, "a:2 b:2 c:2", false},
		"points":         {[]int{9}, func(at []int) []any { return []any{at[0], at[0] * 4 % 9, 1} }, "a+b:9", true},
	} {
		schema, columns := schemaOf(3)
		var all [][]any
		rowstest.Grid(c.levels, func(at []int) {
			if row := c.row(at); row != nil {
				all = append(all, row)
			}
		})
		for _, part := range []int{1, 4, 100} {
			source := rowstest.Source(schema, part, all)
			sv := survey{source: source, schema: schema, workers: 2, bits: int64(part) * 4} // takes several passes
			d, err := sv.design(columns)
			if err != nil {
				t.Fatal(err)
			}
			if names(d) != c.want || d.Full != c.full || d.Rows != int64(len(all)) {
				t.Errorf("%s: factors %s, full %v, %d rows, want %s, %v, %d", name, names(d), d.Full, d.Rows, c.want, c.full, len(all))
			}
		}
	}
}

func simplex(at []int) []any {
	if at[0]+at[1]+at[2] != 3 {
		return nil
	}
	return []any{at[0], at[1], at[2]}
}

func condition(at []int) []any {
	if at[0] < at[1] {
		return nil
	}
	return []any{at[0], at[1], at[2]}
}

// threeWay leaves out one cell: every pair is still there.
func threeWay(at []int) []any {
	if at[0] == 1 && at[1] == 1 && at[2] == 1 {
		return nil
	}
	return []any{at[0], at[1], at[2]}
}

// lateCondition ties together the factors that are looked at last.
func lateCondition(at []int) []any {
	if at[1] < at[2] {
		return nil
	}
	return []any{at[0], at[1], at[2]}
}

// lateRepeated has the last row twice and the first not at all.
func lateRepeated(at []int) []any {
	if at[0] == 0 && at[1] == 0 && at[2] == 0 {
		return []any{1, 1, 1}
	}
	return []any{at[0], at[1], at[2]}
}

// repeated has one row twice and another not at all: there are as many rows as combinations.
func repeated(at []int) []any {
	if at[0] == 1 && at[1] == 1 && at[2] == 1 {
		return []any{0, 0, 0}
	}
	return []any{at[0], at[1], at[2]}
}

func TestNames(t *testing.T) {
	for want, columns := range map[string][]string{
		"ttl_s":                 {"ttl_s"},
		"weight_{b34,b35,b06}":  {"weight_b34", "weight_b35", "weight_b06"},
		"threshold+rise":        {"threshold", "rise"},
		"rule+rules":            {"rule", "rules"},
		"check_{every_s,after}": {"check_every_s", "check_after"},
	} {
		f := &Factor{}
		for i, name := range columns {
			f.Columns = append(f.Columns, i)
			f.schema = append(f.schema, output.Column{Name: name})
		}
		if got := f.Name(); got != want {
			t.Errorf("%q is named %s, want %s", columns, got, want)
		}
	}
}

// TestRanksAreThoseOfLevels: levels are in the order of values, and ranks count their combinations.
func TestRanksAreThoseOfLevels(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		values := func(name string) []int64 {
			return rapid.SliceOfNDistinct(rapid.Int64(), 2, 5, rapid.ID[int64]).Draw(t, name)
		}
		a, b := values("a"), values("b")
		schema, columns := schemaOf(2)
		var all [][]any
		rowstest.Grid([]int{len(a), len(b)}, func(at []int) { all = append(all, []any{a[at[0]], b[at[1]]}) })
		all = rapid.Permutation(all).Draw(t, "order")
		source := rowstest.Source(schema, rapid.IntRange(1, 30).Draw(t, "part"), all)
		d, err := Survey(source, columns, 1)
		if err != nil {
			t.Fatal(err)
		}
		slices.Sort(a)
		slices.Sort(b)
		row, ranker := 0, NewRanker(d.Factors)
		for i := range source.Tables {
			ranker.Rank(&source.Tables[i])
			for _, rank := range ranker.Ranks() {
				x, y := a[rank/int64(len(b))], b[rank%int64(len(b))]
				if all[row][0] != x || all[row][1] != y {
					t.Fatalf("row %v has rank %d", all[row], rank)
				}
				row++
			}
		}
		for level, want := range a {
			if got := d.Factors[0].Level(level); got[0] != (rows.Value{Bits: uint64(want)}) {
				t.Fatalf("level %d is %v, want %d", level, got, want)
			}
		}
		if s := Strides(d.Factors); !slices.Equal(s, []int64{int64(len(b)), 1}) {
			t.Fatalf("strides %v", s)
		}
	})
}

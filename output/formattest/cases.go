package formattest

import (
	"math"
	"strings"

	"tarama/output"
)

// Case is some tables to write into one file.
type Case struct {
	Name   string
	Schema *output.Schema
	Tables []*output.Table
}

// Cases are the tables that every format and every reader must get right.
func Cases() []Case {
	sweep := SweepSchema()
	return []Case{
		{"no rows", sweep, nil},
		{"a table without rows", sweep, []*output.Table{SweepTable(0, 0), SweepTable(10, 0), SweepTable(0, 10)}},
		{"one row", sweep, []*output.Table{SweepTable(1, 1<<40)}},
		{"row groups", sweep, []*output.Table{SweepTable(1000, 0), SweepTable(1, 1000), SweepTable(2500, 1001)}},
		manyRows(),
		{"extremes", everyType(), []*output.Table{extremes()}},
		{"strings", everyType(), []*output.Table{awkwardStrings()}},
		{"constants", everyType(), []*output.Table{constants(1), constants(9), constants(5000)}},
		{"all null", everyType(), []*output.Table{allNull(100), extremes(), allNull(1)}},
		{"long texts", everyType(), []*output.Table{longTexts()}},
	}
}

// everyType has each type twice, nullable and not, and numbers with and without few values.
func everyType() *output.Schema {
	words := []string{"", "ok", "failed", "İstanbul ⇄ 東京", strings.Repeat("w", 200)}
	return &output.Schema{
		Columns: []output.Column{
			{Name: "cell", Type: output.Int64, Role: output.RoleCell},
			{Name: "int", Type: output.Int64, Unit: "s", Role: output.RoleParameter, Doc: "an integer, in \"seconds\" <&>"},
			{Name: "int_few", Type: output.Int64, Few: true, Role: output.RoleParameter},
			{Name: "int_null", Type: output.Int64, Nullable: true, Unit: "1/s", Role: output.RoleMetric},
			{Name: "real", Type: output.Float64, Role: output.RoleMetric, Unit: "%"},
			{Name: "real_few", Type: output.Float64, Few: true, Nullable: true, Role: output.RoleMetric},
			{Name: "real_null", Type: output.Float64, Nullable: true, Role: output.RoleMetric},
			{Name: "word", Type: output.Dict, Words: words, Role: output.RoleMetric, Doc: "şöyle böyle"},
			{Name: "word_null", Type: output.Dict, Words: words[:1], Nullable: true, Role: output.RoleMetric},
			{Name: "status", Type: output.Dict, Words: words[1:3], Role: output.RoleStatus},
			{Name: "text", Type: output.Text, Role: output.RoleStatus},
			{Name: "error", Type: output.Text, Nullable: true, Role: output.RoleStatus},
		},
		Metadata: []output.Pair{{Key: "study", Value: "{\"study\": \"<ş>\"}"}, {Key: "digest", Value: ""}, {Key: "a", Value: "1"}},
	}
}

// table makes a table of everyType in which value i of a column is given by the row.
func table(rows int, ints func(row int) int64, reals func(row int) float64, texts func(row int) string, null func(row int) bool) *output.Table {
	s := everyType()
	t := &output.Table{Rows: rows, Columns: make([]output.Values, len(s.Columns))}
	for i := range s.Columns {
		v, c := &t.Columns[i], &s.Columns[i]
		for row := range rows {
			switch c.Type {
			case output.Int64:
				v.Ints = append(v.Ints, ints(row))
			case output.Float64:
				v.Reals = append(v.Reals, reals(row))
			case output.Dict:
				v.Codes = append(v.Codes, int32(row%len(c.Words)))
			case output.Text:
				v.Texts = append(v.Texts, texts(row))
			}
			if c.Nullable {
				v.Null = append(v.Null, null(row+i))
			}
		}
	}
	return t
}

func extremes() *output.Table {
	ints := []int64{0, math.MaxInt64, math.MinInt64, -1, 1, math.MinInt64 + 1, 1 << 53, -(1 << 53) - 1, math.MaxInt64 - 1}
	reals := []float64{0, math.Copysign(0, -1), math.MaxFloat64, -math.MaxFloat64, math.SmallestNonzeroFloat64,
		-math.SmallestNonzeroFloat64, math.Inf(1), math.Inf(-1), 0x1p-1022, math.Nextafter(1, 2), 0.1, 1e-300}
	return table(200, func(row int) int64 { return ints[row%len(ints)] }, func(row int) float64 { return reals[row%len(reals)] },
		func(row int) string { return "" }, func(row int) bool { return row%3 == 0 })
}

func awkwardStrings() *output.Table {
	texts := []string{"", " ", "\x00", "a\nb\tc", "\x1b[31mred", "ğüşıöç İ", "日本語", "👩‍👩‍👧‍👦", "e\u0301", strings.Repeat("x", 200),
		strings.Repeat("ß", 100), "\"quoted\"", "null", "NaN", "\uFFFD", "a,b;c"}
	return table(100, func(row int) int64 { return int64(row) }, func(row int) float64 { return float64(row) / 3 },
		func(row int) string { return texts[row%len(texts)] }, func(row int) bool { return row%4 == 1 })
}

// manyRows has more rows than a page of Parquet, in one table.
func manyRows() Case {
	const rows = 1<<17 + 3
	c := Case{Name: "many rows", Schema: &output.Schema{Columns: []output.Column{
		{Name: "cell", Type: output.Int64, Role: output.RoleCell},
		{Name: "few", Type: output.Int64, Few: true, Nullable: true},
		{Name: "real", Type: output.Float64, Nullable: true},
		{Name: "word", Type: output.Dict, Words: []string{"a", "b", "c"}},
		{Name: "same", Type: output.Float64, Nullable: true},
	}}}
	t := &output.Table{Rows: rows, Columns: make([]output.Values, len(c.Schema.Columns))}
	for row := range rows {
		t.Columns[0].Ints = append(t.Columns[0].Ints, int64(row+row/1000))
		t.Columns[1].Ints = append(t.Columns[1].Ints, int64(row%77))
		t.Columns[1].Null = append(t.Columns[1].Null, row%5 == 0)
		t.Columns[2].Reals = append(t.Columns[2].Reals, 1/float64(row+1))
		t.Columns[2].Null = append(t.Columns[2].Null, row > 1<<17)
		t.Columns[3].Codes = append(t.Columns[3].Codes, int32(row/9%3))
	}
	t.Columns[4] = output.Values{Constant: true, Reals: []float64{0.25}}
	c.Tables = []*output.Table{t}
	return c
}

// longTexts make several pages of strings.
func longTexts() *output.Table {
	return table(12_000, func(row int) int64 { return int64(row * row) }, func(row int) float64 { return 1 / float64(row+1) },
		func(row int) string { return strings.Repeat(string(rune('a'+row%26)), 200-row%7) }, func(row int) bool { return row%2 == 0 })
}

func allNull(rows int) *output.Table {
	return table(rows, func(row int) int64 { return int64(row) }, func(row int) float64 { return 0 },
		func(row int) string { return "x" }, func(row int) bool { return true })
}

func constants(rows int) *output.Table {
	t := table(1, func(int) int64 { return -7 }, func(int) float64 { return math.Copysign(0, -1) },
		func(int) string { return "the same" }, func(int) bool { return false })
	t.Rows = rows
	for i := range t.Columns {
		t.Columns[i].Constant, t.Columns[i].Null = true, nil
	}
	return t
}

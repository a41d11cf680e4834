package where

import (
	"errors"
	"fmt"
	"math"
	"math/big"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"tarama/models"
	"tarama/sweep/grid"
)

func testParameters() []models.Parameter {
	words := []string{"geographic", "latency", "weighted"}
	return []models.Parameter{
		{Name: "ttl_s", Type: models.Int, Bounds: models.Any},
		{Name: "interval_s", Type: models.Int, Bounds: models.Any},
		{Name: "probability", Type: models.Real, Bounds: models.Any},
		{Name: "policy", Type: models.Enum, Words: words},
		{Name: "fallback", Type: models.Enum, Words: words},
		{Name: "rule_order", Type: models.Order, Words: []string{"a", "b"}},
		{Name: "seed", Type: models.Int, Bounds: models.Any},
	}
}

func words(t models.Type, list ...string) [][]models.Value {
	var rows [][]models.Value
	for _, w := range list {
		rows = append(rows, []models.Value{models.TextValue(t, w)})
	}
	return rows
}

func testGrid(t interface{ Fatal(...any) }) *grid.Grid {
	fixed := []models.Value{
		models.IntValue(0), models.IntValue(0), models.RealValue(0), models.TextValue(models.Enum, "latency"),
		models.TextValue(models.Enum, "latency"), models.TextValue(models.Order, "a>b"), models.IntValue(7),
	}
	g, err := grid.New(testParameters(), fixed, []grid.Axis{
		grid.NewInts(0, []int64{30, 60, 300, -5}),
		grid.NewTable([]int{3}, words(models.Enum, "weighted", "latency")),
		grid.NewReals(2, []float64{0, 0.1, 0.25, -1.5}),
		grid.NewInts(1, []int64{0, 1, 2, 10}),
		grid.NewTable([]int{4}, words(models.Enum, "geographic", "weighted", "latency")),
	})
	if err != nil {
		t.Fatal(err)
	}
	return g
}

// keptCells runs a filter over the whole grid in blocks of an odd size.
func keptCells(t interface{ Fatal(...any) }, f *Filter, g *grid.Grid) []bool {
	const block = 37
	columns := grid.NewColumns(g.Parameters(), block)
	g.FillFixed(columns, block)
	e := f.NewEvaluator()
	var all []bool
	total := 0
	for first := int64(0); first < g.Cells(); first += block {
		count := min(block, int(g.Cells()-first))
		keep, failures := make([]bool, count), make([]string, count)
		g.Fill(first, count, columns)
		total += e.Select(first, columns, keep, failures)
		all = append(all, keep...)
		if strings.Join(failures, "") != "" {
			t.Fatal("a condition without faults failed")
		}
	}
	if kept, exact := f.Kept(); !exact || kept != int64(total) {
		t.Fatal(fmt.Sprintf("%d cells are kept, but %d were announced", total, kept))
	}
	return all
}

func TestConditions(t *testing.T) {
	for _, c := range []struct {
		text  string
		spelt string
		want  func(ttl, interval int64, probability float64, policy, fallback string) bool
	}{
		{"ttl_s >= 2 * interval_s", "ttl_s >= 2 * interval_s",
			func(ttl, interval int64, _ float64, _, _ string) bool { return ttl >= 2*interval }},
		{`policy == "weighted"`, `policy == "weighted"`, func(_, _ int64, _ float64, policy, _ string) bool { return policy == "weighted" }},
		{`'weighted' != policy`, `"weighted" != policy`, func(_, _ int64, _ float64, policy, _ string) bool { return policy != "weighted" }},
		{`policy != "geographic"`, `policy != "geographic"`, func(_, _ int64, _ float64, _, _ string) bool { return true }},
		{`policy == fallback`, `policy == fallback`, func(_, _ int64, _ float64, policy, fallback string) bool { return policy == fallback }},
		{`policy in ["weighted", "geographic"] && !(ttl_s<0)`, `policy in ["weighted", "geographic"] and (not (ttl_s < 0))`,
			func(ttl, _ int64, _ float64, policy, _ string) bool { return policy == "weighted" && ttl >= 0 }},
		{"ttl_s in [30, 300.0, interval_s * 6]", "ttl_s in [30, 300.0, interval_s * 6]",
			func(ttl, interval int64, _ float64, _, _ string) bool {
				return ttl == 30 || ttl == 300 || ttl == 6*interval
			}},
		{"ttl_s not in 31..interval_s*100", "not (ttl_s in 31..(interval_s * 100))",
			func(ttl, interval int64, _ float64, _, _ string) bool { return ttl < 31 || ttl > interval*100 }},
		{"interval_s > 0 and ttl_s / interval_s > 7 or ttl_s == -5", "(interval_s > 0 and ttl_s / interval_s > 7) or ttl_s == (-(5))",
			func(ttl, interval int64, _ float64, _, _ string) bool {
				return interval > 0 && float64(ttl)/float64(interval) > 7 || ttl == -5
			}},
		{"ttl_s in 30..60 and probability in [-1.5, 0, interval_s, 0.25]", "ttl_s in 30..60 and probability in [-(1.5), 0, interval_s, 0.25]",
			func(ttl, interval int64, probability float64, _, _ string) bool {
				return (ttl == 30 || ttl == 60) && (probability == -1.5 || probability == 0 || probability == float64(interval) || probability == 0.25)
			}},
		{"ttl_s in [300, -5, 30] or probability in [0.25, -1.5]", "ttl_s in [300, -(5), 30] or probability in [0.25, -(1.5)]",
			func(ttl, _ int64, probability float64, _, _ string) bool {
				return ttl == 300 || ttl == -5 || ttl == 30 || probability == 0.25 || probability == -1.5
			}},
		{"0 < probability <= 0.25", "0 < probability and probability <= 0.25",
			func(_, _ int64, probability float64, _, _ string) bool { return probability > 0 && probability <= 0.25 }},
		{"probability == 0.1", "probability == 0.1", func(_, _ int64, probability float64, _, _ string) bool { return probability == 0.1 }},
		{"ttl_s % 7 == -5 or ttl_s ** 2 == 900", "ttl_s % 7 == (-(5)) or ttl_s ** 2 == 900",
			func(ttl, _ int64, _ float64, _, _ string) bool { return ttl == -5 || ttl == 30 }},
		{"2 ^ interval_s == 1024 or (probability + 1) ** -2 == 4", "2 ** interval_s == 1024 or (probability + 1) ** (-(2)) == 4",
			func(_, interval int64, probability float64, _, _ string) bool {
				return interval == 10 || probability == -1.5
			}},
		{"(ttl_s > 50) == (probability > 0)", "(ttl_s > 50) == (probability > 0)",
			func(ttl, _ int64, probability float64, _, _ string) bool { return ttl > 50 == (probability > 0) }},
		{"ttl_s > -9_223_372_036_854_775_808", "ttl_s > (-9223372036854775808)", func(_, _ int64, _ float64, _, _ string) bool { return true }},
		{"ttl_s in -9223372036854775808..30", "ttl_s in (-9223372036854775808)..30",
			func(ttl, _ int64, _ float64, _, _ string) bool { return ttl <= 30 }},
		{"(-9223372036854775808) ** 1 == -9223372036854775808", "(-9223372036854775808) ** 1 == (-9223372036854775808)",
			func(_, _ int64, _ float64, _, _ string) bool { return true }},
		{"true", "true", func(_, _ int64, _ float64, _, _ string) bool { return true }},
		{"seed == 7 and rule_order == \"a>b\" and rule_order != \"b>a\"", `(seed == 7 and rule_order == "a>b") and rule_order != "b>a"`,
			func(_, _ int64, _ float64, _, _ string) bool { return true }},
	} {
		g := testGrid(t)
		f, err := Compile(c.text, g)
		if err != nil {
			t.Errorf("%s: %v", c.text, err)
			continue
		}
		if f.String() != c.spelt {
			t.Errorf("%s is spelt %s, want %s", c.text, f, c.spelt)
		}
		if again, err := Compile(f.String(), g); err != nil || again.String() != f.String() {
			t.Errorf("%s read again: %v, %v", f, again, err)
		}
		for cell, got := range keptCells(t, f, g) {
			v := g.At(int64(cell))
			if want := c.want(v[0].Int, v[1].Int, v[2].Real, v[3].Text, v[4].Text); got != want {
				t.Errorf("%s for %v is %v", c.text, v, got)
			}
		}
	}
}

func TestProblems(t *testing.T) {
	for _, c := range []struct {
		text   string
		offset int
		want   string
	}{
		{"", 0, "the condition is empty"},
		{"ttl >= 3", 0, "there is no parameter ttl (did you mean ttl_s?)"},
		{"ttl_s >= 3 and intervall_s > 1", 15, "there is no parameter intervall_s (did you mean interval_s?)"},
		{"policy == weighted", 10, `there is no parameter weighted (words stand in quotes: "weighted")`},
		{`policy == "wieghted"`, 7, `policy is never "wieghted", but one of geographic, latency, weighted (did you mean "weighted"?)`},
		{`policy in ["latency", "x"]`, 22, `policy is never "x", but one of geographic, latency, weighted`},
		{`policy in [latency]`, 11, `the list needs words in quotes, since policy is a word (words stand in quotes: "latency")`},
		{`policy < "weighted"`, 7, "< compares numbers, but policy is a word (use == or in)"},
		{`policy == 3`, 7, "== compares a word with a number"},
		{`ttl_s == "30"`, 6, "== compares a number with a word (numbers stand without quotes)"},
		{`ttl_s in ["30"]`, 10, "the list needs numbers, but there is a word (numbers stand without quotes)"},
		{"ttl_s", 0, "the filter must be a condition, but ttl_s is a number (compare it with something)"},
		{"ttl_s and true", 6, "and needs conditions on both sides, but ttl_s is a number (compare it with something)"},
		{"not ttl_s == 3", 0, "not needs a condition, but ttl_s is a number (not binds tightly: write not (a == b))"},
		{"ttl_s + policy > 3", 6, "+ needs numbers on both sides, but policy is a word"},
		{"-policy == 3", 0, "- needs a number, but policy is a word"},
		{"probability % 2 == 1", 12, "% needs integers on both sides"},
		{"ttl_s ** 0.5 > 3", 6, "the exponent of ** must be an integer"},
		{"probability in 0..1", 16, "a range holds integers (compare reals: 0.1 <= a <= 0.5)"},
		{"ttl_s in 30", 6, `in needs a list or a range on its right (policy in ["latency", "weighted"], ttl_s in 30..60)`},
		{"ttl_s in []", 6, "the list after in is empty"},
		{"(ttl_s > 3) in [1]", 12, "in needs a parameter or a number on its left, but there is a condition"},
		{"ttl_s = 3", 6, `the condition cannot be read: unexpected "=" (equality is ==)`},
		{"ttl_s > ", 7, "the condition cannot be read: it ends where something is missing"},
		{"len(policy) > 3", 0, "a condition does not know a call of a function"},
		{"filter([1], # > 0) == 3", 0, "a condition does not know a call of a function"},
		{"ttl_s ? true : false", 6, "a condition does not know a choice (? : or if)"},
		{"policy.x == 3", 7, "a condition does not know a member or an element"},
		{"let x = 3; x > ttl_s", 0, "a condition does not know such an expression"},
		{`policy matches "a+"`, 7, "a condition does not know the operator matches"},
		{"nil == nil", 0, "a condition does not know nil"},
		{`"a" == "b"`, 4, "two words in quotes are compared, but no parameter"},
		{"ttl_s > 1000", 0, "the condition is false for every cell: nothing is left of the study"},
		{"ttl_s / interval_s > 3", 0, "the condition divides by zero, as for ttl_s 30, interval_s 0"},
		{"ttl_s % interval_s == 3", 0, "the condition divides by zero, as for ttl_s 30, interval_s 0"},
		{"probability ** -1 > 0", 0, "the condition divides by zero, as for probability 0"},
		{"seed * 9223372036854775807 > 0", 0, "a number in the condition becomes too large, as for seed 7"},
		{"ttl_s ** 20 > 0", 0, "a number in the condition becomes too large, as for ttl_s 30"},
		{"1e200 * 1e200 > ttl_s", 0, "a number in the condition becomes too large, as for ttl_s 30"},
		{"ttl_s > 3 @ 4", 10, "the condition cannot be read: unrecognized character: U+0040 '@'"},
		{`policy == "latency`, 18, "the condition cannot be read: literal not terminated"},
		{"ttl_s > 99999999999999999999", 8, "the condition cannot be read: 99999999999999999999 is beyond what a number can hold"},
		{"probability > 1e999", 14, "the condition cannot be read: 1e999 is beyond what a number can hold"},
		{"ttl_s > -9223372036854775808 ** 2", 9, "the condition cannot be read: 9223372036854775808 is beyond what a number can hold"},
		{"max(ttl_s, [3) > 4", 17, "the condition cannot be read: it ends where something is missing"},
		{"ttl_s in [[3]", 12, "the condition cannot be read: it ends where something is missing"},
		{"policy ?? 3", 7, "a condition does not know the operator ??"},
		{"ttl_s | abs() > 3", 6, "a condition does not know the operator |"},
		{"if ttl_s > 3 {true} else {false}", 0, "a condition does not know a choice (? : or if)"},
		{strings.Repeat("(", 5000), 0, "the condition has 5000 bytes, but must have at most 4096"},
	} {
		_, err := Compile(c.text, testGrid(t))
		var p Problems
		if !errors.As(err, &p) {
			t.Errorf("%s: %v", c.text, err)
			continue
		}
		got := p[0].Message
		if p[0].Hint != "" {
			got += " (" + p[0].Hint + ")"
		}
		if got != c.want || p[0].Offset != c.offset {
			t.Errorf("%s:\n got %d: %s\nwant %d: %s", c.text, p[0].Offset, got, c.offset, c.want)
		}
	}
}

// TestNestedChains would take for ever if the operands that chained comparisons share were compiled without bound.
func TestNestedChains(t *testing.T) {
	text := "ttl_s"
	for len(text) < 4000 {
		text = "(1<" + text + "<1)"
	}
	if _, err := Compile(text, testGrid(t)); err == nil {
		t.Error("a chain of chains is no error")
	}
	if _, err := Compile(strings.Repeat("(", 2000)+"ttl_s > 3"+strings.Repeat(")", 2000), testGrid(t)); err != nil {
		t.Errorf("deep parentheses: %v", err)
	}
}

// formula is a random number with what it is, exactly, for a row; nil if it divides by zero.
type formula struct {
	text  string
	value func(ttl, interval int64) *big.Rat
}

// drawFormula draws sums, products and quotients of integers, of a depth that keeps them within 64 bits.
func drawFormula(t *rapid.T, depth int) formula {
	switch kind := rapid.IntRange(0, 3+2*min(depth, 1)).Draw(t, "kind"); kind {
	case 0:
		return formula{"ttl_s", func(ttl, _ int64) *big.Rat { return big.NewRat(ttl, 1) }}
	case 1:
		return formula{"interval_s", func(_, interval int64) *big.Rat { return big.NewRat(interval, 1) }}
	case 2, 3:
		n := rapid.Int64Range(0, 20).Draw(t, "number")
		return formula{fmt.Sprint(n), func(_, _ int64) *big.Rat { return big.NewRat(n, 1) }}
	default:
		a, b := drawFormula(t, depth-1), drawFormula(t, depth-1)
		operator := rapid.SampledFrom([]string{"+", "-", "*"}).Draw(t, "operator")
		return formula{"(" + a.text + operator + b.text + ")", func(ttl, interval int64) *big.Rat {
			x, y := a.value(ttl, interval), b.value(ttl, interval)
			switch operator {
			case "+":
				return x.Add(x, y)
			case "-":
				return x.Sub(x, y)
			}
			return x.Mul(x, y)
		}}
	}
}

func TestArithmeticEqualsRationals(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		a, b := drawFormula(t, 3), drawFormula(t, 3)
		g := testGrid(t)
		// One of the two keeps a cell.
		less := true
		f, err := Compile(a.text+" < "+b.text, g)
		if err != nil && strings.Contains(err.Error(), "nothing is left") {
			less = false
			f, err = Compile(a.text+" >= "+b.text, g)
		}
		if err != nil {
			t.Fatalf("%s and %s: %v", a.text, b.text, err)
		}
		for cell, got := range keptCells(t, f, g) {
			v := g.At(int64(cell))
			want := a.value(v[0].Int, v[1].Int).Cmp(b.value(v[0].Int, v[1].Int)) < 0
			if got != (want == less) {
				t.Fatalf("%s for %v is %v", f, v, got)
			}
		}
	})
}

func TestOverflow(t *testing.T) {
	interesting := []int64{math.MinInt64, math.MinInt64 + 1, -1 << 32, -3, -1, 0, 1, 2, 5, 1 << 31, 1<<32 + 1, math.MaxInt64 - 1, math.MaxInt64}
	for _, a := range interesting {
		for _, b := range interesting {
			for name, c := range map[string]struct {
				fast  func(*row) int64
				exact *big.Int
			}{
				"+": {func(r *row) int64 { return r.addInts(a, b) }, new(big.Int).Add(big.NewInt(a), big.NewInt(b))},
				"-": {func(r *row) int64 { return r.subtractInts(a, b) }, new(big.Int).Sub(big.NewInt(a), big.NewInt(b))},
				"*": {func(r *row) int64 { return r.multiplyInts(a, b) }, new(big.Int).Mul(big.NewInt(a), big.NewInt(b))},
			} {
				r := new(row)
				got := c.fast(r)
				if c.exact.IsInt64() != (r.fault == noFault) || c.exact.IsInt64() && got != c.exact.Int64() {
					t.Errorf("%d %s %d is %d with fault %d, want %s", a, name, b, got, r.fault, c.exact)
				}
			}
		}
	}
}

// hugeGrid has more combinations than are looked at one by one.
func hugeGrid(t interface{ Fatal(...any) }) *grid.Grid {
	ttl, err := grid.NewIntegers(0, 1, 1, 100_000)
	if err != nil {
		t.Fatal(err)
	}
	interval, err := grid.NewIntegers(1, 0, 1, 1000)
	if err != nil {
		t.Fatal(err)
	}
	g, err := grid.New(testParameters(), make([]models.Value, 7), []grid.Axis{ttl, interval})
	if err != nil {
		t.Fatal(err)
	}
	return g
}

func TestEstimate(t *testing.T) {
	f, err := Compile("ttl_s > 25000", hugeGrid(t))
	if err != nil {
		t.Fatal(err)
	}
	if kept, exact := f.Kept(); !exact || kept != 75_000_000 {
		t.Errorf("%d cells, exact %v: only ttl_s is mentioned", kept, exact)
	}
	if f, err = Compile("ttl_s > 25 * interval_s", hugeGrid(t)); err != nil {
		t.Fatal(err)
	}
	kept, exact := f.Kept()
	if exact || math.Abs(float64(kept)/1e8-0.875) > 0.01 {
		t.Errorf("%d cells, exact %v", kept, exact)
	}
}

// TestLateFault has a fault in one combination of 10^8, which the sample misses.
func TestLateFault(t *testing.T) {
	g := hugeGrid(t)
	f, err := Compile("1 / (ttl_s * 1000 + interval_s - 77777777) < 2", g)
	if err != nil {
		t.Fatal(err)
	}
	columns := grid.NewColumns(g.Parameters(), 3)
	first := int64(77776*1000 + 776)
	g.FillFixed(columns, 3)
	g.Fill(first, 3, columns)
	keep, failures := make([]bool, 3), make([]string, 3)
	if n := f.NewEvaluator().Select(first, columns, keep, failures); n != 3 || !keep[1] || failures[1] != "the condition divides by zero" || failures[0]+failures[2] != "" {
		t.Errorf("%d kept, failures %q", n, failures)
	}
}

func TestSelectAllocatesNothing(t *testing.T) {
	for _, text := range []string{"ttl_s > 25 * interval_s and ttl_s % 7 in [1, 2, 3]", "interval_s > 500"} {
		g := hugeGrid(t)
		f, err := Compile(text, g)
		if err != nil {
			t.Fatal(err)
		}
		const rows = 1024
		columns := grid.NewColumns(g.Parameters(), rows)
		g.FillFixed(columns, rows)
		g.Fill(0, rows, columns)
		keep, failures := make([]bool, rows), make([]string, rows)
		e := f.NewEvaluator()
		if n := testing.AllocsPerRun(100, func() { e.Select(0, columns, keep, failures) }); n > 0 {
			t.Errorf("%s: %v allocations a block", text, n)
		}
	}
}

func BenchmarkSelect(b *testing.B) {
	g := hugeGrid(b)
	f, err := Compile("ttl_s >= 25 * interval_s and (ttl_s + interval_s) % 7 in [1, 2, 3] or ttl_s / (interval_s + 1) < 0.5", g)
	if err != nil {
		b.Fatal(err)
	}
	const rows = 1024
	columns := grid.NewColumns(g.Parameters(), rows)
	g.FillFixed(columns, rows)
	keep, failures := make([]bool, rows), make([]string, rows)
	e := f.NewEvaluator()
	b.ReportAllocs()
	cells := 0
	for b.Loop() {
		first := int64(cells) % (g.Cells() - rows)
		g.Fill(first, rows, columns)
		e.Select(first, columns, keep, failures)
		cells += rows
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(cells), "ns/cell")
}

func FuzzCompile(f *testing.F) {
	for _, text := range []string{
		"ttl_s >= 2 * interval_s", `policy in ["weighted"] and not (probability > 0.1)`, "1 < ttl_s < 3 ** 2",
		"ttl_s in 1..9 or seed % 2 == 0", "ttl_s / 0 > 1", "let x = 1; x", "((((", "\"", "-ttl_s ^ 3 != 1e9",
	} {
		f.Add(text)
	}
	g := testGrid(f)
	f.Fuzz(func(t *testing.T, text string) {
		filter, err := Compile(text, g)
		if err != nil {
			return
		}
		again, err := Compile(filter.String(), g)
		if err != nil {
			t.Fatalf("%q is spelt %q, which is wrong: %v", text, filter, err)
		}
		if again.String() != filter.String() {
			t.Fatalf("%q is spelt %q, and that %q", text, filter, again)
		}
		a, aExact := filter.Kept()
		b, bExact := again.Kept()
		if a != b || aExact != bExact {
			t.Fatalf("%q keeps %d, %q keeps %d", text, a, filter, b)
		}
	})
}

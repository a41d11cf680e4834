package main

import (
	"bufio"
	"fmt"
	"math"
	"strconv"
	"strings"

	"tarama/output"
)

// widthRows is how many rows are looked at to find how wide columns are and how many decimals they need; longer tables
// are printed as they come, in the same form.
const widthRows = 1000

// tableWriter prints rows for people: aligned, units in the header, shares as percentages, reals rounded.
type tableWriter struct {
	w        *bufio.Writer
	columns  []output.Column
	markdown bool

	gathered [][]any // rows not printed yet
	decimals []int   // by column; nil until the first rows are printed
	table    table
	widths   []int
}

func (t *tableWriter) write(rows *output.Table, positions []int, row int) error {
	values := make([]any, len(positions))
	for i, p := range positions {
		values[i] = value(&t.columns[i], &rows.Columns[p], row)
	}
	t.gathered = append(t.gathered, values)
	if len(t.gathered) < widthRows {
		return nil
	}
	return t.flush()
}

func (t *tableWriter) close() error {
	if t.decimals == nil || len(t.gathered) > 0 {
		if err := t.flush(); err != nil {
			return err
		}
	}
	return t.w.Flush()
}

// flush prints what has gathered, with the header if it is the first time.
func (t *tableWriter) flush() error {
	begun := t.decimals != nil
	if !begun {
		t.chooseDecimals()
	}
	t.table.rows = t.table.rows[:0]
	for _, values := range t.gathered {
		texts := make([]string, len(values))
		for i, x := range values {
			texts[i] = readable(&t.columns[i], x, t.decimals[i])
		}
		t.table.rows = append(t.table.rows, texts)
	}
	t.gathered = t.gathered[:0]
	if !begun {
		t.chooseWidths()
		if err := t.table.writeHeader(t.w, t.widths, t.markdown); err != nil {
			return err
		}
	}
	return t.table.writeRows(t.w, t.widths, t.markdown)
}

func (t *tableWriter) chooseWidths() {
	for i := range t.columns {
		c := &t.columns[i]
		t.table.header = append(t.table.header, heading(c))
		t.table.right = append(t.table.right, c.Type == output.Int64 || c.Type == output.Float64)
	}
	t.widths = t.table.widths()
}

// chooseDecimals gives each column of reals as many decimals as its values need, up to what people read.
func (t *tableWriter) chooseDecimals() {
	t.decimals = make([]int, len(t.columns))
	for i := range t.columns {
		for _, values := range t.gathered {
			if x, ok := values[i].(float64); ok {
				t.decimals[i] = max(t.decimals[i], decimalsOf(shown(&t.columns[i], x), mostDecimals(&t.columns[i])))
			}
		}
	}
}

// mostDecimals is how finely people read a column: percentages and seconds to the hundredth, other reals to the
// thousandth. A parameter is shown as the study gave it.
func mostDecimals(c *output.Column) int {
	switch {
	case c.Role == output.RoleParameter:
		return 12
	case c.Unit == shareUnit, c.Unit == "s":
		return 2
	}
	return 3
}

// decimalsOf is how many decimals a number needs, at most most.
func decimalsOf(x float64, most int) int {
	text := strconv.FormatFloat(x, 'f', most, 64)
	point := strings.IndexByte(text, '.')
	if point < 0 {
		return 0
	}
	return len(strings.TrimRight(text, "0")) - 1 - point
}

// shareUnit is the unit of a part of a whole, from 0 to 1. Tables show it as a percentage.
const shareUnit = "share"

func shown(c *output.Column, x float64) float64 {
	if c.Unit == shareUnit && c.Role != output.RoleParameter {
		return 100 * x
	}
	return x
}

// heading is a column's name with its unit as the table prints it; a name that ends in the unit says it already.
func heading(c *output.Column) string {
	switch {
	case c.Unit == shareUnit && c.Role != output.RoleParameter:
		return c.Name + " [%]"
	case c.Unit == "" || c.Unit == shareUnit || strings.HasSuffix(c.Name, "_"+c.Unit):
		return c.Name
	}
	return fmt.Sprintf("%s [%s]", c.Name, c.Unit)
}

// readable prints a value as people read it. Null is a dash: there is no such value.
func readable(c *output.Column, x any, decimals int) string {
	if x == nil {
		return "-"
	}
	real, ok := x.(float64)
	if !ok {
		return escapeControl(exact(x))
	}
	return rounded(shown(c, real), decimals)
}

// rounded prints a number with some decimals, or with an exponent where they would show nothing of it or too much.
func rounded(x float64, decimals int) string {
	text := strconv.FormatFloat(x, 'f', decimals, 64)
	if vanishes := x != 0 && strings.Trim(text, "-0.") == ""; vanishes || math.Abs(x) >= 1e15 {
		return strconv.FormatFloat(x, 'g', 3, 64)
	}
	return text
}

// escapeControl keeps control characters of a file from reaching a terminal.
func escapeControl(s string) string {
	if !strings.ContainsFunc(s, isControl) {
		return s
	}
	quoted := strconv.Quote(s)
	return quoted[1 : len(quoted)-1]
}

func isControl(r rune) bool { return r < 0x20 || (r >= 0x7f && r < 0xa0) || r == 0x2028 || r == 0x2029 }

package main

import (
	"bufio"
	"fmt"
	"strconv"
	"strings"

	"tarama/output"
)

// widthRows is how many rows are looked at to find how wide columns are; longer tables are printed as they come, with
// these widths.
const widthRows = 1000

// tableWriter prints rows for people: aligned, units in the header, shares as percentages, reals rounded.
type tableWriter struct {
	w        *bufio.Writer
	columns  []output.Column
	markdown bool

	table  table
	widths []int // nil until the first rows are printed
}

func (t *tableWriter) write(rows *output.Table, positions []int, n int) error {
	for row := range n {
		texts := make([]string, len(positions))
		for i, p := range positions {
			texts[i] = readable(&t.columns[i], value(&t.columns[i], &rows.Columns[p], row))
		}
		t.table.rows = append(t.table.rows, texts)
		if len(t.table.rows) == widthRows {
			if err := t.flush(); err != nil {
				return err
			}
		}
	}
	return nil
}

// flush prints what has gathered, with the header if it is the first time.
func (t *tableWriter) flush() error {
	if t.widths == nil {
		t.begin()
		if err := t.table.writeHeader(t.w, t.widths, t.markdown); err != nil {
			return err
		}
	}
	err := t.table.writeRows(t.w, t.widths, t.markdown)
	t.table.rows = t.table.rows[:0]
	return err
}

func (t *tableWriter) begin() {
	for i := range t.columns {
		c := &t.columns[i]
		t.table.header = append(t.table.header, heading(c))
		t.table.right = append(t.table.right, c.Type == output.Int64 || c.Type == output.Float64)
	}
	t.widths = t.table.widths()
}

func (t *tableWriter) close() error {
	if t.widths == nil || len(t.table.rows) > 0 {
		if err := t.flush(); err != nil {
			return err
		}
	}
	return t.w.Flush()
}

// shareUnit is the unit of a part of a whole, from 0 to 1.
const shareUnit = "share"

// heading is a column's name with its unit as the table prints it.
func heading(c *output.Column) string {
	switch {
	case c.Unit == "" || strings.HasSuffix(c.Name, "_"+c.Unit):
		return c.Name
	case c.Unit == shareUnit:
		return c.Name + " [%]"
	}
	return fmt.Sprintf("%s [%s]", c.Name, c.Unit)
}

// readable prints a value as people read it. Null is a dash: it says that there is no such value.
func readable(c *output.Column, x any) string {
	real, ok := x.(float64)
	switch {
	case x == nil:
		return "-"
	case !ok:
		return escapeControl(exact(x))
	case c.Role == output.RoleParameter:
		return exact(x) // as the study gave it
	case c.Unit == shareUnit:
		return rounded(100*real, 2)
	case c.Unit == "s":
		return rounded(real, 2)
	}
	return rounded(real, 3)
}

// rounded prints a number with some decimals, or with an exponent where they would show nothing of it.
func rounded(x float64, decimals int) string {
	text := strconv.FormatFloat(x, 'f', decimals, 64)
	if x != 0 && (strings.Trim(text, "-0.") == "" || len(text) > 16) {
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

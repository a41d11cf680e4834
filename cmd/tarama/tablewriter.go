package main

import (
	"bufio"
	"fmt"
	"math"
	"strconv"
	"strings"

	"tarama/models"
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
	titled   bool // a title above the table says the unit, so the header does not
	width    int  // of the terminal

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
		t.table.header = append(t.table.header, escapeControl(t.heading(c)))
		t.table.right = append(t.table.right, c.Type == output.Int64 || c.Type == output.Float64)
	}
	if !t.markdown {
		t.table.foldHeader(t.width)
	}
	t.widths = t.table.widths()
}

func (t *tableWriter) chooseDecimals() {
	t.decimals = make([]int, len(t.columns))
	for i := range t.columns {
		var reals []float64
		for _, values := range t.gathered {
			if x, ok := values[i].(float64); ok {
				reals = append(reals, x)
			}
		}
		t.decimals[i] = commonDecimals(&t.columns[i], reals)
	}
}

// commonDecimals gives the values of a column of reals as many decimals as they need, up to what people read; if all would round
// to nothing they are printed with an exponent.
func commonDecimals(c *output.Column, values []float64) int {
	decimals, largest, seen := 0, 0.0, false
	for _, x := range values {
		seen, largest = seen || x != 0, max(largest, math.Abs(shown(c, x)))
		decimals = max(decimals, decimalsOf(shown(c, x), mostDecimals(c)))
	}
	if vanishes := decimalsOf(largest, mostDecimals(c)) == 0 && largest < 0.5; seen && vanishes || largest >= 1e15 {
		return exponent
	}
	return decimals
}

// exponent, as a number of decimals, asks for three digits and an exponent.
const exponent = -1

// mostDecimals is how finely people read a column: percentages and seconds to the hundredth, other reals to the
// thousandth. A parameter is shown as the study gave it.
func mostDecimals(c *output.Column) int {
	switch {
	case c.Role == output.RoleParameter:
		return 12
	case c.Unit == models.ShareUnit, c.Unit == "s":
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

// shown is a number as tables show it.
func shown(c *output.Column, x float64) float64 {
	if c.Unit == models.ShareUnit && c.Role != output.RoleParameter {
		return 100 * x
	}
	return x
}

func (t *tableWriter) heading(c *output.Column) string {
	if t.titled && c.Role != output.RoleParameter {
		return c.Name
	}
	return heading(c)
}

// heading is a column's name with its unit as the table prints it; a name that says its unit is left alone.
func heading(c *output.Column) string {
	switch {
	case c.Unit == models.ShareUnit && c.Role != output.RoleParameter:
		return c.Name + " [%]"
	case c.Unit == "" || c.Unit == models.ShareUnit || saysUnit(c.Name, c.Unit):
		return c.Name
	}
	return fmt.Sprintf("%s [%s]", c.Name, c.Unit)
}

// saysUnit says whether a name ends in its unit, as ttl_s and request_rate_rps do.
func saysUnit(name, unit string) bool {
	endings := map[string][]string{
		"s": {"_s"}, "%": {"_percent"}, "1/s": {"_rps", "_qps"}, "1/min": {"_per_min"},
	}
	for _, ending := range endings[unit] {
		if strings.HasSuffix(name, ending) || strings.Contains(name, ending+"_") {
			return true
		}
	}
	return false
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

// mostExtra is how many decimals a number may get beyond its column's; what differs later is rounding.
const mostExtra = 9

// visible is how far, as a share of it, a number that is not whole must be from a whole one to be told apart from it.
const visible = 0.001

// rounded prints a number with some decimals, or with an exponent. A number that is plainly not whole does not look so: a mean
// of 0.9954 is below a limit of 1, and one of 0.0004 is above zero. It gets more decimals than its column. What rounds to
// zero all the same has no sign.
func rounded(x float64, decimals int) string {
	if decimals == exponent {
		return strconv.FormatFloat(x, 'g', 3, 64)
	}
	if whole := math.Round(x); math.Abs(x-whole) > visible*math.Abs(x) {
		for more := decimals; more <= mostExtra; more++ {
			if text := strconv.FormatFloat(x, 'f', more, 64); strings.Trim(afterPoint(text), "0") != "" {
				return text
			}
		}
	}
	text := strconv.FormatFloat(x, 'f', decimals, 64)
	if strings.Trim(text, "-0.") == "" {
		return strings.TrimPrefix(text, "-")
	}
	return text
}

func afterPoint(text string) string {
	_, decimals, _ := strings.Cut(text, ".")
	return decimals
}

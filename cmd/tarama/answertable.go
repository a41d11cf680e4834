package main

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"tarama/models"
	"tarama/output"
)

// answerTable is a table that a verb works out, printed in any of the formats of show. A value is an int64, a float64, a string or
// nil, as its column's type says. Values are kept by column: a table may have a row for each of many groups and metrics.
type answerTable struct {
	columns []output.Column // all of them before the first row
	titled  bool            // a title above the table says the unit
	cells   output.Table
}

// add adds a row.
func (a *answerTable) add(values ...any) {
	if a.cells.Columns == nil {
		a.cells.Columns = make([]output.Values, len(a.columns))
	}
	a.cells.Rows++
	for i, x := range values {
		v := &a.cells.Columns[i]
		v.Null = append(v.Null, x == nil)
		switch a.columns[i].Type {
		case output.Int64:
			v.Ints = append(v.Ints, orZero[int64](x))
		case output.Float64:
			v.Reals = append(v.Reals, orZero[float64](x))
		case output.Text:
			v.Texts = append(v.Texts, orZero[string](x))
		case output.Dict:
			v.Codes = append(v.Codes, int32(max(0, slices.Index(a.columns[i].Words, orZero[string](x)))))
		}
	}
}

func (a *answerTable) write(format string, out io.Writer) error {
	w, err := newRowWriter(format, out, a.columns)
	if err != nil {
		return err
	}
	if table, ok := w.(*tableWriter); ok {
		table.titled = a.titled
	}
	var positions []int
	for i := range a.columns {
		positions = append(positions, i)
	}
	for row := range a.cells.Rows {
		if err := w.write(&a.cells, positions, row); err != nil {
			return err
		}
	}
	return w.close()
}

func orZero[T any](x any) T {
	v, _ := x.(T) // a null
	return v
}

// optional is a number that may not exist.
func optional(x *float64) any {
	if x == nil {
		return nil
	}
	return *x
}

// valueColumn is the kind of column that holds values of a metric in a table with a title: shares become percentages.
func valueColumn(metric *output.Column) func(name string) output.Column {
	return func(name string) output.Column {
		return output.Column{Name: name, Type: output.Float64, Role: output.RoleMetric, Unit: metric.Unit}
	}
}

// The kinds of columns that answers have beside those of the results.
func countColumn(name string) output.Column { return output.Column{Name: name, Type: output.Int64} }
func textColumn(name string) output.Column  { return output.Column{Name: name, Type: output.Text} }
func realColumn(name string) output.Column  { return output.Column{Name: name, Type: output.Float64} }

// shareColumn is a share of 1, which tables print as a percentage.
func shareColumn(name string) output.Column {
	return output.Column{Name: name, Type: output.Float64, Role: output.RoleMetric, Unit: models.ShareUnit}
}

// writeTitle begins a table of several: what it is about.
func writeTitle(format string, out io.Writer, first bool, c *output.Column) error {
	title := c.Name
	switch {
	case c.Unit == models.ShareUnit:
		title += " [%]"
	case c.Unit != "":
		title += " [" + c.Unit + "]"
	}
	if c.Doc != "" {
		title += ": " + c.Doc
	}
	title = escapeControl(title)
	gap := "\n"
	if first {
		gap = ""
	}
	if format == "md" {
		title = "### " + strings.ReplaceAll(title, "_", `\_`) + "\n"
	}
	_, err := fmt.Fprintf(out, "%s%s\n", gap, title)
	return err
}

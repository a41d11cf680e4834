package report

import (
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"tarama/analysis/report/chart"
)

// figure is a picture with the table behind it.
type figure struct {
	Caption string
	Picture chart.Picture
	Table   *table
	Notes   []string
}

// table is words and numbers in rows.
type table struct {
	Title  string
	Header []string
	Right  []bool // by column: numbers
	Rows   [][]string
}

func newTable(title string, words int, header ...string) *table {
	t := &table{Title: title, Header: header}
	for i := range header {
		t.Right = append(t.Right, i >= words)
	}
	return t
}

// The most that a table may have to stand beside a picture: rows, or as many as are no taller than the picture, and characters
// across, two of them between columns.
const (
	rowsBeside       = 16
	charactersBeside = 72
	rowHeight        = 19.0 // in the picture's units
)

// fitsBeside says whether there is room for the table beside a picture. It is false without a table.
func (t *table) fitsBeside(p chart.Picture) bool {
	if t == nil || len(t.Rows) > max(rowsBeside, int(p.Height/rowHeight)) {
		return false
	}
	across := 0
	for i, name := range t.Header {
		widest := 0
		for _, part := range strings.FieldsFunc(name, func(r rune) bool { return r == ' ' || r == '_' }) { // where it may be broken
			widest = max(widest, utf8.RuneCountInString(part))
		}
		for _, row := range t.Rows {
			widest = max(widest, utf8.RuneCountInString(row[i]))
		}
		across += widest + 2
	}
	return across <= charactersBeside
}

func (t *table) add(row ...string) { t.Rows = append(t.Rows, row) }

// dropEmpty leaves out columns in which every row has a dash.
func (t *table) dropEmpty() {
	for i := len(t.Header) - 1; i >= 0; i-- {
		if slices.ContainsFunc(t.Rows, func(row []string) bool { return row[i] != dash }) {
			continue
		}
		t.Header, t.Right = slices.Delete(t.Header, i, i+1), slices.Delete(t.Right, i, i+1)
		for k := range t.Rows {
			t.Rows[k] = slices.Delete(t.Rows[k], i, i+1)
		}
	}
}

// dash stands where there is no value.
const dash = "–"

func (f *findings) number(m *metric, x float64) string { return chart.Number(f.display(m.Column, x)) }

func (f *findings) rangeText(m *metric, r *chart.Range) string {
	if r == nil {
		return dash
	}
	return f.number(m, r.Low) + " to " + f.number(m, r.High)
}

// percent prints a share. An estimate of nothing may lie a little below 0.
func percent(share float64) string {
	switch {
	case share > -0.0005 && share <= 0:
		return "0 %"
	case share > 0 && share < 0.001:
		return "<0.1 %"
	case share < 0.0995 || share >= 0.995 && share < 1:
		return fmt.Sprintf("%.1f %%", 100*share)
	}
	return fmt.Sprintf("%.0f %%", 100*share)
}

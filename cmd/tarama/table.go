package main

import (
	"fmt"
	"io"
	"strings"
	"unicode/utf8"
)

// table is text in columns: numbers to the right, words to the left, one header line.
type table struct {
	header []string
	right  []bool
	rows   [][]string
}

// writePlain writes the table with two spaces between columns and a rule under the header.
func (t *table) writePlain(w io.Writer) error {
	widths := t.widths()
	if err := t.writeHeader(w, widths, false); err != nil {
		return err
	}
	return t.writeRows(w, widths, false)
}

// writeHeader writes the names and the rule under them; markdown's rule says which columns are aligned to the right.
func (t *table) writeHeader(w io.Writer, widths []int, markdown bool) error {
	rule := make([]string, len(widths))
	for i, width := range widths {
		rule[i] = strings.Repeat("-", width)
		if markdown && t.right[i] {
			rule[i] = rule[i][:max(width-1, 1)] + ":"
		}
	}
	if err := t.writeLine(w, t.header, widths, markdown); err != nil {
		return err
	}
	return t.writeLine(w, rule, widths, markdown)
}

func (t *table) writeRows(w io.Writer, widths []int, markdown bool) error {
	for _, row := range t.rows {
		if err := t.writeLine(w, row, widths, markdown); err != nil {
			return err
		}
	}
	return nil
}

func (t *table) writeLine(w io.Writer, row []string, widths []int, markdown bool) error {
	cells := make([]string, len(row))
	for i, text := range row {
		if markdown {
			text = strings.ReplaceAll(text, "|", `\|`)
		}
		pad := strings.Repeat(" ", max(widths[i]-utf8.RuneCountInString(text), 0))
		if t.right[i] {
			cells[i] = pad + text
		} else {
			cells[i] = text + pad
		}
	}
	line := strings.TrimRight(strings.Join(cells, "  "), " ")
	if markdown {
		line = "| " + strings.Join(cells, " | ") + " |"
	}
	_, err := fmt.Fprintln(w, line)
	return err
}

func (t *table) widths() []int {
	widths := make([]int, len(t.header))
	for _, row := range append([][]string{t.header}, t.rows...) {
		for i, text := range row {
			widths[i] = max(widths[i], utf8.RuneCountInString(text))
		}
	}
	return widths
}

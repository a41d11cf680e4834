package main

import (
	"fmt"
	"io"
	"strings"
	"unicode/utf8"
)

// table is text in columns: numbers to the right, words to the left. A header may have several lines.
type table struct {
	header []string
	right  []bool
	rows   [][]string
}

// between is what stands between two columns of a plain table.
const between = "  "

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
	for _, line := range t.headerLines() {
		if err := t.writeLine(w, line, widths, markdown); err != nil {
			return err
		}
	}
	return t.writeLine(w, rule, widths, markdown)
}

// headerLines are the lines of the header; names of fewer lines stand at the bottom.
func (t *table) headerLines() [][]string {
	height := 0
	for _, name := range t.header {
		height = max(height, strings.Count(name, "\n")+1)
	}
	lines := make([][]string, height)
	for i := range lines {
		lines[i] = make([]string, len(t.header))
	}
	for i, name := range t.header {
		parts := strings.Split(name, "\n")
		for k, part := range parts {
			lines[height-len(parts)+k][i] = part
		}
	}
	return lines
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
	line := strings.TrimRight(strings.Join(cells, between), " ")
	if markdown {
		line = "| " + strings.Join(cells, " | ") + " |"
	}
	_, err := fmt.Fprintln(w, line)
	return err
}

func (t *table) widths() []int {
	widths := make([]int, len(t.header))
	for _, row := range append(t.headerLines(), t.rows...) {
		for i, text := range row {
			widths[i] = max(widths[i], utf8.RuneCountInString(text))
		}
	}
	return widths
}

// foldHeader breaks names at their underscores and spaces, the widest columns first, until the table fits a width or
// nothing is left to break.
func (t *table) foldHeader(width int) {
	for t.totalWidth() > width {
		widths, widest := t.widths(), -1
		for i, name := range t.header {
			if folded := fold(name); folded != name && (widest < 0 || widths[i] > widths[widest]) {
				widest = i
			}
		}
		if widest < 0 {
			return
		}
		t.header[widest] = fold(t.header[widest])
	}
}

func (t *table) totalWidth() int {
	total := (len(t.header) - 1) * len(between)
	for _, width := range t.widths() {
		total += width
	}
	return total
}

// fold breaks the longest line of a name in two, as near to its middle as a word ends.
func fold(name string) string {
	lines := strings.Split(name, "\n")
	longest := 0
	for i := range lines {
		if len(lines[i]) > len(lines[longest]) {
			longest = i
		}
	}
	line, best := lines[longest], -1
	for i := 1; i < len(line)-1; i++ {
		if (line[i] == '_' || line[i] == ' ') && (best < 0 || abs(2*i+1-len(line)) < abs(2*best+1-len(line))) {
			best = i
		}
	}
	if best < 0 {
		return name
	}
	lines[longest] = strings.TrimRight(line[:best+1], " ") + "\n" + line[best+1:]
	return strings.Join(lines, "\n")
}

func abs(n int) int { return max(n, -n) }

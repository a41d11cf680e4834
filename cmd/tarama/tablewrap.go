package main

import (
	"slices"
	"strings"
	"unicode/utf8"
)

// narrowest is how narrow wrap makes a column of sentences.
const narrowest = 12

// wrap breaks sentences into lines until the table fits a width: the widest column gives way first. Columns of single
// words stay as they are, so a table may remain too wide.
func (t *table) wrap(width int) {
	widths := t.widths()
	excess := (len(widths)-1)*len(between) - width
	for _, w := range widths {
		excess += w
	}
	for ; excess > 0; excess-- {
		widest := -1
		for i := range widths {
			if widths[i] > narrowest && t.hasSentences(i) && (widest < 0 || widths[i] > widths[widest]) {
				widest = i
			}
		}
		if widest < 0 {
			break
		}
		widths[widest]--
	}
	var rows [][]string
	for _, row := range t.rows {
		rows = append(rows, wrapRow(row, widths)...)
	}
	t.rows = rows
}

func (t *table) hasSentences(column int) bool {
	return slices.ContainsFunc(t.rows, func(row []string) bool { return strings.Contains(row[column], " ") })
}

// wrapRow breaks a row into as many as its longest cell needs.
func wrapRow(row []string, widths []int) [][]string {
	var rows [][]string
	for i, text := range row {
		for k, line := range wrapText(text, widths[i]) {
			if k == len(rows) {
				rows = append(rows, make([]string, len(row)))
			}
			rows[k][i] = line
		}
	}
	return rows
}

// wrapText breaks a text at spaces; a word that is too long stands alone.
func wrapText(text string, width int) []string {
	var lines []string
	for _, word := range strings.Fields(text) {
		last := len(lines) - 1
		if last >= 0 && utf8.RuneCountInString(lines[last])+1+utf8.RuneCountInString(word) <= width {
			lines[last] += " " + word
		} else {
			lines = append(lines, word)
		}
	}
	return lines
}

package main

import (
	"io"
	"strings"
)

// hanging is how far the lines of a paragraph stand in after the first.
const hanging = "  "

// paragraph breaks a sentence into lines as wide as the terminal; a program gets one line.
func paragraph(w io.Writer, text string) string {
	text = escapeControl(text)
	if !isTerminal(w) {
		return text + "\n"
	}
	return hang(text, widthOf(w))
}

// hang breaks a sentence into lines of a width, all but the first indented.
func hang(text string, width int) string {
	lines := wrapText(text, width-len(hanging))
	return strings.Join(lines, "\n"+hanging) + "\n"
}

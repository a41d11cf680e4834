package main

import (
	"io"
	"strconv"
	"strings"
	"unicode/utf8"
)

// plainText passes on what people read, and writes control characters as Go spells them (\x1b): names of files, options and
// columns that somebody else has chosen must not steer a terminal. Line ends and tabs are our own layout and stay.
type plainText struct{ to io.Writer }

// Write expects whole characters, which fmt's functions give.
func (p plainText) Write(text []byte) (int, error) {
	s := string(text)
	if !steers(s) {
		return p.to.Write(text)
	}
	if _, err := io.WriteString(p.to, withoutControl(s)); err != nil {
		return 0, err
	}
	return len(text), nil
}

// steers says whether a text has something that a terminal may obey. Some obey single bytes that are no UTF-8 too.
func steers(s string) bool {
	return !utf8.ValidString(s) || strings.ContainsFunc(s, isForeignControl)
}

// isForeignControl says whether a character is a control character that we never print.
func isForeignControl(r rune) bool { return isControl(r) && r != '\n' && r != '\t' }

// withoutControl is a text with its control characters, and bytes that are no UTF-8, spelled out.
func withoutControl(s string) string {
	var b strings.Builder
	for len(s) > 0 {
		r, size := utf8.DecodeRuneInString(s)
		if r == utf8.RuneError && size == 1 || isForeignControl(r) {
			quoted := strconv.Quote(s[:size])
			b.WriteString(quoted[1 : len(quoted)-1])
		} else {
			b.WriteString(s[:size])
		}
		s = s[size:]
	}
	return b.String()
}

// raw is where a writer writes in the end: what draws on a terminal itself needs that.
func raw(w io.Writer) io.Writer {
	if p, ok := w.(plainText); ok {
		return p.to
	}
	return w
}

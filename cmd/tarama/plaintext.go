package main

import (
	"fmt"
	"io"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

// What somebody else has named, such as files, options and columns, must not steer a terminal, nor pass for a message of ours: in all
// that people read, characters that do are spelled as in Go (\x1b, \u202e). Sentences and cells of tables are escaped whole, line ends
// in them too; plainText is the net below, which leaves line ends and tabs, since it cannot tell a name's from ours.

// say writes a sentence for people on a line of its own.
func say(w io.Writer, format string, args ...any) {
	fmt.Fprintln(w, escapeControl(fmt.Sprintf(format, args...)))
}

// escapeControl spells the control characters of a text that has no lines of its own.
func escapeControl(s string) string { return spelled(s, isControl) }

// isControl says whether a character steers what reads it: control characters, ends of lines and paragraphs, and those that turn
// the direction of writing, with which a name can show something else than it is.
func isControl(r rune) bool {
	return unicode.IsControl(r) || unicode.Is(unicode.Bidi_Control, r) || r == 0x2028 || r == 0x2029
}

// plainText passes on what people read.
type plainText struct{ to io.Writer }

// Write expects whole characters, which fmt's functions give.
func (p plainText) Write(text []byte) (int, error) {
	s := string(text)
	plain := spelled(s, isForeignControl)
	if plain == s {
		return p.to.Write(text)
	}
	if _, err := io.WriteString(p.to, plain); err != nil {
		return 0, err
	}
	return len(text), nil
}

// isForeignControl says whether a character is a control character that we never print.
func isForeignControl(r rune) bool { return isControl(r) && r != '\n' && r != '\t' }

// spelled is a text with certain characters spelled out, and bytes that are no UTF-8, some of which terminals obey too.
func spelled(s string, which func(rune) bool) string {
	if utf8.ValidString(s) && !strings.ContainsFunc(s, which) {
		return s
	}
	var b strings.Builder
	for len(s) > 0 {
		r, size := utf8.DecodeRuneInString(s)
		if r == utf8.RuneError && size == 1 || which(r) {
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

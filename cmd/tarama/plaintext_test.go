package main

import (
	"errors"
	"fmt"
	"io/fs"
	"strings"
	"syscall"
	"testing"

	"tarama/sweep/study"
)

func TestPlainText(t *testing.T) {
	for text, want := range map[string]string{
		"":                            "",
		"plain é ü 漢 \"\\\"\n\tend\n": "plain é ü 漢 \"\\\"\n\tend\n",
		"a\x1b[31mred\a\r\n":          `a\x1b[31mred\a\r` + "\n",
		"C1 \u009b31m, byte \x9b31m":  `C1 \u009b31m, byte \x9b31m`,
		"lines \u2028 \u2029 \x7f":    `lines \u2028 \u2029 \x7f`,
		"right \u202eto left\u2069":   `right \u202eto left\u2069`,
		"half \xe6\xbc":               `half \xe6\xbc`,
		"\uFFFD stays":                "\uFFFD stays",
	} {
		var b strings.Builder
		n, err := plainText{&b}.Write([]byte(text))
		if b.String() != want || n != len(text) || err != nil {
			t.Errorf("%q: %q, %d, %v; want %q", text, b.String(), n, err, want)
		}
	}
	for _, text := range []string{"plain", "\x1b"} {
		if _, err := (plainText{gone{}}).Write([]byte(text)); !errors.Is(err, syscall.EPIPE) {
			t.Errorf("%q: %v", text, err)
		}
	}
}

// gone is a reader that has seen enough.
type gone struct{}

func (gone) Write([]byte) (int, error) { return 0, syscall.EPIPE }

// TestEscapeControl: what somebody has named stays on its line, and shows all that it is.
func TestEscapeControl(t *testing.T) {
	for text, want := range map[string]string{
		"":                               "",
		"plain é ü 漢 שלום \"\\\"":        "plain é ü 漢 שלום \"\\\"",
		"results\nall the same\r":        `results\nall the same\r`,
		"a\tb \"quoted\"":                `a\tb "quoted"`,
		"\u202egnp.exe\u202c":            `\u202egnp.exe\u202c`,
		"\u2066\u2067\u2068\u2069":       `\u2066\u2067\u2068\u2069`,
		"\u200e\u200f\u061c":             `\u200e\u200f\u061c`,
		"\u2028 \u2029 \x7f \u009b \x00": `\u2028 \u2029 \x7f \u009b \x00`,
		"byte \x9b31m":                   `byte \x9b31m`,
		"\uFFFD stays":                   "\uFFFD stays",
	} {
		if got := escapeControl(text); got != want {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
		var said strings.Builder
		if say(&said, "%s: %d", text, 7); said.String() != want+": 7\n" {
			t.Errorf("%q: said %q", text, said.String())
		}
	}
}

// TestDescribe: a message has the lines that it should have, and no others.
func TestDescribe(t *testing.T) {
	evil := "x\ntarama: all is well\u202e"
	const spelled = `x\ntarama: all is well\u202e`
	other := &otherStudy{errors.New("another"), []string{"r holds another study:", "  ttl_s is " + evil, "use another"}}
	for name, c := range map[string]struct {
		err  error
		want string
	}{
		"none":           {nil, ""},
		"outcome":        {outcome{exitDifference}, ""},
		"plain":          {errors.New("there is no " + evil), "tarama: there is no " + spelled + "\n"},
		"usage":          {usageError{errors.New(evil)}, "tarama: " + spelled + "\n"},
		"system":         {&fs.PathError{Op: "open", Path: evil, Err: syscall.ENOENT}, "tarama: open " + spelled + ": no such file or directory\n"},
		"several":        {usageError{errors.Join(errors.New("one"), errors.New(evil))}, "tarama: one\n" + spelled + "\n"},
		"several within": {fmt.Errorf("%w and %w", errors.New("a\nb"), errors.New("c")), "tarama: a\\nb and c\n"},
		"another study":  {other, "tarama: r holds another study:\n  ttl_s is " + spelled + "\nuse another\n"},
		"problems": {study.Problems{{File: "s.yaml", Line: 1, Column: 2, Message: "has no " + evil}, {File: evil, Message: "is bad", Hint: "b"}},
			"s.yaml:1:2: has no " + spelled + "\n" + spelled + ": is bad (b)\n"},
	} {
		if got := describe(c.err); got != c.want {
			t.Errorf("%s: got\n%swant\n%s", name, got, c.want)
		}
	}
}

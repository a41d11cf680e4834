package main

import (
	"errors"
	"strings"
	"syscall"
	"testing"
)

func TestPlainText(t *testing.T) {
	for text, want := range map[string]string{
		"":                            "",
		"plain é ü 漢 \"\\\"\n\tend\n": "plain é ü 漢 \"\\\"\n\tend\n",
		"a\x1b[31mred\a\r\n":          `a\x1b[31mred\a\r` + "\n",
		"C1 \u009b31m, byte \x9b31m":  `C1 \u009b31m, byte \x9b31m`,
		"lines \u2028 \u2029 \x7f":    `lines \u2028 \u2029 \x7f`,
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

package main

import (
	"bytes"
	"testing"
)

func TestParagraph(t *testing.T) {
	const text = "warning: seed changes no metric: 2 pairs of cells have the same results"
	want := "warning: seed changes no\n  metric: 2 pairs of cells\n  have the same results\n"
	if got := hang(text, 26); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
	var b bytes.Buffer
	if got := paragraph(&b, text); got != text+"\n" {
		t.Errorf("a program gets %q", got)
	}
}

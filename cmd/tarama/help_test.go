package main

import (
	"strings"
	"testing"
)

func TestFitHelp(t *testing.T) {
	text := `A paragraph of several words
that goes on.

Another one: short.

Usage:
  tarama verb STUDY [flags] that is an example and stays

	source <(code)
	it stays

Flags:
  -h, --help        help for the verb that is long
      --workers N   workers
`
	want := `A paragraph of several words that goes
on.

Another one: short.

Usage:
  tarama verb STUDY [flags] that is an example and stays

	source <(code)
	it stays

Flags:
  -h, --help        help for the verb
                    that is long
      --workers N   workers
`
	if got := fitHelp(text, 40); got != want {
		t.Errorf("%s\nwant\n%s", got, want)
	}
	if got := fitHelp(text, 200); got != strings.Replace(text, "words\nthat", "words that", 1) {
		t.Errorf("on a wide terminal:\n%s", got)
	}
}

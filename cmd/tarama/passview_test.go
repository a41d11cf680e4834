package main

import (
	"strings"
	"testing"
	"time"
)

func TestPassesAsLines(t *testing.T) {
	var out strings.Builder
	v := newPassView(4000, &out, false)
	v.show(time.Now()) // no pass has begun
	v.Begin("groups")
	v.Passed(600)
	v.Passed(400)
	v.show(v.pass.began.Add(time.Second))
	v.Begin("pairs of rows")
	v.show(v.pass.began.Add(time.Second))
	v.hide()
	v.show(time.Now())
	want := "pass 1, groups: 1,000 of 4,000 rows (25.0 %), 1,000 rows/s, about 3s left\n" +
		"pass 2, pairs of rows: 0 of 4,000 rows (0.0 %), 0.0 rows/s\n"
	if out.String() != want {
		t.Errorf("got\n%swant\n%s", out.String(), want)
	}
}

// TestPassesAsBars: a pass that is done with all rows keeps its bar until the next one begins, and none is left in the end.
func TestPassesAsBars(t *testing.T) {
	var out strings.Builder
	v := newPassView(4000, &out, true)
	shown := func() string {
		text := out.String()
		return strings.TrimSpace(text[strings.LastIndexByte(text, '\r')+1:])
	}
	v.show(time.Now())
	v.Begin("groups")
	if out.Len() > 0 {
		t.Errorf("a bar before there is anything to see: %q", out.String())
	}
	v.Passed(4000)
	v.show(time.Now())
	if got := shown(); !strings.HasPrefix(got, "pass 1, groups") || !strings.Contains(got, "3999/4000") {
		t.Errorf("after all rows: %q", got)
	}
	v.Begin("pairs of rows")
	if got := shown(); got != "" {
		t.Errorf("after the next pass began: %q", got)
	}
	v.Passed(1000)
	v.show(time.Now())
	if got := shown(); !strings.HasPrefix(got, "pass 2, pairs of rows  25%") {
		t.Errorf("in the second pass: %q", got)
	}
	v.hide()
	v.show(time.Now())
	if got := shown(); got != "" {
		t.Errorf("in the end: %q", got)
	}
	written := out.Len() // the answer follows, which must stay as it is
	v.hide()
	if out.Len() > written {
		t.Errorf("after the end: %q", out.String()[written:])
	}
}

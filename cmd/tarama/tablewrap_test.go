package main

import (
	"bytes"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"

	"tarama/models/registry"
)

func TestWrap(t *testing.T) {
	table := &table{
		header: []string{"name", "allowed", "meaning"}, right: make([]bool, 3),
		rows: [][]string{{"ttl_s", "1 to 10", "lifetime of an answer in the cache"}, {"a_name_that_is_long", "any", ""}},
	}
	table.wrap(48)
	var b bytes.Buffer
	if err := table.writePlain(&b); err != nil {
		t.Fatal(err)
	}
	want := strings.TrimPrefix(`
name                 allowed  meaning
-------------------  -------  --------------
ttl_s                1 to 10  lifetime of an
                              answer in the
                              cache
a_name_that_is_long  any
`, "\n")
	if diff := cmp.Diff(want, b.String()); diff != "" {
		t.Error(diff)
	}
}

// Every model's tables fit a terminal of 120 characters, and no word is lost.
func TestWrappedModelsFit(t *testing.T) {
	for _, model := range registry.All() {
		spec, err := model.Spec(nil)
		if err != nil {
			t.Fatal(err)
		}
		for _, table := range []*table{parameterTable(spec), metricTable(spec)} {
			before := wordsOf(table)
			table.wrap(120)
			var b bytes.Buffer
			if err := table.writePlain(&b); err != nil {
				t.Fatal(err)
			}
			for _, line := range strings.Split(b.String(), "\n") {
				if utf8.RuneCountInString(line) > 120 {
					t.Errorf("%s: %q is over 120 characters", model.Name(), line)
				}
			}
			if after := wordsOf(table); after != before {
				t.Errorf("%s: %d words before, %d after", model.Name(), before, after)
			}
		}
	}
}

func wordsOf(t *table) (words int) {
	for _, row := range t.rows {
		for _, text := range row {
			words += len(strings.Fields(text))
		}
	}
	return words
}

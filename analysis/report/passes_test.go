package report

import (
	"io"
	"testing"

	"tarama/analysis/rows"
)

// heard is a watcher that adds up the rows of each pass.
type heard struct {
	names []string
	rows  []int
}

func (h *heard) Begin(pass string) { h.names, h.rows = append(h.names, pass), append(h.rows, 0) }
func (h *heard) Passed(rows int)   { h.rows[len(h.rows)-1] += rows }

// TestPassesAreTold: whoever waits for the page hears what each of its passes is after, and how far it is.
func TestPassesAreTold(t *testing.T) {
	var h heard
	if err := Write(io.Discard, rows.Watch(brewRows(50), &h), brewStudy(), brewOptions()); err != nil {
		t.Fatal(err)
	}
	if len(h.names) < 5 {
		t.Fatalf("heard only of %q", h.names)
	}
	for i, name := range h.names {
		if name == "" || h.rows[i] != 144 {
			t.Errorf("pass %d is called %q and has %d rows, not 144", i+1, name, h.rows[i])
		}
	}
}

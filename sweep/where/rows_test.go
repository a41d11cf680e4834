package where

import (
	"testing"

	"tarama/models"
)

// A condition on results sees metrics beside parameters, and a null is neither this nor that.
func TestRowFilter(t *testing.T) {
	columns := Columns{
		{Name: "ttl_s", Type: models.Int},
		{Name: "loss", Type: models.Real},
		{Name: "outcome", Type: models.Enum, Words: []string{"none", "evicted"}},
	}
	rows := []models.Column{
		{Ints: []int64{30, 60, 900}},
		{Reals: []float64{0.5, 2, 0}, Null: []bool{false, false, true}},
		{Codes: []int32{0, 1, 1}},
	}
	for _, c := range []struct {
		text string
		want [3]bool
	}{
		{"ttl_s > 30", [3]bool{false, true, true}},
		{"loss < 1", [3]bool{true, false, false}},
		{"not (loss < 1)", [3]bool{false, true, false}},
		{`outcome == "evicted" and ttl_s < 100`, [3]bool{false, true, false}},
		{"1 / (ttl_s - 30) < 1", [3]bool{false, true, true}},
		{"ttl_s < 0", [3]bool{}},
	} {
		f, err := CompileRows(c.text, columns)
		if err != nil {
			t.Fatalf("%s: %v", c.text, err)
		}
		for row, want := range c.want {
			if got := f.Keeps(rows, row); got != want {
				t.Errorf("%s: row %d: %v, want %v", c.text, row, got, want)
			}
		}
	}
	if _, err := CompileRows("tll_s > 1", columns); err == nil {
		t.Error("an unknown column is no error")
	}
}

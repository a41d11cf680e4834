package where

import (
	"errors"
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
		text      string
		want      [3]bool
		valueless int64
	}{
		{"ttl_s > 30", [3]bool{false, true, true}, 0},
		{"loss < 1", [3]bool{true, false, false}, 0},
		{"not (loss < 1)", [3]bool{false, true, false}, 0},
		{`outcome == "evicted" and ttl_s < 100`, [3]bool{false, true, false}, 0},
		{"1 / (ttl_s - 30) < 1", [3]bool{false, true, true}, 1},
		{"ttl_s == 60 or 1 / (ttl_s - 30) < 1", [3]bool{false, true, true}, 1},
		{"ttl_s * 200000000000000000 > 0", [3]bool{true, false, false}, 2},
		{"loss * 1e308 < 1e308", [3]bool{true, false, false}, 1}, // the third is null, which is no fault
		{"ttl_s < 0", [3]bool{}, 0},
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
		if got := f.Valueless(); got != c.valueless {
			t.Errorf("%s: %d rows without a value, want %d", c.text, got, c.valueless)
		}
	}
	if _, err := CompileRows("tll_s > 1", columns); err == nil {
		t.Error("an unknown column is no error")
	}
}

// No row is to blame for an operation on numbers alone.
func TestNumbersWithoutValue(t *testing.T) {
	columns := Columns{{Name: "ttl_s", Type: models.Int}}
	for text, want := range map[string]Problem{
		"1/0 > 1":                                  {Offset: 1, Message: "the condition divides by zero"},
		"ttl_s > 60 or ttl_s == 7 % (3 - 3)":       {Offset: 25, Message: "the condition divides by zero"},
		"ttl_s < 9223372036854775807 + 1":          {Offset: 28, Message: "a number in the condition becomes too large"},
		"ttl_s in [1, 10 ** 19]":                   {Offset: 16, Message: "a number in the condition becomes too large"},
		"ttl_s / (1e300 * 1e300) > 0 and 0/0 == 0": {Offset: 15, Message: "a number in the condition becomes too large"},
		"ttl_s < -(-9223372036854775807 - 1)":      {Offset: 8, Message: "a number in the condition becomes too large"},
	} {
		_, err := CompileRows(text, columns)
		var problems Problems
		if !errors.As(err, &problems) || problems[0] != want {
			t.Errorf("%s: %v, want %+v", text, err, want)
		}
	}
	if _, err := CompileRows("ttl_s / (ttl_s - ttl_s) > 1 and 1/3 < 2 ** 62", columns); err != nil {
		t.Error(err)
	}
}

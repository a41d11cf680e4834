package formattest

import (
	"errors"
	"io"
	"math"
	"strings"
	"testing"

	"tarama/output"
)

var errSink = errors.New("no space left")

// failingSink fails at one write, and at all later ones if it lasts. It takes a part of what it is given.
type failingSink struct {
	at, writes int
	lasting    bool
	silent     bool // report fewer bytes and no error
}

func (s *failingSink) Write(p []byte) (int, error) {
	s.writes++
	if s.writes == s.at || s.lasting && s.writes > s.at {
		if s.silent && len(p) > 0 {
			return len(p) - 1, nil
		}
		return len(p) / 2, errSink
	}
	return len(p), nil
}

// testFailingWrites lets every single write fail, in every way. The file must not be called whole.
func testFailingWrites(t *testing.T, f output.Format) {
	schema, tables := everyType(), []*output.Table{extremes(), constants(20)}
	all := &failingSink{at: -1}
	if err := writeTo(t, f, all, schema, tables); err != nil {
		t.Fatal(err)
	}
	if all.writes < 10 {
		t.Fatalf("only %d writes", all.writes)
	}
	for at := 1; at <= all.writes; at++ {
		for _, s := range []*failingSink{{at: at, lasting: true}, {at: at}, {at: at, silent: true}} {
			want := errSink
			if s.silent {
				want = io.ErrShortWrite
			}
			if err := writeTo(t, f, s, schema, tables); !errors.Is(err, want) {
				t.Errorf("write %d of %d (lasting %v, silent %v): error %v, want %v", at, all.writes, s.lasting, s.silent, err, want)
			}
		}
	}
}

// writeTo writes a file, goes on after errors as a careless caller would, and returns the first error. Once there was one,
// all that follows must fail too.
func writeTo(t *testing.T, f output.Format, to io.Writer, s *output.Schema, tables []*output.Table) error {
	w, err := f.NewWriter(to, s)
	if err != nil {
		return err
	}
	var first error
	for _, table := range tables {
		err := w.Write(table)
		if first != nil && err == nil {
			t.Error("a write after an error succeeded")
		}
		if first == nil {
			first = err
		}
	}
	err = w.Close()
	if first != nil && err == nil {
		t.Error("the file was closed after an error as if it were whole")
	}
	if first == nil {
		first = err
	}
	return first
}

// testRefusals gives tables that cannot be stored as they are.
func testRefusals(t *testing.T, f output.Format) {
	for _, c := range []struct {
		name, want string
		spoil      func(t *output.Table)
	}{
		{"NaN", "column real: row 3 is NaN", func(t *output.Table) { t.Columns[4].Reals[3] = math.NaN() }},
		{"code", "column word: row 0 has code 5", func(t *output.Table) { t.Columns[7].Codes[0] = 5 }},
		{"negative code", "column word: row 0 has code -1", func(t *output.Table) { t.Columns[7].Codes[0] = -1 }},
		{"text", "not valid UTF-8", func(t *output.Table) { t.Columns[10].Texts[9] = "\xff" }},
		{"null", "row 0 is null", func(t *output.Table) { t.Columns[1].Null = make([]bool, t.Rows); t.Columns[1].Null[0] = true }},
		{"short column", "199 values for 200 rows", func(t *output.Table) { t.Columns[0].Ints = t.Columns[0].Ints[1:] }},
		{"short nulls", "199 null flags", func(t *output.Table) { t.Columns[3].Null = t.Columns[3].Null[1:] }},
		{"no constant", "0 values for 1 rows", func(t *output.Table) { t.Columns[1] = output.Values{Constant: true} }},
		{"columns", "a table of 11 columns", func(t *output.Table) { t.Columns = t.Columns[1:] }},
		{"rows", "rows: between 0 and", func(t *output.Table) { t.Rows = output.MaxRows + 1 }},
		{"long texts", "strings of", func(t *output.Table) {
			t.Columns[10].Texts[0] = strings.Repeat("x", output.MaxText+1)
		}},
	} {
		t.Run(c.name, func(t *testing.T) {
			w, err := f.NewWriter(io.Discard, everyType())
			if err != nil {
				t.Fatal(err)
			}
			table := extremes()
			c.spoil(table)
			if err := w.Write(table); err == nil || !strings.Contains(err.Error(), c.want) {
				t.Errorf("error %v, want %q", err, c.want)
			}
			if w.Close() == nil {
				t.Error("closed without an error")
			}
		})
	}
	for _, bad := range []*output.Schema{
		{},
		{Columns: []output.Column{{Name: ""}}},
		{Columns: []output.Column{{Name: "a"}, {Name: "A"}}},
		{Columns: []output.Column{{Name: "a", Type: output.Dict}}},
		{Columns: []output.Column{{Name: "a", Type: output.Dict, Words: []string{"x", "x"}}}},
		{Columns: []output.Column{{Name: "a", Type: 9}}},
		{Columns: []output.Column{{Name: "a"}}, Metadata: []output.Pair{{Key: "k", Value: "\xff"}}},
	} {
		if _, err := f.NewWriter(io.Discard, bad); err == nil {
			t.Errorf("schema %+v: no error", bad)
		}
	}
}

func testCalls(t *testing.T, f output.Format) {
	w, err := f.NewWriter(io.Discard, everyType())
	if err != nil {
		t.Fatal(err)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	if w.Write(extremes()) == nil {
		t.Error("wrote into a closed file")
	}
	if w.Close() == nil {
		t.Error("closed twice")
	}
}

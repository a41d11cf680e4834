package secondreader_test

import (
	"bytes"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"tarama/output"
	"tarama/output/formattest"
	"tarama/output/secondreader"
)

func TestReadsWhatTheWriterWrote(t *testing.T) {
	for _, c := range formattest.Cases() {
		t.Run(c.Name, func(t *testing.T) {
			r, err := secondreader.Open(formattest.Save(t, formattest.Write(t, output.Parquet, c.Schema, c.Tables)), c.Schema)
			if err != nil {
				t.Fatal(err)
			}
			defer r.Close()
			if err := formattest.CheckSchema(r.Schema(), c.Schema, true); err != nil {
				t.Error(err)
			}
			if err := formattest.CheckContent(r, c.Tables, c.Schema); err != nil {
				t.Error(err)
			}
		})
	}
}

func TestReadsRandomTables(t *testing.T) {
	path := filepath.Join(t.TempDir(), "part")
	rapid.Check(t, func(rt *rapid.T) {
		c := formattest.Random(rt)
		if err := os.WriteFile(path, formattest.Write(t, output.Parquet, c.Schema, c.Tables), 0o666); err != nil {
			rt.Fatal(err)
		}
		r, err := secondreader.Open(path, c.Schema)
		if err != nil {
			rt.Fatal(err)
		}
		defer r.Close()
		if err := formattest.CheckContent(r, c.Tables, c.Schema); err != nil {
			rt.Fatal(err)
		}
	})
}

func TestReadsRowGroupsInAnyOrder(t *testing.T) {
	schema := formattest.SweepSchema()
	tables := []*output.Table{formattest.SweepTable(100, 0), formattest.SweepTable(7, 100), formattest.SweepTable(50, 107)}
	r, err := secondreader.Open(formattest.Save(t, formattest.Write(t, output.Parquet, schema, tables)), schema)
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	var got output.Table
	for _, group := range []int{2, 0, 1, 1, 2} {
		for _, columns := range [][]int{{0, 19}, {14}} {
			if err := r.Read(group, columns, &got); err != nil {
				t.Fatal(err)
			}
			if err := formattest.CheckTable(&got, tables[group], schema, columns); err != nil {
				t.Errorf("row group %d: %v", group, err)
			}
		}
	}
}

// TestRefusesOtherColumns opens files with a schema that is not theirs.
func TestRefusesOtherColumns(t *testing.T) {
	written := formattest.SweepSchema()
	path := formattest.Save(t, formattest.Write(t, output.Parquet, written, []*output.Table{formattest.SweepTable(10, 0)}))
	for _, c := range []struct {
		name, want string
		change     func(s *output.Schema)
	}{
		{"type", `"ttl_s", REQUIRED INT64: wanted is "ttl_s", REQUIRED DOUBLE`, func(s *output.Schema) { s.Columns[2].Type = output.Float64 }},
		{"name", `wanted is "ttl"`, func(s *output.Schema) { s.Columns[2].Name = "ttl" }},
		{"nullable", "wanted is", func(s *output.Schema) { s.Columns[2].Nullable = true }},
		{"number", "20 columns: 19 are wanted", func(s *output.Schema) { s.Columns = s.Columns[1:] }},
	} {
		t.Run(c.name, func(t *testing.T) {
			schema := formattest.SweepSchema()
			c.change(schema)
			if _, err := secondreader.Open(path, schema); err == nil || !strings.Contains(err.Error(), c.want) {
				t.Errorf("error %v, want %q", err, c.want)
			}
		})
	}
	schema := formattest.SweepSchema()
	schema.Columns[1].Words = []string{"geographic", "weighted"}
	r, err := secondreader.Open(path, schema)
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	if err := r.Read(0, []int{1}, new(output.Table)); err == nil || !strings.Contains(err.Error(), `"latency", which is not in the dictionary`) {
		t.Errorf("error %v for a word that is not in the dictionary", err)
	}
}

// TestDamagedFiles cuts a file off at every length: always an error, never a panic.
func TestDamagedFiles(t *testing.T) {
	schema := formattest.SweepSchema()
	tables := []*output.Table{formattest.SweepTable(30, 0)}
	whole := formattest.Write(t, output.Parquet, schema, tables)
	path := filepath.Join(t.TempDir(), "part")
	for n := 0; n < len(whole); n += 7 {
		if err := os.WriteFile(path, whole[:n], 0o666); err != nil {
			t.Fatal(err)
		}
		r, err := secondreader.Open(path, schema)
		if err == nil {
			err = formattest.CheckContent(r, tables, schema)
			r.Close()
		}
		if err == nil {
			t.Errorf("cut off at %d of %d bytes: no error", n, len(whole))
		}
	}
}

// TestDroppedErrors damages compressed pages, at which the library gives fewer values and no error.
func TestDroppedErrors(t *testing.T) {
	schema := formattest.SweepSchema()
	tables := []*output.Table{formattest.SweepTable(300, 0)}
	whole := formattest.Write(t, output.Parquet, schema, tables)
	frame := []byte{0x28, 0xB5, 0x2F, 0xFD} // how zstd begins
	pages := 0
	for at := bytes.Index(whole, frame); at >= 0; pages++ {
		damaged := bytes.Clone(whole)
		damaged[at+3] ^= 0x10
		r, err := secondreader.Open(formattest.Save(t, damaged), schema)
		if err == nil {
			err = formattest.CheckContent(r, tables, schema)
			r.Close()
		}
		var wrong *formattest.Mismatch
		if err == nil || errors.As(err, &wrong) {
			t.Errorf("the page at %d is damaged: %v", at, err)
		}
		next := bytes.Index(whole[at+4:], frame)
		if next < 0 {
			break
		}
		at += 4 + next
	}
	if pages < len(schema.Columns) {
		t.Errorf("only %d pages", pages)
	}
}

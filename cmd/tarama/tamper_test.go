//go:build unix

package main

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"flag"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"tarama/output"
	"tarama/output/results"
	"tarama/sweep"
	"tarama/sweep/study"
)

var everyBit = flag.Bool("everybit", false, "flip all eight bits of every byte, not one of them")

// What an audit must find: every change of a results directory, by accident or on purpose.

// tinyStudy has one small part.
const tinyStudy = `
study: tiny
title: three seeds
model: health
axes:
  - seed: [7, 8, 9]
`

// auditHere audits a directory in this process, with both readers, as the command does in two.
func auditHere(dir string) (*sweep.AuditReport, error) {
	r, err := results.Open(dir)
	if err != nil {
		return nil, err
	}
	defer r.Close()
	plan, err := sweep.PlanOf(r)
	if err != nil {
		return nil, err
	}
	return sweep.Audit(context.Background(), r, plan, sweep.AuditOptions{
		Workers: 1, Progress: &sweep.Progress{},
		NewExaminer: func() (sweep.PartExaminer, error) { return sweep.Local(r, plan, sweep.Selection{}) },
	})
}

func clean(report *sweep.AuditReport, err error) bool { return err == nil && report.Clean() }

// write puts a text into a file of a directory.
func write(t *testing.T, dir, name string, text []byte) {
	t.Helper()
	if err := os.WriteFile(filepath.Join(dir, name), text, 0o666); err != nil {
		t.Fatal(err)
	}
}

func read(t *testing.T, dir, name string) []byte {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(dir, name))
	if err != nil {
		t.Fatal(err)
	}
	return text
}

// flips changes each byte of a file by one bit, or by each of its bits in turn if the flag says so, and calls try each time.
func flips(t *testing.T, path string, try func(i, bit int)) {
	t.Helper()
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	file, err := os.OpenFile(path, os.O_WRONLY, 0)
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	put := func(i int, b byte) {
		if _, err := file.WriteAt([]byte{b}, int64(i)); err != nil {
			t.Fatal(err)
		}
	}
	for i, b := range text {
		for bit := range 8 {
			if *everyBit || bit == (i*5+i/8)%8 {
				put(i, b^1<<bit)
				try(i, bit)
			}
		}
		put(i, b)
	}
}

// TestEveryFlippedBit flips a bit of each byte of each file, one at a time. The manifest gets a whole audit each time, the
// others the check that an audit makes of them.
func TestEveryFlippedBit(t *testing.T) {
	dir, want := wholeRun(t, writeStudy(t, tinyStudy))
	if !clean(auditHere(dir)) {
		t.Fatal("the audit finds something where nothing was changed")
	}
	r, err := results.Open(dir)
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	finds := map[string]func() bool{
		"manifest.json": func() bool { return !clean(auditHere(dir)) },
		"run.json":      func() bool { _, err := sweep.ReadRecord(r); return err != nil },
	}
	for name := range want {
		if finds[name] == nil {
			finds[name] = func() bool { return r.Verify(r.Parts()[0], results.VerifyOptions{}) != nil }
		}
	}
	if len(finds) != 4 {
		t.Fatalf("%d files, want two parts, the manifest and run.json", len(finds))
	}
	for name, found := range finds {
		text := read(t, dir, name)
		flips(t, filepath.Join(dir, name), func(i, bit int) {
			if !found() {
				t.Errorf("%s: bit %d of byte %d went unnoticed: %q", name, bit, i, text[max(0, i-15):min(len(text), i+15)])
			}
		})
	}
}

// TestFlippedBits does the same with the real command, a few bits of each file.
func TestFlippedBits(t *testing.T) {
	dir, want := wholeRun(t, writeStudy(t, tinyStudy))
	random := rand.New(rand.NewPCG(4, 0))
	want["run.json"] = ""
	for name := range want {
		text := read(t, dir, name)
		for range 4 {
			changed := bytes.Clone(text)
			i, bit := random.IntN(len(text)), random.IntN(8)
			changed[i] ^= 1 << bit
			write(t, dir, name, changed)
			if e := tarama(t, "audit", dir); e.code != exitDifference || !strings.Contains(e.stdout, "problem: ") {
				t.Errorf("%s, bit %d of byte %d: exit code %d\n%s%s", name, bit, i, e.code, e.stdout, e.stderr)
			}
		}
		write(t, dir, name, text)
	}
}

// TestEveryLength cuts the files of a part off at every length.
func TestEveryLength(t *testing.T) {
	dir, _ := wholeRun(t, writeStudy(t, tinyStudy))
	r, err := results.Open(dir)
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	for _, name := range []string{"parquet/part-000000.parquet", "arrow/part-000000.arrow"} {
		text := read(t, dir, name)
		for n := len(text) - 1; n >= 0; n-- {
			if err := os.Truncate(filepath.Join(dir, name), int64(n)); err != nil {
				t.Fatal(err)
			}
			if r.Verify(r.Parts()[0], results.VerifyOptions{}) == nil {
				t.Errorf("%s cut off at %d of %d bytes went unnoticed", name, n, len(text))
			}
		}
		write(t, dir, name, text)
	}
}

// rewrite writes a part anew in one format, with its rows changed, and makes the manifest agree: a forgery of which only
// the rows themselves can tell.
func rewrite(t *testing.T, dir string, part int, format string, change func(s *output.Schema, rows []*output.Table)) {
	t.Helper()
	r, err := results.Open(dir)
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	plan, err := sweep.PlanOf(r)
	if err != nil {
		t.Fatal(err)
	}
	schema := *plan.Schema()
	rows := tables(t, r, part, format)
	change(&schema, rows)
	forge(t, dir, fmt.Sprintf("%s/part-%06d.%s", format, part, format), encoded(t, format, &schema, rows))
}

// tables reads a part.
func tables(t *testing.T, r *results.Results, part int, format string) []*output.Table {
	t.Helper()
	reader, err := r.OpenPart(r.Parts()[part], format)
	if err != nil {
		t.Fatal(err)
	}
	defer reader.Close()
	var columns []int
	for i := range reader.Schema().Columns {
		columns = append(columns, i)
	}
	var all []*output.Table
	for group := range reader.Rows() {
		table := &output.Table{}
		if err := reader.Read(group, columns, table); err != nil {
			t.Fatal(err)
		}
		all = append(all, table)
	}
	return all
}

func encoded(t *testing.T, format string, schema *output.Schema, rows []*output.Table) []byte {
	t.Helper()
	var file bytes.Buffer
	f, _ := output.FormatNamed(format)
	w, err := f.NewWriter(&file, schema)
	if err != nil {
		t.Fatal(err)
	}
	for _, table := range rows {
		if err := w.Write(table); err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return file.Bytes()
}

// forge puts a text in the place of a file and its size and SHA-256 into the manifest.
func forge(t *testing.T, dir, name string, text []byte) {
	t.Helper()
	entry := func(text []byte) string {
		sum := sha256.Sum256(text)
		return fmt.Sprintf("\"bytes\": %d,\n          \"sha256\": %q", len(text), hex.EncodeToString(sum[:]))
	}
	edit(t, dir, entry(read(t, dir, name)), entry(text))
	write(t, dir, name, text)
}

// edit replaces a text that stands once in the manifest.
func edit(t *testing.T, dir, old, new string) {
	t.Helper()
	manifest := string(read(t, dir, "manifest.json"))
	if strings.Count(manifest, old) != 1 {
		t.Fatalf("the manifest has %q %d times", old, strings.Count(manifest, old))
	}
	write(t, dir, "manifest.json", []byte(strings.Replace(manifest, old, new, 1)))
}

// auditOf is what audit --json says.
type auditOf struct {
	Clean       bool               `json:"clean"`
	Count       int64              `json:"difference_count"`
	Problems    []string           `json:"problems"`
	Notes       []string           `json:"notes"`
	Rows        map[string]int64   `json:"rows"`
	Differences []sweep.Difference `json:"differences"`
}

// auditJSONOf runs audit --json and wants the exit code.
func auditJSONOf(t *testing.T, code int, args ...string) auditOf {
	t.Helper()
	e := tarama(t, append([]string{"audit", "--json"}, args...)...)
	var a auditOf
	if err := json.Unmarshal([]byte(e.stdout), &a); err != nil || e.code != code || a.Clean != (code == exitDone) {
		t.Fatalf("exit code %d, want %d; %v\n%s%s", e.code, code, err, e.stdout, e.stderr)
	}
	return a
}

// plants are wrong values, each in a row of its own: a whole file is valid, the manifest agrees, and one value is off by
// as little as there is.
var plants = []struct {
	name   string
	column string
	plant  func(v *output.Values) (row int)
}{
	{"an int off by one", "false_evictions", func(v *output.Values) int { row := valueRow(v); v.Ints[row]++; return row }},
	{"a real off by one bit", "false_failure_probability", func(v *output.Values) int {
		row := valueRow(v)
		v.Reals[row] = math.Nextafter(v.Reals[row], math.Inf(1))
		return row
	}},
	{"a value made null", "false_evictions", func(v *output.Values) int { row := valueRow(v); v.Null[row] = true; return row }},
	{"a null made zero", "false_evictions", func(v *output.Values) int {
		row := slices.Index(v.Null, true)
		v.Null[row], v.Ints[row] = false, 0
		return row
	}},
	{"a parameter", "seed", func(v *output.Values) int { v.Ints[7] += 1000; return 7 }},
	{"a status", "status", func(v *output.Values) int { v.Codes[9] = 1 - v.Codes[9]; return 9 }},
	{"an error's text", "error", func(v *output.Values) int {
		row := slices.Index(v.Null, false)
		v.Texts[row] += "."
		return row
	}},
}

// valueRow is a row that is not null.
func valueRow(v *output.Values) int { return max(0, slices.Index(v.Null, false)) }

// TestPlantedValue plants one wrong value in one format: audit must find that cell and column and no other.
func TestPlantedValue(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "results")
	tarama(t, "run", byteStudy(t, t.TempDir(), "health"), "-o", dir).want(t, exitFailedCells)
	for i, p := range plants {
		for _, format := range []string{"parquet", "arrow"} {
			t.Run(p.name+" in "+format, func(t *testing.T) {
				name := fmt.Sprintf("%s/part-000002.%s", format, format)
				manifest, file := read(t, dir, "manifest.json"), read(t, dir, name)
				var want sweep.Difference
				rewrite(t, dir, 2, format, func(s *output.Schema, rows []*output.Table) {
					column := slices.IndexFunc(s.Columns, func(c output.Column) bool { return c.Name == p.column })
					row := p.plant(&rows[0].Columns[column])
					want = sweep.Difference{Part: 2, Format: format, Cell: rows[0].Columns[0].Ints[row], Column: p.column}
				})
				a := auditJSONOf(t, exitDifference, dir)
				if len(a.Differences) != 1 || a.Count != 1 || len(a.Problems) > 0 {
					t.Fatalf("the audit says %+v", a)
				}
				got := a.Differences[0]
				if got.Stored == got.Recomputed {
					t.Errorf("both values are printed as %q", got.Stored)
				}
				got.Stored, got.Recomputed = "", ""
				if diff := cmp.Diff(want, got); diff != "" {
					t.Error(diff)
				}
				if i == 0 {
					e := tarama(t, "audit", dir)
					e.want(t, exitDifference, fmt.Sprint(want.Cell), format, p.column, "1 difference",
						fmt.Sprintf("tarama replay %s --cell %d\n", dir, want.Cell))
				}
				write(t, dir, name, file)
				write(t, dir, "manifest.json", manifest)
			})
		}
	}
	auditJSONOf(t, exitDone, dir)
}

// TestMissingRow takes a row out of a part.
func TestMissingRow(t *testing.T) {
	dir, _ := wholeRun(t, writeStudy(t, tinyStudy))
	for _, format := range []string{"parquet", "arrow"} {
		rewrite(t, dir, 0, format, func(_ *output.Schema, rows []*output.Table) { dropRow(rows[0], 1) })
	}
	edit(t, dir, `"rows": 3,`+"\n  \"parts\"", `"rows": 2,`+"\n  \"parts\"")
	edit(t, dir, `"rows": 3,`, `"rows": 2,`)
	a := auditJSONOf(t, exitDifference, dir)
	for _, d := range a.Differences {
		if d.Cell != 1 || d.Column != "" || d.Stored != "no such row" {
			t.Errorf("%+v", d)
		}
	}
	if a.Count != 2 {
		t.Errorf("%d differences, want one in each format", a.Count)
	}
}

func dropRow(t *output.Table, row int) {
	t.Rows--
	for i := range t.Columns {
		v := &t.Columns[i]
		if v.Constant {
			continue
		}
		v.Ints, v.Reals, v.Codes, v.Texts, v.Null = drop(v.Ints, row), drop(v.Reals, row), drop(v.Codes, row), drop(v.Texts, row), drop(v.Null, row)
	}
}

func drop[T any](s []T, i int) []T {
	if s == nil {
		return nil
	}
	return slices.Delete(s, i, i+1)
}

// TestEditedManifest edits the manifest by hand, in ways that keep it readable.
func TestEditedManifest(t *testing.T) {
	dir, _ := wholeRun(t, writeStudy(t, manyPartsOfHealth))
	manifest := string(read(t, dir, "manifest.json"))
	for _, c := range []struct{ name, old, new, says string }{
		{"a fixed parameter", `"rounds": 300`, `"rounds": 400`, "digest"},
		{"a parameter and the digest", `"rounds": 300`, `"rounds": 200`, "digest"},
		{"the title", `"title": "three parts"`, `"title": "four parts"`, "tarama.study"},
		{"the axis", `"count": 30`, `"count": 31`, "cells"},
		{"an unknown key", `"cells": 30,`, `"cells": 30,` + "\n  \"author\": \"me\",", "not as it was written"},
		{"the space", `"cells": 30,`, `"cells":  30,`, "not as it was written"},
		{"a key's case", `"cells": 30,`, `"Cells": 30,`, "not as it was written"},
		{"a unit", `"unit": "s"`, `"unit": "ms"`, "columns"},
		{"the failed rows", `"failed": 0`, `"failed": 1`, "failed"},
		{"the model's name", `"model": "health",` + "\n  \"model_version\"", `"model": "lb",` + "\n  \"model_version\"", "model"},
		{"a part's range", `"end_cell": 10,`, `"end_cell": 11,`, "cells 0 to 10"},
		{"a size", `"bytes": `, `"bytes": 1`, "bytes"},
		{"a part's number", `"part": 1,`, `"part": 2,`, "part 2"},
	} {
		t.Run(c.name, func(t *testing.T) {
			edited := strings.Replace(manifest, c.old, c.new, 1)
			if edited == manifest {
				t.Fatalf("the manifest has no %q", c.old)
			}
			write(t, dir, "manifest.json", []byte(edited))
			tarama(t, "audit", dir).want(t, exitDifference, c.says)
		})
	}
	removed := regexp.MustCompile(`(?s),\n    \{\n      "part": 2,.*?\n    \}\n`).ReplaceAllString(manifest, "\n")
	write(t, dir, "manifest.json", []byte(removed))
	tarama(t, "audit", dir).want(t, exitDifference, "2 parts: the plan has 3")
	write(t, dir, "manifest.json", []byte(manifest))
	write(t, dir, "parquet/part-000003.parquet", read(t, dir, "parquet/part-000002.parquet"))
	tarama(t, "audit", dir).want(t, exitDifference, "parquet/part-000003.parquet is no file of these results")
}

// TestAuditAdvice: what an audit says to do mends what it found.
func TestAuditAdvice(t *testing.T) {
	path := writeStudy(t, manyPartsOfHealth)
	dir, want := wholeRun(t, path)
	run := "tarama run STUDY -o " + dir
	heal := func(t *testing.T, options ...string) {
		t.Helper()
		tarama(t, append([]string{"run", path, "-o", dir}, options...)...).want(t, exitDone)
		if diff := cmp.Diff(want, sums(t, dir)); diff != "" {
			t.Error(diff)
		}
		if e := tarama(t, "audit", dir); e.code != exitDone || strings.Contains(e.stdout, "how to") {
			t.Errorf("exit code %d: %s", e.code, e.stdout)
		}
	}
	for _, c := range []struct{ name, file, advice string }{
		{"a flipped bit", "arrow/part-000001.arrow", "\nhow to mend it: " + run + " makes what is damaged or missing again, and keeps what the manifest vouches for\n"},
		{"no manifest", "manifest.json", "\nhow to mend it: " + run + " makes"},
	} {
		t.Run(c.name, func(t *testing.T) {
			write(t, dir, c.file, []byte("{"))
			e := tarama(t, "audit", dir)
			e.want(t, exitDifference, c.advice)
			if strings.Contains(e.stdout, "how to go on") || strings.Contains(e.stdout, "how to replace") {
				t.Errorf("too much advice: %s", e.stdout)
			}
			heal(t)
		})
	}
	t.Run("another digest", func(t *testing.T) {
		manifest := read(t, dir, "manifest.json")
		digest := regexp.MustCompile(`"digest": "[0-9a-f]{4}`)
		write(t, dir, "manifest.json", digest.ReplaceAll(manifest, []byte(`"digest": "0000`)))
		tarama(t, "audit", dir).want(t, exitDifference, "\nhow to replace all of it: "+run+" --overwrite\n")
		heal(t, "--overwrite")
	})
	t.Run("run.json", func(t *testing.T) {
		write(t, dir, "run.json", []byte("{}"))
		tarama(t, "audit", dir).want(t, exitDifference, "run.json: was changed: remove it, no row depends on it")
		if err := os.Remove(filepath.Join(dir, "run.json")); err != nil {
			t.Fatal(err)
		}
		heal(t)
	})
	t.Run("not finished", func(t *testing.T) {
		s, err := study.Load(path, study.Options{})
		if err != nil {
			t.Fatal(err)
		}
		ctx, cancel := context.WithCancel(t.Context())
		cancel()
		manifest, _, _ := bytes.Cut(read(t, dir, "manifest.json"), []byte(`"part": 2,`))
		write(t, dir, "manifest.json", manifest) // of which a run keeps what vouches for two parts, even if it is stopped at once
		report, err := sweep.Run(ctx, sweep.NewPlan(s), dir, sweep.RunOptions{
			Workers: 1, Progress: &sweep.Progress{}, Notice: func(string) {},
		})
		if err != nil || !report.Interrupted {
			t.Fatalf("not stopped: %+v, %v", report, err)
		}
		tarama(t, "audit", dir, "--json").want(t, exitDifference, `"how to go on: tarama run STUDY -o `+dir+`"`)
		e := tarama(t, "audit", dir)
		e.want(t, exitDifference, "the run is not finished: 2 of 3 parts", "\nhow to go on: tarama run STUDY -o "+dir+"\n")
		if strings.Contains(e.stdout, "how to mend") {
			t.Errorf("nothing is damaged: %s", e.stdout)
		}
		heal(t)
	})
}

// TestSampleWithDamage: what cannot be read for a sample is told, and the rest is compared.
func TestSampleWithDamage(t *testing.T) {
	dir, _ := wholeRun(t, writeStudy(t, manyPartsOfHealth))
	tarama(t, "audit", dir, "--sample", "30").want(t, exitDone, "in 30 parquet rows and 30 arrow rows compared, all the same")
	write(t, dir, "parquet/part-000001.parquet", []byte("PAR1"))
	e := tarama(t, "audit", dir, "--sample", "30")
	e.want(t, exitDifference, "parquet/part-000001.parquet: ", "in 20 parquet rows and 30 arrow rows compared, 0 differences, 1 problem")
	write(t, dir, "arrow/part-000001.arrow", []byte("ARROW1"))
	e = tarama(t, "audit", dir, "--sample", "30")
	e.want(t, exitDifference, "arrow/part-000001.arrow: ", "in 20 parquet rows and 20 arrow rows compared, 0 differences, 2 problems")
	for part := range 3 {
		for _, format := range output.Formats() {
			write(t, dir, fmt.Sprintf("%s/part-%06d.%[1]s", format.Name(), part), nil)
		}
	}
	tarama(t, "audit", dir, "--sample", "30").want(t, exitDifference,
		"recomputed a sample of 0 cells: 0 values in 0 parquet rows and 0 arrow rows compared, 0 differences, 6 problems")
}

const manyPartsOfHealth = `
study: three-parts
title: three parts
model: health
axes:
  - seed: {from: 1, count: 30}
output: {part_cells: 10}
`

// TestAuditOfOtherVersion: rows of another version of the model are compared all the same, and the audit says so.
func TestAuditOfOtherVersion(t *testing.T) {
	dir, _ := wholeRun(t, writeStudy(t, tinyStudy))
	for _, format := range []string{"parquet", "arrow"} {
		rewrite(t, dir, 0, format, func(s *output.Schema, _ []*output.Table) {
			s.Metadata = slices.Clone(s.Metadata)
			for i := range s.Metadata {
				if s.Metadata[i].Key == "tarama.model_version" {
					s.Metadata[i].Value = "77"
				}
			}
		})
	}
	manifest := regexp.MustCompile(`"model_version": \d+`).ReplaceAll(read(t, dir, "manifest.json"), []byte(`"model_version": 77`))
	write(t, dir, "manifest.json", manifest)
	a := auditJSONOf(t, exitDone, dir)
	if !slices.ContainsFunc(a.Notes, func(note string) bool {
		return strings.Contains(note, "written by version 77 of model health, recomputed by version ")
	}) {
		t.Errorf("notes: %q", a.Notes)
	}
}

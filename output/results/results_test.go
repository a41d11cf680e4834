package results

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"

	"tarama/output"
	"tarama/output/formattest"
)

const testPartCells = 100

// testHeader is a plan of five parts, the last one short.
func testHeader() Header {
	return Header{Study: json.RawMessage(`{"study":"test","where":"a < 3 & b"}`), Digest: "00ff12", Model: "dns", ModelVersion: 3,
		Formats: []string{"parquet", "arrow"}, Cells: 430, PartCells: testPartCells}
}

func testSchema() *output.Schema {
	s := formattest.SweepSchema()
	s.Metadata = append(s.Metadata, output.Pair{Key: "digest", Value: testHeader().Digest})
	return s
}

// create opens a directory that must open.
func create(t *testing.T, dir string) *Dir {
	t.Helper()
	d, err := Create(dir, testHeader(), testSchema(), Options{})
	if err != nil {
		t.Fatal(err)
	}
	return d
}

// seal writes a part: part 3 has no rows, part 2 two row groups.
func seal(d *Dir, number int) error {
	first, end := d.Header().cells(number)
	p, err := d.NewPart(number, first, end)
	if err != nil {
		return err
	}
	tables := []*output.Table{formattest.SweepTable(int(end-first), first)}
	switch number {
	case 2:
		tables = []*output.Table{formattest.SweepTable(60, first), formattest.SweepTable(10, first+60)}
	case 3:
		tables = nil
	}
	for _, table := range tables {
		if err := p.Write(table); err != nil {
			return errors.Join(err, p.Abort())
		}
	}
	_, err = p.Seal()
	return err
}

func mustSeal(t *testing.T, d *Dir, numbers ...int) {
	t.Helper()
	for _, n := range numbers {
		if err := seal(d, n); err != nil {
			t.Fatal(err)
		}
	}
}

// resume does what a run does with a directory that was left: it keeps what is whole and makes the rest.
func resume(t *testing.T, dir string) (remade []int) {
	t.Helper()
	d := create(t, dir)
	whole := map[int]bool{}
	for _, p := range d.Earlier() {
		if d.Verify(p, VerifyOptions{}) == nil {
			if err := d.Keep(p); err != nil {
				t.Fatal(err)
			}
			whole[p.Number] = true
		}
	}
	for n := range d.Header().Parts() {
		if !whole[n] {
			remade = append(remade, n)
			mustSeal(t, d, n)
		}
	}
	finish(t, d)
	return remade
}

func finish(t *testing.T, d *Dir) {
	t.Helper()
	if _, err := d.Finish(); err != nil {
		t.Fatal(err)
	}
	if err := d.Close(); err != nil {
		t.Fatal(err)
	}
}

// snapshot reads all files below a directory.
func snapshot(t *testing.T, dir string) map[string]string {
	t.Helper()
	files := map[string]string{}
	err := filepath.WalkDir(dir, func(path string, e fs.DirEntry, err error) error {
		if err != nil || e.IsDir() {
			return err
		}
		text, err := os.ReadFile(path)
		name, _ := filepath.Rel(dir, path)
		files[filepath.ToSlash(name)] = string(text)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return files
}

// restore makes a directory of a snapshot.
func restore(t *testing.T, dir string, files map[string]string) {
	t.Helper()
	if err := os.RemoveAll(dir); err != nil {
		t.Fatal(err)
	}
	for name, text := range files {
		path := filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
}

// finished is what an uninterrupted run leaves.
func finished(t *testing.T) map[string]string {
	t.Helper()
	dir := filepath.Join(t.TempDir(), "r")
	d := create(t, dir)
	mustSeal(t, d, 0, 1, 2, 3, 4)
	finish(t, d)
	return snapshot(t, dir)
}

func checkSame(t *testing.T, got, want map[string]string) {
	t.Helper()
	for _, name := range slices.Sorted(maps.Keys(want)) {
		if text, ok := got[name]; !ok {
			t.Errorf("%s is missing", name)
		} else if text != want[name] {
			t.Errorf("%s differs", name)
		}
	}
	for _, name := range slices.Sorted(maps.Keys(got)) {
		if _, ok := want[name]; !ok {
			t.Errorf("%s is left over", name)
		}
	}
}

func TestFinishedDirectory(t *testing.T) {
	files := finished(t)
	want := []string{"arrow/part-000000.arrow", "arrow/part-000001.arrow", "arrow/part-000002.arrow", "arrow/part-000004.arrow",
		"manifest.json",
		"parquet/part-000000.parquet", "parquet/part-000001.parquet", "parquet/part-000002.parquet", "parquet/part-000004.parquet"}
	if got := slices.Sorted(maps.Keys(files)); !slices.Equal(got, want) {
		t.Errorf("files %q, want %q", got, want)
	}
	m, err := decodeManifest([]byte(files["manifest.json"]))
	if err != nil {
		t.Fatal(err)
	}
	if m.Rows != 300 || m.Parts[3].Files != nil || m.Parts[2].Rows != 70 || m.Parts[4].EndCell != 430 {
		t.Errorf("manifest %+v", m)
	}
	if !strings.Contains(files["manifest.json"], "a < 3 & b") {
		t.Error("the study is not written as it was given")
	}
}

// TestOrderDoesNotMatter seals parts in another order, side by side, and in two runs.
func TestOrderDoesNotMatter(t *testing.T) {
	want := finished(t)
	t.Run("backwards", func(t *testing.T) {
		dir := t.TempDir()
		d := create(t, dir)
		mustSeal(t, d, 4, 3, 2, 1, 0)
		finish(t, d)
		checkSame(t, snapshot(t, dir), want)
	})
	t.Run("side by side", func(t *testing.T) {
		dir := t.TempDir()
		d := create(t, dir)
		errs := make([]error, 5)
		var group sync.WaitGroup
		for n := range errs {
			group.Go(func() { errs[n] = seal(d, n) })
		}
		group.Wait()
		if err := errors.Join(errs...); err != nil {
			t.Fatal(err)
		}
		finish(t, d)
		checkSame(t, snapshot(t, dir), want)
	})
	t.Run("in two runs", func(t *testing.T) {
		dir := t.TempDir()
		d := create(t, dir)
		mustSeal(t, d, 3, 1)
		if err := d.Close(); err != nil {
			t.Fatal(err)
		}
		if got := resume(t, dir); !slices.Equal(got, []int{0, 2, 4}) {
			t.Errorf("made parts %v again", got)
		}
		checkSame(t, snapshot(t, dir), want)
	})
}

// TestSealedPartsAreRemembered looks at a directory from outside while it is written.
func TestSealedPartsAreRemembered(t *testing.T) {
	dir := t.TempDir()
	d := create(t, dir)
	if c, err := Inspect(dir); err != nil || c.State != Absent {
		t.Fatalf("before the first part: %+v, %v", c, err)
	}
	mustSeal(t, d, 1, 3)
	open, err := d.NewPart(0, 0, testPartCells)
	if err != nil {
		t.Fatal(err)
	}
	if err := open.Write(formattest.SweepTable(5, 0)); err != nil {
		t.Fatal(err)
	}
	r, err := Open(dir)
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	if r.State() != Partial || len(r.Parts()) != 2 || r.Rows() != 100 || r.Header().Digest != "00ff12" {
		t.Errorf("state %v, parts %+v", r.State(), r.Parts())
	}
	if err := r.Verify(r.Parts()[0], VerifyOptions{}); err != nil {
		t.Error(err)
	}
	if err := open.Abort(); err != nil {
		t.Error(err)
	}
	if err := d.Close(); err != nil {
		t.Error(err)
	}
	for name := range snapshot(t, dir) {
		if tempPattern.MatchString(filepath.Base(name)) {
			t.Errorf("%s is left over", name)
		}
	}
}

// TestNothingStays holds that a run that sealed nothing leaves nothing, not even directories.
func TestNothingStays(t *testing.T) {
	top := t.TempDir()
	dir := filepath.Join(top, "a", "b")
	d := create(t, dir)
	if err := d.AddInput("points.csv", strings.NewReader("x\n1\n")); err != nil {
		t.Fatal(err)
	}
	p, err := d.NewPart(0, 0, testPartCells)
	if err != nil {
		t.Fatal(err)
	}
	if err := p.Write(formattest.SweepTable(5, 0)); err != nil {
		t.Fatal(err)
	}
	if err := p.Abort(); err != nil {
		t.Fatal(err)
	}
	if err := d.Close(); err != nil {
		t.Fatal(err)
	}
	if entries, err := os.ReadDir(top); err != nil || len(entries) > 0 {
		t.Errorf("left %v, %v", entries, err)
	}
}

func TestInputsAreCopied(t *testing.T) {
	dir := t.TempDir()
	d := create(t, dir)
	for _, name := range []string{"z.csv", "design points.csv"} {
		if err := d.AddInput(name, strings.NewReader("of "+name)); err != nil {
			t.Fatal(err)
		}
	}
	for _, name := range []string{"", "..", ".x", "a/b", `a\b`, "/etc/passwd", "a\x00b", strings.Repeat("n", 201), "\xff"} {
		if err := d.AddInput(name, strings.NewReader("")); err == nil {
			t.Errorf("input %q: no error", name)
		}
	}
	mustSeal(t, d, 0, 1, 2, 3)
	if err := d.Close(); err != nil {
		t.Fatal(err)
	}
	resume(t, dir)
	r, err := Open(dir)
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	if len(r.Inputs()) != 2 || r.Inputs()[0].Name != "design points.csv" || r.Inputs()[1].Bytes != 8 {
		t.Errorf("inputs %+v", r.Inputs())
	}
	if err := r.VerifyInput(r.Inputs()[1]); err != nil {
		t.Error(err)
	}
	if text := snapshot(t, dir)["inputs/z.csv"]; text != "of z.csv" {
		t.Errorf("z.csv holds %q", text)
	}
}

func TestRunFile(t *testing.T) {
	dir := t.TempDir()
	d := create(t, dir)
	mustSeal(t, d, 0, 1, 2, 3, 4)
	if err := d.WriteRun(map[string]any{"workers": 2}); err != nil {
		t.Fatal(err)
	}
	finish(t, d)
	if text := snapshot(t, dir)["run.json"]; text != "{\n  \"workers\": 2\n}\n" {
		t.Errorf("run.json holds %q", text)
	}
}

// TestWrongParts gives parts that are not of the plan, or are used after their end.
func TestWrongParts(t *testing.T) {
	d := create(t, t.TempDir())
	defer d.Close()
	for _, p := range []SealedPart{{Number: -1}, {Number: 5, FirstCell: 500, EndCell: 600}, {Number: 1, FirstCell: 0, EndCell: 100}, {Number: 4, FirstCell: 400, EndCell: 500}} {
		if _, err := d.NewPart(p.Number, p.FirstCell, p.EndCell); err == nil {
			t.Errorf("part %+v: no error", p)
		}
	}
	if err := d.Keep(SealedPart{Number: 1}); err == nil {
		t.Error("kept a part that was never made")
	}
	if _, err := d.Finish(); err == nil || !strings.Contains(err.Error(), "part 0 of 5 is not sealed") {
		t.Errorf("finished without parts: %v", err)
	}
	p, err := d.NewPart(4, 400, 430)
	if err != nil {
		t.Fatal(err)
	}
	if err := p.Write(formattest.SweepTable(31, 400)); err != nil {
		t.Fatal(err)
	}
	if _, err := p.Seal(); err == nil || !strings.Contains(err.Error(), "31 rows of 30 cells") {
		t.Errorf("more rows than cells: %v", err)
	}
	if err := p.Write(formattest.SweepTable(1, 400)); err == nil {
		t.Error("wrote to a part that was aborted")
	}
	if _, err := p.Seal(); err == nil {
		t.Error("sealed twice")
	}
}

// TestDirectoryVanishes takes the directory away while a part is written.
func TestDirectoryVanishes(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "r")
	d := create(t, dir)
	mustSeal(t, d, 0)
	p, err := d.NewPart(1, 100, 200)
	if err != nil {
		t.Fatal(err)
	}
	if err := p.Write(formattest.SweepTable(5, 100)); err != nil {
		t.Fatal(err)
	}
	if err := os.RemoveAll(dir); err != nil {
		t.Fatal(err)
	}
	if _, err := p.Seal(); err == nil {
		t.Error("sealed a part in a directory that is gone")
	}
	if err := seal(d, 2); err == nil {
		t.Error("wrote a part into a directory that is gone")
	}
	if _, err := d.Finish(); err == nil {
		t.Error("finished a directory that is gone")
	}
	d.Close() // must not panic; there is nothing left that it could close well
}

func TestTables(t *testing.T) {
	dir := t.TempDir()
	d := create(t, dir)
	mustSeal(t, d, 0, 1, 2, 3, 4)
	finish(t, d)
	r, err := Open(dir)
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	for _, format := range []string{"", "parquet", "arrow"} {
		var cells []int64
		for s, err := range r.Tables(Selection{Columns: []string{"error", "cell"}, Format: format}) {
			if err != nil {
				t.Fatal(err)
			}
			if s.FirstRow != int64(len(cells)) || !slices.Equal(s.Columns, []int{19, 0}) || s.Table.Columns[1].Codes != nil {
				t.Errorf("format %q: slice %+v after %d rows", format, s, len(cells))
			}
			cells = append(cells, s.Table.Columns[0].Ints...)
		}
		if len(cells) != 300 || cells[0] != 0 || cells[269] != 269 || cells[270] != 400 || !slices.IsSorted(cells) {
			t.Errorf("format %q: %d cells", format, len(cells))
		}
	}
	var starts []string
	for s, err := range r.Tables(Selection{FirstPart: 2}) {
		if err != nil {
			t.Fatal(err)
		}
		starts = append(starts, fmt.Sprint(s.Part.Number, s.Group, s.FirstRow, s.Table.Rows))
		if s.Part.Number == 4 {
			break
		}
	}
	if want := []string{"2 0 200 60", "2 1 260 10", "4 0 270 30"}; !slices.Equal(starts, want) {
		t.Errorf("slices %q, want %q", starts, want)
	}
	for _, bad := range []Selection{{Columns: []string{"none"}}, {Format: "csv"}} {
		for s, err := range r.Tables(bad) {
			if err == nil {
				t.Errorf("%+v: no error but %+v", bad, s)
			}
		}
	}
}

func TestPartLimit(t *testing.T) {
	d := create(t, t.TempDir())
	defer d.Close()
	if n := d.PartLimit(); n < 1 {
		t.Errorf("limit of %d parts", n)
	}
}

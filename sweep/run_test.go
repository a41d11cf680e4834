package sweep

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/google/go-cmp/cmp"

	"tarama/output"
	"tarama/output/results"
	"tarama/sweep/study"
)

func options(workers int) RunOptions {
	return RunOptions{Workers: workers, Progress: &Progress{}, Notice: func(string) {}}
}

func mustRun(t *testing.T, plan *Plan, dir string, o RunOptions) *Report {
	t.Helper()
	report, err := Run(context.Background(), plan, dir, o)
	if err != nil {
		t.Fatal(err)
	}
	return report
}

// digests are the SHA-256 of all files of a results directory by name, run.json left out, which may differ.
func digests(t *testing.T, dir string) map[string]string {
	t.Helper()
	sums := map[string]string{}
	err := fs.WalkDir(os.DirFS(dir), ".", func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || name == "run.json" {
			return err
		}
		content, err := os.ReadFile(filepath.Join(dir, name))
		sum := sha256.Sum256(content)
		sums[name] = hex.EncodeToString(sum[:])
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return sums
}

// rowsOf reads the results back: cell, x, status and error of every row.
func rowsOf(t *testing.T, dir string) (cells []int64, status []int32, texts []string) {
	t.Helper()
	r, err := results.Open(dir)
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	for slice, err := range r.Tables(results.Selection{Columns: []string{"cell", "status", "error"}}) {
		if err != nil {
			t.Fatal(err)
		}
		for row := range slice.Table.Rows {
			c := func(i int) *output.Values { return &slice.Table.Columns[slice.Columns[i]] }
			cells = append(cells, c(0).Ints[row])
			status = append(status, c(1).Codes[row])
			text := ""
			if c(2).Null == nil || !c(2).Null[row] {
				text = c(2).Texts[row]
			}
			texts = append(texts, text)
		}
	}
	return cells, status, texts
}

const manyParts = `
study: many
model: fake
axes:
  - x: {from: 0, to: 499, step: 1}
  - y: [0, 0.25, 0.5, 0.75, 1]
  - act: [compute, fail, panic]
where: x < 450 and not (x == 7 and act == "panic")
output: {part_cells: 1000}
`

// The promise of the project: whatever the number of workers, the files are the same, byte for byte. The study has
// parts of several blocks, cells left out, failed and panicking ones, and a dear axis inside a cheap one.
func TestSameBytesForAnyNumberOfWorkers(t *testing.T) {
	plan := planOf(t, fakeModel{}, manyParts)
	var want map[string]string
	for _, workers := range []int{1, 2, 3, 8, 64} {
		dir := filepath.Join(t.TempDir(), "results")
		mustRun(t, plan, dir, options(workers))
		got := digests(t, dir)
		if want == nil {
			want = got
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%d workers (-one, +these):\n%s", workers, diff)
		}
	}
	if len(want) < 10 {
		t.Errorf("only %d files: the study is too small to show anything", len(want))
	}
}

// Rows always equal the plan: a cell that fails or panics is a row that says so, and only where leaves cells out. It
// does not change its neighbours: the kernel that panicked is not used again.
func TestFailuresAreRows(t *testing.T) {
	plan := planOf(t, fakeModel{}, `
study: rows
model: fake
axes:
  - x: [12, 13, 14]
  - act: [panic, compute, fail]
where: x != 14 or act != "fail"
`)
	dir := filepath.Join(t.TempDir(), "results")
	report := mustRun(t, plan, dir, options(2))
	cells, status, texts := rowsOf(t, dir)
	if diff := cmp.Diff([]int64{0, 1, 2, 3, 4, 5, 6, 7}, cells); diff != "" {
		t.Errorf("cells:\n%s", diff)
	}
	if diff := cmp.Diff([]int32{1, 0, 1, 1, 1, 1, 1, 0}, status); diff != "" {
		t.Errorf("status:\n%s", diff)
	}
	luck := "x is 13, which brings bad luck"
	want := []string{"the model panicked: no 12 today", "", "x is 12, as told", luck, luck, luck, "the model panicked: no 14 today", ""}
	if diff := cmp.Diff(want, texts); diff != "" {
		t.Errorf("errors:\n%s", diff)
	}
	if report.Failed != 6 || report.Rows != 8 {
		t.Errorf("the report says %d failed of %d rows", report.Failed, report.Rows)
	}
}

// The fuse: a study whose first 1,000 cells all fail is a mistake that should not cost a night, and writes nothing.
func TestFuse(t *testing.T) {
	var computed atomic.Int64
	plan := planOf(t, fakeModel{cells: &computed}, `
study: doomed
model: fake
fixed: {act: fail}
axes:
  - x: {from: 100, to: 100000, step: 1}
`)
	dir := filepath.Join(t.TempDir(), "results")
	_, err := Run(context.Background(), plan, dir, options(2))
	var fuse *FuseError
	if !errors.As(err, &fuse) || fuse.Cell != 0 || fuse.Why != "x is 100, as told" {
		t.Fatalf("got %v", err)
	}
	if _, err := os.Stat(dir); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("the directory was made: %v", err)
	}
	if n := computed.Load(); n != fuseRows {
		t.Errorf("%d cells were computed, want %d", n, fuseRows)
	}
}

// One cell of the first thousand that works is reason enough to run.
func TestFuseHoldsForOneGoodCell(t *testing.T) {
	plan := planOf(t, fakeModel{}, `
study: nearly
model: fake
axes:
  - act: [fail, compute]
  - x: {from: 100, to: 1098, step: 1}
`)
	dir := filepath.Join(t.TempDir(), "results")
	if report := mustRun(t, plan, dir, options(1)); report.Failed != 999 || report.Rows != 1998 {
		t.Errorf("%d failed of %d rows", report.Failed, report.Rows)
	}
}

// A run that is stopped keeps what is sealed, and the next one ends with the same bytes as one that was not stopped.
func TestStoppedRunGoesOn(t *testing.T) {
	// Many parts, so that the stop is noticed before they are all done, however busy the machine is.
	study := strings.Replace(manyParts, "part_cells: 1000", "part_cells: 50, formats: [parquet]", 1)
	whole := filepath.Join(t.TempDir(), "whole")
	mustRun(t, planOf(t, fakeModel{}, study), whole, options(2))

	ctx, stop := context.WithCancel(context.Background())
	var cells atomic.Int64
	stopping := fakeModel{before: func() {
		if cells.Add(1) == 500 {
			stop()
		}
	}}
	dir := filepath.Join(t.TempDir(), "stopped")
	report, err := Run(ctx, planOf(t, stopping, study), dir, options(2))
	if err != nil || !report.Interrupted || report.Sealed == 0 || report.Sealed == report.Parts {
		t.Fatalf("stopped run: %+v, %v", report, err)
	}
	again := mustRun(t, planOf(t, fakeModel{}, study), dir, options(3))
	if again.Kept != report.Sealed {
		t.Errorf("%d parts kept, %d were sealed", again.Kept, report.Sealed)
	}
	if diff := cmp.Diff(digests(t, whole), digests(t, dir)); diff != "" {
		t.Errorf("-not stopped +stopped:\n%s", diff)
	}
	if done := mustRun(t, planOf(t, fakeModel{}, study), dir, options(1)); !done.Finished || done.Computed != 0 || done.Rows != again.Rows {
		t.Errorf("third run: %+v", done)
	}
}

// A part that was changed after it was sealed is named and computed again.
func TestDamagedPartIsComputedAgain(t *testing.T) {
	plan := planOf(t, fakeModel{}, manyParts)
	dir := filepath.Join(t.TempDir(), "results")
	mustRun(t, plan, dir, options(2))
	want := digests(t, dir)
	path := filepath.Join(dir, "parquet", "part-000002.parquet")
	content, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	content[len(content)/2] ^= 1
	if err := os.WriteFile(path, content, 0o644); err != nil {
		t.Fatal(err)
	}
	var notices []string
	o := options(2)
	o.Notice = func(s string) { notices = append(notices, s) }
	report := mustRun(t, plan, dir, o)
	if report.Sealed != 1 || report.Kept != report.Parts-1 {
		t.Errorf("report: %+v", report)
	}
	if len(notices) != 1 || !strings.Contains(notices[0], "part-000002.parquet") {
		t.Errorf("notices: %q", notices)
	}
	if diff := cmp.Diff(want, digests(t, dir)); diff != "" {
		t.Errorf("-before +after:\n%s", diff)
	}
}

// Part sizes follow from the number of cells alone, so that a plan has at most maxParts files a format.
func TestPartCells(t *testing.T) {
	for _, c := range []struct{ cells, wanted, want int64 }{
		{1, 0, defaultPartCells},
		{defaultPartCells * maxParts, 0, defaultPartCells},
		{defaultPartCells*maxParts + 1, 0, 2 * defaultPartCells},
		{1_000_000_000_000_000, 0, 1 << 38},
		{1 << 62, 0, 1 << 50},
		{10, 3, 3},
	} {
		if got := partCells(c.cells, c.wanted); got != c.want {
			t.Errorf("partCells(%d, %d) = %d, want %d", c.cells, c.wanted, got, c.want)
		}
	}
}

// A study is refused that is cut into more parts than a manifest can say.
func TestMostPartsIsTheManifests(t *testing.T) {
	if study.MaxParts != results.MaxParts {
		t.Errorf("a study may have %d parts, a manifest %d", study.MaxParts, results.MaxParts)
	}
}

// A pool lends the cores of workers that wait, and no others.
func TestPoolLendsIdleCores(t *testing.T) {
	p := &pool{workers: 2, busy: 1}
	if !p.Borrow() || p.Borrow() {
		t.Error("one of two workers was idle: just one core is to be lent")
	}
	p.Return()
	if !p.Borrow() {
		t.Error("a core that was returned is not lent again")
	}
}

// Whoever took a core gave it back: else no idle core would be lent any more after some blocks.
func TestPoolEndsIdle(t *testing.T) {
	plan := planOf(t, fakeModel{}, manyParts)
	dir, err := results.Create(t.TempDir(), plan.Header(), plan.Schema(), results.Options{Overwrite: true})
	if err != nil {
		t.Fatal(err)
	}
	defer dir.Close()
	todo := make([]int, plan.Parts())
	for part := range todo {
		todo[part] = part
	}
	p := newPool(plan, dir, todo, 3, &Progress{})
	if err := p.run(); err != nil {
		t.Fatal(err)
	}
	if p.busy != 0 || p.left != 0 {
		t.Errorf("%d cores are taken and %d cells not dealt out after the run", p.busy, p.left)
	}
}

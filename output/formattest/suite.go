package formattest

import (
	"bytes"
	"os"
	"path/filepath"
	"runtime"
	"sync"
	"testing"

	"pgregory.net/rapid"

	"tarama/output"
)

// Checksummed says whether a format notices a change of any bit in its values. Where it does not, a changed file may read
// as other values, and only the manifest tells.
type Checksummed bool

// Run is the conformance suite.
func Run(t *testing.T, f output.Format, sums Checksummed) {
	t.Run("round trip", func(t *testing.T) { testRoundTrip(t, f) })
	t.Run("random tables", func(t *testing.T) { testRandom(t, f) })
	t.Run("selected columns", func(t *testing.T) { testSelection(t, f) })
	t.Run("same bytes", func(t *testing.T) { testSameBytes(t, f) })
	t.Run("nulls hide what stands there", func(t *testing.T) { testHiddenValues(t, f) })
	t.Run("failing writes", func(t *testing.T) { testFailingWrites(t, f) })
	t.Run("refused tables", func(t *testing.T) { testRefusals(t, f) })
	t.Run("order of calls", func(t *testing.T) { testCalls(t, f) })
	t.Run("truncated files", func(t *testing.T) { testTruncation(t, f) })
	t.Run("changed files", func(t *testing.T) { testChanges(t, f, sums) })
	t.Run("mixtures", func(t *testing.T) { testMixtures(t, f) })
	t.Run("other files", func(t *testing.T) { testOtherFiles(t, f) })
}

// Save puts a file's bytes where a reader can open them.
func Save(t testing.TB, content []byte) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "part")
	if err := os.WriteFile(path, content, 0o666); err != nil {
		t.Fatal(err)
	}
	return path
}

func testRoundTrip(t *testing.T, f output.Format) {
	for _, c := range Cases() {
		t.Run(c.Name, func(t *testing.T) {
			r, err := f.Open(Save(t, Write(t, f, c.Schema, c.Tables)))
			if err != nil {
				t.Fatal(err)
			}
			defer r.Close()
			if err := CheckSchema(r.Schema(), c.Schema, len(r.Rows()) > 0); err != nil {
				t.Error(err)
			}
			if err := CheckContent(r, c.Tables, c.Schema); err != nil {
				t.Error(err)
			}
		})
	}
}

func testRandom(t *testing.T, f output.Format) {
	dir := t.TempDir()
	rapid.Check(t, func(rt *rapid.T) {
		c := Random(rt)
		path := filepath.Join(dir, "part")
		if err := os.WriteFile(path, Write(t, f, c.Schema, c.Tables), 0o666); err != nil {
			rt.Fatal(err)
		}
		r, err := f.Open(path)
		if err != nil {
			rt.Fatal(err)
		}
		defer r.Close()
		if err := CheckContent(r, c.Tables, c.Schema); err != nil {
			rt.Fatal(err)
		}
	})
}

// testSelection reads row groups and columns out of order into a table that is used again.
func testSelection(t *testing.T, f output.Format) {
	schema, tables := everyType(), []*output.Table{awkwardStrings(), extremes(), allNull(7)}
	r, err := f.Open(Save(t, Write(t, f, schema, tables)))
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	var got output.Table
	for _, columns := range [][]int{{0}, {11, 3}, {}, {7, 8, 4}, {1}} {
		for _, group := range []int{2, 0, 1, 1} {
			if err := r.Read(group, columns, &got); err != nil {
				t.Fatal(err)
			}
			if err := CheckTable(&got, tables[group], schema, columns); err != nil {
				t.Errorf("row group %d, columns %v: %v", group, columns, err)
			}
		}
	}
	for _, bad := range []struct{ group, column int }{{-1, 0}, {3, 0}, {0, -1}, {0, len(schema.Columns)}} {
		if err := r.Read(bad.group, []int{bad.column}, &got); err == nil {
			t.Errorf("row group %d, column %d: no error", bad.group, bad.column)
		}
	}
}

// testSameBytes writes the same tables on one core, on two, and in several goroutines side by side.
func testSameBytes(t *testing.T, f output.Format) {
	schema, tables := SweepSchema(), []*output.Table{SweepTable(3000, 0), SweepTable(2000, 3000)}
	want := Write(t, f, schema, tables)
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(1))
	for cores := 1; cores <= 2; cores++ {
		runtime.GOMAXPROCS(cores)
		if !bytes.Equal(Write(t, f, schema, tables), want) {
			t.Errorf("other bytes on %d cores", cores)
		}
	}
	files := make([][]byte, 8)
	var group sync.WaitGroup
	for i := range files {
		group.Go(func() {
			// Other tables in between leave other traces in shared buffers.
			Write(t, f, everyType(), []*output.Table{longTexts(), extremes()})
			files[i] = Write(t, f, schema, tables)
		})
	}
	group.Wait()
	for i := range files {
		if !bytes.Equal(files[i], want) {
			t.Errorf("other bytes in goroutine %d", i)
		}
	}
}

// testHiddenValues holds that a file does not depend on what a table holds where it says null, not even on NaN.
func testHiddenValues(t *testing.T, f output.Format) {
	clean, dirty := extremes(), extremes()
	for i := range dirty.Columns {
		soil(&dirty.Columns[i])
	}
	if !bytes.Equal(Write(t, f, everyType(), []*output.Table{clean}), Write(t, f, everyType(), []*output.Table{dirty})) {
		t.Error("other bytes when other values stand at the nulls")
	}
}

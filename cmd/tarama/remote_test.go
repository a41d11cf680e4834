//go:build unix

package main

import (
	"bytes"
	"context"
	"os/exec"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"tarama/output/results"
	"tarama/sweep"
)

// A file is made so that the second reader asks for more memory than its process may have: the process dies, the audit
// says so, and goes on with the other parts.
func TestReaderThatDies(t *testing.T) {
	dir, _ := wholeRun(t, writeStudy(t, `
study: two-parts
model: health
fixed: {rounds: 10, failure_round: 5}
axes:
  - seed: {base: 7, count: 50000}
output: {part_cells: 40000}
`))
	name := "parquet/part-000000.parquet"
	forge(t, dir, name, withBomb(t, read(t, dir, name)))
	a := auditJSONOf(t, exitDifference, dir)
	if len(a.Problems) != 1 || a.Count != 0 || !strings.Contains(a.Problems[0], "part 0, parquet: the process that read the file failed: ") {
		t.Fatalf("the audit says %+v", a)
	}
	if !strings.Contains(a.Problems[0], "memory") {
		t.Errorf("it does not say why: %s", a.Problems[0])
	}
	if a.Rows["arrow"] != 50000 || a.Rows["parquet"] != 10000 {
		t.Errorf("rows compared: %v, want those of all other files", a.Rows)
	}
}

// withBomb replaces the largest page of a Parquet file with one of the same length that unpacks to gigabytes.
func withBomb(t *testing.T, file []byte) []byte {
	t.Helper()
	magic := []byte{0x28, 0xB5, 0x2F, 0xFD} // every page is a zstd frame
	start, size := 0, 0
	for at := bytes.Index(file, magic); at >= 0; {
		next := bytes.Index(file[at+4:], magic)
		if next > size {
			start, size = at, next
		}
		if next < 0 {
			break
		}
		at += 4 + next
	}
	if size < 100_000 {
		t.Fatalf("the largest page has %d bytes, too few for a bomb", size)
	}
	bomb := append(bytes.Clone(magic), 0x00, 0x38)                     // a window of 128 KB, the length of the content untold
	block := []byte{0x02, 0x00, 0x10, 0x00}                            // 131,072 times the byte 0
	bomb = append(bomb, bytes.Repeat(block, (size-200)/len(block))...) // the rest of the page is never come to
	forged := bytes.Clone(file)
	copy(forged[start:], bomb)
	return forged
}

// nothingPassed takes no notice of how far an examination is.
func nothingPassed(int64) {}

// A reader that does not come back is ended, and the audit says so.
func TestReaderThatHangs(t *testing.T) {
	x := newRemoteExaminer(t.Context(), t.TempDir(), sweep.Selection{})
	x.limit = time.Millisecond
	if err := x.run(exec.Command("sleep", "100000")); err != nil {
		t.Fatal(err)
	}
	e := x.Examine(results.SealedPart{Number: 3}, []string{"parquet"}, nothingPassed)[0]
	if e.Part != 3 || e.Format != "parquet" || e.Problem != "reading the file took longer than 1ms, so it was given up" {
		t.Errorf("%+v", e)
	}
	if x.cmd != nil {
		t.Error("the process is still there")
	}
}

// One that answers what nobody asked, or nothing at all, is a problem of the part and not a crash.
func TestReaderThatTalksNonsense(t *testing.T) {
	for _, command := range []string{
		"echo nonsense; exec sleep 100000", "exit 3", "echo oh no >&2; exit 3", "kill -9 $$",
		`echo '{"found":[{"part":0,"format":"parquet"},{"part":0,"format":"arrow"}]}'`,
		`echo '{"found":[{"part":1,"format":"parquet"}]}'`, `echo '{"found":[{"part":0,"format":"arrow"}]}'`,
	} {
		x := newRemoteExaminer(t.Context(), t.TempDir(), sweep.Selection{})
		if err := x.run(exec.Command("sh", "-c", "read request; "+command)); err != nil {
			t.Fatal(err)
		}
		found := x.Examine(results.SealedPart{}, []string{"parquet"}, nothingPassed)
		if len(found) != 1 || !strings.HasPrefix(found[0].Problem, "the process that read the file failed: ") {
			t.Errorf("%s: %+v", command, found)
		}
	}
}

// An audit that is stopped ends its process at once, and what that had not finished is no finding.
func TestReaderOfAStoppedAudit(t *testing.T) {
	ctx, stop := context.WithCancel(t.Context())
	x := newRemoteExaminer(ctx, t.TempDir(), sweep.Selection{})
	if err := x.run(exec.CommandContext(ctx, "sleep", "100000")); err != nil {
		t.Fatal(err)
	}
	stop()
	if found := x.Examine(results.SealedPart{}, []string{"parquet", "arrow"}, nothingPassed); found != nil {
		t.Errorf("%+v", found)
	}
	if x.cmd != nil {
		t.Error("the process is still there")
	}
}

// How far an examination is comes through before what it found.
func TestReaderTellsHowFarItIs(t *testing.T) {
	x := newRemoteExaminer(t.Context(), t.TempDir(), sweep.Selection{})
	if err := x.run(exec.Command("sh", "-c", `read request
echo '{"reading":true}'; echo '{}'; echo '{"passed":7}'; echo '{"passed":35}'; echo '{"found":[{"part":0,"format":"parquet","rows":42}]}'`)); err != nil {
		t.Fatal(err)
	}
	var passed []int64
	found := x.Examine(results.SealedPart{}, []string{"parquet"}, func(cells int64) { passed = append(passed, cells) })
	if len(found) != 1 || found[0].Problem != "" || found[0].Rows != 42 || !slices.Equal(passed, []int64{7, 35}) {
		t.Errorf("%+v, passed %v", found, passed)
	}
}

func TestMilestones(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var told []int64
		m := milestones{every: time.Second, last: time.Now(), tell: func(cells int64) { told = append(told, cells) }}
		for range 25 {
			time.Sleep(100 * time.Millisecond)
			m.pass(3)
		}
		if !slices.Equal(told, []int64{30, 30}) {
			t.Errorf("told of %v, want what passed in each of two seconds", told)
		}
	})
}

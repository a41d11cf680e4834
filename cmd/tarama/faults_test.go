//go:build unix

package main

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
)

// Faults of the machine: the disk, permissions, limits, other processes. Each test lets the real command meet one. The
// run must end with exit code 1 and say what is wrong, what is sealed must stay, and once the fault is gone the same
// command must end with the bytes of a run that nothing happened to.

// TestFullDisk is a disk on which the small parts at the beginning of a study still fit: they stay, and the run goes on once
// there is room. A limit on the size of files stands for the disk, since only some systems let a test fill one up.
func TestFullDisk(t *testing.T) {
	study := writeStudy(t, manyParts+"where: ttl_s >= 500 or resolvers == 10\n")
	_, want := wholeRun(t, study)
	dir := filepath.Join(t.TempDir(), "results")
	e := startCommand(t, nil, "sh", "-c", `ulimit -f 128; exec tarama run "$0" -o "$1" --workers 1`, study, dir).end()
	e.want(t, exitInternal, "part-000016", "file too large")
	e.namesNoTemporaryFile(t)
	tarama(t, "status", dir).want(t, exitDone, "16 of 30 parts sealed")
	tarama(t, "run", study, "-o", dir).want(t, exitDone, "16 parts found sealed, 14 parts computed")
	wantSame(t, want, dir)
}

// TestFileSizeLimit is a disk that takes the beginning of each file.
func TestFileSizeLimit(t *testing.T) {
	study := writeStudy(t, manyParts)
	_, want := wholeRun(t, study)
	dir := filepath.Join(t.TempDir(), "results")
	e := startCommand(t, nil, "sh", "-c", `ulimit -f 64; exec tarama run "$0" -o "$1"`, study, dir).end()
	e.want(t, exitInternal, "part-0000", "file too large")
	e.namesNoTemporaryFile(t)
	if _, err := os.Stat(dir); err == nil {
		t.Errorf("nothing was sealed, but the directory stays: %q", hidden(t, dir))
	}
	tarama(t, "run", study, "-o", dir).want(t, exitDone)
	wantSame(t, want, dir)
}

// ordinary starts the command so that permissions count for it, even if the test runs as root.
func ordinary(t *testing.T, args ...string) *process {
	t.Helper()
	if os.Geteuid() != 0 {
		return start(t, args...)
	}
	return startCommand(t, nil, "setpriv", append([]string{"--bounding-set", "-dac_override,-dac_read_search", "tarama"}, args...)...)
}

// namesNoTemporaryFile fails the test if a message has a name that nobody gave and that is gone by now.
func (e ended) namesNoTemporaryFile(t *testing.T) {
	t.Helper()
	if strings.Contains(e.stderr, ".tmp") {
		t.Errorf("a temporary name is in the message: %s", e.stderr)
	}
}

func chmod(t *testing.T, path string, mode os.FileMode) {
	t.Helper()
	if err := os.Chmod(path, mode); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = os.Chmod(path, 0o755) }) // it may be gone; else the folder could not be removed
}

// TestNoPermission: a directory that may not be written is one clear line.
func TestNoPermission(t *testing.T) {
	study := writeStudy(t, manyParts)
	top := t.TempDir()
	chmod(t, top, 0o555)
	ordinary(t, "run", study, "-o", filepath.Join(top, "results")).end().want(t, exitUsage, "permission denied", top)

	dir, want := wholeRun(t, study)
	part := filepath.Join(dir, "arrow", "part-000007.arrow")
	chmod(t, part, 0)
	ordinary(t, "run", study, "-o", dir).end().want(t, exitInternal, "permission denied", "part-000007.arrow")
	ordinary(t, "audit", dir).end().want(t, exitDifference, "permission denied", "part-000007.arrow")
	chmod(t, part, 0o644)
	ordinary(t, "run", study, "-o", dir).end().want(t, exitDone, "holds the whole study already")

	chmod(t, dir, 0o555) // results that were put away are finished all the same, if they are whole
	ordinary(t, "run", study, "-o", dir).end().want(t, exitDone, "holds the whole study already")
	ordinary(t, "run", study, "-o", dir, "--overwrite").end().want(t, exitUsage, "permission denied", "lock "+dir)
	ordinary(t, "run", study, "-o", dir, "--set", "resolvers=7").end().want(t, exitUsage, "permission denied")
	damage(t, part, "cut off")
	ordinary(t, "run", study, "-o", dir).end().want(t, exitUsage, "permission denied")
	tarama(t, "audit", dir).want(t, exitDifference, "has ", "1 problem\n")
	chmod(t, dir, 0o755)
	tarama(t, "run", study, "-o", dir).want(t, exitDone, "1 part computed")
	wantSame(t, want, dir)
}

// TestReadOnlyMidway takes the permission to write away while the run goes on.
func TestReadOnlyMidway(t *testing.T) {
	study := writeStudy(t, manyParts)
	_, want := wholeRun(t, study)
	for _, folder := range []string{".", "arrow", "parquet"} {
		t.Run(folder, func(t *testing.T) {
			dir := faulty(t, study, func(dir string) { chmod(t, filepath.Join(dir, folder), 0o555) }, "permission denied")
			chmod(t, filepath.Join(dir, folder), 0o755)
			tarama(t, "run", study, "-o", dir).want(t, exitDone, "found sealed")
			wantSame(t, want, dir)
		})
	}
}

// TestDirectoryVanishes takes the whole directory away while the run goes on.
func TestDirectoryVanishes(t *testing.T) {
	study := writeStudy(t, manyParts)
	_, want := wholeRun(t, study)
	dir := faulty(t, study, func(dir string) {
		aside := dir + "-aside"
		if err := os.Rename(dir, aside); err != nil {
			t.Fatal(err)
		}
		for os.RemoveAll(aside) != nil { // the run may just have made another file in it
		}
	}, "no such file or directory")
	tarama(t, "run", study, "-o", dir).want(t, exitDone)
	wantSame(t, want, dir)
}

// faulty starts a run, lets something happen to its directory once a part is sealed, and wants it to end with exit code 1
// and the words. Should the run be done before, it is tried again.
func faulty(t *testing.T, study string, happen func(dir string), words ...string) string {
	t.Helper()
	for {
		dir := filepath.Join(t.TempDir(), "results")
		p := ordinary(t, "run", study, "-o", dir, "--workers", "2")
		p.await("a part was sealed", func() bool { return sealed(dir) > 0 })
		happen(dir)
		if e := p.end(); e.code != exitDone {
			e.want(t, exitInternal, words...)
			e.namesNoTemporaryFile(t)
			return dir
		}
	}
}

// TestTwoRuns: the second run on a directory is refused and says who has it; after the first was killed, the next one
// takes over and says so.
func TestTwoRuns(t *testing.T) {
	t.Parallel() // it waits for the first run to speak
	host, err := os.Hostname()
	if err != nil {
		t.Fatal(err)
	}
	dir := filepath.Join(t.TempDir(), "results")
	first := computing(t, dir)
	pid := strconv.Itoa(first.cmd.Process.Pid)
	study := writeStudy(t, manyParts)
	for _, more := range [][]string{nil, {"--overwrite"}} {
		tarama(t, append([]string{"run", study, "-o", dir}, more...)...).want(t, exitTaken, "another run is at work there: process "+pid+" on "+host)
	}
	first.signal(syscall.SIGKILL)
	first.end()
	tarama(t, "run", study, "-o", dir).want(t, exitDone, "took over the lock of process "+pid+" on "+host)
	_, want := wholeRun(t, study)
	wantSame(t, want, dir)
}

// TestFewOpenFiles runs and audits ten thousand parts with 64 workers where a process may open 64 files.
func TestFewOpenFiles(t *testing.T) {
	study := writeStudy(t, `
study: ten-thousand-parts
model: health
fixed: {rounds: 10, failure_round: 5}
axes:
  - seed: {from: 1, count: 20000}
output: {part_cells: 2, formats: [arrow]}
`)
	dir := filepath.Join(memoryDir(t), "results")
	e := startCommand(t, nil, "sh", "-c", `ulimit -n 64; tarama run "$0" -o "$1" --workers 64 && tarama audit "$1" --workers 64`, study, dir).end()
	e.want(t, exitDone, "10,000 parts, 10,000 files, recomputed every row", "all the same")
}

// TestNoFilesLeft: that no file can be opened is not the directory's fault, whether it is the lock or a part.
func TestNoFilesLeft(t *testing.T) {
	study := writeStudy(t, manyParts)
	for _, limit := range []string{"8", "10"} {
		dir := filepath.Join(t.TempDir(), "results")
		e := startCommand(t, nil, "sh", "-c", `ulimit -n "$0"; exec tarama run "$1" -o "$2"`, limit, study, dir).end()
		e.want(t, exitInternal, "too many open files")
		if strings.Contains(e.stderr, "choose another") {
			t.Errorf("another directory does not help: %s", e.stderr)
		}
	}
}

// memoryDir is a temporary folder in memory where there is such a thing: ten thousand parts are flushed to it.
func memoryDir(t *testing.T) string {
	t.Helper()
	dir, err := os.MkdirTemp("/dev/shm", "tarama")
	if err != nil {
		return t.TempDir()
	}
	t.Cleanup(func() { _ = os.RemoveAll(dir) })
	return dir
}

// TestClosedStreams: a closed stdout or stderr costs no results and ends in no crash.
func TestClosedStreams(t *testing.T) {
	study := filepath.Join("..", "..", "configs", "quickstart.yaml")
	dir, want := wholeRun(t, study)
	for closing, code := range map[string]int{
		">&-": exitDone, "2>&-": exitDone, "<&- >&- 2>&-": exitDone, // what goes nowhere is no fault
		">/dev/full": exitInternal, ">/dev/full 2>/dev/full": exitInternal, // what cannot be written is
	} {
		again := filepath.Join(t.TempDir(), "again")
		for _, command := range []string{
			"run " + study + " -o " + again, "audit --json " + dir, "show --format csv " + dir, "replay --cell 2 " + dir, "models --json dns",
		} {
			e := startCommand(t, nil, "sh", "-c", "tarama "+command+" "+closing).end()
			want := code
			if strings.HasPrefix(command, "run") {
				want = exitDone // its results are files
			}
			if e.code != want || strings.Contains(e.stderr, "goroutine ") {
				t.Errorf("tarama %s %s: exit code %d, want %d\n%s", command, closing, e.code, want, e.stderr)
			}
		}
		wantSame(t, want, again)
	}
}

// TestDamagedParts deletes, cuts off, changes and replaces parts of a finished directory and of one under way. The run
// names each and makes it again, and audit finds it before that.
func TestDamagedParts(t *testing.T) {
	study := writeStudy(t, manyParts)
	dir, want := wholeRun(t, study)
	for _, c := range []struct{ name, says string }{
		{"deleted", "is missing"}, {"cut off", "has "}, {"changed", "was changed"}, {"replaced", "was changed"},
	} {
		for i, file := range []string{"parquet/part-000003.parquet", "arrow/part-000029.arrow"} {
			path := filepath.Join(dir, file)
			damage(t, path, c.name)
			tarama(t, "audit", dir).want(t, exitDifference, file+": "+c.says)
			part := fmt.Sprintf("part %d", []int{3, 29}[i])
			tarama(t, "run", study, "-o", dir).want(t, exitDone, part+" is computed again", file+": "+c.says, "29 parts found sealed, 1 part computed")
			wantSame(t, want, dir)
		}
	}
}

func damage(t *testing.T, path, how string) {
	t.Helper()
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	switch how {
	case "deleted":
		err = os.Remove(path)
	case "cut off":
		err = os.Truncate(path, int64(len(text)/2))
	case "changed":
		text[len(text)/3] ^= 1
		err = os.WriteFile(path, text, 0o666)
	case "replaced":
		err = os.WriteFile(path, bytes.Repeat([]byte("x"), len(text)), 0o666)
	}
	if err != nil {
		t.Fatal(err)
	}
}

// TestRenamedMidway renames the directory of a run, and begins another at the old path. At its end the first one takes back
// the lock that it has, wherever that is now, and not the one of the second.
func TestRenamedMidway(t *testing.T) {
	t.Parallel() // it waits for the grace of the first run to pass
	dir := filepath.Join(t.TempDir(), "results")
	moved := dir + "-moved"
	first := computing(t, dir)
	if err := os.Rename(dir, moved); err != nil {
		t.Fatal(err)
	}
	second := computing(t, dir)
	defer second.signal(syscall.SIGKILL)
	first.signal(syscall.SIGINT)
	first.end().want(t, exitInterrupted)
	pid := strconv.Itoa(second.cmd.Process.Pid)
	if !holds(filepath.Join(dir, ".lock"), `"pid":`+pid) {
		t.Errorf("the second run has lost its lock: %q", hidden(t, dir))
	}
	if left := hidden(t, moved); len(left) > 0 {
		t.Errorf("the first run leaves %q", left)
	}
	tarama(t, "run", writeStudy(t, slowCells), "-o", dir).want(t, exitTaken, "process "+pid)
}

// TestSealedPartChangesMidway takes away or lengthens what is sealed while the run goes on: there is no manifest of what is
// not there, and the same command mends it.
func TestSealedPartChangesMidway(t *testing.T) {
	study := writeStudy(t, manyParts)
	_, want := wholeRun(t, study)
	for what, happen := range map[string]func(path string) error{
		"is missing": os.Remove,
		"were written": func(path string) error {
			f, err := os.OpenFile(path, os.O_WRONLY|os.O_APPEND, 0)
			if err != nil {
				return err
			}
			_, err = f.WriteString("x")
			return errors.Join(err, f.Close())
		},
	} {
		t.Run(what, func(t *testing.T) {
			dir := changedMidway(t, study, happen, what)
			tarama(t, "run", study, "-o", dir).want(t, exitDone, "1 part computed")
			wantSame(t, want, dir)
		})
	}
}

// changedMidway lets something happen to the first file that a run has sealed and wants the run to notice. The run may have
// looked for its files just before, so it is tried some times.
func changedMidway(t *testing.T, study string, happen func(path string) error, what string) string {
	t.Helper()
	for range 20 {
		dir := filepath.Join(t.TempDir(), "results")
		p := start(t, "run", study, "-o", dir, "--workers", "1")
		p.await("a part was sealed", func() bool { return sealed(dir) > 0 })
		if err := happen(filepath.Join(dir, "arrow", "part-000000.arrow")); err != nil {
			t.Fatal(err)
		}
		e := p.end()
		if e.code == exitDone {
			continue
		}
		e.want(t, exitInternal, "part-000000.arrow", what, "run again")
		if _, err := os.Stat(filepath.Join(dir, "manifest.json")); err == nil {
			t.Error("there is a manifest")
		}
		return dir
	}
	t.Fatal("no run noticed")
	return ""
}

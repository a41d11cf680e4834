//go:build unix

package main

import (
	"encoding/json"
	"flag"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"
)

var kills = flag.Int("kills", 12, "how many times TestKilledRuns kills a run")

// TestKilledRuns kills runs with SIGKILL at random instants and tears a file of what they leave, as a power cut may. Now
// and then a run is let end: the directory must equal one that nobody interrupted, byte for byte.
func TestKilledRuns(t *testing.T) {
	study := writeStudy(t, manyParts)
	began := time.Now()
	_, want := wholeRun(t, study)
	took := time.Since(began) // the instants are drawn from it; nothing else depends on it
	seed := rand.Uint64()
	t.Logf("seed %d", seed)
	k := &killer{t: t, random: rand.New(rand.NewPCG(seed, 0)), study: study, took: took}
	dir := filepath.Join(t.TempDir(), "killed")
	lasting := 0 // kills since the directory was new
	for k.killed < *kills {
		k.kill(dir)
		lasting++
		if k.random.IntN(2) == 0 {
			k.tear(dir)
		}
		if lasting < 4 && k.killed < *kills && k.random.IntN(3) > 0 {
			continue
		}
		tarama(t, "run", study, "-o", dir).want(t, exitDone)
		wantSame(t, want, dir)
		if err := os.RemoveAll(dir); err != nil {
			t.Fatal(err)
		}
		lasting = 0
	}
	t.Logf("%d killed (%d ended before the signal came), %d files torn", k.killed, k.survived, k.torn)
}

// killer kills runs of a study.
type killer struct {
	t                      *testing.T
	random                 *rand.Rand
	study                  string
	took                   time.Duration // of a run that nobody kills
	killed, survived, torn int
}

// kill starts a run and kills it: after a random time, or as soon as a random number of parts is sealed.
func (k *killer) kill(dir string) {
	k.t.Helper()
	before := sealed(dir)
	left := manyPartsParts - before
	p := start(k.t, "run", k.study, "-o", dir, "--workers", []string{"1", "2", "3"}[k.random.IntN(3)])
	if k.random.IntN(2) == 0 {
		instant := time.Duration(k.random.Int64N(int64(k.took))) * time.Duration(left) / manyPartsParts
		timer := time.AfterFunc(instant, func() { _ = p.cmd.Process.Kill() }) // it may have ended: seen below
		defer timer.Stop()
	} else {
		for parts := before + k.random.IntN(left+1); p.running() && sealed(dir) < parts; {
		}
		p.signal(syscall.SIGKILL)
	}
	switch e := p.end(); e.code {
	case -1:
		k.killed++
	case exitDone:
		k.survived++
	default:
		k.t.Fatalf("exit code %d: %s", e.code, e.stderr)
	}
}

// tear cuts a file of the directory off at a random length, or takes it away.
func (k *killer) tear(dir string) {
	k.t.Helper()
	var files []string
	err := fs.WalkDir(os.DirFS(dir), ".", func(name string, d fs.DirEntry, err error) error {
		if err == nil && !d.IsDir() {
			files = append(files, filepath.Join(dir, name))
		}
		return nil // a directory that is not there yet has no files
	})
	if err != nil || len(files) == 0 {
		return
	}
	path := files[k.random.IntN(len(files))]
	info, err := os.Stat(path)
	if err != nil {
		k.t.Fatal(err)
	}
	k.torn++
	size := k.random.Int64N(info.Size() + 1)
	k.t.Logf("%s is cut off at %d of %d bytes", strings.TrimPrefix(path, dir), size, info.Size())
	if err := os.Truncate(path, size); err != nil {
		k.t.Fatal(err)
	}
}

// TestStopSignals: the first signal seals what gets done and says how to go on; the same command then ends as if
// nothing had been.
func TestStopSignals(t *testing.T) {
	study := writeStudy(t, manyParts)
	_, want := wholeRun(t, study)
	for _, s := range []syscall.Signal{syscall.SIGINT, syscall.SIGTERM} {
		t.Run(s.String(), func(t *testing.T) {
			dir, e := stoppedRun(t, study, s)
			e.want(t, exitInterrupted, "stopping: parts that get done within", "of 30 parts sealed in "+dir+"; go on with the same command")
			if e.stdout != "" {
				t.Errorf("stdout: %s", e.stdout)
			}
			if left := hidden(t, dir); len(left) != 1 || left[0] != ".journal-000001.jsonl" {
				t.Errorf("left behind: %q", left)
			}
			tarama(t, "run", study, "-o", dir).want(t, exitDone, "found sealed")
			wantSame(t, want, dir)
		})
	}
}

// stoppedRun sends a signal to a run once a part is sealed. Should the run be faster than the signal, it is tried again.
func stoppedRun(t *testing.T, study string, s syscall.Signal) (string, ended) {
	t.Helper()
	for {
		dir := filepath.Join(t.TempDir(), "stopped")
		p := start(t, "run", study, "-o", dir, "--workers", "1")
		p.await("a part was sealed", func() bool { return sealed(dir) > 0 })
		p.signal(s)
		if e := p.end(); e.code != exitDone {
			return dir, e
		}
	}
}

// hidden lists the files of a directory whose names begin with a dot: temporary ones, journals, locks.
func hidden(t *testing.T, dir string) []string {
	t.Helper()
	var found []string
	err := fs.WalkDir(os.DirFS(dir), ".", func(name string, d fs.DirEntry, err error) error {
		if err == nil && !d.IsDir() && strings.HasPrefix(filepath.Base(name), ".") {
			found = append(found, name)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return found
}

// slowCells is a study of two parts whose cells take so long that neither gets done while a test waits.
const slowCells = `
study: slow-cells
model: failover
fixed: {resolvers: 2000, duration_s: 86400, phases: random, weights: [5, 3, 2]}
axes:
  - seed: {from: 1, count: 90000}
output: {part_cells: 80000}
`

// computing starts a run of slowCells and waits until it has said that cells are computed.
func computing(t *testing.T, dir string) *process {
	t.Helper()
	p := start(t, "run", writeStudy(t, slowCells), "-o", dir, "--workers", "1", "--progress", "json")
	p.await("it computed cells", func() bool {
		said := p.said()
		return strings.Contains(said, `"cells":`) && !strings.Contains(said, `"cells":0,`)
	})
	return p
}

// nightlyCells is a study of one part that takes a quarter of an hour at least, with fewer cells than always have a headline.
const nightlyCells = `
study: nightly-cells
model: failover
fixed: {resolvers: 200000, duration_s: 86400, phases: random, rng: pcg64}
axes:
  - seed: {from: 1, count: 90000}
`

// TestLongRunsBeginWithTheirPlan: whoever starts a run that takes long learns how long, and what it costs to stop it, before it is
// too late to cut it into shorter parts; however few the cells are.
func TestLongRunsBeginWithTheirPlan(t *testing.T) {
	t.Parallel() // it waits for the run to speak
	dir := filepath.Join(t.TempDir(), "stopped")
	p := start(t, "run", writeStudy(t, nightlyCells), "-o", dir, "--workers", "1")
	p.await("it began", func() bool { return holds(filepath.Join(dir, ".lock"), `"pid"`) })
	p.signal(syscall.SIGKILL)
	e := p.end()
	for _, words := range []string{"warning: long-parts: ", "{part_cells: ", "cells    90,000\n", "with 1 worker"} {
		if !strings.Contains(e.stderr, words) {
			t.Errorf("it does not say %q: %s", words, e.stderr)
		}
	}
}

// wantProgressLines fails the test unless each line of stderr is progress, as documented for programs, or words.
func wantProgressLines(t *testing.T, stderr string) {
	t.Helper()
	progress := 0
	for line := range strings.Lines(stderr) {
		if strings.HasPrefix(line, `{"cells":`) && json.Valid([]byte(line)) {
			progress++
		} else if strings.HasPrefix(line, "{") || line == "\n" {
			t.Errorf("the line %q is neither progress nor words", line)
		}
	}
	if progress == 0 {
		t.Errorf("there is no progress: %s", stderr)
	}
}

// TestSecondSignal stops at once: the run says no more than what is kept, and its lock is left for the next one to take over.
func TestSecondSignal(t *testing.T) {
	t.Parallel() // it waits for the run to speak
	dir := filepath.Join(t.TempDir(), "stopped")
	p := computing(t, dir)
	p.signal(syscall.SIGINT)
	p.await("it obeyed", func() bool { return strings.Contains(p.said(), "once more to stop at once") })
	p.signal(syscall.SIGINT)
	e := p.end()
	e.want(t, exitInterrupted, "stopped at once: nothing was kept, since none of 2 parts was done; ")
	wantProgressLines(t, e.stderr)
	if strings.Contains(e.stderr, "stopped:") || !holds(filepath.Join(dir, ".lock"), `"pid"`) {
		t.Errorf("it did not stop at once: %s", e.stderr)
	}
}

// TestGraceEnds: parts that do not get done are given up, nothing of them stays, and the exit code is the same.
func TestGraceEnds(t *testing.T) {
	t.Parallel() // it waits for the grace to pass
	dir := filepath.Join(t.TempDir(), "stopped")
	p := computing(t, dir)
	p.signal(syscall.SIGTERM)
	e := p.end()
	e.want(t, exitInterrupted, "stopped: nothing was kept, since none of 2 parts was done; ")
	wantProgressLines(t, e.stderr)
	if _, err := os.Stat(dir); err == nil {
		t.Errorf("a directory without results stays: %q", hidden(t, dir))
	}
}

// TestJournalOfOtherVersions: what an older or newer version of the tool left half done is not gone on with.
func TestJournalOfOtherVersions(t *testing.T) {
	study := writeStudy(t, manyParts)
	dir, _ := stoppedRun(t, study, syscall.SIGTERM)
	path := filepath.Join(dir, ".journal-000001.jsonl")
	journal, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	for field, says := range map[string]string{
		`"model_version":1`:  "the version of the model is 7 there and 1 here",
		`"format_version":1`: "the version of the format is 7 there and 1 here",
	} {
		name, _, _ := strings.Cut(field, ":")
		edited := strings.Replace(string(journal), field, name+":7", 1)
		if edited == string(journal) {
			t.Fatalf("the journal has no %s: %.2000s", field, journal)
		}
		if err := os.WriteFile(path, []byte(edited), 0o666); err != nil {
			t.Fatal(err)
		}
		tarama(t, "run", study, "-o", dir).want(t, exitTaken, says, "-o DIR", "--overwrite")
	}
}

func holds(path, word string) bool {
	text, err := os.ReadFile(path)
	return err == nil && strings.Contains(string(text), word)
}

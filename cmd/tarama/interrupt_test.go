//go:build unix

package main

import (
	"os"
	"os/signal"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
)

// TestAnswersStop: Ctrl-C ends a verb that goes through the rows with the code that is documented, and leaves nothing.
func TestAnswersStop(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "results")
	tarama(t, "run", writeStudy(t, manyParts), "-o", dir).want(t, exitDone)
	page := filepath.Join(t.TempDir(), "page.html")
	for _, args := range [][]string{
		{"summarize", dir, "--by", "ttl_s"},
		{"sensitivity", dir},
		{"pareto", dir, "--min", "peak_rps_b34", "--min", "upstream_queries"},
		{"report", dir, "-o", page},
	} {
		t.Run(args[0], func(t *testing.T) {
			e := interrupted(t, args...)
			e.want(t, exitInterrupted)
			if e.stdout != "" || !strings.HasSuffix(e.stderr, "stopped\n") { // it may have had time for a note before
				t.Errorf("stdout %q, stderr %q", e.stdout, e.stderr)
			}
			if left := hidden(t, filepath.Dir(page)); left != nil {
				t.Errorf("left behind: %q", left)
			}
			if _, err := os.Stat(page); err == nil {
				t.Error("there is a page")
			}
		})
	}
}

// interrupted signals a process until it ends, and ignores signals on its behalf until it has a handler of its own. Should it have
// an answer before the first signal, it is tried again.
func interrupted(t *testing.T, args ...string) ended {
	t.Helper()
	signal.Ignore(syscall.SIGINT) // as the process finds it
	defer signal.Reset(syscall.SIGINT)
	var e ended
	for range 5 {
		p := start(t, args...)
		for p.running() {
			p.signal(syscall.SIGINT)
		}
		if e = p.end(); e.code != exitDone && e.stdout == "" {
			break
		}
	}
	return e
}

//go:build unix

package main

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// What the tests share that start the real command as processes of its own.

// ended is what came of a process.
type ended struct {
	code           int // the exit code, or -1 if a signal ended it
	stdout, stderr string
}

// process is the command under way.
type process struct {
	t              *testing.T
	cmd            *exec.Cmd
	stdout, stderr capture
	over           chan struct{} // closed when the process has ended
	err            error         // what Wait said, once over is closed
}

// capture gathers what a process says. It can be read while the process goes on.
type capture struct {
	mu   sync.Mutex
	text strings.Builder
}

func (c *capture) Write(p []byte) (int, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.text.Write(p)
}

func (c *capture) String() string {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.text.String()
}

// said is what the process has said on stderr so far.
func (p *process) said() string { return p.stderr.String() }

// start starts the command with arguments and, ahead of them, assignments to environment variables ("TZ=UTC").
func start(t *testing.T, args ...string) *process {
	t.Helper()
	var env []string
	for len(args) > 0 && strings.Contains(args[0], "=") {
		env, args = append(env, args[0]), args[1:]
	}
	return startCommand(t, env, "tarama", args...)
}

func startCommand(t *testing.T, env []string, name string, args ...string) *process {
	t.Helper()
	p := &process{t: t, cmd: exec.Command(name, args...), over: make(chan struct{})}
	p.cmd.Env = append(os.Environ(), env...)
	p.cmd.Stdout, p.cmd.Stderr = &p.stdout, &p.stderr
	if err := p.cmd.Start(); err != nil {
		t.Fatal(err)
	}
	go func() {
		p.err = p.cmd.Wait()
		close(p.over)
	}()
	return p
}

// end waits for the process.
func (p *process) end() ended {
	p.t.Helper()
	<-p.over
	var exit *exec.ExitError
	if p.err != nil && !errors.As(p.err, &exit) {
		p.t.Fatal(p.err)
	}
	return ended{p.cmd.ProcessState.ExitCode(), p.stdout.String(), p.stderr.String()}
}

// signal sends a signal. That the process has ended by itself is no error.
func (p *process) signal(s os.Signal) {
	p.t.Helper()
	if err := p.cmd.Process.Signal(s); err != nil && !errors.Is(err, os.ErrProcessDone) {
		p.t.Fatal(err)
	}
}

// running says whether the process is still at work.
func (p *process) running() bool {
	select {
	case <-p.over:
		return false
	default:
		return true
	}
}

// tarama runs the command to its end.
func tarama(t *testing.T, args ...string) ended {
	t.Helper()
	return start(t, args...).end()
}

// want fails the test unless the process ended with the code and said each of the words on stdout or stderr.
func (e ended) want(t *testing.T, code int, words ...string) {
	t.Helper()
	ok := e.code == code
	for _, word := range words {
		ok = ok && strings.Contains(e.stdout+e.stderr, word)
	}
	if !ok {
		t.Fatalf("exit code %d; want %d and the words %q\nstdout: %s\nstderr: %s", e.code, code, words, e.stdout, e.stderr)
	}
}

// sums are the SHA-256 of all files below a results directory by name; run.json is left out, which may differ.
func sums(t *testing.T, dir string) map[string]string {
	t.Helper()
	all := map[string]string{}
	err := fs.WalkDir(os.DirFS(dir), ".", func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || name == "run.json" {
			return err
		}
		text, err := os.ReadFile(filepath.Join(dir, name))
		sum := sha256.Sum256(text)
		all[name] = hex.EncodeToString(sum[:])
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return all
}

// wantSame fails the test unless a directory holds the same files as another that nobody interrupted.
func wantSame(t *testing.T, want map[string]string, dir string) {
	t.Helper()
	if diff := cmp.Diff(want, sums(t, dir)); diff != "" {
		t.Fatalf("%s differs from an uninterrupted run (-want +have):\n%s", dir, diff)
	}
}

// writeStudy writes a study file and returns its path.
func writeStudy(t *testing.T, text string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "study.yaml")
	if err := os.WriteFile(path, []byte(strings.TrimLeft(text, "\n")), 0o666); err != nil {
		t.Fatal(err)
	}
	return path
}

// wholeRun runs a study once without interruption and returns what it leaves.
func wholeRun(t *testing.T, study string) (dir string, want map[string]string) {
	t.Helper()
	dir = filepath.Join(t.TempDir(), "whole")
	tarama(t, "run", study, "-o", dir).want(t, exitDone)
	return dir, sums(t, dir)
}

// manyParts is a study of manyPartsParts parts that takes some tenths of a second.
const manyPartsParts = 30

const manyParts = `
study: many-parts
model: dns
fixed: {policy: geographic, duration_s: 1200, failed_region: b34}
axes:
  - ttl_s: {from: 30, to: 900, step: 1}
  - resolvers: {from: 10, to: 60, step: 1}
output: {part_cells: 1500}
`

// await looks until something has come about, and fails if the process ends before.
func (p *process) await(what string, come func() bool) {
	p.t.Helper()
	for !come() {
		if !p.running() && !come() {
			e := p.end()
			p.t.Fatalf("the process ended before %s; exit code %d\nstderr: %s", what, e.code, e.stderr)
		}
	}
}

// sealed is how many parts of a directory have their final name.
func sealed(dir string) int {
	parts, _ := filepath.Glob(filepath.Join(dir, "arrow", "part-*")) // the pattern is well-formed
	return len(parts)
}

//go:build unix

package main

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// Studies that between them use every model, several parts, cells that where leaves out, failed rows, text columns and a
// points file. They are small: what is shown is that nothing about a run's surroundings can show in its files.
var byteStudies = map[string]string{
	"dns": `
study: dns
model: dns
fixed: {duration_s: 1200, failed_region: b34}
axes:
  - policy: [geographic, latency, weighted]
  - points: design.csv
  - detection_s: [2, 10, 30]
where: ttl_s >= 2 * detection_s
output: {part_cells: 700}
`,
	"failover": `
study: failover
model: failover
fixed: {rotation: smooth, duration_s: 600, phases: random, false_failure_probability: 0.06, rng: pcg64}
axes:
  - weights: {simplex: 5, min: 1}
  - threshold: [1, 2]
  - seed: {base: 41129, count: 40}
output: {part_cells: 131}
`,
	"health": `
study: health
model: health
fixed: {failed_instance: 2}
axes:
  - instances: [2, 3, 4]
  - false_failure_probability: {from: 0.001, to: 0.1, points: 9, scale: log}
  - seed: {from: 1, count: 100}
output: {part_cells: 400}
`,
	"lb": `
study: lb
model: lb
axes:
  - seed: {from: 1, count: 2000}
output: {part_cells: 350}
`,
}

// byteStudy writes a study and its points file into a folder.
func byteStudy(t *testing.T, folder, name string) string {
	t.Helper()
	var points strings.Builder
	points.WriteString("ttl_s,resolvers\n")
	for i := range 300 {
		fmt.Fprintf(&points, "%d,%d\n", 20+i, 10+i%50)
	}
	path := filepath.Join(folder, name+".yaml")
	for file, text := range map[string]string{path: byteStudies[name][1:], filepath.Join(folder, "design.csv"): points.String()} {
		if err := os.WriteFile(file, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	return path
}

// surroundings are what may differ between two runs of the same study without a trace in the files. The shell gets the
// study's name and the command's further arguments.
var surroundings = []struct {
	name string
	env  []string
	sh   string
}{
	{"2 workers", nil, `exec tarama run $STUDY.yaml -o out --workers 2`},
	{"3 workers", nil, `exec tarama run $STUDY.yaml -o out --workers 3`},
	{"8 workers", nil, `exec tarama run $STUDY.yaml -o out --workers 8`},
	{"64 workers", nil, `exec tarama run $STUDY.yaml -o out --workers 64`},
	{"GOMAXPROCS 1", []string{"GOMAXPROCS=1"}, `exec tarama run $STUDY.yaml -o out`},
	{"GOMAXPROCS 2", []string{"GOMAXPROCS=2"}, `exec tarama run $STUDY.yaml -o out --workers 5`},
	{"time zone", []string{"TZ=Pacific/Kiritimati"}, `exec tarama run $STUDY.yaml -o out`},
	{"locale", []string{"LANG=tr_TR.UTF-8", "LC_ALL=tr_TR.UTF-8"}, `exec tarama run $STUDY.yaml -o out`},
	{"umask", nil, `umask 077; exec tarama run $STUDY.yaml -o out`},
	{"few files", nil, `ulimit -n 40; exec tarama run $STUDY.yaml -o out --workers 8`},
	{"another directory", nil, `mkdir "a folder ş"; cd "a folder ş"; tarama run ../$STUDY.yaml -o deeper/results; code=$?; mv deeper/results ../out; exit $code`},
	{"no memory to spare", []string{"GOMEMLIMIT=30MiB", "GOGC=10"}, `exec tarama run $STUDY.yaml -o out`},
}

// TestSameBytesInAllSurroundings runs every study once with one worker and then in each of the surroundings: every part
// and the manifest must have the same SHA-256.
func TestSameBytesInAllSurroundings(t *testing.T) {
	for name := range byteStudies {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			whole := filepath.Join(t.TempDir(), "whole")
			ok := tarama(t, "run", byteStudy(t, t.TempDir(), name), "-o", whole, "--workers", "1")
			if ok.code != exitDone && ok.code != exitFailedCells {
				t.Fatalf("exit code %d: %s", ok.code, ok.stderr)
			}
			want := sums(t, whole)
			if len(want) < 8 {
				t.Fatalf("only %d files: the study is too small to show anything", len(want))
			}
			for _, s := range surroundings {
				folder := t.TempDir()
				byteStudy(t, folder, name)
				e := startCommand(t, append(s.env, "STUDY="+name), "sh", "-c", `cd "$0"; `+s.sh, folder).end()
				if e.code != ok.code {
					t.Fatalf("%s: exit code %d: %s", s.name, e.code, e.stderr)
				}
				if diff := cmp.Diff(want, sums(t, filepath.Join(folder, "out"))); diff != "" {
					t.Errorf("%s (-one worker, +these):\n%s", s.name, diff)
				}
			}
		})
	}
}

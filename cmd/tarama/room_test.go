//go:build unix

package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"tarama/sweep"
	"tarama/sweep/study"
)

// TestMostBytes holds the bound on the size of results to real ones: of few and of many parts, and with an error in each row.
func TestMostBytes(t *testing.T) {
	for name, text := range map[string]string{
		"a cell":     "model: dns",
		"many parts": "model: lb\naxes: [seed: {from: 1, count: 500}]\noutput: {part_cells: 1}",
		"all failed": "model: dns\nfixed: {rotation: reference}\naxes: [weight_b34: {from: 4, to: 2000, step: 1}]",
		"bulky":      "model: dns\nfixed: {phases: random, policy: weighted}\naxes: [seed: {base: 1, count: 5000}]",
	} {
		file := filepath.Join(t.TempDir(), "study.yaml")
		if err := os.WriteFile(file, []byte("study: t\n"+text), 0o666); err != nil {
			t.Fatal(err)
		}
		s, err := study.Load(file, study.Options{})
		if err != nil {
			t.Fatal(err)
		}
		dir := filepath.Join(t.TempDir(), "r")
		if e := tarama(t, "run", file, "-o", dir, "-q"); e.code != exitDone && e.code != exitFailedCells {
			t.Fatalf("%s: %s", name, e.stderr)
		}
		have, _ := sealedBytes(dir)
		if most := mostBytes(sweep.NewPlan(s)); have > most || have == 0 {
			t.Errorf("%s: the files take %d bytes, more than the bound %d", name, have, most)
		}
	}
}

func TestCheckRoom(t *testing.T) {
	if err := checkRoom("r", 2e9, 2e9); err != nil {
		t.Error(err)
	}
	err := checkRoom("r", 2e9, 2e9+1e8)
	if err == nil || !strings.HasPrefix(err.Error(), "r has room for 2.0 GB, but the results will take about 2.1 GB; ") || exitCode(err) != exitInternal {
		t.Errorf("%v", err)
	}
}

package main

import (
	"encoding/json"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"tarama/sweep"
)

// resume lets a run go on in which 700 of 1,000 cells are found sealed, after a minute of looking through them: it computes
// ten cells a second for ten seconds.
func resume(p *sweep.Progress) {
	time.Sleep(time.Minute)
	p.Cells.Add(700)
	p.Found.Add(700)
	p.Parts.Add(7)
	p.Begin()
	for range 10 {
		time.Sleep(time.Second)
		p.Cells.Add(10)
		p.Rows.Add(10)
	}
}

// TestResumedProgress: where a run is counts what was found; how fast it is, and how long it takes, does not.
func TestResumedProgress(t *testing.T) {
	t.Run("json", func(t *testing.T) {
		synctest.Test(t, func(t *testing.T) {
			var out strings.Builder
			p := &sweep.Progress{}
			v := watch(p, 1000, &out, progressJSON)
			resume(p)
			v.close()
			lines := strings.Split(strings.TrimSpace(out.String()), "\n")
			var first, last progressJSONLine
			if err := json.Unmarshal([]byte(lines[0]), &first); err != nil || first.SecondsLeft != nil || first.CellsPerSecond != 0 {
				t.Error(lines[0], err)
			}
			err := json.Unmarshal([]byte(lines[len(lines)-1]), &last)
			if err != nil || last.Cells != 800 || last.Rows != 100 || last.Parts != 7 || last.Seconds != 70 ||
				last.CellsPerSecond != 10 || *last.SecondsLeft != 20 {
				t.Error(lines[len(lines)-1], err)
			}
		})
	})
	t.Run("lines", func(t *testing.T) {
		synctest.Test(t, func(t *testing.T) {
			var out strings.Builder
			p := &sweep.Progress{}
			v := watch(p, 1000, &out, progressAuto)
			resume(p)
			v.show()
			v.close()
			if !strings.HasSuffix(out.String(), "\n800 of 1,000 cells (80.0 %), 10 cells/s, about 20s left\n") {
				t.Error(out.String())
			}
		})
	})
	t.Run("bar", func(t *testing.T) {
		synctest.Test(t, func(t *testing.T) {
			var out strings.Builder
			p := &sweep.Progress{}
			v := &progressView{progress: p, cells: 1000, began: time.Now(), out: &out, bar: newPacedBar(1000, &out)}
			v.show()
			resume(p)
			v.show()
			shown := out.String()[strings.LastIndexByte(out.String(), '\r')+1:]
			if want := "  80% |█████████   | (800/1000) 10 cells/s, about 20s left"; strings.TrimRight(shown, " ") != want {
				t.Errorf("got  %q\nwant %q", shown, want)
			}
		})
	})
}

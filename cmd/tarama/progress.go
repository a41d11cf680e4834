package main

import (
	"encoding/json"
	"fmt"
	"io"
	"os"
	"time"

	"github.com/schollz/progressbar/v3"
	"golang.org/x/term"

	"tarama/sweep"
)

// How often progress is shown: the bar often enough to look alive, a line seldom enough for a log of a night, and a line
// of JSON as often as a program that shows it further needs.
const (
	barEvery  = 200 * time.Millisecond
	lineEvery = 30 * time.Second
	jsonEvery = 2 * time.Second
)

// The forms of progress that --progress names.
const (
	progressAuto = "auto" // a bar on a terminal, else lines
	progressJSON = "json"
)

var progressForms = []string{progressAuto, progressJSON}

// progressView shows a run's progress on stderr until it is closed: a bar on a terminal, else a line now and then, or
// lines of JSON for programs.
type progressView struct {
	progress *sweep.Progress
	cells    int64
	began    time.Time
	out      io.Writer
	json     bool
	bar      *progressbar.ProgressBar // nil where out is no terminal
	stop     chan struct{}
	done     chan struct{}
}

// watch begins to show progress. Only the run's own goroutines count; the view never slows them down.
func watch(p *sweep.Progress, cells int64, out io.Writer, form string) *progressView {
	v := &progressView{
		progress: p, cells: cells, began: time.Now(), out: out, json: form == progressJSON,
		stop: make(chan struct{}), done: make(chan struct{}),
	}
	every := lineEvery
	switch {
	case v.json:
		every = jsonEvery
	case isTerminal(out):
		every = barEvery
		v.bar = newPacedBar(cells, out)
	}
	go v.run(every)
	return v
}

// newPacedBar makes a bar whose description says how fast it goes. The bar's own rate and time left would take cells that were
// found done for cells of the last half second.
func newPacedBar(cells int64, out io.Writer) *progressbar.ProgressBar {
	return newBar(max(cells, 1), "cells", out, // of nothing there is no bar
		progressbar.OptionSetPredictTime(false),
		progressbar.OptionSetElapsedTime(false),
		progressbar.OptionShowDescriptionAtLineEnd(),
		progressbar.OptionSetWidth(12), // so that ten million cells fit 80 columns
		progressbar.OptionThrottle(0),  // else a new description keeps the new position from being drawn
	)
}

// newBar makes a bar that is drawn when it is first set, and takes itself off the screen when it is full.
func newBar(all int64, title string, out io.Writer, more ...progressbar.Option) *progressbar.ProgressBar {
	bar := progressbar.NewOptions64(all, append([]progressbar.Option{
		progressbar.OptionSetWriter(raw(out)),
		progressbar.OptionSetDescription(title),
		progressbar.OptionShowCount(),
		progressbar.OptionSetPredictTime(true),
		progressbar.OptionSetElapsedTime(true),
		progressbar.OptionSetWidth(20),
		progressbar.OptionThrottle(barEvery / 2),
		progressbar.OptionClearOnFinish(),
		progressbar.OptionUseANSICodes(false),
		progressbar.OptionEnableColorCodes(os.Getenv("NO_COLOR") == ""),
	}, more...)...)
	bar.StartWithoutRender() // else its first rate is of no time at all
	return bar
}

func (v *progressView) run(every time.Duration) {
	defer close(v.done)
	tick := time.NewTicker(every)
	defer tick.Stop()
	for {
		select {
		case <-v.stop:
			return
		case <-tick.C:
			v.show()
		}
	}
}

// show draws once. That nobody can see progress any more is no reason to end a run, so write errors are let go.
func (v *progressView) show() {
	done, pace, failed := v.progress.Cells.Load(), v.progress.Pace(), v.progress.Failed.Load()
	switch {
	case v.json:
		v.showJSON()
	case v.bar == nil:
		_, _ = fmt.Fprintln(v.out, progressLine(done, v.cells, failed, pace))
	default:
		v.bar.Describe(paceOf("cells", v.cells-done, pace) + failedOf(failed))
		_ = v.bar.Set64(done)
	}
}

// progressJSONLine is what --progress json prints, a line each time.
type progressJSONLine struct {
	Cells          int64    `json:"cells"` // done, those of parts found sealed included
	CellsAll       int64    `json:"cells_all"`
	Rows           int64    `json:"rows"`   // computed by this run
	Failed         int64    `json:"failed"` // of them
	Parts          int64    `json:"parts"`  // sealed, those found so included
	Seconds        float64  `json:"seconds"`
	CellsPerSecond float64  `json:"cells_per_second"` // of this run, while it computes
	SecondsLeft    *float64 `json:"seconds_left"`     // null while this run has computed nothing
}

func (v *progressView) showJSON() {
	pace := v.progress.Pace()
	line := progressJSONLine{
		Cells: v.progress.Cells.Load(), CellsAll: v.cells, Rows: v.progress.Rows.Load(),
		Failed: v.progress.Failed.Load(), Parts: v.progress.Parts.Load(), Seconds: time.Since(v.began).Seconds(),
		CellsPerSecond: pace.PerSecond(),
	}
	if pace.Cells > 0 {
		left := float64(v.cells-line.Cells) / line.CellsPerSecond
		line.SecondsLeft = &left
	}
	_ = json.NewEncoder(v.out).Encode(line)
}

// progressOf says in one line what a bar says. The unit is in the plural.
func progressOf(unit string, done, all int64, pace sweep.Pace) string {
	return fmt.Sprintf("%s of %s %s (%.1f %%), %s", count(done), count(all), unit,
		100*float64(done)/float64(max(all, 1)), paceOf(unit, all-done, pace))
}

// paceOf says how fast it goes, and how long what is left takes at that pace.
func paceOf(unit string, left int64, pace sweep.Pace) string {
	line := fmt.Sprintf("%s %s/s", perSecond(pace.PerSecond()), unit)
	if pace.Cells > 0 && left > 0 {
		takes := time.Duration(saturated(float64(left) / pace.PerSecond() * float64(time.Second)))
		line += fmt.Sprintf(", %s left", timeLeft(takes))
	}
	return line
}

// progressLine says how far a run is.
func progressLine(done, cells, failed int64, pace sweep.Pace) string {
	return progressOf("cells", done, cells, pace) + failedOf(failed)
}

func failedOf(failed int64) string {
	if failed == 0 {
		return ""
	}
	return fmt.Sprintf(", %s failed", count(failed))
}

// timeLeft rounds to seconds, and to days what no person waits for.
func timeLeft(left time.Duration) string {
	if left >= dayAfterTomorrow {
		return span(left, left)
	}
	return "about " + left.Round(time.Second).String()
}

// close ends the view and takes the bar off the screen.
func (v *progressView) close() {
	close(v.stop)
	<-v.done
	switch {
	case v.json:
		v.showJSON() // the last one says how it ended
	case v.bar != nil:
		_ = v.bar.Clear()
	}
}

// aside says something while progress is shown. On a terminal it begins a line: the bar, or what the keyboard echoed, is on this one.
func aside(out io.Writer, format string, args ...any) {
	if isTerminal(out) {
		format = "\n" + format
	}
	fmt.Fprintf(out, format, args...)
}

func isTerminal(w io.Writer) bool {
	file, ok := raw(w).(*os.File)
	return ok && term.IsTerminal(int(file.Fd()))
}

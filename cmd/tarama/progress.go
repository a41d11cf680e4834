package main

import (
	"fmt"
	"io"
	"os"
	"time"

	"github.com/schollz/progressbar/v3"
	"golang.org/x/term"

	"tarama/sweep"
)

// How often progress is shown: the bar often enough to look alive, a line seldom enough for a log of a night.
const (
	barEvery  = 200 * time.Millisecond
	lineEvery = 30 * time.Second
)

// progressView shows a run's progress on stderr until it is closed: a bar on a terminal, else a line now and then.
type progressView struct {
	progress *sweep.Progress
	cells    int64
	began    time.Time
	out      io.Writer
	bar      *progressbar.ProgressBar // nil where out is no terminal
	stop     chan struct{}
	done     chan struct{}
}

// watch begins to show progress. Only the run's own goroutines count; the view never slows them down.
func watch(p *sweep.Progress, cells int64, out io.Writer) *progressView {
	v := &progressView{
		progress: p, cells: cells, began: time.Now(), out: out,
		stop: make(chan struct{}), done: make(chan struct{}),
	}
	every := lineEvery
	if isTerminal(out) {
		every = barEvery
		v.bar = newBar(cells, out)
	}
	go v.run(every)
	return v
}

func newBar(cells int64, out io.Writer) *progressbar.ProgressBar {
	return progressbar.NewOptions64(cells,
		progressbar.OptionSetWriter(out),
		progressbar.OptionSetDescription("cells"),
		progressbar.OptionShowCount(),
		progressbar.OptionShowIts(),
		progressbar.OptionSetItsString("cells"),
		progressbar.OptionSetPredictTime(true),
		progressbar.OptionSetElapsedTime(true),
		progressbar.OptionSetWidth(20),
		progressbar.OptionThrottle(barEvery/2),
		progressbar.OptionClearOnFinish(),
		progressbar.OptionUseANSICodes(false),
		progressbar.OptionEnableColorCodes(os.Getenv("NO_COLOR") == ""),
	)
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
	cells, failed := v.progress.Cells.Load(), v.progress.Failed.Load()
	if v.bar == nil {
		_, _ = fmt.Fprintln(v.out, progressLine(cells, v.cells, failed, time.Since(v.began)))
		return
	}
	if failed > 0 {
		v.bar.Describe(fmt.Sprintf("cells (%s failed)", count(failed)))
	}
	_ = v.bar.Set64(cells)
}

// progressLine says in one line what the bar says.
func progressLine(done, cells, failed int64, elapsed time.Duration) string {
	rate := float64(done) / max(elapsed.Seconds(), 1e-9)
	line := fmt.Sprintf("%s of %s cells (%.1f %%), %s cells/s", count(done), count(cells),
		100*float64(done)/float64(max(cells, 1)), count(int64(rate)))
	if done > 0 && done < cells {
		left := time.Duration(float64(cells-done) / rate * float64(time.Second))
		line += fmt.Sprintf(", about %s left", left.Round(time.Second))
	}
	if failed > 0 {
		line += fmt.Sprintf(", %s failed", count(failed))
	}
	return line
}

// close ends the view and takes the bar off the screen.
func (v *progressView) close() {
	close(v.stop)
	<-v.done
	if v.bar != nil {
		_ = v.bar.Clear()
	}
}

func isTerminal(w io.Writer) bool {
	file, ok := w.(*os.File)
	return ok && term.IsTerminal(int(file.Fd()))
}

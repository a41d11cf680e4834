package main

import (
	"fmt"
	"io"
	"os"
	"os/signal"
	"sync"
	"syscall"
	"time"

	"github.com/schollz/progressbar/v3"

	"tarama/sweep"
)

// passView shows on stderr how far a verb is that works an answer out of all rows: pass by pass, since how many passes it
// takes turns out on the way. On a terminal that is a bar, else a line now and then. It is the rows.Watcher of these verbs.
//
// Until it is closed, Ctrl-C or SIGTERM ends the process at once. There is nothing to keep of half an answer.
type passView struct {
	rows     int64 // of each pass
	out      io.Writer
	terminal bool
	signals  chan os.Signal
	stop     chan struct{}
	done     chan struct{}

	mu     sync.Mutex
	passes int  // begun
	hidden bool // the rows have been gone through: there is nothing to show any more
	pass   pass
	bar    *progressbar.ProgressBar // of the pass; nil where out is no terminal
}

// pass is one pass over the rows.
type pass struct {
	title string
	began time.Time
	rows  int64 // done with
}

func (p pass) pace(now time.Time) sweep.Pace {
	return sweep.Pace{Cells: p.rows, Elapsed: now.Sub(p.began)}
}

// watchPasses begins to show passes over so many rows, as often as a run shows its cells.
func watchPasses(rows int64, out io.Writer) *passView {
	v := newPassView(rows, out, isTerminal(out))
	signal.Notify(v.signals, os.Interrupt, syscall.SIGTERM)
	every := lineEvery
	if v.terminal {
		every = barEvery
	}
	go v.run(every)
	return v
}

func newPassView(rows int64, out io.Writer, terminal bool) *passView {
	return &passView{
		rows: rows, out: out, terminal: terminal,
		signals: make(chan os.Signal, 1), stop: make(chan struct{}), done: make(chan struct{}),
	}
}

func (v *passView) run(every time.Duration) {
	defer close(v.done)
	tick := time.NewTicker(every)
	defer tick.Stop()
	for {
		select {
		case <-v.stop:
			return
		case <-tick.C:
			v.show(time.Now())
		case <-v.signals:
			v.hide()
			fmt.Fprintln(v.out, "stopped")
			os.Exit(exitInterrupted)
		}
	}
}

// Begin begins a pass.
func (v *passView) Begin(name string) {
	v.mu.Lock()
	defer v.mu.Unlock()
	v.clear()
	v.passes++
	v.pass = pass{title: fmt.Sprintf("pass %d, %s", v.passes, name), began: time.Now()}
	if v.terminal {
		v.bar = newBar(v.rows, v.pass.title, v.out) // without a rate, with which it would not fit 80 columns
	}
}

// Passed counts rows that the pass is done with.
func (v *passView) Passed(rows int) {
	v.mu.Lock()
	defer v.mu.Unlock()
	v.pass.rows += int64(rows)
}

// show draws once. That nobody can see it any more is no reason to give up, so write errors are let go.
func (v *passView) show(now time.Time) {
	v.mu.Lock()
	defer v.mu.Unlock()
	switch {
	case v.hidden || v.passes == 0:
	case v.terminal:
		_ = v.bar.Set64(min(v.pass.rows, v.rows-1)) // a full bar would leave while there is still to compute
	default:
		_, _ = fmt.Fprintln(v.out, v.pass.title+": "+progressOf("rows", v.pass.rows, v.rows, v.pass.pace(now)))
	}
}

// clear takes the bar off the screen until it is shown again. Once the answer may stand there nothing is written any more.
func (v *passView) clear() {
	if v.bar != nil && !v.hidden {
		_ = v.bar.Clear()
	}
}

// hide takes the bar off the screen for good, so that the answer can be written.
func (v *passView) hide() {
	v.mu.Lock()
	defer v.mu.Unlock()
	v.clear()
	v.hidden = true
}

// close ends the view, and lets signals do again what they do by themselves.
func (v *passView) close() {
	v.hide()
	signal.Stop(v.signals)
	close(v.stop)
	<-v.done
}

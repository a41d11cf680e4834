package main

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"os/signal"
	"strings"
	"sync/atomic"
	"syscall"
	"time"

	"github.com/spf13/cobra"

	"tarama/output/results"
	"tarama/sweep"
)

// An audit reads Parquet by a library that cannot be trusted with a damaged file: it may panic, hang, or ask for more
// memory than there is. So it does its reading in a process of its own, this binary again with a hidden verb, which
// examines parts as it is told on stdin and answers on stdout, a line of JSON a message. While it reads, a clock runs.
// The process compares all formats of a part with rows that it computes once. If it ends over that, each format is
// examined again by itself, so that one bad file hides nothing of the others.

// readLimit is how long one row group may take to read; memoryLimit bounds the process's address space. A whole file of
// ours takes well under a second and 200 MB.
const (
	readLimit   = 60 * time.Second
	memoryLimit = 4 << 30
)

// order is the first line that the process is given; requests follow, one a line.
type order struct {
	Dir       string          `json:"dir"`
	Selection sweep.Selection `json:"selection"`
}

// request asks for the examination of a part.
type request struct {
	Part    int      `json:"part"`
	Formats []string `json:"formats"`
}

// answer is a line that the process gives: that it begins or ends to read, how many further cells have passed, or what it found, by
// format.
type answer struct {
	Reading bool                `json:"reading,omitempty"`
	Passed  int64               `json:"passed,omitempty"`
	Found   []sweep.Examination `json:"found,omitempty"`
}

// passedEvery is how often the process says how far it is: as often as a bar is drawn anew.
const passedEvery = barEvery

// remoteExaminer is a sweep.PartExaminer in a process of its own. It is started for the first part, and again after it
// had to be ended.
type remoteExaminer struct {
	ctx    context.Context // at its end the process is killed
	order  order
	limit  time.Duration // for reading a row group
	late   atomic.Bool   // the limit was reached
	cmd    *exec.Cmd     // nil while there is no process
	in     io.WriteCloser
	out    *bufio.Reader
	stderr strings.Builder
}

func newRemoteExaminer(ctx context.Context, dir string, s sweep.Selection) *remoteExaminer {
	return &remoteExaminer{ctx: ctx, order: order{Dir: dir, Selection: s}, limit: readLimit}
}

// Examine has the process examine a part. If the process ends over one format alone, that is the part's problem. Of an
// audit that was stopped it finds nothing.
func (x *remoteExaminer) Examine(part results.SealedPart, formats []string, passed func(cells int64)) []sweep.Examination {
	found, err := x.examine(request{part.Number, formats}, passed)
	if err == nil {
		return found
	}
	problem := x.end(err)
	if x.ctx.Err() != nil {
		return nil
	}
	if len(formats) == 1 {
		return []sweep.Examination{{Part: part.Number, Format: formats[0], Problem: problem}}
	}
	found = nil
	for i := range formats {
		found = append(found, x.Examine(part, formats[i:i+1], passed)...)
	}
	return found
}

// end ends the process over an error, and says why.
func (x *remoteExaminer) end(err error) string {
	if x.cmd != nil {
		_ = x.cmd.Process.Kill() // one that answers nonsense still lives
	}
	if ended := x.Close(); ended != nil {
		err = ended // how it ended says more than that it does not answer
	}
	if x.late.Load() {
		return fmt.Sprintf("reading the file took longer than %s, so it was given up", x.limit)
	}
	return "the process that read the file failed: " + firstLine(err.Error(), x.stderr.String())
}

func (x *remoteExaminer) examine(r request, passed func(cells int64)) ([]sweep.Examination, error) {
	if x.cmd == nil {
		if err := x.start(); err != nil {
			return nil, err
		}
	}
	if err := json.NewEncoder(x.in).Encode(r); err != nil {
		return nil, err
	}
	process := x.cmd.Process
	clock := time.AfterFunc(x.limit, func() {
		x.late.Store(true)
		_ = process.Kill() // it may have ended by itself
	})
	defer clock.Stop()
	for {
		line, err := x.out.ReadBytes('\n')
		if err != nil {
			return nil, err
		}
		var a answer
		if err := json.Unmarshal(line, &a); err != nil {
			return nil, err
		}
		switch {
		case a.Found != nil:
			return a.Found, a.check(r)
		case a.Reading:
			clock.Reset(x.limit)
		case a.Passed > 0:
			passed(a.Passed)
		default: // computing takes as long as it takes
			clock.Stop()
		}
	}
}

// check says whether an answer is about what was asked for.
func (a *answer) check(r request) error {
	if len(a.Found) != len(r.Formats) {
		return fmt.Errorf("it examined %d formats, but was asked for %d", len(a.Found), len(r.Formats))
	}
	for i, e := range a.Found {
		if e.Part != r.Part || e.Format != r.Formats[i] {
			return fmt.Errorf("it examined part %d, %s, but was asked for part %d, %s", e.Part, e.Format, r.Part, r.Formats[i])
		}
	}
	return nil
}

func (x *remoteExaminer) start() error {
	self, err := os.Executable()
	if err != nil {
		return err
	}
	if err := x.run(exec.CommandContext(x.ctx, self, examineVerb)); err != nil {
		return err
	}
	return json.NewEncoder(x.in).Encode(x.order)
}

// run starts the process and holds on to it once it runs.
func (x *remoteExaminer) run(cmd *exec.Cmd) (err error) {
	x.stderr.Reset()
	x.late.Store(false)
	cmd.Stderr = &x.stderr
	if x.in, err = cmd.StdinPipe(); err != nil {
		return err
	}
	out, err := cmd.StdoutPipe()
	if err != nil {
		return errors.Join(err, x.in.Close())
	}
	x.out = bufio.NewReader(out)
	if err := cmd.Start(); err != nil {
		return err
	}
	x.cmd = cmd
	return nil
}

// Close ends the process.
func (x *remoteExaminer) Close() error {
	if x.cmd == nil {
		return nil
	}
	_ = x.in.Close() // the process may be gone, which Wait says
	err := x.cmd.Wait()
	x.cmd = nil
	return err
}

// firstLine is the most telling line of what is known about a failure.
func firstLine(err, stderr string) string {
	if line, _, _ := strings.Cut(strings.TrimSpace(stderr), "\n"); line != "" {
		return line
	}
	return err
}

// examineVerb is the hidden verb of the process.
const examineVerb = "examine-parts"

func newExamine() *cobra.Command {
	return &cobra.Command{
		Use:    examineVerb,
		Short:  "examine parts for an audit, as told on stdin",
		Hidden: true,
		Args:   exactly(),
		RunE: func(cmd *cobra.Command, _ []string) error {
			return examineParts(os.Stdin, cmd.OutOrStdout())
		},
	}
}

func examineParts(in io.Reader, out io.Writer) error {
	if err := limitMemory(memoryLimit); err != nil {
		return fmt.Errorf("limit the memory: %w", err)
	}
	collectOften()
	signal.Ignore(os.Interrupt, syscall.SIGTERM) // the audit gets them too, and ends this process when it sees fit
	requests := json.NewDecoder(in)
	var o order
	if err := requests.Decode(&o); err != nil {
		return err
	}
	r, err := results.Open(o.Dir)
	if err != nil {
		return err
	}
	defer r.Close()
	plan, err := sweep.PlanOf(r)
	if err != nil {
		return err
	}
	x, err := sweep.Local(r, plan, o.Selection)
	if err != nil {
		return err
	}
	answers := json.NewEncoder(out)
	x.Before = func() { err = errors.Join(err, answers.Encode(answer{Reading: true})) }
	x.After = func() { err = errors.Join(err, answers.Encode(answer{})) }
	parts := map[int]results.SealedPart{}
	for _, part := range r.Parts() {
		parts[part.Number] = part
	}
	for q := range receive(requests) {
		m := milestones{every: passedEvery, last: time.Now(), tell: func(cells int64) {
			err = errors.Join(err, answers.Encode(answer{Passed: cells}))
		}}
		found := x.Examine(parts[q.Part], q.Formats, m.pass)
		if err = errors.Join(err, answers.Encode(answer{Found: found})); err != nil {
			return err
		}
	}
	return nil
}

// milestones gathers cells that pass, and tells of them now and then.
type milestones struct {
	every time.Duration
	last  time.Time
	cells int64 // since then
	tell  func(cells int64)
}

func (m *milestones) pass(cells int64) {
	m.cells += cells
	if now := time.Now(); now.Sub(m.last) >= m.every {
		m.tell(m.cells)
		m.last, m.cells = now, 0
	}
}

// receive hands on the requests. When there are no more, nobody is left who could read an answer, so it ends the process
// even in the midst of a part: an audit that is killed leaves none behind.
func receive(requests *json.Decoder) <-chan request {
	received := make(chan request)
	go func() {
		for {
			var q request
			switch err := requests.Decode(&q); err {
			case nil:
				received <- q
			case io.EOF:
				os.Exit(exitDone)
			default:
				fmt.Fprintf(os.Stderr, "a request that cannot be read: %v\n", err)
				os.Exit(exitInternal)
			}
		}
	}()
	return received
}

package main

import (
	"encoding/json"
	"fmt"
	"io"
	"os"
	"time"

	"github.com/spf13/cobra"

	"tarama/output/results"
	"tarama/sweep"
)

func newStatus() *cobra.Command {
	asJSON := false
	cmd := &cobra.Command{
		Use:               "status DIR",
		Short:             "say how far a run is, from another terminal",
		Example:           `  tarama status results/night`,
		Args:              exactly("DIR"),
		ValidArgsFunction: completeDir,
		RunE: func(cmd *cobra.Command, args []string) error {
			s, err := statusOf(args[0])
			if err != nil {
				return err
			}
			if asJSON {
				return json.NewEncoder(cmd.OutOrStdout()).Encode(s)
			}
			return s.write(plainText{cmd.OutOrStdout()})
		},
	}
	cmd.Flags().BoolVar(&asJSON, "json", false, "print JSON for programs")
	return cmd
}

// dirStatus is what can be said of a results directory from outside.
type dirStatus struct {
	Directory   string        `json:"directory"`
	State       string        `json:"state"` // running, stopped or finished
	PID         int           `json:"pid,omitempty"`
	Host        string        `json:"host,omitempty"`
	Cells       int64         `json:"cells"`
	Parts       int           `json:"parts"`
	PartsSealed int           `json:"parts_sealed"`
	RowsSealed  int64         `json:"rows_sealed"`
	FailedRows  int64         `json:"failed_rows"` // in sealed parts
	Run         *sweep.Status `json:"run,omitempty"`
}

// The states of a directory.
const (
	stateRunning  = "running"
	stateStopped  = "stopped"
	stateFinished = "finished"
)

func statusOf(dir string) (*dirStatus, error) {
	contents, err := results.Inspect(dir)
	if err != nil {
		return nil, badResultsPath(dir, err)
	}
	s := &dirStatus{Directory: dir, State: stateStopped}
	var run sweep.Status
	holder, err := results.ReadStatus(dir, &run)
	if err != nil {
		return nil, badResultsPath(dir, err)
	}
	if holder.PID != 0 && alive(holder) {
		s.State, s.PID, s.Host = stateRunning, holder.PID, holder.Host
	}
	if !run.Started.IsZero() {
		s.Run = &run
		s.Cells, s.Parts = run.CellsAll, run.PartsAll
	}
	if contents.State == results.Absent && s.State != stateRunning {
		return nil, usageError{fmt.Errorf("%s holds no results", dir)}
	}
	if contents.State == results.Finished {
		s.State = stateFinished
	}
	s.count(contents)
	return s, nil
}

func (s *dirStatus) count(contents *results.Contents) {
	if contents.Header == nil {
		return
	}
	s.Cells, s.Parts, s.PartsSealed = contents.Header.Cells, contents.Header.Parts(), len(contents.Parts)
	for _, part := range contents.Parts {
		s.RowsSealed += part.Rows
		s.FailedRows += part.Failed
	}
}

// alive says whether a holder still runs. One on another host cannot be asked, and counts as running.
func alive(h results.Holder) bool {
	host, err := os.Hostname()
	return err != nil || h.Host != host || processExists(h.PID)
}

func (s *dirStatus) write(w io.Writer) error {
	text := fmt.Sprintf("%s: %s", escapeControl(s.Directory), s.State)
	if s.State == stateRunning {
		text += fmt.Sprintf(", process %d on %s", s.PID, escapeControl(s.Host))
	}
	text += fmt.Sprintf("\n%d of %s sealed, %s", s.PartsSealed, plural(int64(s.Parts), "part"), plural(s.RowsSealed, "row"))
	if s.FailedRows > 0 {
		text += fmt.Sprintf(", of which %s failed", count(s.FailedRows))
	}
	if s.Run != nil {
		text += "\n"
		if s.State != stateRunning {
			text += "when it ended: "
		}
		text += progressLine(s.Run.Cells, s.Cells, s.Run.Failed, s.Run.Pace())
		if s.State == stateRunning {
			text += fmt.Sprintf("; %s ago", duration(time.Since(s.Run.Written)))
		}
	}
	_, err := fmt.Fprintln(w, text)
	return err
}

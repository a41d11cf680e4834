package results

import (
	"fmt"
	"strings"
)

// OtherStudyError says that a directory holds results of another study, or of another version of the model or of the
// format, with which rows of this one must not be mixed.
type OtherStudyError struct {
	Path        string
	Stored      Header
	Differences []Difference // not empty
}

// Difference is one thing in which what is stored and what is wanted differ.
type Difference struct{ Field, Stored, Wanted string }

// Error names every difference.
func (e *OtherStudyError) Error() string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s: holds results of another study", e.Path)
	for i, d := range e.Differences {
		b.WriteString([]string{": ", ", "}[min(i, 1)])
		fmt.Fprintf(&b, "%s is %s there and %s here", d.Field, d.Stored, d.Wanted)
	}
	return b.String()
}

// LockedError says that another process is at work in the directory.
type LockedError struct {
	Path string
	PID  int    // 0 if the holder has not said yet
	Host string // empty if the holder has not said yet
}

// Error names the process.
func (e *LockedError) Error() string {
	if e.PID == 0 {
		return fmt.Sprintf("%s: another run is at work there", e.Path)
	}
	return fmt.Sprintf("%s: another run is at work there: process %d on %s", e.Path, e.PID, e.Host)
}

// ForeignError says that the directory holds files that are not results of ours, which are therefore left alone.
type ForeignError struct {
	Path   string
	Names  []string // some of them, relative to Path
	Beside bool     // beside results of ours, in a folder that people read as a whole
}

// Error names some of the files.
func (e *ForeignError) Error() string {
	if e.Beside {
		return fmt.Sprintf("%s: holds files that are no part of its results (%s): who reads the whole folder takes their rows for results; "+
			"move or remove them", e.Path, strings.Join(e.Names, ", "))
	}
	return fmt.Sprintf("%s: holds files that are not results (%s): choose another directory, or move them away",
		e.Path, strings.Join(e.Names, ", "))
}

// DamagedError says that a file of the results is missing or is not what was written.
type DamagedError struct {
	Path    string // of the file
	Problem string // half a sentence: "is missing", "has 12 bytes: 40 were written"
}

// Error joins the path and the problem.
func (e *DamagedError) Error() string { return e.Path + ": " + e.Problem }

func damaged(path, format string, values ...any) error {
	return &DamagedError{Path: path, Problem: fmt.Sprintf(format, values...)}
}

// ChangedError says that a file was removed or changed between its sealing and the end of the run, so that there is no
// manifest. What else is sealed stays, and another run makes the file again.
type ChangedError struct{ Damage *DamagedError }

// Error says which file it is, and what to do.
func (e *ChangedError) Error() string {
	return fmt.Sprintf("%v; somebody changed it after the run had sealed it, so the results are not finished: "+
		"run again, and only its part is computed", e.Damage)
}

func (e *ChangedError) Unwrap() error { return e.Damage }

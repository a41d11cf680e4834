package main

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"tarama/output/results"
	"tarama/sweep"
	"tarama/sweep/study"
)

// The exit codes. Scripts rely on them; a new meaning gets a new number.
const (
	exitDone        = 0
	exitInternal    = 1
	exitUsage       = 2
	exitFailedCells = 3
	exitTaken       = 4
	exitDifference  = 5
	exitInterrupted = 130
)

// exitCodes is the one list that help and docs print.
var exitCodes = []struct {
	code    int
	meaning string
}{
	{exitDone, "done"},
	{exitInternal, "internal fault, or the machine's: a full disk, a file that cannot be read"},
	{exitUsage, "wrong usage or a bad study; nothing was written"},
	{exitFailedCells, "done, but some cells failed; or the first 1,000 all did, and nothing was written"},
	{exitTaken, "the directory holds another study or other files, or another run has it"},
	{exitDifference, "the audit found a difference"},
	{exitInterrupted, "stopped by Ctrl-C or SIGTERM; what is sealed is kept, and the same command goes on"},
}

func exitCodesHelp() string {
	var b strings.Builder
	for _, e := range exitCodes {
		fmt.Fprintf(&b, "  %3d  %s\n", e.code, e.meaning)
	}
	return strings.TrimRight(b.String(), "\n")
}

// usageError is a mistake in the arguments.
type usageError struct{ error }

func (e usageError) Unwrap() error { return e.error }

// outcome is a way to end that is no fault: the message was printed already, or needs none.
type outcome struct{ code int }

func (o outcome) Error() string { return fmt.Sprintf("exit code %d", o.code) }

// exitCode is the only place where errors become exit codes.
func exitCode(err error) int {
	var (
		ended   outcome
		usage   usageError
		bad     study.Problems
		fuse    *sweep.FuseError
		other   *results.OtherStudyError
		locked  *results.LockedError
		foreign *results.ForeignError
		dir     *sweep.DirectoryError
	)
	switch {
	case err == nil:
		return exitDone
	case errors.As(err, &ended):
		return ended.code
	case errors.As(err, &usage), errors.As(err, &bad), errors.As(err, &dir):
		return exitUsage
	case errors.As(err, &fuse):
		return exitFailedCells
	case errors.As(err, &other), errors.As(err, &locked), errors.As(err, &foreign):
		return exitTaken
	case errors.Is(err, context.Canceled):
		return exitInterrupted
	}
	return exitInternal
}

// describe is what stderr says of an error: lines that begin with the program's name, or a study's problems, each on a line with its
// own place.
func describe(err error) string {
	var (
		ended outcome
		bad   study.Problems
	)
	if err == nil || errors.As(err, &ended) {
		return ""
	}
	lines := messageLines(err)
	for i := range lines {
		lines[i] = escapeControl(lines[i]) + "\n"
	}
	if errors.As(err, &bad) {
		return strings.Join(lines, "")
	}
	return "tarama: " + strings.Join(lines, "")
}

// messageLines are the lines of an error's message: one for each thing that it is about. A line end that comes with somebody's name
// begins none.
func messageLines(err error) []string {
	var (
		bad   study.Problems
		other *otherStudy
		usage usageError
	)
	switch {
	case errors.As(err, &bad):
		var lines []string
		for _, p := range bad {
			lines = append(lines, p.String())
		}
		return lines
	case errors.As(err, &other):
		return other.lines
	case errors.As(err, &usage) && usage.error.Error() == err.Error():
		err = usage.error
	}
	if several, ok := err.(interface{ Unwrap() []error }); ok { // what errors.Join gives, not what wraps it
		var lines, messages []string
		for _, e := range several.Unwrap() {
			lines, messages = append(lines, messageLines(e)...), append(messages, e.Error())
		}
		if strings.Join(messages, "\n") == err.Error() {
			return lines
		}
	}
	return []string{err.Error()}
}

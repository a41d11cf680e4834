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

// describe is what stderr says of an error: a line that begins with the program's name, or a study's problems, each on
// a line with its own place.
func describe(err error) string {
	var (
		ended outcome
		bad   study.Problems
	)
	switch {
	case err == nil, errors.As(err, &ended):
		return ""
	case errors.As(err, &bad):
		return err.Error() + "\n"
	}
	return "tarama: " + err.Error() + "\n"
}

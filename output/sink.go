package output

import (
	"errors"
	"fmt"
	"io"
)

// sink is what the format libraries write to. They drop some of the errors that writing gives them, so the sink
// remembers the first one: every later write fails with it, and who ends a file asks Err.
type sink struct {
	w   io.Writer
	n   int64
	err error
}

func (s *sink) Write(p []byte) (int, error) {
	if s.err != nil {
		return 0, s.err
	}
	n, err := s.w.Write(p)
	s.n += int64(n)
	if err == nil && n < len(p) {
		err = io.ErrShortWrite
	}
	s.err = err
	return n, err
}

// Tell is the number of bytes written so far.
func (s *sink) Tell() int64 { return s.n }

// Seek answers the one question that the Arrow library asks: where the next byte goes.
func (s *sink) Seek(offset int64, whence int) (int64, error) {
	if offset != 0 || whence != io.SeekCurrent {
		return 0, fmt.Errorf("seek to %d (whence %d) in a file that is only appended to", offset, whence)
	}
	return s.n, nil
}

// Err is the first error of writing.
func (s *sink) Err() error { return s.err }

var errClosed = errors.New("the file was closed already")

// guard turns a panic of a format library into an error. It is deferred with the address of the result.
func guard(what string, err *error) {
	switch r := recover().(type) {
	case nil:
	case error:
		*err = fmt.Errorf("%s: %w", what, r)
	default:
		*err = fmt.Errorf("%s: %v", what, r)
	}
}

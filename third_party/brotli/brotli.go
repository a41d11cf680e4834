// Package brotli stands in for github.com/andybalholm/brotli, which the Parquet library registers as a codec when the program
// starts. Our files are compressed by zstd: no page of theirs is brotli's, and one that says so was not written by us. What is
// here says that. It spares the binary 0.9 MB.
package brotli

import (
	"errors"
	"io"
)

// DefaultCompression is the library's.
const DefaultCompression = 6

// ErrUnsupported is the error of all that is read or written.
var ErrUnsupported = errors.New("brotli is not supported: pages are compressed by zstd")

// Reader reads nothing.
type Reader struct{}

// NewReader returns a reader of nothing.
func NewReader(io.Reader) *Reader { return &Reader{} }

// Read returns the error.
func (*Reader) Read([]byte) (int, error) { return 0, ErrUnsupported }

// Writer writes nothing.
type Writer struct{}

// NewWriter returns a writer of nothing.
func NewWriter(io.Writer) *Writer { return &Writer{} }

// NewWriterLevel returns a writer of nothing.
func NewWriterLevel(io.Writer, int) *Writer { return &Writer{} }

// Write returns the error.
func (*Writer) Write([]byte) (int, error) { return 0, ErrUnsupported }

// Close has nothing to end.
func (*Writer) Close() error { return nil }

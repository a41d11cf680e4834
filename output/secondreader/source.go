package secondreader

import (
	"errors"
	"io"
	"os"

	"github.com/xitongsys/parquet-go/source"
)

// section is a file as the library wants it. The library opens the file once more for every column; these all read from
// one descriptor, each at a place of its own.
type section struct {
	*io.SectionReader
	file *os.File
	size int64
}

var errReadOnly = errors.New("the file is only read")

func newSection(f *os.File, size int64) *section {
	return &section{io.NewSectionReader(f, 0, size), f, size}
}

// Open returns the same file, whatever the name: a footer could name any other.
func (s *section) Open(string) (source.ParquetFile, error) { return newSection(s.file, s.size), nil }

// Close leaves the file open for the other columns.
func (s *section) Close() error { return nil }

func (s *section) Create(string) (source.ParquetFile, error) { return nil, errReadOnly }

func (s *section) Write([]byte) (int, error) { return 0, errReadOnly }

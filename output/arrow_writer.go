package output

import (
	"fmt"
	"io"
	"sync"

	"github.com/apache/arrow/go/v17/arrow"
	"github.com/apache/arrow/go/v17/arrow/array"
	"github.com/apache/arrow/go/v17/arrow/ipc"
)

// arrowWriter writes a file with one record batch a table.
type arrowWriter struct {
	schema *Schema
	arrow  *arrow.Schema
	sink   *sink
	ipc    *ipc.FileWriter
	words  []arrow.Array // by column: the dictionary of a Dict, the same array for every batch as the format demands
	err    error         // the first error; nothing is written after it
	closed bool
}

func newArrowWriter(out io.Writer, s *Schema) (w *arrowWriter, err error) {
	defer guard("arrow", &err)
	if err := s.Check(); err != nil {
		return nil, fmt.Errorf("arrow: %w", err)
	}
	metadata, err := storedMetadata(s)
	if err != nil {
		return nil, fmt.Errorf("arrow: %w", err)
	}
	w = &arrowWriter{schema: s, arrow: arrowSchema(s, metadata), sink: &sink{w: out}, words: make([]arrow.Array, len(s.Columns))}
	for i := range s.Columns {
		if s.Columns[i].Type == Dict {
			w.words[i] = stringArray(new(columnBuffers), s.Columns[i].Words, nil)
		}
	}
	w.ipc, err = ipc.NewFileWriter(w.sink, ipc.WithSchema(w.arrow), ipc.WithLZ4(), ipc.WithAllocator(writeMemory))
	if err != nil {
		return nil, fmt.Errorf("arrow: %w", err)
	}
	return w, nil
}

// Write appends a record batch; a table without rows appends nothing.
func (w *arrowWriter) Write(t *Table) error {
	if w.closed {
		return errClosed
	}
	if w.err == nil {
		w.err = w.write(t)
	}
	return w.err
}

func (w *arrowWriter) write(t *Table) (err error) {
	defer guard("arrow", &err)
	if err := t.Check(w.schema); err != nil {
		return fmt.Errorf("arrow: %w", err)
	}
	if t.Rows == 0 {
		return nil
	}
	buffers := batchBuffers.Get().(*[]columnBuffers)
	defer batchBuffers.Put(buffers)
	for len(*buffers) < len(w.words) {
		*buffers = append(*buffers, columnBuffers{})
	}
	columns := make([]arrow.Array, len(w.words))
	for i := range columns {
		columns[i] = w.column(&(*buffers)[i], i, &t.Columns[i], t.Rows)
	}
	if err := w.ipc.Write(array.NewRecord(w.arrow, columns, int64(t.Rows))); err != nil {
		return fmt.Errorf("arrow: %w", err)
	}
	return w.sink.Err()
}

// Close writes the footer. The file is whole only if Close returns nil.
func (w *arrowWriter) Close() error {
	if w.closed {
		return errClosed
	}
	w.closed = true
	if w.err == nil {
		w.err = w.close()
	}
	return w.err
}

func (w *arrowWriter) close() (err error) {
	defer guard("arrow", &err)
	if err := w.ipc.Close(); err != nil {
		return fmt.Errorf("arrow: %w", err)
	}
	return w.sink.Err()
}

// batchBuffers are shared by all files, since a writer needs one set only while it writes a table.
var batchBuffers = sync.Pool{New: func() any { return new([]columnBuffers) }}

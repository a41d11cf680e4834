package output

import (
	"fmt"
	"io"
	"sync"

	"github.com/apache/arrow/go/v17/arrow"
	"github.com/apache/arrow/go/v17/arrow/array"
	"github.com/apache/arrow/go/v17/arrow/ipc"
)

// arrowRows is how many rows a record batch has at most. All columns of a batch are held in memory until it is written,
// some of them twice; with as many rows as a table has they would be most of the memory of a run. Smaller ones open
// slower: with half as many rows pandas takes a fifth longer.
const arrowRows = 1 << 15

// arrowWriter writes a file with a record batch for every arrowRows rows of a table.
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
			w.words[i] = stringArray(new(columnBuffers), s.Columns[i].Words, nil, 0)
		}
	}
	w.ipc, err = ipc.NewFileWriter(w.sink, ipc.WithSchema(w.arrow), ipc.WithLZ4(), ipc.WithAllocator(writeMemory))
	if err != nil {
		return nil, fmt.Errorf("arrow: %w", err)
	}
	return w, nil
}

// Write appends record batches; a table without rows appends nothing.
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
	for from := 0; from < t.Rows; from += arrowRows {
		if err := w.writeBatch(t, from, min(t.Rows, from+arrowRows)); err != nil {
			return fmt.Errorf("arrow: %w", err)
		}
	}
	return w.sink.Err()
}

// writeBatch writes the rows from from to to.
func (w *arrowWriter) writeBatch(t *Table, from, to int) error {
	buffers := batchBuffers.Get().(*[]columnBuffers)
	defer batchBuffers.Put(buffers)
	for len(*buffers) < len(w.words) {
		*buffers = append(*buffers, columnBuffers{})
	}
	columns := make([]arrow.Array, len(w.words))
	for i := range columns {
		columns[i] = w.column(&(*buffers)[i], i, &t.Columns[i], from, to)
	}
	return w.ipc.Write(array.NewRecord(w.arrow, columns, int64(to-from)))
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

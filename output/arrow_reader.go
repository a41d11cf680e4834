package output

import (
	"fmt"
	"os"

	"github.com/apache/arrow/go/v17/arrow"
	"github.com/apache/arrow/go/v17/arrow/array"
	"github.com/apache/arrow/go/v17/arrow/ipc"
)

// arrowReader reads a file of ours. The file is not trusted: the places of blocks are checked before memory is asked for,
// panics of the library become errors, and so do codes outside of their dictionary. The library reads whole record
// batches, so few columns cost as much as all.
type arrowReader struct {
	path   string
	file   *os.File
	reader *ipc.FileReader
	schema *Schema
	rows   []int
	memory *budget

	record arrow.Record // the last one that was read: opening a file reads the first
	group  int          // its number
}

func openArrow(path string) (Reader, error) {
	f, size, err := openRegular(path)
	if err != nil {
		return nil, fmt.Errorf("arrow: %w", err)
	}
	r := &arrowReader{path: path, file: f}
	if err := r.open(size); err != nil {
		f.Close()
		return nil, fmt.Errorf("arrow: %s: %w", path, err)
	}
	return r, nil
}

func (r *arrowReader) open(size int64) (err error) {
	defer guard("damaged", &err)
	if r.rows, err = arrowBatchRows(r.file, size); err != nil {
		return err
	}
	r.memory = newBudget(size, 0)
	r.reader, err = ipc.NewFileReader(r.file, ipc.WithAllocator(r.memory))
	if err != nil {
		return err
	}
	if r.reader.NumRecords() != len(r.rows) {
		return fmt.Errorf("%d record batches: the footer has %d", r.reader.NumRecords(), len(r.rows))
	}
	columns, err := columnsFromArrow(r.reader.Schema())
	if err != nil {
		return err
	}
	r.memory.limit = newBudget(size, len(columns)).limit
	r.schema = &Schema{Columns: columns}
	for _, p := range pairsFromArrow(r.reader.Schema().Metadata()) {
		if p.Key != pandasKey {
			r.schema.Metadata = append(r.schema.Metadata, p)
		}
	}
	return r.readWords()
}

// readWords takes the words of the Dict columns from the first record batch.
func (r *arrowReader) readWords() error {
	if len(r.rows) == 0 {
		return nil
	}
	record, err := r.batch(0)
	if err != nil {
		return err
	}
	for i := range r.schema.Columns {
		c := &r.schema.Columns[i]
		if c.Type != Dict {
			continue
		}
		words := record.Column(i).(*array.Dictionary).Dictionary().(*array.String)
		if words.NullN() > 0 {
			return fmt.Errorf("column %s: a null in the dictionary", c.Name)
		}
		for w := range words.Len() {
			c.Words = append(c.Words, string(append([]byte(nil), words.Value(w)...)))
		}
	}
	return nil
}

// batch returns a record batch, which is valid until the next call.
func (r *arrowReader) batch(group int) (arrow.Record, error) {
	if r.record != nil && r.group == group {
		return r.record, nil
	}
	r.release()
	r.memory.held.Store(0)
	record, err := r.reader.RecordAt(group)
	if err != nil {
		return nil, err
	}
	r.record, r.group = record, group
	return record, nil
}

func (r *arrowReader) release() {
	if r.record != nil {
		r.record.Release()
		r.record = nil
	}
}

func (r *arrowReader) Schema() *Schema { return r.schema }

func (r *arrowReader) Rows() []int { return r.rows }

func (r *arrowReader) Close() error {
	r.release()
	err := r.reader.Close()
	if e := r.file.Close(); err == nil {
		err = e
	}
	return err
}

// Read reads the whole record batch and copies the columns that were asked for.
func (r *arrowReader) Read(group int, columns []int, t *Table) (err error) {
	defer guard("arrow: "+r.path+": damaged", &err)
	if group < 0 || group >= len(r.rows) {
		return fmt.Errorf("arrow: %s: record batch %d: there are %d", r.path, group, len(r.rows))
	}
	if err := t.Prepare(r.schema, columns, r.rows[group]); err != nil {
		return fmt.Errorf("arrow: %s: %w", r.path, err)
	}
	record, err := r.batch(group)
	if err != nil {
		return fmt.Errorf("arrow: %s: record batch %d: %w", r.path, group, err)
	}
	for _, i := range columns {
		if err := copyColumn(&t.Columns[i], &r.schema.Columns[i], record.Column(i)); err != nil {
			return fmt.Errorf("arrow: %s: record batch %d: column %s: %w", r.path, group, r.schema.Columns[i].Name, err)
		}
	}
	return nil
}

func copyColumn(v *Values, c *Column, from arrow.Array) error {
	if !c.Nullable && from.NullN() > 0 {
		return fmt.Errorf("%d nulls in a column that has none", from.NullN())
	}
	null := copyNulls(v.Null, from)
	switch from := from.(type) {
	case *array.Int64:
		return copyNumbers(v.Ints, from.Int64Values(), null)
	case *array.Float64:
		return copyNumbers(v.Reals, from.Float64Values(), null)
	case *array.Dictionary:
		if err := copyNumbers(v.Codes, from.Indices().(*array.Int32).Int32Values(), null); err != nil {
			return err
		}
		return v.checkCodes(len(v.Codes), len(c.Words))
	case *array.String:
		return copyStrings(v.Texts, from, null)
	}
	return fmt.Errorf("type %s, which results never have", from.DataType())
}

// copyNulls sets the flags of a column and returns them, nil if none is set for sure: most columns have no bitmap.
func copyNulls(null []bool, from arrow.Array) []bool {
	if len(null) == 0 {
		return nil
	}
	if len(from.NullBitmapBytes()) == 0 {
		clear(null)
		return nil
	}
	for row := range null {
		null[row] = from.IsNull(row)
	}
	return null
}

func copyNumbers[T int64 | float64 | int32](to, from []T, null []bool) error {
	if len(from) != len(to) {
		return fmt.Errorf("%d values for %d rows", len(from), len(to))
	}
	copy(to, from)
	for row, n := range null {
		if n {
			to[row] = 0
		}
	}
	return nil
}

func copyStrings(to []string, from *array.String, null []bool) error {
	if from.Len() != len(to) {
		return fmt.Errorf("%d values for %d rows", from.Len(), len(to))
	}
	size := 0
	for row := range to {
		to[row] = ""
		if null == nil || !null[row] {
			to[row] = string(append([]byte(nil), from.Value(row)...))
		}
		if size += len(to[row]); size > MaxText {
			return fmt.Errorf("strings of more than %d bytes", MaxText)
		}
	}
	return nil
}

package output

import (
	"encoding/binary"
	"errors"
	"fmt"
	"io"

	flatbuffers "github.com/google/flatbuffers/go"
)

// The library believes what Arrow's own tables say: it asks for memory for a list before it looks whether the list can be
// that long, and for a block before it looks whether the block is in the file. It also does not tell how many rows a
// record batch has before it has read all of it. So the tables are looked at here first. These are their fields that
// matter, by the order in Arrow's File.fbs, Message.fbs and Schema.fbs.
const (
	footerSchema       = 1 // Schema
	footerDictionaries = 2 // vector of Block
	footerBatches      = 3 // vector of Block
	blockBytes         = 24

	messageHeaderType = 1
	messageHeader     = 2
	schemaType        = 1
	recordBatchType   = 3
	batchLength       = 0

	schemaFields   = 1 // vector of Field
	schemaMetadata = 2 // vector of KeyValue
	fieldChildren  = 5 // vector of Field
	fieldMetadatum = 6 // vector of KeyValue
)

// errTable says that tables contradict themselves. What points outside of them panics, which readers recover from.
var errTable = errors.New("a list is longer than the table that holds it")

// field returns the place of a field's value in a table, 0 if it is not there.
func field(t *flatbuffers.Table, number int) flatbuffers.UOffsetT {
	return flatbuffers.UOffsetT(t.Offset(flatbuffers.VOffsetT(4 + 2*number)))
}

// list returns the place of the first element and the number of elements of a vector.
func list(t *flatbuffers.Table, number, elementBytes int) (start flatbuffers.UOffsetT, n int, err error) {
	at := field(t, number)
	if at == 0 {
		return 0, 0, nil
	}
	start, n = t.Vector(at), t.VectorLen(at)
	if n < 0 || int64(start)+int64(n)*int64(elementBytes) > int64(len(t.Bytes)) {
		return 0, 0, errTable
	}
	return start, n, nil
}

// checkArrowSchema checks the lists of a Schema table.
func checkArrowSchema(t *flatbuffers.Table) error {
	if _, _, err := list(t, schemaMetadata, flatbuffers.SizeUOffsetT); err != nil {
		return err
	}
	start, n, err := list(t, schemaFields, flatbuffers.SizeUOffsetT)
	if err != nil {
		return err
	}
	for i := range n {
		f := flatbuffers.Table{Bytes: t.Bytes, Pos: t.Indirect(start + flatbuffers.UOffsetT(i*flatbuffers.SizeUOffsetT))}
		if _, _, err := list(&f, fieldMetadatum, flatbuffers.SizeUOffsetT); err != nil {
			return err
		}
		if _, children, err := list(&f, fieldChildren, flatbuffers.SizeUOffsetT); err != nil || children > 0 {
			return errors.Join(err, fmt.Errorf("column %d is nested", i))
		}
	}
	return nil
}

// message returns the table of a message of the given type. A message begins with a marker and its length.
func message(head []byte, headerType byte) (*flatbuffers.Table, error) {
	if len(head) < 16 {
		return nil, fmt.Errorf("%d bytes: not a message", len(head))
	}
	head = head[8:]
	m := flatbuffers.Table{Bytes: head, Pos: flatbuffers.GetUOffsetT(head)}
	at := field(&m, messageHeaderType)
	if at == 0 || m.GetByte(at+m.Pos) != headerType {
		return nil, fmt.Errorf("not a message of type %d", headerType)
	}
	if at = field(&m, messageHeader); at == 0 {
		return nil, fmt.Errorf("a message without a header")
	}
	var t flatbuffers.Table
	m.Union(&t, at)
	return &t, nil
}

const arrowMagic = "ARROW1"

// arrowBatchRows checks the footer of a file of that size and returns the rows of each record batch.
func arrowBatchRows(f io.ReaderAt, size int64) ([]int, error) {
	footer, err := arrowFooter(f, size)
	if err != nil {
		return nil, err
	}
	at := field(footer, footerSchema)
	if at == 0 {
		return nil, fmt.Errorf("the footer has no schema")
	}
	schema := flatbuffers.Table{Bytes: footer.Bytes, Pos: footer.Indirect(at + footer.Pos)}
	if err := checkArrowSchema(&schema); err != nil {
		return nil, err
	}
	if _, err := arrowBlocks(footer, footerDictionaries, size); err != nil {
		return nil, fmt.Errorf("dictionary %w", err)
	}
	blocks, err := arrowBlocks(footer, footerBatches, size)
	if err != nil {
		return nil, fmt.Errorf("record batch %w", err)
	}
	rows := make([]int, len(blocks))
	for i, b := range blocks {
		if rows[i], err = b.rows(f); err != nil {
			return nil, fmt.Errorf("record batch %d: %w", i, err)
		}
	}
	return rows, nil
}

// arrowFooter reads the footer's table. A file ends with it, its length in four bytes, and the magic.
func arrowFooter(f io.ReaderAt, size int64) (*flatbuffers.Table, error) {
	tail := make([]byte, 4+len(arrowMagic))
	if size < int64(len(tail)) {
		return nil, fmt.Errorf("%d bytes: not an Arrow file", size)
	}
	if _, err := f.ReadAt(tail, size-int64(len(tail))); err != nil {
		return nil, err
	}
	length := int64(binary.LittleEndian.Uint32(tail))
	if string(tail[4:]) != arrowMagic || length < 4 || length > size-int64(len(tail)) {
		return nil, fmt.Errorf("it does not end as an Arrow file")
	}
	footer := make([]byte, length)
	if _, err := f.ReadAt(footer, size-int64(len(tail))-length); err != nil {
		return nil, err
	}
	return &flatbuffers.Table{Bytes: footer, Pos: flatbuffers.GetUOffsetT(footer)}, nil
}

// arrowBlock is the place of one message: its table, then its body.
type arrowBlock struct {
	offset int64
	meta   int64
}

func arrowBlocks(footer *flatbuffers.Table, number int, size int64) ([]arrowBlock, error) {
	start, n, err := list(footer, number, blockBytes)
	if err != nil {
		return nil, fmt.Errorf("list: %w", err)
	}
	blocks := make([]arrowBlock, n)
	for i := range blocks {
		entry := footer.Bytes[int(start)+i*blockBytes:]
		b := arrowBlock{offset: int64(binary.LittleEndian.Uint64(entry)), meta: int64(int32(binary.LittleEndian.Uint32(entry[8:])))}
		body := int64(binary.LittleEndian.Uint64(entry[16:]))
		if b.offset < 0 || b.meta < 16 || body < 0 || b.offset > size || b.meta > size-b.offset || body > size-b.offset-b.meta {
			return nil, fmt.Errorf("%d: %d+%d bytes at %d: the file has %d", i, b.meta, body, b.offset, size)
		}
		blocks[i] = b
	}
	return blocks, nil
}

// rows reads the number of rows from the head of a record batch.
func (b arrowBlock) rows(f io.ReaderAt) (int, error) {
	head := make([]byte, b.meta)
	if _, err := f.ReadAt(head, b.offset); err != nil {
		return 0, err
	}
	batch, err := message(head, recordBatchType)
	if err != nil {
		return 0, err
	}
	n := batch.GetInt64Slot(4+2*batchLength, 0)
	if n < 0 || n > MaxRows {
		return 0, fmt.Errorf("%d rows: between 0 and %d are allowed", n, MaxRows)
	}
	return int(n), nil
}

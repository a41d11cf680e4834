package output

import (
	"encoding/binary"
	"fmt"
	"io"

	flatbuffers "github.com/google/flatbuffers/go"
)

// The library tells neither how many rows a record batch has before it has read the whole batch, nor does it check the
// places of blocks before it asks for memory. Both are in the footer and at the head of each block, in the tables of
// Arrow's File.fbs and Message.fbs, of which these are the fields that matter here.
const (
	footerDictionaries = 2 // vector of Block
	footerBatches      = 3 // vector of Block
	blockBytes         = 24

	messageHeaderType = 1
	messageHeader     = 2
	recordBatchType   = 3
	batchLength       = 0
)

const arrowMagic = "ARROW1"

// arrowBatchRows returns the rows of each record batch of a file of that size. It panics if tables point nowhere.
func arrowBatchRows(f io.ReaderAt, size int64) ([]int, error) {
	footer, err := arrowFooter(f, size)
	if err != nil {
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

func arrowBlocks(footer *flatbuffers.Table, field int, size int64) ([]arrowBlock, error) {
	at := footer.Offset(flatbuffers.VOffsetT(4 + 2*field))
	if at == 0 {
		return nil, nil
	}
	n := footer.VectorLen(flatbuffers.UOffsetT(at))
	if n < 0 || n*blockBytes > len(footer.Bytes) {
		return nil, fmt.Errorf("list: %d entries in a footer of %d bytes", n, len(footer.Bytes))
	}
	blocks := make([]arrowBlock, n)
	start := footer.Vector(flatbuffers.UOffsetT(at))
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
	head = head[8:] // a marker and the length
	message := flatbuffers.Table{Bytes: head, Pos: flatbuffers.GetUOffsetT(head)}
	at := message.Offset(4 + 2*messageHeaderType)
	if at == 0 || message.GetByte(flatbuffers.UOffsetT(at)+message.Pos) != recordBatchType {
		return 0, fmt.Errorf("not a record batch")
	}
	if at = message.Offset(4 + 2*messageHeader); at == 0 {
		return 0, fmt.Errorf("no header")
	}
	var batch flatbuffers.Table
	message.Union(&batch, flatbuffers.UOffsetT(at))
	n := batch.GetInt64Slot(4+2*batchLength, 0)
	if n < 0 || n > MaxRows {
		return 0, fmt.Errorf("%d rows: between 0 and %d are allowed", n, MaxRows)
	}
	return int(n), nil
}

package secondreader

import (
	"encoding/binary"
	"fmt"
	"io"
)

// deltas reads integers that are stored as differences (DELTA_BINARY_PACKED): the first, and then blocks that have the least
// of their differences, the widths of their miniblocks, and in each what a difference is above the least.
type deltas struct {
	data []byte
	mini int // differences in a miniblock
	many int // miniblocks in a block
	last int64
	err  error
}

// readDeltas reads as many integers as to has, which must be all there are.
func readDeltas(data []byte, to []int64) error {
	d := &deltas{data: data}
	block, many, values := d.number(), d.number(), d.number()
	d.last = d.signed()
	switch {
	case d.err != nil:
		return d.err
	case values != uint64(len(to)):
		return fmt.Errorf("%d values: the page has %d", len(to), values)
	case many == 0 || many > maxBlock || block > maxBlock || block == 0 || block%(many*8) != 0:
		return fmt.Errorf("blocks of %d differences in %d miniblocks", block, many)
	}
	d.mini, d.many = int(block/many), int(many)
	to[0] = d.last
	for to = to[1:]; len(to) > 0 && d.err == nil; {
		to = to[d.block(to):]
	}
	return d.err
}

// maxBlock bounds the differences of a block; writers have 128 or a few times that.
const maxBlock = 1 << 16

// block reads a block, or what is left of it at the end, and returns how many values it has.
func (d *deltas) block(to []int64) (n int) {
	least := d.signed()
	widths := d.bytes(d.many)
	for i := 0; n < len(to) && d.err == nil && i < len(widths); i++ {
		width := uint(widths[i])
		if width > 64 {
			d.err = fmt.Errorf("differences of %d bits", width)
			return n
		}
		values := to[n:min(n+d.mini, len(to))]
		packed := d.bytes(d.mini / 8 * int(width))
		if d.err != nil {
			return n
		}
		unpack(values, packed, width)
		last := d.last
		for i, above := range values {
			last += above + least
			values[i] = last
		}
		d.last = last
		n += len(values)
	}
	return n
}

// number reads a number, and signed one that may be negative.
func (d *deltas) number() uint64 {
	number, length := binary.Uvarint(d.data)
	if length <= 0 {
		d.data, d.err = nil, io.ErrUnexpectedEOF
		return 0
	}
	d.data = d.data[length:]
	return number
}

func (d *deltas) signed() int64 {
	number := d.number()
	return int64(number>>1) ^ -int64(number&1)
}

// bytes reads n bytes.
func (d *deltas) bytes(n int) []byte {
	if len(d.data) < n {
		d.data, d.err = nil, io.ErrUnexpectedEOF
		return nil
	}
	read := d.data[:n]
	d.data = d.data[n:]
	return read
}

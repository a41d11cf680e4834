package secondreader

import (
	"encoding/binary"
	"fmt"
	"io"
)

// numbers are levels or codes: each by itself, or so many times the same if that is how they are stored.
type numbers struct {
	each []int32
	run  int32 // if each is nil
}

func (n *numbers) isRun() bool { return n.each == nil }

// stretch is a part of numbers as they are stored: a run, or groups of eight that are packed.
type stretch struct {
	count  int
	run    int32
	packed []byte // nil: a run
}

// numbers reads n numbers of width bits, in runs and groups. They are valid until the next call.
func (c *chunk) numbers(data []byte, width uint, n int) (numbers, error) {
	each := c.scratch[:0]
	for len(each) < n {
		s, rest, err := nextStretch(data, width, n-len(each))
		if err != nil {
			return numbers{}, err
		}
		if s.packed == nil && s.count == n {
			return numbers{run: s.run}, nil
		}
		each = append(each, make([]int32, s.count)...)
		to := each[len(each)-s.count:]
		if s.packed == nil {
			fill(to, s.run)
		} else {
			unpack(to, s.packed, width)
		}
		data = rest
	}
	return numbers{each: each}, nil
}

// nextStretch reads a stretch of no more than left numbers, of which there is at least one. Groups at the end are padded.
func nextStretch(data []byte, width uint, left int) (s stretch, rest []byte, err error) {
	header, length := binary.Uvarint(data)
	if length <= 0 {
		return s, nil, io.ErrUnexpectedEOF
	}
	data = data[length:]
	count, most, size := header>>1, uint64(left), uint64(width+7)/8
	grouped := header&1 == 1
	if grouped {
		most, size = (most+7)/8, count*uint64(width)
	}
	if count == 0 || count > most {
		return s, nil, fmt.Errorf("a run or groups of %d, where %d numbers are left", count, left)
	}
	if uint64(len(data)) < size {
		return s, nil, io.ErrUnexpectedEOF
	}
	s.count = int(count)
	if grouped {
		s.count = min(8*s.count, left)
		s.packed = data[:size:size]
		return s, data[size:], nil
	}
	var value [4]byte
	copy(value[:], data[:size])
	run := binary.LittleEndian.Uint32(value[:])
	if uint64(run)>>width > 0 {
		return s, nil, fmt.Errorf("a run of %d, where numbers have %d bits", run, width)
	}
	s.run = int32(run)
	return s, data[size:], nil
}

// unpack reads numbers of up to 64 bits, the lowest bit first, of which packed holds at least as many as to. Nearly all of
// them lie within nine bytes that are there: those take a load, two shifts and a mask. The last ones are read by the byte.
func unpack[T int32 | int64](to []T, packed []byte, width uint) {
	if width == 0 {
		clear(to)
		return
	}
	mask := ^uint64(0) >> (64 - width)
	whole := min(len(to), max(0, len(packed)-9)*8/int(width))
	for i := range whole {
		bit := uint(i) * width
		at := packed[bit/8 : bit/8+9]
		low, shift := binary.LittleEndian.Uint64(at), bit%8
		to[i] = T((low>>shift | uint64(at[8])<<(64-shift)) & mask)
	}
	for i := whole; i < len(to); i++ {
		to[i] = T(unpackOne(packed, uint(i)*width, width))
	}
}

// unpackOne reads a number bit by bit.
func unpackOne(packed []byte, first, width uint) (number uint64) {
	for bit := range width {
		at := first + bit
		number |= uint64(packed[at/8]>>(at%8)&1) << bit
	}
	return number
}

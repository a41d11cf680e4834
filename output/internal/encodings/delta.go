package encodings

import (
	"encoding/binary"
	"math/bits"
)

// The shape of DELTA_BINARY_PACKED that all writers use: blocks of 128 deltas, each in four miniblocks with a bit width
// of their own.
const (
	blockSize  = 128
	miniblocks = 4
	miniblock  = blockSize / miniblocks
)

// AppendDeltas appends integers in Parquet's DELTA_BINARY_PACKED. Cell numbers, which rise by one, take six bytes per 128.
// Differences wrap around as the format says, so that every int64 can be stored.
func AppendDeltas(dst []byte, values []int64) []byte {
	dst = binary.AppendUvarint(dst, blockSize)
	dst = binary.AppendUvarint(dst, miniblocks)
	dst = binary.AppendUvarint(dst, uint64(len(values)))
	if len(values) == 0 {
		return binary.AppendVarint(dst, 0)
	}
	dst = binary.AppendVarint(dst, values[0])
	for len(values) > 1 {
		n := min(blockSize, len(values)-1)
		dst = appendBlock(dst, values[:n+1])
		values = values[n:]
	}
	return dst
}

// appendBlock appends the differences between neighbours, up to 128 of them.
func appendBlock(dst []byte, values []int64) []byte {
	var deltas [blockSize]uint64
	n := len(values) - 1
	least := values[1] - values[0]
	for i := range n {
		d := values[i+1] - values[i]
		deltas[i] = uint64(d)
		least = min(least, d)
	}
	dst = binary.AppendVarint(dst, least)

	// What is stored is the distance from the least delta, as an unsigned number.
	used := (n + miniblock - 1) / miniblock
	widths := len(dst)
	dst = append(dst, 0, 0, 0, 0)
	for m := range used {
		part := deltas[m*miniblock : (m+1)*miniblock]
		var all uint64
		for i := range part {
			if m*miniblock+i < n {
				part[i] -= uint64(least)
			}
			all |= part[i]
		}
		width := bits.Len64(all)
		dst[widths+m] = byte(width)
		dst = appendMiniblock(dst, part, width)
	}
	return dst
}

func appendMiniblock(dst []byte, part []uint64, width int) []byte {
	if width == 0 {
		return dst
	}
	end := len(dst) + miniblock*width/8
	p := packer{dst: dst, width: uint(width)}
	for _, v := range part {
		p.add(v)
	}
	return p.finish(end)
}

package encodings

import (
	"encoding/binary"
	"math/bits"
)

// minRun is the shortest repetition that is stored as a run. Packed bits come in groups of eight values, so a shorter one
// could not be stored apart.
const minRun = 8

// Width is the number of bits that codes of a dictionary with so many entries need, at least 1.
func Width(entries int) int {
	return max(1, bits.Len(uint(max(entries, 1)-1)))
}

// AppendRuns appends codes, each below 1<<width, in Parquet's RLE/bit-packing hybrid: a repetition is stored as a run, all
// else as groups of eight values of width bits.
func AppendRuns(dst []byte, codes []int32, width int) []byte {
	for len(codes) > 0 {
		if n := runLength(codes); n >= minRun {
			dst = AppendRun(dst, codes[0], n, width)
			codes = codes[n:]
			continue
		}
		n := literalLength(codes)
		dst = appendGroups(dst, codes[:n], width)
		codes = codes[n:]
	}
	return dst
}

// AppendRun appends n times the same code.
func AppendRun(dst []byte, code int32, n, width int) []byte {
	if n == 0 {
		return dst
	}
	dst = binary.AppendUvarint(dst, uint64(n)<<1)
	for w := 0; w < width; w += 8 {
		dst = append(dst, byte(code>>w))
	}
	return dst
}

func runLength(codes []int32) int {
	first := codes[0]
	for i, c := range codes {
		if c != first {
			return i
		}
	}
	return len(codes)
}

// literalLength is how many codes come before the next run, in whole groups unless they are the last.
func literalLength(codes []int32) int {
	for n := minRun; n+minRun <= len(codes); n += minRun {
		if runLength(codes[n:n+minRun]) == minRun {
			return n
		}
	}
	return len(codes)
}

func appendGroups(dst []byte, codes []int32, width int) []byte {
	groups := (len(codes) + 7) / 8
	dst = binary.AppendUvarint(dst, uint64(groups)<<1|1)
	end := len(dst) + groups*width
	p := packer{dst: dst, width: uint(width)}
	for _, c := range codes {
		p.add(uint64(c))
	}
	return p.finish(end)
}

// packer puts values of a fixed number of bits one behind the other, the lowest bits first.
type packer struct {
	dst   []byte
	width uint
	word  uint64 // bits that are not in dst yet
	used  uint   // how many, below 64
}

func (p *packer) add(v uint64) {
	p.word |= v << p.used
	p.used += p.width
	if p.used < 64 {
		return
	}
	p.dst = binary.LittleEndian.AppendUint64(p.dst, p.word)
	p.used -= 64
	p.word = v >> (p.width - p.used)
}

// finish pads with zero bits up to a length of end bytes.
func (p *packer) finish(end int) []byte {
	for len(p.dst) < end {
		p.dst = append(p.dst, byte(p.word))
		p.word >>= 8
	}
	return p.dst
}

package encodings

import "encoding/binary"

// AppendText appends a string as PLAIN stores it: its length in four bytes, then its bytes.
func AppendText(dst []byte, s string) []byte {
	dst = binary.LittleEndian.AppendUint32(dst, uint32(len(s)))
	return append(dst, s...)
}

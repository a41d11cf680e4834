package output

import (
	"io"
	"sync"

	"github.com/apache/arrow/go/v17/parquet/compress"
	"github.com/klauspost/compress/zstd"
)

// maxDecoded bounds what one compressed page may unpack to, so that a page of a few bytes that claims gigabytes is an
// error and not the end of the process.
const maxDecoded = 64 << 20

// pooledZstd is zstd level 1 with encoders that are used again. The library makes a new encoder for every page, which
// costs a fifth of the time and most of the memory; the bytes are the same.
//
// Numbers in which no bytes repeat, but in which some bytes are frequent, are compressed too, as the C library does: seeds of
// 32 bits take half the place, and reals a little less.
type pooledZstd struct{}

func init() { compress.RegisterCodec(compress.Codecs.Zstd, pooledZstd{}) }

var zstdEncoders = sync.Pool{New: func() any {
	e, err := zstd.NewWriter(nil, zstd.WithEncoderLevel(zstd.SpeedFastest), zstd.WithEncoderConcurrency(1),
		zstd.WithWindowSize(pageBytes), zstd.WithZeroFrames(true), zstd.WithAllLitEntropyCompression(true))
	if err != nil {
		panic(err) // the options are constants, and valid
	}
	return e
}}

var zstdDecoders = sync.Pool{New: func() any {
	d, err := zstd.NewReader(nil, zstd.WithDecoderConcurrency(1), zstd.WithDecoderMaxMemory(maxDecoded), zstd.WithDecoderLowmem(true))
	if err != nil {
		panic(err) // the options are constants, and valid
	}
	return d
}}

// Encode appends to dst[:0]; it allocates only if dst is too small.
func (pooledZstd) Encode(dst, src []byte) []byte {
	e := zstdEncoders.Get().(*zstd.Encoder)
	defer zstdEncoders.Put(e)
	return e.EncodeAll(src, dst[:0])
}

// EncodeLevel knows one level.
func (z pooledZstd) EncodeLevel(dst, src []byte, _ int) []byte { return z.Encode(dst, src) }

// Decode panics on bad data, as the library's codecs do; readers recover.
func (pooledZstd) Decode(dst, src []byte) []byte {
	d := zstdDecoders.Get().(*zstd.Decoder)
	defer zstdDecoders.Put(d)
	out, err := d.DecodeAll(src, dst[:0])
	if err != nil {
		panic(err)
	}
	return out
}

// CompressBound is the bound of the zstd format's own documentation.
func (pooledZstd) CompressBound(n int64) int64 {
	return n + n>>8 + max(0, (128<<10-n)>>11)
}

func (pooledZstd) NewReader(r io.Reader) io.ReadCloser {
	d, err := zstd.NewReader(r, zstd.WithDecoderConcurrency(1), zstd.WithDecoderMaxMemory(maxDecoded))
	if err != nil {
		panic(err)
	}
	return d.IOReadCloser()
}

func (z pooledZstd) NewWriter(w io.Writer) io.WriteCloser {
	e, err := zstd.NewWriter(w, zstd.WithEncoderLevel(zstd.SpeedFastest), zstd.WithEncoderConcurrency(1))
	if err != nil {
		panic(err)
	}
	return e
}

func (z pooledZstd) NewWriterLevel(w io.Writer, _ int) (io.WriteCloser, error) {
	return z.NewWriter(w), nil
}

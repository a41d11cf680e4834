package output

import (
	"bytes"
	"encoding/binary"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/apache/arrow/go/v17/parquet/compress"
)

// TestSeedsAreCompressed packs seeds of 32 bits, stored in 64: no bytes repeat, but half of them are 0. The library leaves such
// pages as they are unless it is told otherwise.
func TestSeedsAreCompressed(t *testing.T) {
	source := rand.New(rand.NewPCG(1, 2))
	var page []byte
	const seeds = 10_000
	for range seeds {
		page = binary.LittleEndian.AppendUint64(page, uint64(source.Uint32()))
	}
	packed := pooledZstd{}.Encode(nil, page)
	if len(packed) > 6*seeds {
		t.Errorf("%d seeds of 4 bytes take %d bytes, want at most 6 each", seeds, len(packed))
	}
	if !bytes.Equal(pooledZstd{}.Decode(nil, packed), page) {
		t.Error("the page does not come back")
	}
}

// TestBrotliIsRefused: the codec is replaced, see docs/dependencies.md. Readers turn its panic into an error.
func TestBrotliIsRefused(t *testing.T) {
	codec, err := compress.GetCodec(compress.Codecs.Brotli)
	if err != nil {
		t.Fatal(err)
	}
	defer func() {
		if fault, ok := recover().(error); !ok || !strings.Contains(fault.Error(), "brotli is not supported") {
			t.Errorf("it says %v", fault)
		}
	}()
	t.Errorf("it reads %q", codec.Decode(nil, []byte("a page")))
}

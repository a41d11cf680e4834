package secondreader

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"io"
	"math"

	"github.com/xitongsys/parquet-go/layout"
	"github.com/xitongsys/parquet-go/parquet"

	"tarama/output"
)

// page is what is left to read of a page: the values of its rows that are not null.
type page struct {
	data     []byte
	encoding parquet.Encoding
	first    int // row of the chunk
	rows     int
	present  int    // rows that are not null
	null     []bool // nil: none can be
}

// readValues puts the values of a page into their rows.
func (c *chunk) readValues(p page) error {
	end := p.first + p.rows
	switch c.column.Type {
	case output.Int64:
		return readColumn(c, p, c.to.Ints[p.first:end], c.dictionary.Ints, integers)
	case output.Float64:
		return readColumn(c, p, c.to.Reals[p.first:end], c.dictionary.Reals, reals)
	case output.Dict:
		return readColumn(c, p, c.to.Codes[p.first:end], c.dictionary.Codes, words)
	}
	return readColumn(c, p, c.to.Texts[p.first:end], c.dictionary.Texts, texts)
}

// decoder reads as many values as to has.
type decoder[T any] func(c *chunk, p page, to []T) error

// readColumn reads the values to the front of their rows and moves them to those that are not null.
func readColumn[T any](c *chunk, p page, to, dictionary []T, decode decoder[T]) error {
	switch {
	case p.present == 0:
	case p.encoding == parquet.Encoding_RLE_DICTIONARY || p.encoding == parquet.Encoding_PLAIN_DICTIONARY:
		codes, err := c.codes(p)
		if err != nil {
			return err
		}
		found := to[:p.present]
		if codes.isRun() && p.present == c.rows { // a whole chunk of one value
			c.to.Constant, found = true, to[:1]
		}
		if err := lookUp(found, dictionary, codes); err != nil {
			return err
		}
	default:
		if err := decode(c, p, to[:p.present]); err != nil {
			return err
		}
	}
	if p.present < p.rows {
		spread(to, p.null, p.present)
	}
	return nil
}

// codes reads the codes of a page in the dictionary.
func (c *chunk) codes(p page) (numbers, error) {
	if len(p.data) == 0 || p.data[0] > 32 {
		return numbers{}, io.ErrUnexpectedEOF
	}
	return c.numbers(p.data[1:], uint(p.data[0]), p.present)
}

// lookUp gives each row the value of its code.
func lookUp[T any](to, dictionary []T, codes numbers) error {
	each := codes.each
	if codes.isRun() {
		each = []int32{codes.run}
	}
	for i, code := range each {
		if uint32(code) >= uint32(len(dictionary)) {
			return fmt.Errorf("code %d: the dictionary has %d entries", uint32(code), len(dictionary))
		}
		to[i] = dictionary[code]
	}
	if codes.isRun() {
		fill(to, to[0])
	}
	return nil
}

// fill sets all values to one.
func fill[T any](to []T, value T) {
	for i := range to {
		to[i] = value
	}
}

// spread moves the values, which stand at the front, to the rows that are not null, and sets the others to zero. It goes
// backwards, so that no value is overwritten before it was moved.
func spread[T any](to []T, null []bool, present int) {
	var zero T
	for row := len(to) - 1; row >= 0; row-- {
		if null[row] {
			to[row] = zero
			continue
		}
		present--
		to[row] = to[present]
	}
}

// integers reads plain numbers and differences. The library does that too, and tests hold the two together, but an
// interface value at a time, which took a third of an audit's time.
func integers(c *chunk, p page, to []int64) error {
	switch {
	case p.encoding == parquet.Encoding_DELTA_BINARY_PACKED:
		return readDeltas(p.data, to)
	case p.encoding != parquet.Encoding_PLAIN:
		return c.byLibrary(p, func(v *output.Values) int { return copy(to, v.Ints) })
	case len(p.data) < 8*len(to):
		return io.ErrUnexpectedEOF
	}
	for i := range to {
		to[i] = int64(binary.LittleEndian.Uint64(p.data[8*i:]))
	}
	return nil
}

func reals(c *chunk, p page, to []float64) error {
	switch {
	case p.encoding != parquet.Encoding_PLAIN:
		return c.byLibrary(p, func(v *output.Values) int { return copy(to, v.Reals) })
	case len(p.data) < 8*len(to):
		return io.ErrUnexpectedEOF
	}
	for i := range to {
		to[i] = math.Float64frombits(binary.LittleEndian.Uint64(p.data[8*i:]))
	}
	return nil
}

func words(c *chunk, p page, to []int32) error {
	return c.byLibrary(p, func(v *output.Values) int { return copy(to, v.Codes) })
}

func texts(c *chunk, p page, to []string) error {
	return c.byLibrary(p, func(v *output.Values) int { return copy(to, v.Texts) })
}

// byLibrary has the library read the values, in whatever encoding it knows, and take copy them.
func (c *chunk) byLibrary(p page, take func(v *output.Values) int) error {
	boxed, err := layout.ReadDataPageValues(bytes.NewReader(p.data), p.encoding, c.meta.Type, -1, uint64(p.present), 0)
	if err != nil {
		return err
	}
	if len(boxed) != p.present {
		return fmt.Errorf("%d values: the page has %d", p.present, len(boxed))
	}
	typed, err := c.typed(boxed)
	if err != nil {
		return err
	}
	take(&typed)
	return nil
}

package grid

import (
	"math"

	"tarama/models"
)

// Points is an axis of many rows that were read from somewhere: 10^7 of them must fit into memory. Columns are kept in
// chunks, and integers in each chunk as differences from the smallest, as narrow as they come out.
type Points struct {
	parameters []int
	length     int64
	columns    []pointColumn // by position in parameters
}

// MaxRows is the most rows that a Points can hold.
const MaxRows = 1 << 27

// chunkRows is a power of two; shift and mask divide by it.
const (
	chunkShift = 16
	chunkRows  = 1 << chunkShift
	chunkMask  = chunkRows - 1
)

// pointColumn has sealed chunks and one that is being filled.
type pointColumn struct {
	chunks []chunk
	open   models.Column // less than chunkRows values
	words  []string
	codes  map[string]int32
}

// chunk holds chunkRows values (the last one fewer). For an integer column one of narrow, middle and wide is set.
type chunk struct {
	base   int64
	narrow []uint8
	middle []uint16
	wide   []uint32
	ints   []int64 // what is too wide for a difference
	reals  []float64
	codes  []int32
}

// NewPoints returns an axis without rows yet.
func NewPoints(parameters []int) *Points {
	return &Points{parameters: parameters, columns: make([]pointColumn, len(parameters))}
}

// Append adds a row with a value per parameter. Text beyond MaxWords distinct words is a *TooManyWordsError. Seal must
// be called after the last row.
func (a *Points) Append(values []models.Value) error {
	for i := range a.columns {
		if err := a.columns[i].append(values[i]); err != nil {
			return err
		}
	}
	a.length++
	if a.length&chunkMask == 0 {
		a.Seal()
	}
	return nil
}

// Seal packs the rows that were appended last.
func (a *Points) Seal() {
	for i := range a.columns {
		a.columns[i].seal()
	}
}

func (c *pointColumn) append(v models.Value) error {
	switch v.Type {
	case models.Int:
		c.open.Ints = append(c.open.Ints, v.Int)
	case models.Real:
		c.open.Reals = append(c.open.Reals, v.Real)
	default:
		code, known := c.codes[v.Text]
		if !known {
			if len(c.words) == MaxWords {
				return &TooManyWordsError{"words", len(c.words) + 1, MaxWords}
			}
			if c.codes == nil {
				c.codes = map[string]int32{}
			}
			code = int32(len(c.words))
			c.words = append(c.words, v.Text)
			c.codes[v.Text] = code
		}
		c.open.Codes = append(c.open.Codes, code)
	}
	return nil
}

func (c *pointColumn) seal() {
	switch {
	case len(c.open.Ints) > 0:
		c.chunks = append(c.chunks, packInts(c.open.Ints))
	case len(c.open.Reals) > 0:
		c.chunks = append(c.chunks, chunk{reals: append([]float64(nil), c.open.Reals...)})
	case len(c.open.Codes) > 0:
		c.chunks = append(c.chunks, chunk{codes: append([]int32(nil), c.open.Codes...)})
	}
	c.open.Ints, c.open.Reals, c.open.Codes = c.open.Ints[:0], c.open.Reals[:0], c.open.Codes[:0]
}

func packInts(values []int64) chunk {
	low, high := values[0], values[0]
	for _, v := range values {
		low, high = min(low, v), max(high, v)
	}
	switch span := uint64(high) - uint64(low); {
	case span <= math.MaxUint8:
		return chunk{base: low, narrow: pack[uint8](values, low)}
	case span <= math.MaxUint16:
		return chunk{base: low, middle: pack[uint16](values, low)}
	case span <= math.MaxUint32:
		return chunk{base: low, wide: pack[uint32](values, low)}
	}
	return chunk{ints: append([]int64(nil), values...)}
}

func pack[T uint8 | uint16 | uint32](values []int64, base int64) []T {
	packed := make([]T, len(values))
	for i, v := range values {
		packed[i] = T(v - base)
	}
	return packed
}

func unpack[T uint8 | uint16 | uint32](to []int64, packed []T, base int64) {
	for i := range to {
		to[i] = base + int64(packed[i])
	}
}

// Len is the number of rows.
func (a *Points) Len() int64 { return a.length }

// Parameters are those that the axis was made with.
func (a *Points) Parameters() []int { return a.parameters }

// Words is the dictionary of a text parameter.
func (a *Points) Words(parameter int) []string {
	for i, p := range a.parameters {
		if p == parameter {
			return a.columns[i].words
		}
	}
	return nil
}

// Fill unpacks rows.
func (a *Points) Fill(columns []models.Column, low, high int, first int64) {
	for low < high {
		into := int(first & chunkMask)
		rows := min(high-low, chunkRows-into)
		for i, p := range a.parameters {
			a.columns[i].chunks[first>>chunkShift].fill(&columns[p], low, low+rows, into)
		}
		low += rows
		first += int64(rows)
	}
}

func (c *chunk) fill(to *models.Column, low, high, into int) {
	switch {
	case c.narrow != nil:
		unpack(to.Ints[low:high], c.narrow[into:], c.base)
	case c.middle != nil:
		unpack(to.Ints[low:high], c.middle[into:], c.base)
	case c.wide != nil:
		unpack(to.Ints[low:high], c.wide[into:], c.base)
	case c.ints != nil:
		copy(to.Ints[low:high], c.ints[into:])
	case c.reals != nil:
		copy(to.Reals[low:high], c.reals[into:])
	default:
		copy(to.Codes[low:high], c.codes[into:])
	}
}

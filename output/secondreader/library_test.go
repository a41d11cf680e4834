package secondreader

import (
	"bytes"
	"math"
	"slices"
	"testing"

	"github.com/xitongsys/parquet-go/encoding"
	"github.com/xitongsys/parquet-go/parquet"
	"pgregory.net/rapid"

	"tarama/output"
	"tarama/output/internal/encodings"
)

// What the reader decodes itself, the library decodes too: the two must agree.

func TestUnpackAsTheLibrary(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		width, groups := rapid.UintRange(0, 64).Draw(t, "width"), rapid.IntRange(1, 20).Draw(t, "groups")
		size := groups * int(width)
		packed := rapid.SliceOfN(rapid.Byte(), size, size).Draw(t, "packed")
		boxed, err := encoding.ReadBitPacked(bytes.NewReader(packed), uint64(groups)<<1, uint64(width))
		if err != nil {
			t.Fatal(err)
		}
		want, err := unboxed[int64](boxed)
		if err != nil {
			t.Fatal(err)
		}
		got := make([]int64, rapid.IntRange(0, 8*groups).Draw(t, "n"))
		unpack(got, packed, width)
		if !slices.Equal(got, want[:len(got)]) {
			t.Fatalf("width %d: %v, the library says %v", width, got, want[:len(got)])
		}
	})
}

// drawIntegers draws integers of which neighbours are near each other or as far away as can be.
func drawIntegers(t *rapid.T) []int64 {
	near := rapid.Int64Range(-3, 40)
	return rapid.SliceOfN(rapid.OneOf(near, near, near, near, rapid.Int64(), rapid.Just(int64(math.MinInt64)),
		rapid.Just(int64(math.MaxInt64))), 1, 600).Draw(t, "integers")
}

// libraryDeltas are the integers that the library reads.
func libraryDeltas(t *rapid.T, data []byte) []int64 {
	boxed, err := encoding.ReadDeltaBinaryPackedINT64(bytes.NewReader(data))
	if err != nil {
		t.Fatalf("the library says %v", err)
	}
	values, err := unboxed[int64](boxed)
	if err != nil {
		t.Fatal(err)
	}
	return values
}

// The library's writer is of no use here: it takes differences that wrap around for none.
func TestDeltasAsTheLibrary(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		want := drawIntegers(t)
		data := encodings.AppendDeltas(nil, want)
		got := make([]int64, len(want))
		if err := readDeltas(data, got); err != nil || !slices.Equal(got, want) {
			t.Fatalf("%v, %v, want %v", got, err, want)
		}
		if library := libraryDeltas(t, data); !slices.Equal(got, library) {
			t.Fatalf("%v, the library says %v", got, library)
		}
		if err := readDeltas(data[:rapid.IntRange(0, len(data)-1).Draw(t, "cut")], got); err == nil {
			t.Fatal("cut off: no error")
		}
	})
}

// Damaged bytes give an error, or the values that the library reads in them, and never a panic.
func TestDamagedDeltasAsTheLibrary(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		values := drawIntegers(t)
		data := encodings.AppendDeltas(nil, values)
		data[rapid.IntRange(0, len(data)-1).Draw(t, "at")] ^= 1 << rapid.IntRange(0, 7).Draw(t, "bit")
		if readDeltas(data, values) != nil {
			return
		}
		if want := libraryDeltas(t, data); !slices.Equal(values, want) {
			t.Fatalf("%v, the library says %v", values, want)
		}
	})
}

// A page is read the same way by the library, which the reader leaves encodings to that it does not know.
func TestPlainAsTheLibrary(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		rows := rapid.IntRange(1, 20).Draw(t, "rows")
		size := 8 * rows
		p := page{
			data:     rapid.SliceOfN(rapid.Byte(), size, size).Draw(t, "data"),
			encoding: parquet.Encoding_PLAIN, rows: rows, present: rows,
		}
		c := &chunk{column: &output.Column{Type: output.Int64}, meta: &parquet.ColumnMetaData{Type: parquet.Type_INT64}}
		got, want := make([]int64, rows), make([]int64, rows)
		if err := integers(c, p, got); err != nil {
			t.Fatal(err)
		}
		if err := c.byLibrary(p, func(v *output.Values) int { return copy(want, v.Ints) }); err != nil || !slices.Equal(got, want) {
			t.Fatalf("%v, the library says %v, %v", got, want, err)
		}
		c.column.Type, c.meta.Type = output.Float64, parquet.Type_DOUBLE
		gotReals, wantReals := make([]float64, rows), make([]float64, rows)
		if err := reals(c, p, gotReals); err != nil {
			t.Fatal(err)
		}
		err := c.byLibrary(p, func(v *output.Values) int { return copy(wantReals, v.Reals) })
		if err != nil || !slices.EqualFunc(gotReals, wantReals, sameBits) {
			t.Fatalf("%v, the library says %v, %v", gotReals, wantReals, err)
		}
		p.data = p.data[:size-1]
		if integers(c, p, got) == nil || reals(c, p, gotReals) == nil {
			t.Fatal("cut off: no error")
		}
	})
}

func sameBits(a, b float64) bool { return math.Float64bits(a) == math.Float64bits(b) }

// TestDeltasThatLie has heads of pages that ask for too much, or for nothing.
func TestDeltasThatLie(t *testing.T) {
	for _, c := range []struct {
		name string
		data []byte
	}{
		{"no miniblocks", []byte{128, 1, 0, 2, 0, 0}},
		{"an empty block", []byte{0, 4, 2, 0, 0}},
		{"miniblocks of 31", []byte{124, 4, 2, 0, 0, 0, 0, 0, 0}},
		{"a block without end", []byte{0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 1, 1, 2, 0, 0, 0}},
		{"a miniblock too many by far", []byte{128, 1, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 1, 2, 0, 0}},
		{"65 bits", append([]byte{128, 1, 4, 2, 0, 0, 65, 0, 0, 0}, make([]byte, 65*4)...)},
		{"fewer values", []byte{128, 1, 4, 1, 0}},
		{"more values", []byte{128, 1, 4, 3, 0, 0, 0, 0, 0, 0}},
		{"nothing", nil},
	} {
		t.Run(c.name, func(t *testing.T) {
			if err := readDeltas(c.data, make([]int64, 2)); err == nil {
				t.Error("no error")
			}
		})
	}
	if err := readDeltas([]byte{128, 1, 4, 2, 0, 2, 0, 0, 0, 0}, make([]int64, 2)); err != nil {
		t.Errorf("one of two values: %v", err)
	}
}

// A column of one value is given as one value, and a later read of another column forgets that.
func TestConstantChunk(t *testing.T) {
	schema := &output.Schema{Columns: []output.Column{{Name: "a", Type: output.Int64, Nullable: true}}}
	var to output.Table
	for _, each := range [][]int64{{7, 7, 7, 7, 7, 7, 7, 7, 7}, {1, 2, 3, 4, 5, 6, 7, 8, 9}} {
		if err := to.Prepare(schema, []int{0}, len(each)); err != nil {
			t.Fatal(err)
		}
		c := &chunk{column: &schema.Columns[0], rows: len(each), to: &to.Columns[0], dictionary: output.Values{Ints: each}}
		codes := []byte{9 << 1, 0} // a run
		if each[0] != each[1] {
			codes = []byte{2<<1 | 1, 0x10, 0x32, 0x54, 0x76, 8, 0, 0, 0}
		}
		width := byte(len(codes) / 2)
		levels := []byte{2, 0, 0, 0, 9 << 1, 1}
		data := append(append(levels, width), codes...)
		header := &parquet.DataPageHeader{NumValues: 9, Encoding: parquet.Encoding_RLE_DICTIONARY}
		if err := c.readPage(data, header); err != nil {
			t.Fatal(err)
		}
		v := &to.Columns[0]
		if constant := each[0] == each[1]; v.Constant != constant || v.Ints[0] != each[0] || !constant && !slices.Equal(v.Ints, each) {
			t.Errorf("%+v, want %v", v, each)
		}
	}
}

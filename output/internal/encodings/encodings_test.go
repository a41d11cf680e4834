package encodings

import (
	"encoding/binary"
	"math"
	"math/bits"
	"slices"
	"testing"

	"pgregory.net/rapid"
)

// readRuns is a slow and obvious decoder of the RLE/bit-packing hybrid: bit by bit.
func readRuns(t interface{ Fatalf(string, ...any) }, data []byte, width int) []int32 {
	var codes []int32
	for len(data) > 0 {
		header, n := binary.Uvarint(data)
		if n <= 0 {
			t.Fatalf("a header that does not end")
		}
		data = data[n:]
		if header&1 == 0 {
			size := (width + 7) / 8
			code := int32(0)
			for i := range size {
				code |= int32(data[i]) << (8 * i)
			}
			data = data[size:]
			for range header >> 1 {
				codes = append(codes, code)
			}
			continue
		}
		for i := range int(header>>1) * 8 {
			code := int32(0)
			for b := range width {
				bit := i*width + b
				code |= int32(data[bit/8]>>(bit%8)&1) << b
			}
			codes = append(codes, code)
		}
		data = data[int(header>>1)*width:]
	}
	return codes
}

// readDeltas is a slow and obvious decoder of DELTA_BINARY_PACKED.
func readDeltas(t interface{ Fatalf(string, ...any) }, data []byte) []int64 {
	uvarint := func() int {
		v, n := binary.Uvarint(data)
		data = data[n:]
		return int(v)
	}
	varint := func() int64 {
		v, n := binary.Varint(data)
		data = data[n:]
		return v
	}
	block, minis, total := uvarint(), uvarint(), uvarint()
	values := []int64{varint()}
	for len(values) < total {
		least := varint()
		widths := data[:minis]
		data = data[minis:]
		for _, width := range widths {
			if len(values) >= total {
				if width != 0 {
					t.Fatalf("a miniblock beyond the last value has width %d", width)
				}
				continue
			}
			for i := range block / minis {
				delta := uint64(0)
				for b := range int(width) {
					bit := i*int(width) + b
					delta |= uint64(data[bit/8]>>(bit%8)&1) << b
				}
				if len(values) < total {
					values = append(values, values[len(values)-1]+least+int64(delta))
				}
			}
			data = data[block/minis*int(width)/8:]
		}
	}
	if len(data) > 0 {
		t.Fatalf("%d bytes too many", len(data))
	}
	return values[:total]
}

func TestRunsAgainstReference(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		entries := rapid.SampledFrom([]int{1, 2, 3, 5, 17, 256, 257, 70_000, math.MaxInt32}).Draw(t, "entries")
		var codes []int32
		for range rapid.IntRange(0, 8).Draw(t, "stretches") {
			code := rapid.Int32Range(0, int32(entries-1)).Draw(t, "code")
			for range rapid.IntRange(1, 40).Draw(t, "run") {
				codes = append(codes, code)
			}
			codes = append(codes, rapid.SliceOfN(rapid.Int32Range(0, int32(entries-1)), 0, 30).Draw(t, "mixed")...)
		}
		width := Width(entries)
		got := readRuns(t, AppendRuns(nil, codes, width), width)
		if len(got) < len(codes) || len(got) > len(codes)+7 || !slices.Equal(got[:len(codes)], codes) {
			t.Fatalf("width %d: read %v, want %v", width, got, codes)
		}
	})
}

func TestRunIsShort(t *testing.T) {
	if got := AppendRun([]byte{9}, 3, 1<<17, 2); len(got) != 5 || got[0] != 9 {
		t.Errorf("a run of %d codes takes the bytes %v", 1<<17, got)
	}
	if got := AppendRun(nil, 3, 0, 2); got != nil {
		t.Errorf("no codes take the bytes %v", got)
	}
}

// TestRunsAreWorthIt: a long repetition is stored as one run, and a short one among the groups of eight, which are smaller.
func TestRunsAreWorthIt(t *testing.T) {
	long := slices.Repeat([]int32{3}, 1000)
	if got := AppendRuns(nil, long, 2); len(got) != 3 {
		t.Errorf("1,000 equal codes take %d bytes, want a count of 2 and a code of 1", len(got))
	}
	short := slices.Repeat([]int32{0, 0, 0, 1, 1, 1}, 200)
	if got, want := AppendRuns(nil, short, 1), 2+len(short)/8; len(got) != want {
		t.Errorf("1,200 codes in runs of three take %d bytes, want %d", len(got), want)
	}
}

func TestWidth(t *testing.T) {
	for entries, want := range map[int]int{0: 1, 1: 1, 2: 1, 3: 2, 4: 2, 5: 3, 256: 8, 257: 9} {
		if got := Width(entries); got != want {
			t.Errorf("Width(%d) is %d, want %d", entries, got, want)
		}
	}
}

func TestDeltasAgainstReference(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		values := rapid.SliceOfN(rapid.OneOf(rapid.Int64(), rapid.Int64Range(-3, 3), rapid.Just(int64(math.MinInt64))), 1, 400).Draw(t, "values")
		if rapid.Bool().Draw(t, "rising") {
			for i := range values {
				values[i] = int64(i) + values[i]%2
			}
		}
		if got := readDeltas(t, AppendDeltas(nil, values)); !slices.Equal(got, values) {
			t.Fatalf("read %v, want %v", got, values)
		}
	})
}

func TestCellNumbersAreSmall(t *testing.T) {
	values := make([]int64, 1<<17)
	for i := range values {
		values[i] = 1<<40 + int64(i)
	}
	if n := len(AppendDeltas(nil, values)); n > 6*len(values)/128 {
		t.Errorf("%d cell numbers take %d bytes", len(values), n)
	}
}

// TestNearNumbersAreSmall holds that deltas are counted from the least one: as bits above it they need seven, not 64.
func TestNearNumbersAreSmall(t *testing.T) {
	values := make([]int64, 1000)
	for i := range values {
		values[i] = 1_000_000 + int64(i*37%50)
	}
	if n := len(AppendDeltas(nil, values)); n > 1000 {
		t.Errorf("%d numbers that differ by less than 50 take %d bytes", len(values), n)
	}
}

// TestDistinctAgainstMap compares with a map, for values that hash badly too.
func TestDistinctAgainstMap(t *testing.T) {
	var d Distinct
	rapid.Check(t, func(t *rapid.T) {
		shift := rapid.SampledFrom([]int{0, 1, 20, 32, 52, 63}).Draw(t, "shift")
		values := rapid.SliceOfN(rapid.Map(rapid.Uint64Range(0, 2000), func(v uint64) uint64 { return bits.RotateLeft64(v, shift) }), 0, 3000).Draw(t, "values")
		limit := rapid.IntRange(1, 3000).Draw(t, "limit")
		known := map[uint64]int32{}
		var want []int32
		for _, v := range values {
			if _, ok := known[v]; !ok {
				known[v] = int32(len(known))
			}
			want = append(want, known[v])
		}
		codes := make([]int32, len(values))
		ok := d.Encode(values, codes, limit)
		if ok != (len(known) <= limit) {
			t.Fatalf("%d different values, limit %d: Encode says %v", len(known), limit, ok)
		}
		if !ok {
			return
		}
		if !slices.Equal(codes, want) {
			t.Fatalf("codes %v, want %v", codes, want)
		}
		for v, code := range known {
			if d.Values()[code] != v {
				t.Fatalf("code %d stands for %d, want %d", code, d.Values()[code], v)
			}
		}
	})
}

func TestEncodingAllocatesNothing(t *testing.T) {
	values := make([]uint64, 5000)
	codes := make([]int32, len(values))
	numbers := make([]int64, len(values))
	for i := range values {
		values[i], numbers[i] = uint64(i%700), int64(i*i)
	}
	var d Distinct
	var page []byte
	allocations := testing.AllocsPerRun(10, func() {
		d.Encode(values, codes, 1000)
		page = AppendRuns(page[:0], codes, Width(len(d.Values())))
		page = AppendDeltas(page, numbers)
	})
	if allocations > 0 {
		t.Errorf("%v allocations", allocations)
	}
}

func BenchmarkAppendRuns(b *testing.B) {
	codes := make([]int32, 1<<17)
	for i := range codes {
		codes[i] = int32(i / 3 % 97)
	}
	var page []byte
	for b.Loop() {
		page = AppendRuns(page[:0], codes, 7)
	}
	b.SetBytes(4 << 17)
}

func BenchmarkAppendDeltas(b *testing.B) {
	values := make([]int64, 1<<17)
	for i := range values {
		values[i] = int64(i) * 1_000_003 % 200_000
	}
	var page []byte
	for b.Loop() {
		page = AppendDeltas(page[:0], values)
	}
	b.SetBytes(8 << 17)
}

func BenchmarkDistinct(b *testing.B) {
	values, codes := make([]uint64, 1<<17), make([]int32, 1<<17)
	for i := range values {
		values[i] = math.Float64bits(float64(i%1000) / 7)
	}
	var d Distinct
	for b.Loop() {
		d.Encode(values, codes, 1<<14)
	}
	b.SetBytes(8 << 17)
}

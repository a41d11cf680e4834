package output

import (
	"encoding/binary"
	"math"
	"slices"

	"github.com/apache/arrow/go/v17/parquet/metadata"
)

// Readers skip row groups by the least and the greatest value of a chunk, which are therefore exact. There are none for a
// chunk of nulls.

func setIntegerRange(s *metadata.EncodedStatistics, values []int64) {
	low, high := values[0], values[0]
	for _, v := range values {
		low, high = min(low, v), max(high, v)
	}
	s.Signed = true
	s.SetMin(binary.LittleEndian.AppendUint64(nil, uint64(low)))
	s.SetMax(binary.LittleEndian.AppendUint64(nil, uint64(high)))
}

// setRealRange writes a least value of 0 as -0 and a greatest of -0 as 0, as the format asks, since readers may tell them
// apart and the order in which they came must not matter.
func setRealRange(s *metadata.EncodedStatistics, values []float64) {
	low, high := values[0], values[0]
	for _, v := range values {
		if v < low {
			low = v
		}
		if v > high {
			high = v
		}
	}
	if low == 0 {
		low = math.Copysign(0, -1)
	}
	if high == 0 {
		high = 0
	}
	s.Signed = true
	s.SetMin(binary.LittleEndian.AppendUint64(nil, math.Float64bits(low)))
	s.SetMax(binary.LittleEndian.AppendUint64(nil, math.Float64bits(high)))
}

// setWordRange looks at the words that occur, not at the whole dictionary.
func setWordRange(s *metadata.EncodedStatistics, words []string, codes []int32) {
	used := make([]bool, len(words))
	for _, c := range codes {
		used[c] = true
	}
	low, high := words[codes[0]], words[codes[0]]
	for code, is := range used {
		if is {
			low, high = min(low, words[code]), max(high, words[code])
		}
	}
	setStrings(s, low, high)
}

func setTextRange(s *metadata.EncodedStatistics, texts []string) {
	setStrings(s, slices.Min(texts), slices.Max(texts))
}

// maxStatistic is the longest string that is worth a place in the footer.
const maxStatistic = 256

func setStrings(s *metadata.EncodedStatistics, low, high string) {
	if len(low) > maxStatistic || len(high) > maxStatistic {
		return
	}
	s.SetMin([]byte(low))
	s.SetMax([]byte(high))
}

package study

import (
	"fmt"
	"math"
	"slices"
	"sort"

	"tarama/models"
	"tarama/sweep/grid"
)

// mostCompared bounds the points that are looked at for repetitions: their hashes take 128 MiB for a moment.
const mostCompared = 1 << 24

// warnOfRepeats warns if some points of a file are the same as earlier ones. That is no error, as it is in a list: designs
// over few integers repeat points, and their analyses count on every line being there.
func (p *pointsReader) warnOfRepeats(points *grid.Points) {
	if points.Len() > mostCompared {
		return
	}
	s := &scan{axis: points, columns: grid.NewColumns(p.spec.Parameters, scanRows)}
	repeats, earlier, later := s.repeats()
	if repeats == 0 {
		return
	}
	p.warnings = append(p.warnings, Problem{
		File: p.path, Line: p.lineOf(later), Column: 1,
		Message: fmt.Sprintf("the same point is on line %d already, and %s of %s points repeat an earlier one: each counts twice in every mean",
			p.lineOf(earlier), models.FormatCount(repeats), models.FormatCount(points.Len())),
		Hint: "leave them out unless the design wants them",
	})
}

// lineOf is the line of a point: the header is line 1, and empty lines do not count as points.
func (p *pointsReader) lineOf(point int64) int {
	gaps := sort.Search(len(p.gaps), func(i int) bool { return p.gaps[i] > point })
	return int(point) + 2 + gaps
}

// scanRows is how many rows are unpacked at a time.
const scanRows = 1 << 12

// scan goes through the rows of an axis.
type scan struct {
	axis    grid.Axis
	columns []models.Column
}

// repeats counts the rows that are the same as an earlier one, and returns the first such row and the earlier one. Rows
// are told apart by 64 bits of hash; the two that are returned are compared value by value, so that a warning of rows that
// only share a hash, once in 2^17 files of 2^24 points, names none and is left out.
func (s *scan) repeats() (count, earlier, later int64) {
	hashes := make([]uint64, 0, s.axis.Len())
	s.each(func(_ int64, hash uint64) bool {
		hashes = append(hashes, hash)
		return true
	})
	slices.Sort(hashes)
	distinct := int64(0)
	twice := hashes[:0] // hashes of several rows, in order; it stays behind the hash that is looked at
	for i := 0; i < len(hashes); {
		hash, end := hashes[i], i+1
		for end < len(hashes) && hashes[end] == hash {
			end++
		}
		distinct++
		if end-i > 1 {
			twice = append(twice, hash)
		}
		i = end
	}
	if len(twice) == 0 {
		return 0, 0, 0
	}
	earlier, later = s.firstOf(twice)
	if !s.same(earlier, later) {
		return 0, 0, 0
	}
	return s.axis.Len() - distinct, earlier, later
}

// firstOf returns the first row that has one of the hashes, in order, after another that has it too.
func (s *scan) firstOf(twice []uint64) (earlier, later int64) {
	met := map[uint64]int64{}
	s.each(func(row int64, hash uint64) bool {
		if _, listed := slices.BinarySearch(twice, hash); !listed {
			return true
		}
		first, again := met[hash]
		if again {
			earlier, later = first, row
		}
		met[hash] = row
		return !again
	})
	return earlier, later
}

// each hashes row by row until it is told to stop.
func (s *scan) each(next func(row int64, hash uint64) bool) {
	for first := int64(0); first < s.axis.Len(); first += scanRows {
		rows := int(min(scanRows, s.axis.Len()-first))
		s.axis.Fill(s.columns, 0, rows, first)
		for row := range rows {
			if !next(first+int64(row), s.hash(row)) {
				return
			}
		}
	}
}

// hash mixes the values of a row, each by the finaliser of MurmurHash3.
func (s *scan) hash(row int) uint64 {
	h := uint64(0)
	for _, parameter := range s.axis.Parameters() {
		h = (h ^ bitsOf(&s.columns[parameter], row)) * 0x9E3779B97F4A7C15
		h = (h ^ h>>33) * 0xFF51AFD7ED558CCD
		h ^= h >> 33
	}
	return h
}

func (s *scan) same(a, b int64) bool {
	s.axis.Fill(s.columns, 0, 1, a)
	s.axis.Fill(s.columns, 1, 2, b)
	return !slices.ContainsFunc(s.axis.Parameters(), func(parameter int) bool {
		return bitsOf(&s.columns[parameter], 0) != bitsOf(&s.columns[parameter], 1)
	})
}

func bitsOf(c *models.Column, row int) uint64 {
	switch {
	case c.Ints != nil:
		return uint64(c.Ints[row])
	case c.Reals != nil:
		return math.Float64bits(c.Reals[row])
	}
	return uint64(c.Codes[row])
}

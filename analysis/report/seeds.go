package report

import (
	"tarama/analysis/rows"
	"tarama/output"
)

// seeds are the groups of replicates: one a seed, unless there are too many.
type seeds struct {
	Column int  // -1: there are none
	Count  int  // different seeds; 0 if they were too many to count
	Groups int  // at least 1
	Each   bool // every seed is a group of its own

	groups map[uint64]int32
}

// seedsOf puts the values of the seed into groups. A seed that was too many values to be counted is put in by its bits.
func seedsOf(schema []output.Column, v *values) seeds {
	if v == nil || !v.varies() {
		return seeds{Column: -1, Groups: 1}
	}
	s := seeds{Column: v.column, Count: len(v.seen), Groups: MaxSeedGroups}
	if v.seen == nil {
		return s
	}
	s.Groups = min(s.Count, MaxSeedGroups)
	s.Each = s.Groups == s.Count
	s.groups = map[uint64]int32{}
	for i, value := range v.sorted(&schema[v.column]) {
		s.groups[value.Bits] = int32(i % s.Groups)
	}
	return s
}

// code appends the group of each row of a table.
func (s *seeds) code(to []int32, schema []output.Column, t *output.Table) []int32 {
	if s.Column < 0 {
		return append(to, make([]int32, t.Rows)...)
	}
	bits := rows.Bits(nil, &schema[s.Column], &t.Columns[s.Column])
	if s.groups != nil {
		return lookUp(to, s.groups, bits)
	}
	for _, b := range bits {
		b *= 0x9E3779B97F4A7C15 // spreads neighbours (Fibonacci hashing)
		to = append(to, int32(b>>32%uint64(s.Groups)))
	}
	return to
}

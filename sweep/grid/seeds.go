package grid

import "tarama/models"

// MaxSpread is the most seeds that SpreadSeeds can give: all 32-bit numbers.
const MaxSpread = int64(1) << 32

// SpreadSeeds is an axis of distinct 32-bit seeds without visible order. Seed i is mix(base + i * 0x9E3779B9) on 32
// bits. The multiplier is odd and mix is a bijection, so no two of the first 2^32 seeds are equal.
type SpreadSeeds struct {
	parameters []int
	base       uint32
	count      int64
}

// NewSpreadSeeds returns count seeds, at most MaxSpread. Of base the low 32 bits count.
func NewSpreadSeeds(parameter int, base, count int64) *SpreadSeeds {
	return &SpreadSeeds{parameters: []int{parameter}, base: uint32(base), count: count}
}

// Len is the number of seeds.
func (s *SpreadSeeds) Len() int64 { return s.count }

// Parameters is the one parameter that the axis sets.
func (s *SpreadSeeds) Parameters() []int { return s.parameters }

// Words is nil: seeds are numbers.
func (s *SpreadSeeds) Words(int) []string { return nil }

// Fill computes the seeds.
func (s *SpreadSeeds) Fill(columns []models.Column, low, high int, first int64) {
	column := columns[s.parameters[0]].Ints[low:high]
	state := s.base + uint32(first)*0x9E3779B9
	for i := range column {
		column[i] = int64(mix(state))
		state += 0x9E3779B9
	}
}

// mix is the finaliser of MurmurHash3 for 32 bits.
func mix(h uint32) uint32 {
	h ^= h >> 16
	h *= 0x85EBCA6B
	h ^= h >> 13
	h *= 0xC2B2AE35
	h ^= h >> 16
	return h
}

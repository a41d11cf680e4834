package sensitivity

// mostSeedGroups is into how many groups seeds are cut for the jackknife, one seed in each if there are no more.
const mostSeedGroups = 10

// manySeeds is how many seeds are told apart.
const manySeeds = 1 << 16

// seeds numbers the seeds of the rows in the order in which they come.
type seeds struct {
	column  int // -1: none, or the design gives each point its own
	numbers map[int64]int
	last    int64 // seed, and its number
	number  int
}

// newSeeds has none if a design varies the seed: then points do not share them.
func newSeeds(q SampledQuery) *seeds {
	s := &seeds{column: q.Seed, numbers: map[int64]int{}}
	for _, factor := range q.Factors {
		if factor == q.Seed {
			s.column = -1
		}
	}
	return s
}

// groupOf is the group of a seed.
func (s *seeds) groupOf(seed int64) int { return s.numberOf(seed) % mostSeedGroups }

// seedGroups is how many groups of seeds there may be.
func (q *SampledQuery) seedGroups() int64 {
	if newSeeds(*q).column < 0 || q.Sampling.Inner < 2 {
		return 0
	}
	return min(q.Sampling.Inner, mostSeedGroups)
}

// count is how many there are, at most manySeeds.
func (s *seeds) count() int { return len(s.numbers) }

// numberOf is the number of a seed.
func (s *seeds) numberOf(seed int64) int {
	if seed == s.last && len(s.numbers) > 0 {
		return s.number
	}
	number, known := s.numbers[seed]
	if !known {
		if number = len(s.numbers); number == manySeeds {
			return int(uint64(seed) % manySeeds)
		}
		s.numbers[seed] = number
	}
	s.last, s.number = seed, number
	return number
}

package grid

import (
	"runtime"
	"sync"

	"tarama/models"
)

// MaxCombinations is how many combinations of a projection are looked at one by one. Beyond it a sample is taken.
const MaxCombinations = 10_000_000

// maxDesignCombinations is the same where a design is among the axes: its points take longer than values that are there.
const maxDesignCombinations = MaxCombinations / 5

// samples is how many combinations of a larger projection are looked at.
const samples = 100_000

// block is how many combinations are filled at a time.
const block = 1024

// Survey is what a look at all combinations of a projection, or at a sample of them, showed about a condition.
type Survey struct {
	Looked int64   // combinations that were looked at
	Counts []int64 // by outcome: how many of them had it
	First  []int64 // by outcome: the first combination that had it, -1 for none
	Exact  bool    // all combinations were looked at

	outcomes []uint8 // by combination, if exact
}

// Outcome is that of a combination. It may be asked only if the survey is exact.
func (s *Survey) Outcome(combination int64) int { return int(s.outcomes[combination]) }

// Cells is the number of cells of the whole grid with an outcome; an estimate if the survey is not exact.
func (s *Survey) Cells(p *Projection, outcome int) int64 {
	if s.Exact {
		return s.Counts[outcome] * p.Repeats()
	}
	return int64(float64(s.Counts[outcome]) / float64(s.Looked) * float64(p.whole.cells))
}

// Survey looks at every combination, or at an even sample if there are more than MaxCombinations. newJudge is called
// once per goroutine; a judge says which of outcomes (at most 256) a row of columns has, where the columns are filled as
// by the projection's grid. The result does not depend on the number of goroutines.
func (p *Projection) Survey(outcomes int, newJudge func() func(columns []models.Column, row int) int) *Survey {
	s := &Survey{Counts: make([]int64, outcomes), First: make([]int64, outcomes)}
	for i := range s.First {
		s.First[i] = -1
	}
	if s.Exact = p.Combinations() <= p.most(); s.Exact {
		s.Looked = p.Combinations()
		s.outcomes = make([]uint8, s.Looked)
		p.judgeAll(s.outcomes, newJudge)
	} else {
		s.Looked = samples
		s.outcomes = make([]uint8, s.Looked)
		p.judgeSample(s.outcomes, newJudge())
	}
	for i, outcome := range s.outcomes {
		if s.Counts[outcome]++; s.First[outcome] < 0 {
			s.First[outcome] = int64(i)
			if !s.Exact {
				s.First[outcome] = p.sample(int64(i))
			}
		}
	}
	if !s.Exact {
		s.outcomes = nil
	}
	return s
}

// most is up to how many combinations all are looked at.
func (p *Projection) most() int64 {
	for _, axis := range p.part.axes {
		if _, isDesign := axis.(*Design); isDesign {
			return maxDesignCombinations
		}
	}
	return MaxCombinations
}

// judgeAll gives each goroutine an equal share of the combinations.
func (p *Projection) judgeAll(outcomes []uint8, newJudge func() func([]models.Column, int) int) {
	workers := min(runtime.GOMAXPROCS(0), 1+len(outcomes)/(16*block))
	share := (len(outcomes) + workers - 1) / workers
	var group sync.WaitGroup
	for low := 0; low < len(outcomes); low += share {
		group.Go(func() {
			p.judgeRange(outcomes, low, min(low+share, len(outcomes)), newJudge())
		})
	}
	group.Wait()
}

func (p *Projection) judgeRange(outcomes []uint8, low, high int, judge func([]models.Column, int) int) {
	columns := p.ColumnsFor(min(block, high-low))
	for ; low < high; low += block {
		rows := min(block, high-low)
		p.part.Fill(int64(low), rows, columns)
		for row := range rows {
			outcomes[low+row] = uint8(judge(columns, row))
		}
	}
}

func (p *Projection) judgeSample(outcomes []uint8, judge func([]models.Column, int) int) {
	columns := p.ColumnsFor(1)
	for i := range outcomes {
		p.part.Fill(p.sample(int64(i)), 1, columns)
		outcomes[i] = uint8(judge(columns, 0))
	}
}

// sample is combination number i of the sample: one out of each of as many equal ranges as there are samples, at a place
// in its range that depends on i, since equal distances could meet the same value of an axis every time.
func (p *Projection) sample(i int64) int64 {
	width := p.Combinations() / samples
	place := int64(uint64(mix(uint32(i))) * uint64(min(width, 1<<31)) >> 32)
	return i*width + place
}

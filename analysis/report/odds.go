package report

import (
	"slices"

	"gonum.org/v1/gonum/stat"

	"tarama/analysis/pareto"
	"tarama/analysis/summaries"
)

// How far the ranks of two costs may agree before they say the same (redundant), and from where on they are at odds.
const (
	redundant = 0.7
	opposed   = -0.1
)

// atOdds are up to three objectives that cost each other most: the first candidate, which is what the study is about, with the
// one whose costs have the most opposite ranks over groups (Spearman), or, if nothing is opposed to it, the two most opposite
// ones; and a third that is at odds with one of them and says something else than either. ok is false if none cost each other.
func atOdds(candidates []pareto.Objective, groups []summaries.Group) (objectives []pareto.Objective, ok bool) {
	ranks := make([][]float64, len(candidates))
	for i, o := range candidates {
		ranks[i] = costRanks(i, o.Max, groups)
	}
	correlation := func(i, k int) float64 { return stat.Correlation(ranks[i], ranks[k], nil) }
	chosen, least := []int{0, 1}, 2.0
	for k := range candidates {
		if k == 1 && least < opposed {
			break // the first candidate has an opponent
		}
		for i := k + 1; i < len(candidates); i++ {
			if c := correlation(k, i); c < least-1e-9 {
				chosen, least = []int{k, i}, c
			}
		}
	}
	third, most := -1, redundant
	for i := range candidates {
		if slices.Contains(chosen, i) {
			continue
		}
		a, b := correlation(i, chosen[0]), correlation(i, chosen[1])
		if max(a, b) < most && min(a, b) < opposed {
			third, most = i, max(a, b)
		}
	}
	if third >= 0 {
		chosen = append(chosen, third)
	}
	for _, i := range chosen {
		objectives = append(objectives, candidates[i])
	}
	return objectives, least < 0
}

// costRanks are the ranks of a metric's means by group, the best first; equal ones have the same rank. A group without a mean is
// in the middle.
func costRanks(metric int, more bool, groups []summaries.Group) []float64 {
	ranks := make([]float64, len(groups))
	var order []int
	for i := range groups {
		ranks[i] = float64(len(groups)-1) / 2
		if groups[i].Metrics[metric].Mean != nil {
			order = append(order, i)
		}
	}
	cost := func(i int) float64 {
		if more {
			return -*groups[i].Metrics[metric].Mean
		}
		return *groups[i].Metrics[metric].Mean
	}
	slices.SortStableFunc(order, func(a, b int) int {
		return slices.Compare([]float64{cost(a)}, []float64{cost(b)})
	})
	for first := 0; first < len(order); {
		last := first
		for last+1 < len(order) && cost(order[last+1]) == cost(order[first]) {
			last++
		}
		for i := first; i <= last; i++ {
			ranks[order[i]] = float64(first+last) / 2
		}
		first = last + 1
	}
	return ranks
}

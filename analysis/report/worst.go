package report

import (
	"slices"

	"tarama/analysis/pareto"
	"tarama/analysis/summaries"
)

// worst are the least good values, by objective, of the rows behind a point of the front. A mean over what nobody chooses may hide
// that it went badly once.
type worst []float64

// worstOf are those of the points that the table has. The groups, of which points are means, have the candidates as metrics.
func worstOf(t *tradeOff, candidates []pareto.Objective, groups []summaries.Group) []worst {
	all := make([]worst, len(t.Front.Points))
	for i, p := range t.Front.Points {
		if !t.listed(i) {
			continue
		}
		group := slices.IndexFunc(groups, func(g summaries.Group) bool { return slices.Equal(g.Key, p.Key) })
		for _, o := range t.Objectives {
			s := &groups[group].Metrics[slices.Index(candidates, o)]
			if o.Max {
				all[i] = append(all[i], *s.Min)
			} else {
				all[i] = append(all[i], *s.Max)
			}
		}
	}
	return all
}

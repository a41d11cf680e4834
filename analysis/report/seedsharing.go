package report

import (
	"fmt"
	"slices"
	"strings"

	"tarama/analysis/sensitivity"
)

// What seeds have to do with the shares of the variance.

// gridSeeds says whether other seeds would give other shares.
func (f *findings) gridSeeds(g *sensitivity.Grid) string {
	noisy := slices.ContainsFunc(g.Metrics, func(m sensitivity.Metric) bool { return m.Noise != nil && *m.Noise > 0 })
	switch {
	case g.Joined:
		return "The seed varies together with other parameters, so chance cannot be told from what they do."
	case noisy:
		return fmt.Sprintf("The shares are exact for these %d seeds, which all combinations share; other seeds give others.", g.Seeds)
	}
	return ""
}

// designSeeds says where chance stands among the estimates of a design, and whether their intervals allow for other seeds.
func (f *findings) designSeeds(r *sensitivity.Sampled) string {
	if slices.Contains(r.Sampling.Parameters, f.study.Seed) {
		return ownSeeds(r.Sampling.Method)
	}
	shared, differ := false, []string{}
	for i := range r.Metrics {
		m := &r.Metrics[i]
		shared = shared || m.SeedPart == sensitivity.SeedsInIntervals
		if m.SeedPart == sensitivity.SeedsDiffer {
			differ = append(differ, f.schema[m.Column].Name)
		}
	}
	var sentences []string
	if shared {
		sentences = append(sentences, fmt.Sprintf(
			"All points share the same %d seeds. Others give other values, which the intervals allow for as far as these seeds tell.", r.Seeds))
	}
	if len(differ) > 0 {
		sentences = append(sentences, "The points have values of "+enumerated(differ)+
			" for different seeds, so that these intervals allow for other points, but not for other seeds.")
	}
	return strings.Join(sentences, " ")
}

// ownSeeds says where chance stands if the design varies the seed.
func ownSeeds(m sensitivity.Method) string {
	const own = "Each point has its own seed, so that what the seed does is chance"
	switch m {
	case sensitivity.Saltelli:
		return own + "; with others, it is the whole share that chance has a part in."
	case sensitivity.Morris:
		return own + ", and the spread of the others has a part of it."
	}
	return own + ", most of which stands with the interactions."
}

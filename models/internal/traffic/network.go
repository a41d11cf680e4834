package traffic

import (
	"slices"

	"tarama/models"
)

// Network is a valid topology by numbers: regions and groups are their positions.
type Network struct {
	regions    []string
	groups     int
	geographic []int     // by group
	fallback   []int     // by region
	distance   []float64 // by group*len(regions) + region
	accounts   accounts
	own        bool // the study gave it
}

// NewNetwork takes the topology that a study gave, or the default one if scenario is nil. Errors are of type
// models.ScenarioErrors.
func NewNetwork(scenario any) (*Network, error) {
	topology, own := scenario.(*Topology)
	if !own || topology == nil {
		topology, own = Default(), false
	}
	if errs := topology.Validate(); len(errs) > 0 {
		return nil, errs
	}
	n := &Network{regions: topology.Regions, groups: len(topology.Groups), own: own}
	for _, name := range topology.Regions {
		n.fallback = append(n.fallback, slices.Index(topology.Regions, topology.Fallback[name]))
	}
	for _, g := range topology.Groups {
		n.geographic = append(n.geographic, slices.Index(topology.Regions, g.Geographic))
		for _, name := range topology.Regions {
			n.distance = append(n.distance, g.Distance[name])
		}
	}
	n.accounts = newAccounts(n.distance, len(n.regions))
	return n, nil
}

// Regions returns the number of regions.
func (n *Network) Regions() int { return len(n.regions) }

// regionColumns returns prefix + region for every region, in order.
func (n *Network) regionColumns(prefix string) []string {
	names := make([]string, len(n.regions))
	for i, region := range n.regions {
		names[i] = prefix + region
	}
	return names
}

// failedWords are the words of failed_region.
func (n *Network) failedWords() []string {
	return append([]string{models.NoneWord}, n.regions...)
}

// RegionSet is a set of regions, a bit for each region's position.
type RegionSet uint64

// With returns the set and the region.
func (s RegionSet) With(region int) RegionSet { return s | 1<<region }

// Without returns the set less the region.
func (s RegionSet) Without(region int) RegionSet { return s &^ (1 << region) }

// Has says whether the region is in the set.
func (s RegionSet) Has(region int) bool { return s>>region&1 != 0 }

// allRegions is the set of the first n regions.
func allRegions(n int) RegionSet { return 1<<n - 1 }

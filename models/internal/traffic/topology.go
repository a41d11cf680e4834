package traffic

// ScenarioKey is the study-file key of a Topology.
const ScenarioKey = "topology"

// MaxRegions and MaxGroups bound a topology. A set of regions is kept in 64 bits.
const (
	MaxRegions = 64
	MaxGroups  = 64
)

// Topology is the scenario of a study: who asks, who serves, and how far apart they are.
type Topology struct {
	Regions  []string          `json:"regions"`  // in the order that breaks ties
	Groups   []Group           `json:"groups"`   // resolver j belongs to group j mod len(Groups)
	Fallback map[string]string `json:"fallback"` // region to region: where the geographic policy turns next
}

// Group is one group of clients.
type Group struct {
	Name       string             `json:"name"`
	Geographic string             `json:"geographic"` // the region that the geographic policy names
	Distance   map[string]float64 `json:"distance"`   // by region, in a unit of the study's own
}

// Default returns the topology of the course text on the domain name system.
func Default() *Topology {
	return &Topology{
		Regions: []string{"b34", "b35", "b06"},
		Groups: []Group{
			{Name: "g1", Geographic: "b34", Distance: map[string]float64{"b34": 1, "b35": 3, "b06": 2}},
			{Name: "g2", Geographic: "b35", Distance: map[string]float64{"b34": 3, "b35": 1, "b06": 2}},
			{Name: "g3", Geographic: "b34", Distance: map[string]float64{"b34": 2, "b35": 4, "b06": 1}},
			{Name: "g4", Geographic: "b06", Distance: map[string]float64{"b34": 2, "b35": 3, "b06": 4}},
		},
		Fallback: map[string]string{"b34": "b06", "b35": "b34", "b06": "b35"},
	}
}

// defaultWeights are the target shares of the default topology's regions, which the reference rotation serves.
var defaultWeights = []int64{5, 3, 2}

// referenceSlots is the rotation of the course text, by region number of the default topology.
var referenceSlots = []uint8{0, 1, 2, 0, 1, 0, 1, 2, 0, 0}

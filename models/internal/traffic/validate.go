package traffic

import (
	"fmt"
	"maps"
	"math"
	"slices"
	"strconv"
	"strings"

	"tarama/models"
)

// reservedNames cannot be regions: failed_region uses the first, and share_deviation is a metric.
var reservedNames = []string{models.NoneWord, "deviation"}

// Validate returns everything that is wrong with the topology, in the order of its keys, or nil.
func (t *Topology) Validate() models.ScenarioErrors {
	v := validator{topology: t}
	v.regions()
	v.groups()
	v.fallback()
	return v.errors
}

// validator gathers the errors of one topology.
type validator struct {
	topology *Topology
	errors   models.ScenarioErrors
}

func (v *validator) add(message string, path ...string) {
	v.errors = append(v.errors, models.ScenarioError{Path: path, Message: message})
}

func (v *validator) regions() {
	names := v.topology.Regions
	if len(names) < 1 || len(names) > MaxRegions {
		v.add(fmt.Sprintf("a topology has 1 to %d regions, not %d", MaxRegions, len(names)), "regions")
	}
	for i, name := range names {
		at := strconv.Itoa(i)
		switch {
		case !isRegionName(name):
			v.add(fmt.Sprintf("%q is not a region name: use lower-case letters, digits and _", name), "regions", at)
		case slices.Contains(reservedNames, name):
			v.add(fmt.Sprintf("%q cannot name a region: the word has a meaning of its own", name), "regions", at)
		case slices.Index(names, name) < i:
			v.add(fmt.Sprintf("region %q is named twice", name), "regions", at)
		}
	}
}

// isRegionName says whether the name can end a column's name.
func isRegionName(name string) bool {
	const allowed = "abcdefghijklmnopqrstuvwxyz0123456789_"
	return name != "" && strings.Trim(name, allowed) == ""
}

func (v *validator) groups() {
	groups := v.topology.Groups
	if len(groups) < 1 || len(groups) > MaxGroups {
		v.add(fmt.Sprintf("a topology has 1 to %d groups, not %d", MaxGroups, len(groups)), "groups")
	}
	for i := range groups {
		g, at := &groups[i], strconv.Itoa(i)
		if g.Name == "" {
			v.add("a group needs a name", "groups", at, "name")
		}
		if first := slices.IndexFunc(groups, func(o Group) bool { return o.Name == g.Name }); first < i {
			v.add(fmt.Sprintf("group %q is named twice", g.Name), "groups", at, "name")
		}
		v.region(g.Geographic, "groups", at, "geographic")
		v.distances(g.Distance, at)
	}
}

func (v *validator) distances(distance map[string]float64, group string) {
	v.keys(slices.Sorted(maps.Keys(distance)), "groups", group, "distance")
	for _, region := range v.topology.Regions {
		if d, ok := distance[region]; ok && (math.IsNaN(d) || math.IsInf(d, 0) || d < 0) {
			v.add(fmt.Sprintf("a distance is a finite number of 0 or more, not %s", models.FormatReal(d)),
				"groups", group, "distance", region)
		}
	}
}

func (v *validator) fallback() {
	v.keys(slices.Sorted(maps.Keys(v.topology.Fallback)), "fallback")
	for _, region := range v.topology.Regions {
		if to, ok := v.topology.Fallback[region]; ok {
			v.region(to, "fallback", region)
		}
	}
}

// keys holds the keys of a table by region to the regions that there are.
func (v *validator) keys(keys []string, path ...string) {
	for _, region := range v.topology.Regions {
		if !slices.Contains(keys, region) {
			v.add(fmt.Sprintf("region %q is missing", region), path...)
		}
	}
	for _, key := range keys {
		v.region(key, append(slices.Clone(path), key)...)
	}
}

// region holds a name to the regions that there are.
func (v *validator) region(name string, path ...string) {
	if !slices.Contains(v.topology.Regions, name) {
		v.add(fmt.Sprintf("there is no region %q: the regions are %s", name, strings.Join(v.topology.Regions, ", ")), path...)
	}
}

package traffic

import "testing"

// TestRegionOfEveryPlace goes through all places of all lanes, for every number of regions: a multiplication stands for a division.
func TestRegionOfEveryPlace(t *testing.T) {
	for regions := 1; regions <= MaxRegions; regions++ {
		l := newLanes(regions)
		for place := range uint(regions) * l.width {
			if got, want := region(1<<place, l.inverse), int(place/l.width); got != want {
				t.Fatalf("%d regions: place %d is in lane %d, want %d", regions, place, got, want)
			}
		}
	}
}

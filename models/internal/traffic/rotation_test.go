package traffic

import (
	"slices"
	"testing"
)

// TestSectionsFollowTheirRotation: a rotation that takes the place of another has sections of its own.
func TestSectionsFollowTheirRotation(t *testing.T) {
	first, second := []int64{30, 40, 61}, []int64{1, 2, 3}
	for i := int64(0); place(second) != place(first); i++ {
		second = []int64{1 + i%80, 2 + i/80, 3}
	}
	var s rotations
	for _, weights := range [][]int64{first, second, first} {
		r, fresh := s.find(weights)
		if !fresh {
			t.Fatalf("%v: the rotation of other weights is still there", weights)
		}
		if len(r.slots) > maxYields {
			t.Fatalf("%v: %d slots have no sections", weights, len(r.slots))
		}
		for range 2 {
			got := r.sections(len(weights))
			named := slices.Repeat([]int{int(got.regions[len(got.regions)-1])}, len(r.slots))
			for i, from := 0, 0; i < len(got.ends); i++ {
				for _, slot := range got.slots[from:got.ends[i]] {
					named[slot] = int(got.regions[i])
				}
				from = got.ends[i]
			}
			for slot, region := range r.slots {
				if named[slot] != int(region) {
					t.Errorf("%v: slot %d is in the section of region %d, not of %d", weights, slot, named[slot], region)
				}
			}
			if got.length != len(r.slots) || len(got.regions) != len(weights) {
				t.Errorf("%v: %d slots and the regions %v in the sections of %d slots", weights, got.length, got.regions, len(r.slots))
			}
		}
	}
}

package traffic

import "testing"

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
			slots, from := r.sections(len(weights)).slots, 0
			if len(slots) != len(r.slots) {
				t.Errorf("%v: the sections have %d slots of %d", weights, len(slots), len(r.slots))
			}
			for region, to := range r.sections(len(weights)).ends {
				for _, slot := range slots[from:to] {
					if int(r.slots[slot]) != region {
						t.Errorf("%v: region %d has slot %d", weights, region, slot)
					}
				}
				from = to
			}
		}
	}
}

package traffic

import (
	"slices"
	"testing"

	"pgregory.net/rapid"
)

// TestLanesEqualSlices adds, moves and compares numbers in lanes and in slices.
func TestLanesEqualSlices(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		regions := rapid.IntRange(2, 32).Draw(t, "regions")
		l := newLanes(regions)
		most := int64(1)<<(l.width-1) - 1
		if !l.hold(most) || l.hold(most+1) {
			t.Fatalf("%d regions: the bound is not %d", regions, most)
		}
		numbers := func(name string) ([]int64, uint64) {
			list := rapid.SliceOfN(rapid.Int64Range(0, most), regions, regions).Draw(t, name)
			packed := uint64(0)
			for region, n := range list {
				packed += uint64(n) * l.unit[region]
			}
			return list, packed
		}
		a, packedA := numbers("a")
		b, packedB := numbers("b")
		got, want := make([]int64, regions), make([]int64, regions)
		for i := range want {
			want[i] = max(a[i], b[i])
		}
		if l.unpack(l.larger(packedA, packedB), got); !slices.Equal(got, want) {
			t.Fatalf("larger of %v and %v is %v", a, b, got)
		}
	})
}

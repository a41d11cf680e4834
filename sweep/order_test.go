package sweep

import (
	"slices"
	"testing"

	"pgregory.net/rapid"

	"tarama/models"
)

// The reference says what the order means: sort the rows by the digits of the axes, dear ones first.
func TestOrderIsByFallingCost(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		sizes := rapid.SliceOfN(rapid.Int64Range(1, 7), 1, 5).Draw(t, "sizes")
		costs := make([]models.Cost, len(sizes))
		cells := int64(1)
		for i := range sizes {
			costs[i] = models.Cost(rapid.IntRange(0, 3).Draw(t, "cost"))
			cells *= sizes[i]
		}
		o := newOrder(sizes, costs, 64)
		for range 5 { // one order for several blocks, since it remembers the last
			first := rapid.Int64Range(0, cells-1).Draw(t, "first")
			count := int(rapid.Int64Range(1, min(64, cells-first)).Draw(t, "count"))
			if got, want := o.of(first, count), slowOrder(sizes, costs, first, count); !slices.Equal(got, want) {
				t.Fatalf("sizes %v costs %v first %d: got %v, want %v", sizes, costs, first, got, want)
			}
		}
	})
}

func slowOrder(sizes []int64, costs []models.Cost, first int64, count int) []int32 {
	digits := func(row int32) []int64 {
		d := make([]int64, len(sizes))
		rest := first + int64(row)
		for i := len(sizes) - 1; i >= 0; i-- {
			d[i], rest = rest%sizes[i], rest/sizes[i]
		}
		return d
	}
	rows := make([]int32, count)
	for i := range rows {
		rows[i] = int32(i)
	}
	slices.SortStableFunc(rows, func(a, b int32) int {
		da, db := digits(a), digits(b)
		for cost := models.Generate; ; cost-- {
			for axis := range sizes {
				if costs[axis] == cost && da[axis] != db[axis] {
					return int(da[axis] - db[axis])
				}
			}
			if cost == models.Free {
				return 0
			}
		}
	})
	return rows
}

func TestAlignBlock(t *testing.T) {
	for _, c := range []struct {
		sizes              []int64
		first, count, want int64
	}{
		{[]int64{10, 3, 4}, 0, 30, 24},  // two whole turns of 3 x 4
		{[]int64{10, 3, 4}, 24, 30, 24}, // from an aligned start
		{[]int64{10, 3, 4}, 5, 30, 19},  // shortened to get aligned
		{[]int64{10, 3, 4}, 0, 3, 3},    // not even one turn of the fastest axis
		{[]int64{5}, 0, 100, 100},
		{nil, 0, 1, 1},
	} {
		got := alignBlock(c.sizes, c.first, c.count)
		if got != c.want {
			t.Errorf("alignBlock(%v, %d, %d) = %d, want %d", c.sizes, c.first, c.count, got, c.want)
		}
	}
}

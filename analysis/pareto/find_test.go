package pareto

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"tarama/analysis/rows"
	"tarama/analysis/rows/rowstest"
	"tarama/output"
)

// The columns of the tests.
const (
	columnA = iota
	columnSeed
	columnX
	columnY
	columnZ
	columnStatus
)

func testSchema() []output.Column {
	return []output.Column{rowstest.Parameter("a", output.Int64), rowstest.Parameter("seed", output.Int64),
		rowstest.Metric("x"), rowstest.Metric("y"), rowstest.Metric("z"), rowstest.Status()}
}

func drawRows(t *rapid.T) [][]any {
	value := rapid.SampledFrom([]any{0.0, 1.0, 2.0, 3.0, -1.0, 0.5, nil})
	if rapid.Bool().Draw(t, "decades") {
		value = rapid.SampledFrom([]any{0.0, 1e-9, 0.5, 1.0, 7.0, 49.0, 50.0, 4000.0, 1e6, nil})
	}
	return rapid.SliceOfN(rapid.Custom(func(t *rapid.T) []any {
		row := []any{rapid.IntRange(0, 5).Draw(t, "a"), rapid.IntRange(0, 2).Draw(t, "seed"),
			value.Draw(t, "x"), value.Draw(t, "y"), value.Draw(t, "z"), "ok"}
		if rapid.IntRange(0, 9).Draw(t, "fate") == 9 {
			row[columnX], row[columnY], row[columnZ], row[columnStatus] = nil, nil, nil, rows.FailedWord
		}
		return row
	}), 0, 60).Draw(t, "rows")
}

func drawObjectives(t *rapid.T) []Objective {
	var all []Objective
	for _, column := range rapid.SampledFrom([][]int{{columnX}, {columnX, columnY}, {columnZ, columnX, columnY}}).Draw(t, "objectives") {
		all = append(all, Objective{Column: column, Max: rapid.Bool().Draw(t, "max")})
	}
	return all
}

// TestFindAgainstAllPairs compares each row with all others.
func TestFindAgainstAllPairs(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		all, objectives := drawRows(t), drawObjectives(t)
		part := rapid.IntRange(1, 30).Draw(t, "part")
		q := Query{Objectives: objectives, Status: columnStatus, Workers: rapid.IntRange(1, 4).Draw(t, "workers")}
		front, err := Find(rowstest.Source(testSchema(), part, all), q)
		if err != nil {
			t.Fatal(err)
		}
		var want []string
		failed, nulls := int64(0), int64(0)
		for i, row := range all {
			switch values := objectiveValues(row, objectives); {
			case row[columnStatus] == rows.FailedWord:
				failed++
			case values == nil:
				nulls++
			default:
				if first, equal, ok := isBest(all, i, objectives); ok && first {
					want = append(want, fmt.Sprint(values, equal, rows.Place{Part: i / part, Row: i % part}))
				}
			}
		}
		var got []string
		for _, p := range front.Points {
			got = append(got, fmt.Sprint(p.Values, p.Equal, p.Place))
		}
		if !slices.IsSortedFunc(front.Points, func(a, b Point) int { return slices.Compare(costsOf(a, objectives), costsOf(b, objectives)) }) {
			t.Fatalf("the front is not sorted: %v", got)
		}
		slices.Sort(got)
		slices.Sort(want)
		if !slices.Equal(got, want) || front.Failed != failed || front.Nulls != nulls || front.Rows != int64(len(all)) {
			t.Fatalf("front %v, want %v; %d failed, %d null", got, want, front.Failed, front.Nulls)
		}
		checkKnee(t, front, objectives)
	})
}

func costsOf(p Point, objectives []Objective) []float64 { return values(p.Values, objectives) }

func objectiveValues(row []any, objectives []Objective) []float64 {
	var values []float64
	for _, o := range objectives {
		y, ok := row[o.Column].(float64)
		if !ok {
			return nil
		}
		values = append(values, y)
	}
	return values
}

// isBest says whether a row is on the front, whether it is the first with its values, and how many have them.
func isBest(all [][]any, i int, objectives []Objective) (first bool, equal int64, ok bool) {
	mine := objectiveValues(all[i], objectives)
	first = true
	for k, row := range all {
		other := objectiveValues(row, objectives)
		if other == nil {
			continue
		}
		if slices.Equal(other, mine) {
			equal++
			first = first && k >= i
			continue
		}
		noWorse := true
		for j, o := range objectives {
			if o.Max {
				noWorse = noWorse && other[j] >= mine[j]
			} else {
				noWorse = noWorse && other[j] <= mine[j]
			}
		}
		if noWorse {
			return false, 0, false
		}
	}
	return first, equal, true
}

func checkKnee(t *rapid.T, front *Front, objectives []Objective) {
	best, nearest := -1, math.Inf(1)
	for i, p := range front.Points {
		distance := 0.0 // squared
		for k, o := range objectives {
			var column []float64
			for _, other := range front.Points {
				column = append(column, other.Values[k])
			}
			least, most := slices.Min(column), slices.Max(column)
			if least == most {
				continue
			}
			at := placesOf(column)
			loss := (at(p.Values[k]) - at(least)) / (at(most) - at(least))
			if o.Max {
				loss = (at(most) - at(p.Values[k])) / (at(most) - at(least))
			}
			distance += loss * loss
		}
		if distance < nearest-1e-12 {
			best, nearest = i, distance
		}
	}
	if front.Knee != best {
		t.Fatalf("the knee of %v is %d, want %d", front.Points, front.Knee, best)
	}
}

// placesOf is how an objective with these values on the front is scaled: by logarithms if they span decades.
func placesOf(column []float64) func(float64) float64 {
	positive := slices.DeleteFunc(slices.Clone(column), func(x float64) bool { return x <= 0 })
	least, most := slices.Min(column), slices.Max(column)
	if least < 0 || len(positive) == 0 || most/slices.Min(positive) < 100 {
		return func(x float64) float64 { return x }
	}
	floor := max(slices.Min(positive), most/1e7)
	return func(x float64) float64 {
		if x < floor {
			x = floor / 10
		}
		return math.Log(x / floor)
	}
}

func TestFloor(t *testing.T) {
	for _, test := range []struct{ least, leastPositive, most, want float64 }{
		{0, 1, 99, 0},
		{0, 1, 100, 1},
		{2, 2, 200, 2},
		{-1, 1, 1000, 0},
		{0, math.Inf(1), 0, 0},
		{0, 1e-9, 1000, 1e-4}, // the least is what rounding leaves of zero
	} {
		if got := Floor(test.least, test.leastPositive, test.most); got != test.want {
			t.Errorf("Floor(%g, %g, %g) = %g, want %g", test.least, test.leastPositive, test.most, got, test.want)
		}
	}
}

// By differences, everything but the worst would be as good as the best: the knee would be the second point, with 20,000
// evictions a week.
func TestKneeOfDecades(t *testing.T) {
	var points []Point
	for _, values := range [][]float64{{1, 150_000}, {5, 20_000}, {9, 40}, {20, 2}, {60, 0}} {
		points = append(points, Point{Values: values})
	}
	best, byRatio := knee(points, []Objective{{Column: columnX}, {Column: columnY}})
	if best != 3 || !slices.Equal(byRatio, []bool{false, true}) {
		t.Errorf("the knee is %v, by ratios %v", points[best].Values, byRatio)
	}
	gains := slices.Clone(points)
	for i := range gains {
		gains[i].Values = []float64{points[i].Values[0], 1 / (points[i].Values[1] + 1)}
	}
	if best, byRatio := knee(gains, []Objective{{Column: columnX}, {Column: columnY, Max: true}}); best != 3 || !byRatio[1] {
		t.Errorf("of gains the knee is %v, by ratios %v", gains[best].Values, byRatio)
	}
}

// TestGroupsCompete: with By the means over rows with values compete; groups with equal means are one point, called after the
// first of them.
func TestGroupsCompete(t *testing.T) {
	all := [][]any{
		{1, 1, 1.0, 5.0, nil, "ok"}, {1, 2, 3.0, 5.0, nil, "ok"}, // means 2, 5
		{2, 1, 0.0, 5.0, nil, "ok"}, {2, 2, 4.0, 5.0, nil, "ok"}, // means 2, 5, too
		{3, 1, 9.0, 1.0, nil, "ok"}, {3, 2, nil, 1.0, nil, "ok"}, // means 9, 1
		{4, 1, 2.0, 6.0, nil, "ok"}, // beaten
		{5, 1, nil, 0.0, nil, "ok"}, // no mean
		{6, 1, nil, nil, nil, rows.FailedWord},
	}
	q := Query{Objectives: []Objective{{Column: columnX}, {Column: columnY}}, By: []int{columnA}, Status: columnStatus}
	front, err := Find(rowstest.Source(testSchema(), 3, all), q)
	if err != nil {
		t.Fatal(err)
	}
	got := ""
	for _, p := range front.Points {
		got += fmt.Sprint(p.Key[0].Bits, p.Values, p.Equal, " ")
	}
	if !slices.Equal(front.NullsBy, []int64{1, 0}) {
		t.Errorf("nulls by objective: %v", front.NullsBy)
	}
	if want := "1 [2 5] 2 3 [9 1] 1 "; got != want || front.Empty != 2 || front.Groups != 4 || front.Failed != 1 {
		t.Errorf("front %s, want %s; %d empty, %d groups, %d failed", got, want, front.Empty, front.Groups, front.Failed)
	}
}

func TestTooLargeFront(t *testing.T) {
	for _, more := range [][]float64{nil, {0}} {
		f := front{most: 200}
		for i := range 201 {
			err := f.add(append([]float64{float64(i), float64(-i)}, more...), rows.Place{Row: i}, 1)
			if errors.As(err, &TooLargeError{}) != (i == 200) {
				t.Fatalf("point %d: error %v", i, err)
			}
		}
	}
}

// TestLargeFronts compares the front of many points, which takes many blocks, with that of all pairs, for orders of coming in
// which the front grows, shrinks and meets equals.
func TestLargeFronts(t *testing.T) {
	random := rowstest.Random(9)
	for name, draw := range map[string]func(i int) []float64{
		"line": func(i int) []float64 { x := random.Float64(); return []float64{x, -x} },
		"few": func(i int) []float64 {
			return []float64{float64(random.IntN(30)), float64(random.IntN(30)), float64(random.IntN(30))}
		},
		"simplex": func(i int) []float64 { x, y := random.Float64(), random.Float64(); return []float64{x, y, -x - y, 0} },
		"approaching": func(i int) []float64 {
			x := random.Float64()
			return []float64{x - float64(i/100), -x - float64(i/100), 1000}
		},
	} {
		var all [][]float64
		f := front{most: MaxPoints}
		for i := range 2000 {
			all = append(all, draw(i))
			if err := f.add(all[i], rows.Place{Row: i}, 1); err != nil {
				t.Fatal(err)
			}
		}
		var want []string
		for i, costs := range all {
			equal, first := int64(0), true
			beaten := slices.ContainsFunc(all, func(other []float64) bool { return compare(other, costs) == better })
			for k, other := range all {
				if slices.Equal(other, costs) {
					equal, first = equal+1, first && k >= i
				}
			}
			if !beaten && first {
				want = append(want, fmt.Sprint(costs, i, equal))
			}
		}
		var got []string
		for _, c := range f.all() {
			got = append(got, fmt.Sprint(c.costs, c.place.Row, c.equal))
		}
		slices.Sort(got)
		slices.Sort(want)
		if !slices.Equal(got, want) || f.size != len(got) {
			t.Errorf("%s: %d points (size %d), want %d", name, len(got), f.size, len(want))
		}
	}
}

package report

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"tarama/analysis/factors"
	"tarama/analysis/report/chart"
	"tarama/analysis/rows"
	"tarama/output"
)

// axis is what metrics are drawn against.
type axis struct {
	Title   string
	Parts   string // what the labels of places say, where the title does not
	Columns []int
	Places  []place
	Words   bool // places have no size: words, or combinations
	Log     bool // places are spaced by ratios rather than by differences
	Binned  bool

	places map[uint64]int32 // by the bits of a value
	edges  edges            // of bins
	joint  *factors.Factor  // of several parameters, whose levels are the places
	level  []int32          // by level of joint: its place
}

// place is one spot of an axis.
type place struct {
	Label string
	X     float64 // unless the axis has words
}

// edges are where bins begin, and where the last one ends.
type edges []float64

// evenEdges cut a range into n bins of the same width, or of the same ratio.
func evenEdges(low, high float64, n int, log bool) edges {
	e := edges{low}
	for i := 1; i < n; i++ {
		share := float64(i) / float64(n)
		if log {
			e = append(e, low*math.Pow(high/low, share))
		} else {
			e = append(e, low+float64((high-low)*share))
		}
	}
	return append(e, high)
}

// wholeEdges cut whole numbers into at most n bins, the last of which ends before the number after high. They differ by one
// number at most: a rest in a bin of its own would be a mean of few rows, which looks like a kink.
func wholeEdges(low, high float64, n int) edges {
	numbers := high - low + 1
	n = int(min(float64(n), numbers))
	var e edges
	for i := range n + 1 {
		e = append(e, low+math.Floor(float64(i)*numbers/float64(n)))
	}
	return e
}

func (e edges) bins() int { return len(e) - 1 }

// bin is the last one that begins at a value or before it.
func (e edges) bin(x float64) int32 {
	last := int32(0)
	for i := 1; i < e.bins() && x >= e[i]; i++ {
		last = int32(i)
	}
	return last
}

// axes makes an axis of each column that varies, and of each factor of few combinations. left names columns that have too many
// words. The seed is no axis.
func axes(schema []output.Column, found []values, known []*factors.Factor, seed int, o *Options) (all []*axis, left []string) {
	together := map[int]*factors.Factor{}
	for _, f := range known {
		if len(f.Columns) > 1 && f.Levels() <= maxJoint && !slices.Contains(f.Columns, seed) {
			for _, column := range f.Columns {
				together[column] = f
			}
		}
	}
	for i := range found {
		v := &found[i]
		c := &schema[v.column]
		f := together[v.column]
		switch {
		case !v.varies() || v.column == seed:
		case f != nil && f.Columns[0] == v.column:
			all = append(all, jointAxis(schema, f, o))
		case f != nil: // its first column has made the axis
		case isNumber(c):
			all = append(all, numberAxis(c, v, o))
		case v.seen == nil || len(v.seen) > maxWordPlaces:
			left = append(left, c.Name)
		default:
			all = append(all, wordAxis(c, v, o))
		}
	}
	return all, left
}

func isNumber(c *output.Column) bool { return c.Type == output.Int64 || c.Type == output.Float64 }

func jointAxis(schema []output.Column, f *factors.Factor, o *Options) *axis {
	a := &axis{Columns: f.Columns, Words: true, joint: f}
	order := o.inOrder(schema, f.Columns)
	var titles []string
	for _, i := range order {
		titles = append(titles, o.heading(&schema[f.Columns[i]]))
	}
	a.Title = strings.Join(titles, " / ")
	if len(titles) > 2 {
		a.Title, a.Parts = fmt.Sprintf("%s and %d more", titles[0], len(titles)-1), a.Title
	}
	a.level = make([]int32, f.Levels())
	for at, level := range sortedLevels(schema, f, order) {
		var parts []string
		values := f.Level(level)
		for _, i := range order {
			parts = append(parts, shown(&schema[f.Columns[i]], values[i]))
		}
		a.Places, a.level[level] = append(a.Places, place{Label: strings.Join(parts, " / ")}), int32(at)
	}
	return a
}

// sortedLevels are the levels of a factor by the values of its columns, of which the one that the labels begin with counts first.
func sortedLevels(schema []output.Column, f *factors.Factor, order []int) []int {
	levels := make([]int, f.Levels())
	for i := range levels {
		levels[i] = i
	}
	slices.SortFunc(levels, func(a, b int) int {
		v, w := f.Level(a), f.Level(b)
		for _, i := range order {
			if c := v[i].Compare(w[i], &schema[f.Columns[i]]); c != 0 {
				return c
			}
		}
		return 0
	})
	return levels
}

func wordAxis(c *output.Column, v *values, o *Options) *axis {
	a := &axis{Title: o.heading(c), Columns: []int{v.column}, Words: true, places: map[uint64]int32{}}
	for _, value := range v.sorted(c) {
		a.add(value, place{Label: shown(c, value)})
	}
	return a
}

func (a *axis) add(v rows.Value, p place) {
	a.places[v.Bits] = int32(len(a.Places))
	a.Places = append(a.Places, p)
}

func numberAxis(c *output.Column, v *values, o *Options) *axis {
	a := &axis{Title: o.heading(c), Columns: []int{v.column}}
	var sizes []float64
	for _, value := range v.sorted(c) {
		sizes = append(sizes, number(c, value.Bits))
	}
	a.Log = v.least > 0 && (slices.Contains(o.log, c.Name) || spacedByRatio(sizes))
	if v.seen == nil || len(v.seen) > MaxPlaces {
		a.cut(v, c.Type == output.Int64)
		return a
	}
	a.places = map[uint64]int32{}
	for _, value := range v.sorted(c) {
		a.add(value, place{Label: shown(c, value), X: number(c, value.Bits)})
	}
	return a
}

// cut makes bins. Bins of whole numbers are at least one wide, unless they are cut by ratios.
func (a *axis) cut(v *values, whole bool) {
	a.Binned = true
	if whole && !a.Log {
		a.edges = wholeEdges(v.least, v.most, bins)
	} else {
		a.edges = evenEdges(v.least, v.most, bins, a.Log)
	}
	for i := range a.edges.bins() {
		from, to := a.edges[i], a.edges[i+1]
		switch {
		case a.Log:
			a.addBin(from, to, math.Sqrt(from)*math.Sqrt(to))
		case whole:
			a.Places = append(a.Places, place{Label: fmt.Sprintf("%s to %s", chart.Short(from), chart.Short(to-1)), X: (from + to - 1) / 2})
		default:
			a.addBin(from, to, (from+to)/2)
		}
	}
}

func (a *axis) addBin(from, to, middle float64) {
	a.Places = append(a.Places, place{Label: fmt.Sprintf("%s to %s", chart.Short(round3(from)), chart.Short(round3(to))), X: middle})
}

// round3 rounds to three significant digits.
func round3(x float64) float64 {
	if x == 0 {
		return 0
	}
	unit := math.Pow(10, math.Floor(math.Log10(math.Abs(x)))-2)
	return math.Round(x/unit) * unit
}

// leastRatio is how far the values of a logarithmic axis reach at least.
const leastRatio = 10

// spacedByRatio says whether neighbours differ by like ratios rather than by like differences: if the widest step is fewer times
// the narrowest on a logarithmic axis. Values are in order.
func spacedByRatio(sizes []float64) bool {
	if len(sizes) < 3 || sizes[0] <= 0 || sizes[len(sizes)-1]/sizes[0] < leastRatio {
		return false
	}
	steps, ratios := chart.Empty, chart.Empty
	for i := 1; i < len(sizes); i++ {
		steps.Include(sizes[i] - sizes[i-1])
		ratios.Include(math.Log(sizes[i] / sizes[i-1]))
	}
	return ratios.High/ratios.Low < steps.High/steps.Low
}

// shown is a value of a parameter as the study gave it.
func shown(c *output.Column, v rows.Value) string {
	switch x := v.Any(c).(type) {
	case nil:
		return "none"
	case int64:
		return chart.Number(float64(x))
	case float64:
		return chart.Number(x)
	case string:
		return x
	}
	return ""
}

// coder finds the places of rows. It belongs to one goroutine at a time.
type coder struct {
	axis   *axis
	levels *factors.Coder
	bits   []uint64
	reals  []float64
}

func (a *axis) newCoder() *coder {
	c := &coder{axis: a}
	if a.joint != nil {
		c.levels = a.joint.NewCoder()
	}
	return c
}

// code appends the place of each row of a table.
func (c *coder) code(to []int32, schema []output.Column, t *output.Table) []int32 {
	a := c.axis
	if a.joint != nil {
		from := len(to)
		to = c.levels.Levels(to, t)
		for i, level := range to[from:] {
			to[from+i] = a.level[level]
		}
		return to
	}
	column := a.Columns[0]
	if a.Binned {
		c.reals = rows.Reals(c.reals[:0], &schema[column], &t.Columns[column])
		for _, x := range c.reals {
			to = append(to, a.edges.bin(x))
		}
		return to
	}
	c.bits = rows.Bits(c.bits[:0], &schema[column], &t.Columns[column])
	return lookUp(to, a.places, c.bits)
}

// lookUp finds values in a table. Most columns stay the same for a run of rows.
func lookUp(to []int32, table map[uint64]int32, bits []uint64) []int32 {
	last, at := uint64(0), int32(-1)
	for _, b := range bits {
		if at < 0 || b != last {
			last, at = b, table[b]
		}
		to = append(to, at)
	}
	return to
}

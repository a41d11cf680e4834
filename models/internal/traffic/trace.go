package traffic

import (
	"fmt"

	"tarama/models"
)

// Traceable is a kernel that plays its cells with a Simulator.
type Traceable interface {
	models.Kernel
	Simulator() *Simulator
}

// Trace runs one cell, whose values stand in the order of the spec, and tells what happened in it.
func Trace(spec *models.Spec, values []models.Value) *models.Trace {
	batch, words := oneRow(spec, values)
	kernel := spec.NewKernel(words).(Traceable)
	s := kernel.Simulator()
	s.tracer = &tracer{regions: s.network.regions, now: 1, patience: tracePatience}
	kernel.Run(batch)
	return s.tracer.finish(s.cell.failed != noRegion)
}

// oneRow lays a cell out as a batch of one row.
func oneRow(spec *models.Spec, values []models.Value) (*models.Batch, [][]string) {
	b := &models.Batch{Rows: 1, Order: []int32{0}, Failures: make([]string, 1)}
	words := make([][]string, len(values))
	for i, v := range values {
		b.Parameters = append(b.Parameters, models.Column{
			Ints: []int64{v.Int}, Reals: []float64{v.Real}, Codes: []int32{0},
		})
		if v.Type.IsText() {
			words[i] = []string{v.Text}
		}
	}
	for range spec.Metrics {
		b.Metrics = append(b.Metrics, models.Column{
			Ints: make([]int64, 1), Reals: make([]float64, 1), Codes: make([]int32, 1), Null: make([]bool, 1),
		})
	}
	return b, words
}

// tracer watches a run from question to question.
type tracer struct {
	regions  []string
	now      int64     // the first second that it has not seen
	out      RegionSet // of the answers
	leaving  RegionSet // out of the answers, but held by a resolver when last seen
	fell     bool      // the failure has been told
	patience int       // see tracePatience
	events   []models.Event
	dropped  []models.Run
}

// A trace looks at so many resolvers and then ends early, saying so; each second that it looks at counts as stepCost
// resolvers at least. That bounds it to 100,000 stretches and about a second.
const (
	tracePatience = 100_000_000
	stepCost      = 1000
)

// until plays and watches the seconds before the given one.
func (t *tracer) until(r *run, second int64) {
	second = min(second, r.end)
	for t.now < second && t.patience > 0 {
		first := t.now
		r.until(first + 1)
		r.catchUp()
		t.now = min(second, max(r.second(), first+1)) // nothing changes before the next question
		if r.failed != noRegion && first < r.start {
			t.now = min(t.now, r.start)
		}
		t.watch(r, first)
		if t.patience -= max(len(r.askers), stepCost); t.patience <= 0 {
			t.tell(t.now, "the cell goes on, but it has too many resolvers and seconds to tell")
		}
	}
}

// watch looks at the seconds from first to before now, in which every resolver holds the same region throughout.
func (t *tracer) watch(r *run, first int64) {
	t.tellFailure(r, first)
	if t.fell {
		t.drop(models.Run{First: first, Last: t.now - 1, Value: r.loadOf(r.failed)})
	}
	for region, name := range t.regions {
		if t.leaving.Has(region) && !r.isHeld(region) {
			t.leaving = t.leaving.Without(region)
			t.tell(first, "no resolver holds region %s any more", name)
		}
	}
}

// takeOut tells which regions leave the answers or come back, at the second that has not been played yet.
func (t *tracer) takeOut(r *run, out RegionSet) {
	if t.now >= r.end || t.patience <= 0 {
		return
	}
	t.tellFailure(r, t.now)
	for region, name := range t.regions {
		switch {
		case out.Has(region) == t.out.Has(region):
		case !out.Has(region):
			t.leaving = t.leaving.Without(region)
			t.tell(t.now, "region %s is back in the answers", name)
		case region == r.failed && t.fell:
			t.leaving = t.leaving.With(region)
			t.tell(t.now, "region %s is taken out of the answers", name)
		default:
			t.leaving = t.leaving.With(region)
			t.tell(t.now, "region %s is taken out of the answers, though it is up", name)
		}
	}
	if t.out = out; out == allRegions(len(t.regions)) {
		t.tell(t.now, "all regions are out: the answers are given as if none were")
	}
}

// tellFailure tells once that the failed region is down, if it is at that second.
func (t *tracer) tellFailure(r *run, second int64) {
	if r.failed == noRegion || t.fell || second < r.start {
		return
	}
	t.fell = true
	t.tell(r.start, "region %s goes down", t.regions[r.failed])
}

func (t *tracer) tell(second int64, format string, values ...any) {
	t.events = append(t.events, models.Event{Time: second, What: fmt.Sprintf(format, values...)})
}

// drop adds a stretch of dropped requests to the one before it if they are alike.
func (t *tracer) drop(r models.Run) {
	if r.Value == 0 {
		return
	}
	if n := len(t.dropped); n > 0 && t.dropped[n-1].Last+1 == r.First && t.dropped[n-1].Value == r.Value {
		t.dropped[n-1].Last = r.Last
		return
	}
	t.dropped = append(t.dropped, r)
}

// finish returns the trace; the series is there if a region fails.
func (t *tracer) finish(fails bool) *models.Trace {
	trace := &models.Trace{Events: t.events}
	if fails {
		trace.Series = []models.Series{{Name: "dropped requests", Unit: "1/s", Runs: t.dropped}}
	}
	return trace
}

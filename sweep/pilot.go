package sweep

import (
	"context"
	"fmt"
	"math"
	"time"

	"tarama/output"
)

// PilotTime is how long a pilot computes cells; encoding what it computed comes on top.
const PilotTime = 500 * time.Millisecond

// Estimate is what a pilot found out about a plan.
type Estimate struct {
	Sampled int64  // cells computed
	Whole   bool   // that was every cell of the plan
	Rows    int64  // of them left in by where
	Failed  int64  // of the rows
	Why     string // the first of them did

	CellSeconds  Interval         // to compute and store one cell on one core
	BytesPerRow  map[string]int64 // by format
	BytesPerFile map[string]int64 // what a file without rows takes
}

// Interval is a mean and the ends of its 95 % confidence interval.
type Interval struct{ Mean, Low, High float64 }

// Pilot computes cells spread evenly over the grid for a while and encodes them, to say what the whole will take. It
// writes nothing. The error is that of an encoder.
func Pilot(ctx context.Context, plan *Plan, limit time.Duration) (*Estimate, error) {
	limits := plan.blockLimits()
	most := int(min(int64(limits.dear), plan.Cells()))
	p := &pilot{plan: plan, limits: limits, evaluator: newEvaluator(plan, most), size: 1}
	p.sample = plan.layout.newTable(int(min(GroupRows, plan.Cells())))
	for began := time.Now(); ctx.Err() == nil && time.Since(began) < limit && !p.complete(); {
		p.step()
	}
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	return p.estimate()
}

// pilot gathers sampled rows and what each block of them took.
type pilot struct {
	plan      *Plan
	limits    blockLimits
	evaluator *evaluator
	size      int // cells of the next block
	steps     int

	cells  int64
	rows   int64
	failed int64
	why    string
	costs  []cost
	sample *output.Table
}

// cost is what one block took.
type cost struct {
	cells   int64
	seconds float64
}

func (p *pilot) complete() bool { return p.steps > 0 && p.cells >= p.plan.Cells() }

// step computes one more block. Blocks start at multiples of the golden section of the grid, so that they are spread
// evenly however many there will be. Small grids are done whole, from front to back.
func (p *pilot) step() {
	cells := p.plan.Cells()
	first := p.cells
	if cells > 4*GroupRows {
		const golden = 0.6180339887498949
		at := math.Mod(float64(p.steps)*golden, 1)
		first = min(int64(at*float64(cells)), cells-int64(p.size))
	}
	count := alignBlock(p.plan.grid().Lengths(), first, min(int64(p.size), cells-first))
	began := time.Now()
	rows, failed := p.evaluator.evaluate(first, int(count))
	took := time.Since(began)
	p.steps++
	p.cells += count
	p.rows += int64(rows.Rows)
	if p.failed == 0 && failed > 0 {
		p.why = p.reason(rows)
	}
	p.failed += int64(failed)
	if count >= int64(p.size)/2 { // the first, single cells say more about cold caches than about the study
		p.costs = append(p.costs, cost{count, took.Seconds()})
	}
	if room := len(p.sample.Columns[0].Ints) - p.sample.Rows; room > 0 {
		n := min(room, rows.Rows)
		copyRows(p.sample, p.sample.Rows, rows, 0, n)
		p.sample.Rows += n
	}
	p.size = p.limits.next(int(count), took)
}

// reason is the message of the first failed row.
func (p *pilot) reason(rows *output.Table) string {
	status := p.plan.statusColumn()
	for row, code := range rows.Columns[status].Codes[:rows.Rows] {
		if code == statusFailed {
			return rows.Columns[status+1].Texts[row]
		}
	}
	return ""
}

func (p *pilot) estimate() (*Estimate, error) {
	e := &Estimate{
		Sampled: p.cells, Rows: p.rows, Failed: p.failed, Why: p.why, Whole: p.complete(),
		BytesPerRow: map[string]int64{}, BytesPerFile: map[string]int64{},
	}
	e.CellSeconds = ratio(p.costs)
	share := float64(p.rows) / float64(max(p.cells, 1)) // rows per cell
	for _, name := range p.plan.Study.Formats {
		format, ok := output.FormatNamed(name)
		if !ok {
			return nil, fmt.Errorf("there is no format %q", name)
		}
		empty, _, err := p.encode(format, 0)
		if err != nil {
			return nil, err
		}
		bytes, took, err := p.encode(format, p.sample.Rows)
		if err != nil {
			return nil, err
		}
		rows := max(p.sample.Rows, 1)
		e.BytesPerFile[name] = empty
		e.BytesPerRow[name] = (bytes - empty + int64(rows) - 1) / int64(rows)
		e.CellSeconds.add(float64(took.Seconds() / float64(rows) * share))
	}
	return e, nil
}

func (i *Interval) add(x float64) { i.Mean, i.Low, i.High = i.Mean+x, i.Low+x, i.High+x }

// ratio estimates seconds per cell from blocks of unequal size: the ratio of the sums, with the usual variance of a
// ratio estimator.
func ratio(costs []cost) Interval {
	var cells int64
	var seconds float64
	for _, c := range costs {
		cells += c.cells
		seconds += c.seconds
	}
	if cells == 0 {
		return Interval{}
	}
	mean := seconds / float64(cells)
	if len(costs) < 2 {
		return Interval{mean, mean / 2, mean * 2}
	}
	squares := 0.0
	for _, c := range costs {
		d := c.seconds - float64(mean*float64(c.cells))
		squares += float64(d * d)
	}
	n := float64(len(costs))
	margin := 1.96 * math.Sqrt(squares*n/(n-1)) / float64(cells)
	return Interval{mean, max(mean-margin, 0), mean + margin}
}

// encode writes the first rows of the sample into nothing and says how many bytes they would take.
func (p *pilot) encode(format output.Format, rows int) (int64, time.Duration, error) {
	var counter byteCounter
	began := time.Now()
	w, err := format.NewWriter(&counter, p.plan.schema)
	if err != nil {
		return 0, 0, err
	}
	if rows > 0 {
		var view output.Table
		if err := w.Write(window(p.sample, &view)); err != nil {
			return 0, 0, err
		}
	}
	if err := w.Close(); err != nil {
		return 0, 0, err
	}
	return int64(counter), time.Since(began), nil
}

// byteCounter is an io.Writer that counts and forgets.
type byteCounter int64

func (c *byteCounter) Write(b []byte) (int, error) {
	*c += byteCounter(len(b))
	return len(b), nil
}

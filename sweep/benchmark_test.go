package sweep

import (
	"context"
	"fmt"
	"io"
	"math"
	"path/filepath"
	"testing"
	"time"

	"tarama/output"
	"tarama/output/results"
	"tarama/sweep/study"
)

// benchmarkStudies are one study a model, of the kind that a person leaves running over night: those of dns and health are
// the ones that docs/performance.md compares with programs that go second by second.
var benchmarkStudies = []struct{ model, text string }{
	{"dns", `
study: dns
model: dns
fixed: {policy: weighted, rotation: smooth}
axes:
  - weights: {simplex: 40}
  - ttl_s: {from: 30, to: 3000, step: 30}
  - resolvers: [10, 20, 37, 40, 60, 100]
`},
	{"failover", `
study: failover
model: failover
fixed: {policy: weighted, rotation: smooth, failed_region: b34, failure_start_s: 1800, false_failure_probability: 0.06, phases: random, rng: pcg64}
axes:
  - weights: {simplex: 10, min: 1}
  - ttl_s: [30, 60, 300, 900]
  - resolvers: [37, 40]
  - threshold: [1, 2, 3]
  - interval_s: [2, 10, 30]
  - seed: {base: 41129, count: 50}
`},
	{"health", `
study: health
model: health
axes:
  - seed: {base: 41129, count: 20000}
  - threshold: [1, 2, 3]
  - interval_s: [2, 5, 10]
`},
	{"lb", `
study: lb
model: lb
axes:
  - seed: {base: 30631, count: 200}
  - arrangement: [l4, l4_port_split, l7]
  - rule_order: permutations
  - port_split: subsets
`},
}

// modelPlan lays out a study of the real models.
func modelPlan(tb testing.TB, text string) *Plan {
	tb.Helper()
	s, err := study.Parse(filepath.Join(tb.TempDir(), "study"), []byte(text), study.Options{})
	if err != nil {
		tb.Fatal(err)
	}
	return NewPlan(s)
}

// BenchmarkRun measures whole runs, from the study to sealed files in both formats.
func BenchmarkRun(b *testing.B) {
	for _, s := range benchmarkStudies {
		for _, workers := range []int{1, 2} {
			b.Run(fmt.Sprintf("%s/workers=%d", s.model, workers), func(b *testing.B) {
				plan := modelPlan(b, s.text)
				b.ReportAllocs()
				for b.Loop() {
					runOnce(b, plan, workers)
				}
				reportCells(b, plan.Cells())
			})
		}
	}
}

// BenchmarkEvaluate measures the cells of the same studies without storing them: grid, filter, kernel, rows.
func BenchmarkEvaluate(b *testing.B) {
	for _, s := range benchmarkStudies {
		b.Run(s.model, func(b *testing.B) {
			plan := modelPlan(b, s.text)
			best := fastest()
			b.ReportAllocs()
			for b.Loop() {
				best.measure(func() { evaluateAll(plan, func(*output.Table) {}) })
			}
			reportCells(b, plan.Cells())
			b.ReportMetric(float64(best.cpu.Nanoseconds())/float64(plan.Cells()), "cpu-ns/cell")
		})
	}
}

// BenchmarkStore measures the other half: encoding, hashing, writing and sealing the same rows from memory.
func BenchmarkStore(b *testing.B) {
	for _, s := range benchmarkStudies {
		b.Run(s.model, func(b *testing.B) {
			plan := modelPlan(b, s.text)
			groups := allRows(plan)
			b.ReportAllocs()
			for b.Loop() {
				storeOnce(b, plan, groups)
			}
			reportCells(b, plan.Cells())
		})
	}
}

// BenchmarkEncode measures one format alone, into nothing. .ci/yardstick/formats has DuckDB and pyarrow write the same rows.
func BenchmarkEncode(b *testing.B) {
	for _, s := range benchmarkStudies {
		for _, format := range output.Formats() {
			b.Run(s.model+"/"+format.Name(), func(b *testing.B) {
				plan := modelPlan(b, s.text)
				groups := allRows(plan)
				best, size := fastest(), byteCounter(0)
				for b.Loop() {
					size = 0
					best.measure(func() { encodeOnce(b, format, &size, plan, groups) })
				}
				b.ReportMetric(best.cpu.Seconds(), "cpu-s")
				b.ReportMetric(float64(size), "bytes")
				reportCells(b, plan.Cells())
			})
		}
	}
}

// encodeOnce writes a file a row group, as a run does.
func encodeOnce(b *testing.B, format output.Format, to io.Writer, plan *Plan, groups []*output.Table) {
	var view output.Table
	for _, group := range groups {
		w, err := format.NewWriter(to, plan.Schema())
		if err != nil {
			b.Fatal(err)
		}
		if err := w.Write(window(group, &view)); err != nil {
			b.Fatal(err)
		}
		if err := w.Close(); err != nil {
			b.Fatal(err)
		}
	}
}

// BenchmarkRatios reports how much more processor time a whole run takes than storing the same rows from memory (x-store),
// and how much sooner two workers are done than one (speedup). The three are measured in turns, and the fastest round of
// each counts, since whatever else the machine does only slows them down.
func BenchmarkRatios(b *testing.B) {
	for _, s := range benchmarkStudies {
		b.Run(s.model, func(b *testing.B) {
			plan := modelPlan(b, s.text)
			groups := allRows(plan)
			store, one, two := fastest(), fastest(), fastest()
			for b.Loop() {
				store.measure(func() { storeOnce(b, plan, groups) })
				one.measure(func() { runOnce(b, plan, 1) })
				two.measure(func() { runOnce(b, plan, 2) })
			}
			b.ReportMetric(one.cpu.Seconds()/store.cpu.Seconds(), "x-store")
			b.ReportMetric(one.wall.Seconds()/store.wall.Seconds(), "x-store-wall")
			b.ReportMetric(one.wall.Seconds()/two.wall.Seconds(), "speedup")
			b.ReportMetric(float64(store.cpu.Nanoseconds())/float64(plan.Cells()), "store-ns/cell")
			b.ReportMetric(float64(one.cpu.Nanoseconds())/float64(plan.Cells()), "run-ns/cell")
			b.ReportMetric(0, "ns/op") // of three things at once it says nothing
		})
	}
}

// BenchmarkAudit measures audits of all rows in both formats, in this process. x-run is their processor time against that of
// the run.
func BenchmarkAudit(b *testing.B) {
	for _, s := range benchmarkStudies {
		b.Run(s.model, func(b *testing.B) {
			plan := modelPlan(b, s.text)
			dir := b.TempDir()
			run, audit := fastest(), fastest()
			for b.Loop() {
				run.measure(func() { runInto(b, plan, dir, 1) })
				audit.measure(func() { auditOnce(b, plan, dir) })
			}
			b.ReportMetric(audit.cpu.Seconds()/run.cpu.Seconds(), "x-run")
			b.ReportMetric(float64(audit.cpu.Nanoseconds())/float64(plan.Cells()), "audit-ns/cell")
			b.ReportMetric(0, "ns/op")
		})
	}
}

func auditOnce(b *testing.B, plan *Plan, dir string) {
	r, err := results.Open(dir)
	if err != nil {
		b.Fatal(err)
	}
	defer r.Close()
	report, err := Audit(context.Background(), r, plan, AuditOptions{
		Workers: 1, Progress: &Progress{},
		NewExaminer: func() (PartExaminer, error) { return Local(r, plan, Selection{}) },
	})
	if err != nil || !report.Clean() {
		b.Fatal(err, report)
	}
}

// BenchmarkOrder shows what the order of evaluation saves, by the size of the blocks: cells from all over
// configs/failover-overnight.yaml, in the order that costs least and in that of the axes in the file. The rows are the same.
func BenchmarkOrder(b *testing.B) {
	s, err := study.Load(filepath.Join("..", "configs", "failover-overnight.yaml"), study.Options{})
	if err != nil {
		b.Fatal(err)
	}
	plan := NewPlan(s)
	for _, size := range []int64{2048, 8192, 16384, 32768, 65536, 131072} {
		b.Run(fmt.Sprintf("cheapest/%d", size), func(b *testing.B) { benchmarkOrder(b, plan, size, false) })
	}
	b.Run("as in the file", func(b *testing.B) { benchmarkOrder(b, plan, int64(plan.blockLimits().cells), true) })
}

// benchmarkOrder computes parts from all over a plan in blocks of at most so many cells, as a worker would.
func benchmarkOrder(b *testing.B, plan *Plan, most int64, natural bool) {
	const parts = 6
	cells := int64(0)
	best := fastest()
	for b.Loop() {
		e := newEvaluator(plan, int(most))
		e.order.natural = natural
		cells = 0
		best.measure(func() {
			for i := range parts {
				at := math.Mod(float64(i)*0.6180339887498949, 1)
				first, end := plan.Part(int(at * float64(plan.Parts())))
				cells += end - first
				for first < end {
					count := alignBlock(plan.grid().Lengths(), first, min(most, end-first))
					e.evaluate(first, int(count))
					first += count
				}
			}
		})
	}
	b.ReportMetric(float64(best.cpu.Nanoseconds())/float64(cells), "cpu-ns/cell")
}

// BenchmarkPlan reads and lays out a study of 10^15 cells. plan and run add a pilot, which takes half a second by design.
func BenchmarkPlan(b *testing.B) {
	const text = `
study: huge
model: dns
fixed: {policy: weighted, rotation: smooth}
axes:
  - weights: {simplex: 40}
  - ttl_s: {from: 1, to: 2000, step: 1}
  - resolvers: {from: 1, to: 100, step: 1}
  - seed: {from: 1, count: 5808}
  - failure_start_s: {from: 1, to: 1000, step: 1}
`
	for b.Loop() {
		if cells := modelPlan(b, text).Cells(); cells < 1e15 {
			b.Fatal(cells)
		}
	}
}

// BenchmarkSkip measures cells that where leaves out: all but one in a million.
func BenchmarkSkip(b *testing.B) {
	plan := modelPlan(b, `
study: skip
model: health
axes:
  - failed_instance: [0, 1, 2, 3, 4]
  - seed: {from: 0, count: 20000000}
where: seed % 200000 == 7 and failed_instance == 3
`)
	most := plan.blockLimits().cells
	e := newEvaluator(plan, most)
	first, cells := int64(0), int64(0)
	used := cpuTime()
	for b.Loop() {
		e.evaluate(first, most)
		first = (first + int64(most)) % (plan.Cells() - int64(most))
		cells += int64(most)
	}
	b.ReportMetric(float64((cpuTime()-used).Nanoseconds())/float64(cells), "cpu-ns/cell")
}

// times are the shortest of several rounds.
type times struct{ wall, cpu time.Duration }

func fastest() times { return times{math.MaxInt64, math.MaxInt64} }

func (t *times) measure(do func()) {
	began, used := time.Now(), cpuTime()
	do()
	t.wall, t.cpu = min(t.wall, time.Since(began)), min(t.cpu, cpuTime()-used)
}

// evaluateAll computes all cells in the blocks in which a worker would.
func evaluateAll(plan *Plan, take func(rows *output.Table)) {
	limits, size := plan.blockLimits(), 1
	e := newEvaluator(plan, limits.dear)
	for number := range plan.Parts() {
		first, end := plan.Part(number)
		for first < end {
			count := alignBlock(plan.grid().Lengths(), first, min(int64(size), end-first))
			began := time.Now()
			rows, _ := e.evaluate(first, int(count))
			size = limits.next(int(count), time.Since(began))
			take(rows)
			first += count
		}
	}
}

// allRows computes all rows of a plan whose parts are of one row group, by part.
func allRows(plan *Plan) []*output.Table {
	groups := make([]*output.Table, plan.Parts())
	for i := range groups {
		groups[i] = plan.layout.newTable(GroupRows)
	}
	at := 0
	evaluateAll(plan, func(rows *output.Table) {
		if groups[at].Rows == GroupRows {
			at++
		}
		copyRows(groups[at], groups[at].Rows, rows, 0, rows.Rows)
		groups[at].Rows += rows.Rows
	})
	return groups
}

// storeOnce writes what allRows returned, part by part.
func storeOnce(b *testing.B, plan *Plan, groups []*output.Table) {
	dir, err := results.Create(b.TempDir(), plan.Header(), plan.Schema(), results.Options{Overwrite: true})
	if err != nil {
		b.Fatal(err)
	}
	defer dir.Close()
	var view output.Table
	for number, group := range groups {
		first, end := plan.Part(number)
		part, err := dir.NewPart(number, first, end)
		if err != nil {
			b.Fatal(err)
		}
		if err := part.Write(window(group, &view)); err != nil {
			b.Fatal(err)
		}
		if _, err := part.Seal(); err != nil {
			b.Fatal(err)
		}
	}
	if _, err := dir.Finish(); err != nil {
		b.Fatal(err)
	}
}

func runOnce(b *testing.B, plan *Plan, workers int) { runInto(b, plan, b.TempDir(), workers) }

func runInto(tb testing.TB, plan *Plan, dir string, workers int) {
	o := RunOptions{Workers: workers, Overwrite: true, Progress: &Progress{}, Notice: func(string) {}}
	if _, err := Run(context.Background(), plan, dir, o); err != nil {
		tb.Fatal(err)
	}
}

// reportCells reports speed and time by the cell.
func reportCells(b *testing.B, cells int64) {
	total := float64(b.N) * float64(cells)
	b.ReportMetric(total/b.Elapsed().Seconds(), "cells/s")
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/total, "ns/cell")
}

package traffictest

import (
	"strings"
	"testing"

	"pgregory.net/rapid"

	"tarama/models"
	"tarama/models/modeltest"
)

// TraceAgreesWithMetrics holds what a model tells of a cell to the numbers that it computes for it.
func TraceAgreesWithMetrics(t *testing.T, m models.Model, further func(*rapid.T) Values) {
	t.Helper()
	rapid.Check(t, func(t *rapid.T) {
		own := Topology(t)
		spec := Spec(t, m, own)
		cell := Cells(t, spec, own, further)[0]
		row := modeltest.Evaluate([]modeltest.Cell{cell})[0]
		trace := spec.Trace(InOrder(spec, cell))
		checkEvents(t, trace, cell, row)
		checkDropped(t, trace, cell, row)
	})
}

// checkEvents holds the order and the number of the events.
func checkEvents(t *rapid.T, trace *models.Trace, cell modeltest.Cell, row modeltest.Row) {
	takenOut := int64(0)
	for i, e := range trace.Events {
		if e.Time < 1 || e.Time > cell.Int("duration_s") || i > 0 && e.Time < trace.Events[i-1].Time {
			t.Fatalf("event %d of %v is out of order or out of time, in%s", i, trace.Events, cell)
		}
		if strings.Contains(e.What, "is taken out of the answers") {
			takenOut++
		}
	}
	counted, ok := row["false_evictions"]
	if !ok {
		return // dns counts none
	}
	if row["outcome"].Text == "evicted" {
		counted.Int++
	}
	if takenOut != counted.Int {
		t.Fatalf("%d regions are told to be taken out, %d are counted: %v, in%s", takenOut, counted.Int, trace.Events, cell)
	}
}

// checkDropped holds the series to the sum and to the window in which requests are dropped.
func checkDropped(t *rapid.T, trace *models.Trace, cell modeltest.Cell, row modeltest.Row) {
	dropped, from := int64(0), cell.Int("failure_start_s")
	end := from + row["failover_window_s"].Int
	for _, series := range trace.Series {
		for _, run := range series.Runs {
			if run.First < from || run.Last < run.First || run.Last >= end {
				t.Fatalf("the stretch %+v is not within seconds %d to %d, in%s", run, from, end-1, cell)
			}
			from = run.Last + 1
			dropped += run.Value * (run.Last - run.First + 1)
		}
	}
	if want := row["dropped_requests"].Int; dropped != want {
		t.Fatalf("the series holds %d dropped requests, the metric is %d, in%s", dropped, want, cell)
	}
}

// InOrder returns a cell's values in the order of the spec.
func InOrder(spec *models.Spec, cell modeltest.Cell) []models.Value {
	byName := cell.Values()
	values := make([]models.Value, len(spec.Parameters))
	for i := range spec.Parameters {
		values[i] = byName[spec.Parameters[i].Name]
	}
	return values
}

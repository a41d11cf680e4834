package models

// Trace tells how the metrics of one cell came about, for a person who asks why. Spec.Trace makes it, slowly and
// outside the kernels.
type Trace struct {
	Events []Event  `json:"events"` // in the order of time
	Series []Series `json:"series"` // what changed over time
}

// Event is something that happened in a cell's simulation.
type Event struct {
	Time int64  `json:"time"` // in the trace's unit of time, seconds or rounds
	What string `json:"what"` // a lower-case sentence
}

// Series is a number over time: a value holds from the first to the last second or round of its run. Times that no run
// holds have the value 0.
type Series struct {
	Name string `json:"name"`
	Unit string `json:"unit"`
	Runs []Run  `json:"runs"`
}

// Run is a stretch of time in which a series has one value.
type Run struct {
	First int64 `json:"first"`
	Last  int64 `json:"last"`
	Value int64 `json:"value"`
}

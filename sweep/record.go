package sweep

import (
	"os"
	"runtime"
	"time"
)

// Record is what run.json holds: what may differ between two runs of the same study.
type Record struct {
	Started      time.Time `json:"started"`
	Ended        time.Time `json:"ended"`
	Host         string    `json:"host"`
	OS           string    `json:"os"`
	Architecture string    `json:"architecture"`
	CPUs         int       `json:"cpus"`
	Workers      int       `json:"workers"`
	Build        string    `json:"build"`
	Cells        int64     `json:"cells"`
	RowsComputed int64     `json:"rows_computed"`
	RowsFailed   int64     `json:"rows_failed"`
	PartsKept    int       `json:"parts_kept"`
	PartsSealed  int       `json:"parts_sealed"`
	Seconds      float64   `json:"seconds"`
}

func (r *run) record(began time.Time) Record {
	ended := time.Now()
	host, err := os.Hostname()
	if err != nil {
		host = "unknown: " + err.Error()
	}
	return Record{
		Started: began.UTC(), Ended: ended.UTC(),
		Host: host, OS: runtime.GOOS, Architecture: runtime.GOARCH, CPUs: runtime.NumCPU(),
		Workers: r.options.Workers, Build: r.options.Build,
		Cells: r.report.Cells, RowsComputed: r.report.Computed, RowsFailed: r.options.Progress.Failed.Load(),
		PartsKept: r.report.Kept, PartsSealed: r.report.Sealed, Seconds: ended.Sub(began).Seconds(),
	}
}

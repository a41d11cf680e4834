package sweep

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"os"
	"path/filepath"
	"runtime"
	"time"

	"tarama/output/results"
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
	SHA256       string    `json:"sha256"` // of the record with this field empty, since the manifest cannot vouch for it
}

// ReadRecord reads what run.json says of the run that finished a directory, as far as the file is what was written. It
// is nil if there is no such file: results do not need it.
func ReadRecord(r *results.Results) (*Record, error) {
	text, err := r.RunText()
	if text == nil || err != nil {
		return nil, err
	}
	var record Record
	err = json.Unmarshal(text, &record)
	if written := record.encode(); err != nil || !bytes.Equal(text, written) || record.SHA256 != record.sum() {
		return nil, &results.DamagedError{Path: filepath.Join(r.Path(), "run.json"), Problem: "was changed"}
	}
	return &record, nil
}

func (r Record) sum() string {
	r.SHA256 = ""
	sum := sha256.Sum256(r.encode())
	return hex.EncodeToString(sum[:])
}

// encode gives the bytes of run.json.
func (r Record) encode() []byte {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	e.SetIndent("", "  ")
	if err := e.Encode(r); err != nil {
		panic(err) // a time beyond the year 9999
	}
	return b.Bytes()
}

func (r *run) record(began time.Time) Record {
	ended := time.Now()
	host, err := os.Hostname()
	if err != nil {
		host = "unknown: " + err.Error()
	}
	record := Record{
		Started: began.UTC(), Ended: ended.UTC(),
		Host: host, OS: runtime.GOOS, Architecture: runtime.GOARCH, CPUs: runtime.NumCPU(),
		Workers: r.options.Workers, Build: r.options.Build,
		Cells: r.report.Cells, RowsComputed: r.report.Computed, RowsFailed: r.options.Progress.Failed.Load(),
		PartsKept: r.report.Kept, PartsSealed: r.report.Sealed, Seconds: ended.Sub(began).Seconds(),
	}
	record.SHA256 = record.sum()
	return record
}

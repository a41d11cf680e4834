package sweep

import (
	"os"
	"path/filepath"
	"testing"
	"time"

	"tarama/output/results"
)

// TestPaceOfResumedRun: what a run finds sealed says where it is, but not how fast, neither in its report nor to who looks from
// elsewhere.
func TestPaceOfResumedRun(t *testing.T) {
	const study = "study: s\nmodel: fake\naxes: [x: {from: 1000, count: 50000}]\noutput: {part_cells: 5000}\n"
	dir := filepath.Join(t.TempDir(), "results")
	mustRun(t, planOf(t, fakeModel{}, study), dir, options(2))
	if err := os.Remove(filepath.Join(dir, "arrow", "part-000003.arrow")); err != nil {
		t.Fatal(err)
	}
	inBubble(t, func(t *testing.T) {
		began := time.Now()
		var status Status
		slow := fakeModel{before: func() {
			time.Sleep(time.Millisecond)
			if status.Cells == 0 && time.Since(began) > 4500*time.Millisecond {
				if _, err := results.ReadStatus(dir, &status); err != nil {
					t.Error(err)
				}
			}
		}}
		report := mustRun(t, planOf(t, slow, study), dir, options(1))
		if report.Pace != (Pace{5000, 5 * time.Second}) {
			t.Errorf("the report says %+v", report.Pace)
		}
		if rate := status.Pace().PerSecond(); rate < 950 || rate > 1000 {
			t.Errorf("the status says %.0f cells a second of %+v, want about 1000", rate, status)
		}
		if status.Cells < 48_000 || status.CellsFound != 45_000 || status.Rows != status.Cells-45_000 {
			t.Errorf("the status says %+v", status)
		}
	})
}

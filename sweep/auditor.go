package sweep

import (
	"context"
	"errors"
	"fmt"
	"path"
	"slices"
	"sync"

	"tarama/models"
	"tarama/output"
	"tarama/output/results"
	"tarama/output/secondreader"
)

// PartExaminer compares parts with what their files hold in some formats. It belongs to one goroutine.
type PartExaminer interface {
	// Examine compares one part. Now and then it says how many further cells of it have passed: perhaps too many, if some had to
	// be compared again, and not always all.
	Examine(part results.SealedPart, formats []string, passed func(cells int64)) []Examination
	Close() error
}

// AuditOptions say how an audit is carried out.
type AuditOptions struct {
	Workers   int
	Selection Selection
	Progress  *Progress // its cells are those that are examined: see Selection.CellsIn

	// NewExaminer returns an examiner for a worker, Local unless the caller has reason to keep readers at a distance.
	NewExaminer func() (PartExaminer, error)
}

// AuditReport is what an audit found.
type AuditReport struct {
	Parts       int          `json:"parts"`  // examined
	Files       int          `json:"files"`  // compared with the manifest by size and SHA-256
	Rows        FormatRows   `json:"rows"`   // recomputed and compared, by format
	Values      int64        `json:"values"` // compared
	Notes       []string     `json:"notes"`  // what is no difference, but good to know
	Problems    []string     `json:"problems"`
	Count       int64        `json:"difference_count"`
	Differences []Difference `json:"differences"` // the first ones

	Remedies Remedies `json:"-"`
}

// Remedies are the ways to mend what an audit found. A problem may have none of them.
type Remedies struct {
	Continue bool // parts are missing that a run would compute
	Repair   bool // files are missing, or are not what was written: a run makes them again
	Replace  bool // the files are what was written, and yet they or the manifest are not what the study gives
}

// FormatRows counts rows by format.
type FormatRows map[string]int64

// NewAuditReport returns a report of nothing, of which no list is nil.
func NewAuditReport() *AuditReport {
	return &AuditReport{Rows: FormatRows{}, Notes: []string{}, Problems: []string{}, Differences: []Difference{}}
}

// Clean says whether the audit found nothing wrong.
func (a *AuditReport) Clean() bool { return len(a.Problems) == 0 && a.Count == 0 }

// Audit checks a results directory: that it is the whole of the study it holds, that its files are those that were
// written, and that the selected rows come out of the study again, bit for bit. What it finds is in the report; the
// error is for what kept it from looking. If ctx ends, the report is of the parts that were examined until then, beside the
// error of ctx.
func Audit(ctx context.Context, r *results.Results, plan *Plan, o AuditOptions) (*AuditReport, error) {
	a := &audit{results: r, plan: plan, options: o, report: NewAuditReport()}
	a.checkHeader()
	a.checkInputs()
	if err := a.checkStrays(); err != nil {
		return nil, err
	}
	return a.report, a.checkParts(ctx)
}

// audit is one audit under way. The lock guards the report.
type audit struct {
	results *results.Results
	plan    *Plan
	options AuditOptions

	mu     sync.Mutex
	report *AuditReport
}

func (a *audit) problem(format string, values ...any) {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.report.Problems = append(a.report.Problems, fmt.Sprintf(format, values...))
}

// forged is a problem of what the manifest says, which no run mends that keeps it.
func (a *audit) forged(format string, values ...any) {
	a.problem(format, values...)
	a.report.Remedies.Replace = true
}

// checkHeader compares what the directory says of itself with what follows from its study.
func (a *audit) checkHeader() {
	have, want := a.results.Header(), a.plan.Header()
	if a.results.State() != results.Finished {
		a.report.Remedies.Continue = true
		a.problem("the run is not finished: %s of %s parts are sealed", models.FormatCount(int64(len(a.results.Parts()))),
			models.FormatCount(int64(want.Parts())))
	}
	if have.ModelVersion != want.ModelVersion {
		a.report.Notes = append(a.report.Notes, fmt.Sprintf("written by version %d of model %s, recomputed by version %d",
			have.ModelVersion, have.Model, want.ModelVersion))
	} else if have.Digest != want.Digest {
		a.forged("the manifest's digest is %s, but that of its study is %s", have.Digest, want.Digest)
	}
	if have.Format != want.Format {
		a.report.Notes = append(a.report.Notes, fmt.Sprintf("written in version %d of the files' format, this is version %d",
			have.Format, want.Format))
	}
	if have.Cells != want.Cells || have.PartCells != want.PartCells {
		a.forged("the manifest has %s cells in parts of %s, but its study %s in parts of %s", models.FormatCount(have.Cells),
			models.FormatCount(have.PartCells), models.FormatCount(want.Cells), models.FormatCount(want.PartCells))
	}
	if have.Model != want.Model || !slices.Equal(have.Formats, want.Formats) {
		a.forged("the manifest says model %s and formats %v, but its study %s and %v", have.Model, have.Formats, want.Model, want.Formats)
	}
	a.checkColumns()
}

// checkColumns compares the manifest's columns with those that follow from the study.
func (a *audit) checkColumns() {
	have, want := a.results.Schema().Columns, a.plan.Schema().Columns
	if len(have) != len(want) {
		a.forged("the manifest has %d columns, but its study %d", len(have), len(want))
		return
	}
	for i := range want {
		if d := have[i].Difference(&want[i]); d != "" {
			a.forged("the manifest's columns are not those of its study: column %d, %q, has the %s", i+1, want[i].Name, d)
			return
		}
	}
}

// checkInputs holds the copies of outside files to the manifest, and the manifest to the study.
func (a *audit) checkInputs() {
	named := map[string]bool{}
	for _, input := range a.results.Inputs() {
		named[input.Name] = true
		if err := a.results.VerifyInput(input); err != nil {
			a.problem("%v", err)
			a.report.Remedies.Repair = true
		}
		a.report.Files++
	}
	for _, points := range a.plan.Study.Points {
		if name := path.Base(points.Copy); !named[name] {
			a.problem("the study has the input %s, but the manifest does not name it", name)
		} else {
			delete(named, name)
		}
	}
	for name := range named {
		a.problem("the manifest names the input %s, but the study has none of that name", name)
	}
}

// checkStrays looks for files that a reader of the whole folder would take for parts.
func (a *audit) checkStrays() error {
	if a.results.State() != results.Finished {
		return nil // a run may be sealing parts at this moment
	}
	strays, err := a.results.Strays()
	for _, name := range strays {
		a.problem("%s is no file of these results: move or remove it", name)
	}
	return err
}

// checkParts deals the parts out to workers, the last first: in another order than a run.
func (a *audit) checkParts(ctx context.Context) error {
	parts := make(chan results.SealedPart)
	errs := make([]error, a.options.Workers)
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	a.options.Progress.Begin()
	var workers sync.WaitGroup
	for w := range errs {
		workers.Go(func() {
			if errs[w] = a.work(ctx, parts); errs[w] != nil {
				cancel()
			}
		})
	}
	a.deal(ctx, parts)
	workers.Wait()
	for _, err := range errs {
		if err != nil {
			return err
		}
	}
	slices.SortStableFunc(a.report.Differences, func(x, y Difference) int { return int(x.Cell - y.Cell) })
	slices.Sort(a.report.Problems)
	return ctx.Err()
}

func (a *audit) deal(ctx context.Context, parts chan<- results.SealedPart) {
	defer close(parts)
	all := a.results.Parts()
	for i := len(all) - 1; i >= 0; i-- {
		select {
		case parts <- all[i]:
		case <-ctx.Done():
			return
		}
	}
}

// work examines parts and compares their files with the manifest.
func (a *audit) work(ctx context.Context, parts <-chan results.SealedPart) error {
	x, err := a.options.NewExaminer()
	if err != nil {
		return err
	}
	defer func() { _ = x.Close() }() // what it had to say is in its examinations
	for part := range parts {
		if ctx.Err() != nil {
			return nil
		}
		left := a.options.Selection.CellsIn([]results.SealedPart{part})
		found := x.Examine(part, a.plan.Study.Formats, func(cells int64) {
			cells = min(cells, left)
			left -= cells
			a.options.Progress.Cells.Add(cells)
		})
		if ctx.Err() != nil {
			return nil // it may not have been examined to the end
		}
		for _, e := range found {
			a.take(e, a.results.VerifyFile(part, e.Format))
		}
		a.examined()
		a.options.Progress.Parts.Add(1)
		a.options.Progress.Cells.Add(left)
	}
	return nil
}

func (a *audit) examined() {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.report.Parts++
}

// take adds an examination to the report, and the damage of the file that was examined. A damaged file that cannot be read
// for that is one problem and not two.
func (a *audit) take(e Examination, damage error) {
	a.mu.Lock()
	defer a.mu.Unlock()
	switch {
	case damage != nil:
		a.report.Problems = append(a.report.Problems, damage.Error())
		a.report.Remedies.Repair = true
	case e.Problem != "":
		a.report.Problems = append(a.report.Problems, fmt.Sprintf("part %d, %s: %s", e.Part, e.Format, e.Problem))
	}
	if damage == nil && e.Count > 0 {
		a.report.Remedies.Replace = true
	}
	a.report.Files++
	a.report.Rows[e.Format] += e.Rows
	a.report.Values += e.Values
	a.report.Count += e.Count
	if room := mostFound - len(a.report.Differences); room > 0 {
		a.report.Differences = append(a.report.Differences, e.Differences[:min(room, len(e.Differences))]...)
	}
}

// Local returns an examiner that reads files in this process: Parquet by the second, independent implementation, so that
// the library that wrote the files does not vouch for itself.
func Local(r *results.Results, plan *Plan, s Selection) (*LocalExaminer, error) {
	examiner, err := newExaminer(plan, s)
	if err != nil {
		return nil, err
	}
	x := &LocalExaminer{Examiner: examiner, results: r, plan: plan}
	examiner.open = x.open
	return x, nil
}

// LocalExaminer is a PartExaminer of this process.
type LocalExaminer struct {
	*Examiner
	results *results.Results
	plan    *Plan
}

// Examine compares a part.
func (x *LocalExaminer) Examine(part results.SealedPart, formats []string, passed func(cells int64)) []Examination {
	if x.Wants(part) {
		return x.Examiner.Examine(part, formats, passed)
	}
	nothing := make([]Examination, len(formats))
	for i, format := range formats {
		nothing[i] = Examination{Part: part.Number, Format: format}
	}
	return nothing
}

func (x *LocalExaminer) open(part results.SealedPart, format string) (output.Reader, error) {
	reader, err := x.reader(part, format)
	if err != nil {
		return nil, err
	}
	if err := x.check(part, reader); err != nil {
		return nil, errors.Join(err, reader.Close())
	}
	return reader, nil
}

func (x *LocalExaminer) reader(part results.SealedPart, format string) (output.Reader, error) {
	if format == "parquet" {
		return secondreader.Open(x.results.PartPath(part.Number, format), x.plan.Schema())
	}
	return x.results.OpenPart(part, format)
}

// check holds what a file says of itself to what the manifest says.
func (x *LocalExaminer) check(part results.SealedPart, reader output.Reader) error {
	header := *x.results.Header()
	header.Study = x.plan.stored
	have := map[string]string{}
	for _, pair := range reader.Schema().Metadata {
		have[pair.Key] = pair.Value
	}
	for _, want := range metadataOf(header) {
		if have[want.Key] != want.Value {
			return fmt.Errorf("the file says %s is %.200q, the manifest %.200q", want.Key, have[want.Key], want.Value)
		}
	}
	return x.results.CheckPart(part, reader)
}

// Close does nothing: files are closed part by part.
func (x *LocalExaminer) Close() error { return nil }

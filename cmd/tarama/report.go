package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"tarama/analysis/report"
	"tarama/analysis/rows"
	"tarama/analysis/sensitivity"
	"tarama/models"
	"tarama/output"
	"tarama/output/results"
	"tarama/sweep"
)

// reportFlags are the options of report.
type reportFlags struct {
	out      string
	metrics  []string
	min, max []string
	where    string
	workers  int
	quiet    bool
}

// toStdout, in the place of a file's name, is the standard output.
const toStdout = "-"

func newReport() *cobra.Command {
	var f reportFlags
	cmd := &cobra.Command{
		Use:   "report DIR",
		Short: "make a page to look at: what matters, what it costs, which cells are best",
		Long: `report makes one HTML page of a results directory: what was run, how much of each metric every parameter accounts for, how
the metrics answer to the parameters and how far seeds spread them, the metrics that trade against each other with the front
that no other beats, and the best and the worst cells with the command that replays them. The page needs no network and no other
file; the same results give the same bytes.

--where makes the page of a part of the rows, and says so on it: to leave out a range that is not in question, or a few settings
whose spread hides all else.

Without --min and --max, the trade-off is between the first metric that the study previews and those that are most at odds with
it. Choices compete by their means over seeds and over circumstances, the parameters that nobody chooses (see tarama models).
The points of a sampling design meet one value each of what it draws: the page then says that there is no mean over it.`,
		Example: `  tarama report results/health-thresholds
  tarama report results/night -o night.html --min error_budget_share --min upstream_queries
  tarama report results/night --metric error_budget_share,false_evictions -o -`,
		Args:              exactly("DIR"),
		ValidArgsFunction: completeDir,
		RunE: func(cmd *cobra.Command, args []string) error {
			return makeReport(cmd.OutOrStdout(), noticesOf(cmd, f.quiet), args[0], &f)
		},
	}
	flags := cmd.Flags()
	flags.StringVarP(&f.out, "output", "o", "report.html", "write the page into `FILE`; - is the standard output")
	flags.StringSliceVar(&f.metrics, "metric", nil, "only these metrics, in this order: `A,B`")
	flags.StringSliceVar(&f.min, "min", nil, "a metric of the trade-off that should be small: `NAME`; may be given several times")
	flags.StringSliceVar(&f.max, "max", nil, "a metric of the trade-off that should be large: `NAME`; may be given several times")
	flags.StringVar(&f.where, "where", "", "only the rows for which `EXPR` is true: conditions as in a study, on any column")
	flags.IntVar(&f.workers, "workers", runtime.GOMAXPROCS(0), "number of workers `N`; the page does not depend on it")
	flags.BoolVarP(&f.quiet, "quiet", "q", false, "print errors only: no progress, no notes")
	for _, name := range []string{"metric", "min", "max"} {
		mustComplete(cmd, name, completeMetrics)
	}
	return cmd
}

func makeReport(out, notices io.Writer, dir string, f *reportFlags) error {
	if err := checkWorkers(f.workers); err != nil {
		return err
	}
	collectOften()
	r, err := openResults(dir)
	if err != nil {
		return err
	}
	defer r.Close()
	study, err := reportedStudy(r)
	if err != nil {
		return err
	}
	passes := watchPasses(r.Rows(), notices)
	defer passes.close()
	source, where, err := f.source(rows.Watch(rows.FromResults(r), passes))
	if err != nil {
		return err
	}
	study.Where = f.where
	options, err := f.options(dir)
	if err != nil {
		return err
	}
	if err := checkReplaceable(f.out); err != nil {
		return err
	}
	var page bytes.Buffer
	if err := report.Write(&page, source, study, options); err != nil {
		var missing *report.NoMetricError
		if errors.As(err, &missing) {
			return usageError{noMetric(missing)}
		}
		return err
	}
	passes.hide()
	if where != nil {
		noteValueless(notices, "--where", where.Valueless(), "row")
	}
	if where != nil && where.Empty() {
		say(notices, "%s", trueForNone(r.Rows()))
	}
	return f.deliver(out, notices, page.Bytes())
}

// deliver puts the page where it was asked for.
func (f *reportFlags) deliver(out, notices io.Writer, page []byte) error {
	if f.out == toStdout {
		_, err := out.Write(page)
		return err
	}
	if err := replaceFile(f.out, page); err != nil {
		return err
	}
	_, err := fmt.Fprintf(notices, "%s: %s, open it in a browser\n", escapeControl(f.out), size(int64(len(page))))
	return err
}

// source is the rows that the page is about, and the same as those for which --where is true, if there is one.
func (f *reportFlags) source(all rows.Source) (rows.Source, *rows.Filtered, error) {
	if f.where == "" {
		return all, nil, nil
	}
	condition, err := newRowCondition("--where", f.where, all.Columns())
	if err != nil {
		return nil, nil, err
	}
	where := rows.Where(all, condition)
	return where, where, nil
}

func noMetric(e *report.NoMetricError) error {
	if near := models.Nearest(e.Name, e.Names); near != "" {
		return fmt.Errorf("there is no metric %q with numbers; did you mean %s?", e.Name, near)
	}
	return fmt.Errorf("there is no metric %q with numbers; the metrics are %s", e.Name, strings.Join(e.Names, ", "))
}

func (f *reportFlags) options(dir string) (report.Options, error) {
	o := report.Options{
		Metrics: f.metrics, Workers: f.workers,
		Percent: func(c *output.Column) bool { return c.Unit == models.ShareUnit && c.Role != output.RoleParameter },
		Replay:  func(cell int64) string { return fmt.Sprintf("tarama replay %s --cell %d", shellWord(dir), cell) },
	}
	for i, name := range slices.Concat(f.min, f.max) {
		if slices.ContainsFunc(o.Objectives, func(x report.Objective) bool { return x.Metric == name }) {
			return o, usageError{fmt.Errorf("--min and --max name %s twice", name)}
		}
		o.Objectives = append(o.Objectives, report.Objective{Metric: name, Max: i >= len(f.min)})
	}
	if len(o.Objectives) == 1 {
		return o, usageError{errors.New("a trade-off needs two metrics or more: name them with --min and --max")}
	}
	return o, nil
}

// reportedStudy is what the results and the model say of the study.
func reportedStudy(r *results.Results) (report.Study, error) {
	h := r.Header()
	plan, err := sweep.PlanOf(r)
	if err != nil {
		return report.Study{}, err
	}
	sampling, err := sensitivity.SamplingOf(h)
	if err != nil {
		return report.Study{}, err
	}
	var resolved bytes.Buffer
	if err := json.Indent(&resolved, h.Study, "", "  "); err != nil {
		return report.Study{}, err
	}
	axes := reportedAxes(h.Study)
	s := report.Study{
		Name: plan.Study.Name, Title: plan.Study.Title, Model: h.Model, ModelVersion: h.ModelVersion, Digest: h.Digest,
		Tool: "tarama " + release, Cells: h.Cells, Finished: r.State() == results.Finished, Formats: h.Formats, Dir: filepath.ToSlash(r.Path()),
		Resolved: resolved.String(), Sampling: sampling, Log: spacedByRatio(axes), Seed: seedName, Preview: plan.Study.Preview, Goals: map[string]report.Goal{},
		Circumstances: circumstances(plan.Study.Spec), Axes: axisNames(axes),
	}
	if sampling != nil {
		s.Ranges = designRanges(axes)
	}
	for _, m := range plan.Study.Spec.Metrics {
		s.Goals[m.Name] = map[models.Goal]report.Goal{models.Less: report.Less, models.More: report.More}[m.Goal]
	}
	return s, nil
}

// shellWord quotes a word for a POSIX shell where it needs it.
func shellWord(s string) string {
	plain := func(r rune) bool {
		return r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9' || strings.ContainsRune("/._-+:,@%", r)
	}
	if s != "" && !strings.ContainsFunc(s, func(r rune) bool { return !plain(r) }) {
		return s
	}
	return "'" + strings.ReplaceAll(s, "'", `'\''`) + "'"
}

// checkReplaceable refuses to write a page over anything but a page: a slip of the keyboard must not cost a study.
func checkReplaceable(name string) error {
	if name == toStdout {
		return nil
	}
	noPage := usageError{fmt.Errorf("%s is there already and is no page of report; name another file with -o", name)}
	if info, err := os.Stat(name); err == nil && !info.Mode().IsRegular() {
		return noPage // opening a pipe would wait for a writer for ever
	}
	file, err := os.Open(name)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return usageError{fmt.Errorf("the page cannot replace %s: %w", name, err)}
	}
	defer file.Close()
	const beginning = "<!doctype html>"
	head := make([]byte, len(beginning))
	if _, err := io.ReadFull(file, head); err != nil || !strings.EqualFold(string(head), beginning) {
		return noPage
	}
	return nil
}

// replaceFile writes a file whole or not at all. An error names it, and not the temporary file that nobody has heard of.
func replaceFile(name string, content []byte) (err error) {
	file, err := os.CreateTemp(filepath.Dir(name), ".report-*")
	if err != nil {
		return fmt.Errorf("%s cannot be written: %w", name, pathless(err))
	}
	defer func() {
		if err != nil {
			_ = os.Remove(file.Name()) // as good as it goes: the first error is the one that matters
			err = fmt.Errorf("%s cannot be written: %w", name, pathless(err))
		}
	}()
	_, err = file.Write(content)
	if e := file.Chmod(0o644); err == nil {
		err = e
	}
	if e := file.Close(); err == nil {
		err = e
	}
	if err != nil {
		return err
	}
	return os.Rename(file.Name(), name)
}

// pathless is what the system said of a file, without its name.
func pathless(err error) error {
	var file *fs.PathError
	var link *os.LinkError
	switch {
	case errors.As(err, &file):
		return file.Err
	case errors.As(err, &link):
		return link.Err
	}
	return err
}

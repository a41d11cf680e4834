package main

import (
	"fmt"
	"io"
	"runtime"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"tarama/analysis/rows"
	"tarama/output"
	"tarama/output/results"
)

// seedName is the parameter by which replicates differ.
const seedName = "seed"

// datasetFlags are the options of the verbs that work something out of all rows.
type datasetFlags struct {
	metrics []string
	where   string
	format  string
	workers int
	quiet   bool
}

func (f *datasetFlags) add(cmd *cobra.Command, metricFlag bool) {
	flags := cmd.Flags()
	if metricFlag {
		flags.StringSliceVar(&f.metrics, "metric", nil, "only these metrics: `A,B`; COLUMN=WORD is the share of rows with a word")
		mustComplete(cmd, "metric", completeMetrics)
	}
	flags.StringVar(&f.where, "where", "", "only the rows for which `EXPR` is true: conditions as in a study, on any column")
	flags.StringVar(&f.format, "format", "table", "`FORMAT`: "+strings.Join(rowFormats, ", "))
	flags.IntVar(&f.workers, "workers", runtime.GOMAXPROCS(0), "number of workers `N`; the answer does not depend on it")
	flags.BoolVarP(&f.quiet, "quiet", "q", false, "print nothing but the answer and errors: no progress, no notes")
	mustComplete(cmd, "format", completeWords(rowFormats...))
}

func (f *datasetFlags) check() error {
	if err := checkFormat(f.format); err != nil {
		return err
	}
	return checkWorkers(f.workers)
}

// notices is where progress and notes go.
func (f *datasetFlags) notices(cmd *cobra.Command) io.Writer { return noticesOf(cmd, f.quiet) }

func noticesOf(cmd *cobra.Command, quiet bool) io.Writer {
	if quiet {
		return io.Discard
	}
	return cmd.ErrOrStderr()
}

// forPeople says whether the format is one that people read: then only what matters most is printed unless told.
func (f *datasetFlags) forPeople() bool { return f.format == "table" || f.format == "md" }

// dataset is the rows of some results, or those for which a condition is true.
type dataset struct {
	results   *results.Results
	schema    []output.Column
	source    rows.Source
	passes    *passView      // over the source
	condition []int          // columns that --where mentions
	where     *rows.Filtered // the rows for which --where is true; nil without it
}

// openDataset opens results, and shows on notices how far the passes over them are until that is hidden.
func openDataset(dir string, f *datasetFlags, notices io.Writer) (*dataset, error) {
	if err := f.check(); err != nil {
		return nil, err
	}
	collectOften()
	r, err := openResults(dir)
	if err != nil {
		return nil, err
	}
	d := &dataset{results: r, schema: r.Schema().Columns, passes: watchPasses(r.Rows(), notices)}
	d.source = rows.Watch(rows.FromResults(r), d.passes)
	if f.where != "" {
		condition, err := newRowCondition("--where", f.where, d.schema)
		if err != nil {
			d.Close()
			return nil, err
		}
		d.where, d.condition = rows.Where(d.source, condition), condition.Columns()
		d.source = d.where
	}
	return d, nil
}

func (d *dataset) Close() error {
	d.passes.close()
	return d.results.Close()
}

// column is the position of a column of the results.
func (d *dataset) column(name string) (int, error) { return columnNamed(d.schema, name) }

// columns are the positions of several.
func (d *dataset) columns(names []string) ([]int, error) {
	var positions []int
	for _, name := range names {
		i, err := d.column(name)
		if err != nil {
			return nil, err
		}
		if slices.Contains(positions, i) {
			return nil, usageError{fmt.Errorf("column %q is named twice", name)}
		}
		positions = append(positions, i)
	}
	return positions, nil
}

// roles are the positions of the columns with a role.
func (d *dataset) roles(role output.Role) []int {
	var positions []int
	for i := range d.schema {
		if d.schema[i].Role == role {
			positions = append(positions, i)
		}
	}
	return positions
}

// number is the position of a column of numbers, or of the share of a word: COLUMN=WORD.
func (d *dataset) number(name string) (int, error) {
	if column, word, ok := strings.Cut(name, "="); ok {
		return d.indicator(column, word)
	}
	i, err := d.column(name)
	if err == nil && !isNumber(&d.schema[i]) {
		return i, d.wordsError(i)
	}
	return i, err
}

// wordsError is about a column of words where one of numbers is wanted.
func (d *dataset) wordsError(column int) error {
	name, hint := d.schema[column].Name, ""
	words, err := d.wordsIn(column)
	if err != nil {
		return err
	}
	if len(words) > 0 {
		hint = fmt.Sprintf("; %s=%s is the share of rows with that word", name, words[0])
	}
	if len(words) > 1 {
		hint += "; the words that occur are " + strings.Join(words, ", ")
	}
	return usageError{fmt.Errorf("%s has words, not numbers%s", name, hint)}
}

// wordsIn are the words that occur in a column, in the order of their declaration.
func (d *dataset) wordsIn(column int) ([]string, error) {
	occurs := make([]bool, len(d.schema[column].Words))
	keep := func(*rows.Chunk, *struct{}) error { return nil }
	err := rows.Scan(d.source, []int{column}, 0, rows.Steps[struct{}]{Pass: "words", Prepare: keep, Consume: func(c *rows.Chunk, _ *struct{}) error {
		v := &c.Table.Columns[column]
		for row, code := range v.Codes {
			if v.Null == nil || !v.Null[row] {
				occurs[code] = true
			}
		}
		return nil
	}})
	var words []string
	for code, word := range d.schema[column].Words {
		if occurs[code] {
			words = append(words, word)
		}
	}
	return words, err
}

// indicator adds a column that is 1 where another has a word.
func (d *dataset) indicator(name, word string) (int, error) {
	column, err := d.column(name)
	if err != nil {
		return -1, err
	}
	c := &d.schema[column]
	if c.Type != output.Dict {
		return -1, usageError{fmt.Errorf("%s=%s: %s has no words; --where chooses rows by number", name, word, name)}
	}
	v, err := parseValue(c, word)
	if err != nil {
		return -1, err
	}
	d.source = rows.WithIndicators(d.source, []rows.Indicator{{Column: column, Code: int(v.Bits)}})
	d.schema = d.source.Columns()
	return len(d.schema) - 1, nil
}

func isNumber(c *output.Column) bool { return c.Type == output.Int64 || c.Type == output.Float64 }

// metrics are the positions of the metrics that were asked for; else those that the study names for its preview if people
// read them, else all. Where the study names none, a preview has as many as fit, and a note tells of the others.
func (d *dataset) metrics(f *datasetFlags, out, notices io.Writer) ([]int, error) {
	if f.metrics != nil {
		return d.metricsNamed(f.metrics)
	}
	all := slices.DeleteFunc(d.roles(output.RoleMetric), func(i int) bool { return !isNumber(&d.schema[i]) })
	if !f.forPeople() {
		return all, nil
	}
	preview, err := previewColumns(d.results, widthOf(out))
	if err != nil {
		return nil, err
	}
	var positions []int
	for _, name := range columnNames(preview.columns) {
		if at := slices.IndexFunc(d.schema, func(c output.Column) bool { return c.Name == name }); slices.Contains(all, at) {
			positions = append(positions, at)
		}
	}
	if positions == nil {
		return all, nil
	}
	if !preview.chosen {
		d.noteLeft(notices, all, positions)
	}
	return positions, nil
}

// noteLeft tells of metrics that an answer leaves out.
func (d *dataset) noteLeft(notices io.Writer, all, taken []int) {
	left := slices.DeleteFunc(slices.Clone(all), func(i int) bool { return slices.Contains(taken, i) })
	if len(left) == 0 {
		return
	}
	note := fmt.Sprintf("%d of %s left out: %s; --metric A,B chooses, a wider terminal has more, --format csv all",
		len(left), plural(int64(len(all)), "metric"), some(columnNames(d.picked(left))))
	fmt.Fprint(notices, paragraph(notices, note))
}

// metricsNamed are the positions of some metrics, each once.
func (d *dataset) metricsNamed(names []string) ([]int, error) {
	var positions []int
	for i, name := range names {
		if slices.Contains(names[:i], name) {
			return nil, usageError{fmt.Errorf("--metric names %q twice", name)}
		}
		column, _, _ := strings.Cut(name, "=")
		if at, err := d.column(column); err == nil && d.schema[at].Role != output.RoleMetric {
			return nil, usageError{fmt.Errorf("--metric: %s is no metric; the metrics are %s",
				column, strings.Join(columnNames(d.picked(d.roles(output.RoleMetric))), ", "))}
		}
		position, err := d.number(name)
		if err != nil {
			return nil, err
		}
		positions = append(positions, position)
	}
	return positions, nil
}

// named is the position of a column of some role and name, -1 if there is none.
func (d *dataset) named(role output.Role, name string) int {
	return slices.IndexFunc(d.schema, func(c output.Column) bool { return c.Role == role && c.Name == name })
}

func (d *dataset) seed() int   { return d.named(output.RoleParameter, seedName) }
func (d *dataset) status() int { return d.named(output.RoleStatus, rows.StatusColumn) }

// values are the values of some columns for printing.
func (d *dataset) values(columns []int, values []rows.Value) []any {
	var printed []any
	for i, c := range columns {
		printed = append(printed, values[i].Any(&d.schema[c]))
	}
	return printed
}

// picked are the columns at some positions.
func (d *dataset) picked(positions []int) []output.Column {
	var columns []output.Column
	for _, i := range positions {
		columns = append(columns, d.schema[i])
	}
	return columns
}

// unfinished warns that rows are missing: the run has not come to them, or --where has no value for them.
func (d *dataset) unfinished(notices io.Writer) {
	if d.results.State() != results.Finished {
		say(notices, "the run has not finished: this is about the %s so far", plural(d.results.Rows(), "row"))
	}
	if d.where != nil {
		noteValueless(notices, "--where", d.where.Valueless(), "row")
	}
}

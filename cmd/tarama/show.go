package main

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"tarama/models"
	"tarama/output"
	"tarama/output/results"
)

// tableRows is where table and md stop unless told: a screenful. csv and json are for programs and give all.
const tableRows = 20

// showFlags are the options of show.
type showFlags struct {
	columns []string
	where   string
	limit   int64
	format  string
}

func newShow() *cobra.Command {
	var f showFlags
	cmd := &cobra.Command{
		Use:   "show DIR",
		Short: "print rows of a results directory, in cell order",
		Long: `show prints rows of a results directory in the order of the cells. Without --columns, csv and json print every
column; a table prints those that the study names as its preview, or else the swept parameters and as many metrics as fit,
those first of which less or more is better (see tarama models).
Tables print shares as percentages and round reals; csv and json print every value exactly.`,
		Example: `  tarama show results/quickstart
  tarama show results/quickstart --columns ttl_s,dropped_requests --format csv
  tarama show results/night --where 'outcome == "evicted" and detection_s > 60' --limit 5`,
		Args:              exactly("DIR"),
		ValidArgsFunction: completeDir,
		RunE: func(cmd *cobra.Command, args []string) error {
			if !cmd.Flags().Changed("limit") {
				f.limit = -1
			} else if f.limit < 0 {
				return usageError{fmt.Errorf("--limit is %d, but must be 0 or more", f.limit)}
			}
			return show(cmd.OutOrStdout(), cmd.ErrOrStderr(), args[0], f)
		},
	}
	flags := cmd.Flags()
	flags.StringSliceVar(&f.columns, "columns", nil, "print only these columns: `A,B`")
	flags.StringVar(&f.where, "where", "", "print only the rows for which `EXPR` is true: conditions as in a study, on any column")
	flags.Int64Var(&f.limit, "limit", tableRows, "print at most `N` rows (csv and json: all unless told)")
	flags.StringVar(&f.format, "format", "table", "`FORMAT`: "+strings.Join(rowFormats, ", "))
	mustComplete(cmd, "columns", completeColumns)
	mustComplete(cmd, "format", completeWords(rowFormats...))
	return cmd
}

var rowFormats = []string{"table", "csv", "json", "md"}

func show(out, notices io.Writer, dir string, f showFlags) error {
	r, err := openResults(dir)
	if err != nil {
		return err
	}
	defer r.Close()
	choice, err := chooseColumns(r, f, widthOf(out))
	if err != nil {
		return err
	}
	rows, err := newRowStream(r, choice.columns, f.where)
	if err != nil {
		return err
	}
	writer, err := newRowWriter(f.format, out, choice.columns)
	if err != nil {
		return err
	}
	limit := f.limit
	if limit < 0 && (f.format == "table" || f.format == "md") {
		limit = tableRows
	}
	more, err := rows.write(writer, limit)
	if err != nil {
		return err
	}
	rows.note(notices, more)
	if more && f.limit < 0 {
		say(notices, "the first %s; --limit N shows more, --format csv all", plural(limit, "row"))
	}
	if note := choice.note(); note != "" {
		fmt.Fprint(notices, paragraph(notices, note+"; --columns A,B chooses others"))
	}
	return nil
}

// openResults opens a directory for reading; a directory without results is a mistake in the arguments.
func openResults(dir string) (*results.Results, error) {
	r, err := results.Open(dir)
	if err != nil {
		return nil, badResultsPath(dir, err)
	}
	return r, nil
}

// chooseColumns resolves --columns, or picks what the format shows without it.
func chooseColumns(r *results.Results, f showFlags, width int) (*tableColumns, error) {
	schema := r.Schema()
	if f.columns == nil {
		if f.format == "table" || f.format == "md" {
			return previewColumns(r, width)
		}
		return &tableColumns{columns: schema.Columns}, nil
	}
	chosen := &tableColumns{}
	for _, name := range f.columns {
		i, err := columnNamed(schema.Columns, name)
		if err != nil {
			return nil, err
		}
		chosen.columns = append(chosen.columns, schema.Columns[i])
	}
	return chosen, nil
}

// columnNamed is the position of a column.
func columnNamed(columns []output.Column, name string) (int, error) {
	names := columnNames(columns)
	if i := slices.Index(names, name); i >= 0 {
		return i, nil
	}
	hint := "; the columns are " + strings.Join(names, ", ")
	if near := models.Nearest(name, names); near != "" {
		hint = fmt.Sprintf("; did you mean %s?", near)
	}
	return -1, usageError{fmt.Errorf("there is no column %q%s", name, hint)}
}

func columnNames(columns []output.Column) []string {
	names := make([]string, len(columns))
	for i := range columns {
		names[i] = columns[i].Name
	}
	return names
}

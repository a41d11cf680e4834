package main

import (
	"bufio"
	"encoding/csv"
	"encoding/json"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"tarama/models"
	"tarama/output"
)

// rowWriter prints rows in one of the formats of show. Tables come as results.Slice gives them: the columns to print are
// at the given positions.
type rowWriter interface {
	write(t *output.Table, positions []int, row int) error
	close() error
}

func newRowWriter(format string, w io.Writer, columns []output.Column) (rowWriter, error) {
	width := widthOf(w)
	buffered := bufio.NewWriterSize(w, 1<<16)
	switch format {
	case "csv":
		return newCSVWriter(buffered, columns)
	case "json":
		return newJSONWriter(buffered, columns)
	case "table", "md":
		return &tableWriter{w: buffered, columns: columns, markdown: format == "md", width: width}, nil
	}
	return nil, checkFormat(format)
}

// checkFormat says what is wrong with a word for a format of rows.
func checkFormat(format string) error {
	if slices.Contains(rowFormats, format) {
		return nil
	}
	hint := ""
	if near := models.Nearest(format, rowFormats); near != "" {
		hint = fmt.Sprintf("; did you mean %s?", near)
	}
	return usageError{fmt.Errorf("--format is %q, but must be one of %s%s", format, strings.Join(rowFormats, ", "), hint)}
}

// value reads one value of a table; null is nil.
func value(column *output.Column, v *output.Values, row int) any {
	if v.Null != nil && v.Null[row] {
		return nil
	}
	if v.Constant {
		row = 0
	}
	switch column.Type {
	case output.Int64:
		return v.Ints[row]
	case output.Float64:
		return v.Reals[row]
	case output.Dict:
		return column.Words[v.Codes[row]]
	}
	return v.Texts[row]
}

// exact prints a value so that parsing it gives the same bits; null is empty.
func exact(x any) string {
	switch x := x.(type) {
	case nil:
		return ""
	case int64:
		return strconv.FormatInt(x, 10)
	case float64:
		return models.FormatReal(x)
	}
	return x.(string)
}

// csvWriter prints a header and a line a row.
type csvWriter struct {
	buffer  *bufio.Writer
	w       *csv.Writer
	columns []output.Column
	record  []string
}

func newCSVWriter(w *bufio.Writer, columns []output.Column) (*csvWriter, error) {
	c := &csvWriter{buffer: w, w: csv.NewWriter(w), columns: columns, record: make([]string, len(columns))}
	return c, c.w.Write(columnNames(columns))
}

func (c *csvWriter) write(t *output.Table, positions []int, row int) error {
	for i, p := range positions {
		c.record[i] = exact(value(&c.columns[i], &t.Columns[p], row))
	}
	return c.w.Write(c.record)
}

func (c *csvWriter) close() error {
	c.w.Flush()
	if err := c.w.Error(); err != nil {
		return err
	}
	return c.buffer.Flush()
}

// jsonWriter prints an array with an object a row, each on a line of its own so that it can be read as a stream.
type jsonWriter struct {
	w       *bufio.Writer
	columns []output.Column
	keys    [][]byte
	begun   bool
}

func newJSONWriter(w *bufio.Writer, columns []output.Column) (*jsonWriter, error) {
	j := &jsonWriter{w: w, columns: columns}
	for _, c := range columns {
		key, err := json.Marshal(c.Name)
		if err != nil {
			return nil, err
		}
		j.keys = append(j.keys, append(key, ": "...))
	}
	_, err := w.WriteString("[")
	return j, err
}

func (j *jsonWriter) write(t *output.Table, positions []int, row int) error {
	separator := "\n{"
	if j.begun {
		separator = ",\n{"
	}
	j.begun = true
	j.w.WriteString(separator)
	for i, p := range positions {
		if i > 0 {
			j.w.WriteString(", ")
		}
		text, err := json.Marshal(value(&j.columns[i], &t.Columns[p], row))
		if err != nil {
			return err
		}
		j.w.Write(j.keys[i])
		j.w.Write(text)
	}
	return j.w.WriteByte('}') // a bufio.Writer keeps its first error
}

func (j *jsonWriter) close() error {
	j.w.WriteString("\n]\n")
	return j.w.Flush()
}

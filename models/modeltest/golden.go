package modeltest

import (
	"encoding/csv"
	"fmt"
	"io"
	"math"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"

	"tarama/models"
)

// Golden compares the model's kernel, in one scenario, with the golden cells of a file.
func Golden(t *testing.T, spec *models.Spec, path string) {
	t.Helper()
	file, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	cells, rows, err := readGolden(spec, file)
	if err != nil {
		t.Fatalf("%s: %v", path, err)
	}
	got := newTable(spec, cells, poisonA)
	got.run()
	wrong := 0
	for i, c := range cells {
		d := got.compare(i, rows[i])
		if d == "" {
			continue
		}
		if wrong++; wrong <= 3 {
			t.Errorf("%s: line %d: %s\nin cell%s", path, i+2, d, c)
		}
	}
	if wrong > 0 {
		t.Errorf("%s: %d of %d cells are wrong", path, wrong, len(cells))
	}
}

// readGolden reads golden cells. Every metric must have a column.
func readGolden(spec *models.Spec, r io.Reader) (cells []Cell, rows []Row, err error) {
	lines, err := csv.NewReader(r).ReadAll()
	if err != nil {
		return nil, nil, err
	}
	if len(lines) < 2 {
		return nil, nil, fmt.Errorf("the file has %d lines and so no cells", len(lines))
	}
	header := lines[0]
	for i := range spec.Metrics {
		if name := "=" + spec.Metrics[i].Name; !slices.Contains(header, name) {
			return nil, nil, fmt.Errorf("there is no column %s", name)
		}
	}
	for number, line := range lines[1:] {
		c, row, err := goldenCell(spec, header, line)
		if err != nil {
			return nil, nil, fmt.Errorf("line %d: %w", number+2, err)
		}
		cells, rows = append(cells, c), append(rows, row)
	}
	return cells, rows, nil
}

// goldenCell reads one line.
func goldenCell(spec *models.Spec, header, line []string) (Cell, Row, error) {
	c, row := DefaultCell(spec), Row{}
	for i, name := range header {
		metric, isMetric := strings.CutPrefix(name, "=")
		if isMetric && line[i] == "" {
			continue // null
		}
		typ, err := typeOf(spec, metric, isMetric)
		if err != nil {
			return c, nil, err
		}
		v, err := parse(typ, line[i])
		if err != nil {
			return c, nil, fmt.Errorf("%s: %w", name, err)
		}
		if isMetric {
			row[metric] = v
			continue
		}
		if err := spec.Parameters[spec.Lookup(name)].Check(v); err != nil {
			return c, nil, err
		}
		c = c.With(name, v)
	}
	_, err := c.brokenRule()
	return c, row, err
}

// typeOf returns the type of a parameter or metric.
func typeOf(spec *models.Spec, name string, isMetric bool) (models.Type, error) {
	if i := spec.Lookup(name); !isMetric && i >= 0 {
		return spec.Parameters[i].Type, nil
	}
	for i := range spec.Metrics {
		if isMetric && spec.Metrics[i].Name == name {
			return spec.Metrics[i].Type, nil
		}
	}
	return 0, fmt.Errorf("%q is not a column of model %s", name, spec.Model)
}

func parse(t models.Type, text string) (models.Value, error) {
	switch t {
	case models.Int:
		i, err := strconv.ParseInt(text, 10, 64)
		return models.IntValue(i), err
	case models.Real:
		f, err := strconv.ParseFloat(text, 64)
		if err == nil && math.IsNaN(f) {
			err = fmt.Errorf("%q is not a number", text)
		}
		return models.RealValue(f), err
	}
	return models.TextValue(t, text), nil
}

package report

import (
	"fmt"
	"slices"
	"strconv"

	"tarama/analysis/report/chart"
	"tarama/analysis/rows"
	"tarama/output"
)

type extremeView struct {
	Title, Value, Equal string
	Values              *table
	Command             string
}

// extremeViews are the cells with the least and the greatest value, the better one first where it is known.
func (f *findings) extremeViews(m *metric) []extremeView {
	cells, ok := f.extremes[m.Column]
	if !ok {
		return nil
	}
	goal := f.study.Goals[f.schema[m.Column].Name]
	titles := map[Goal][2]string{Unknown: {"Least", "Greatest"}, Less: {"Best", "Worst"}, More: {"Worst", "Best"}}[goal]
	views := []extremeView{
		f.extremeView(titles[0], m, m.Least, cells[0]),
		f.extremeView(titles[1], m, m.Most, cells[1]),
	}
	if goal == More {
		slices.Reverse(views)
	}
	return views
}

func (f *findings) extremeView(title string, m *metric, e extreme, c cell) extremeView {
	v := extremeView{Title: title, Value: f.number(m, e.Value) + f.o.unit(&f.schema[m.Column]), Command: f.o.Replay(c.Number), Values: newTable("", 1)}
	if e.Equal > 1 {
		v.Equal = fmt.Sprintf("the first of %s equal ones", chart.Number(float64(e.Equal)))
	}
	for i, column := range f.shownParameters() {
		v.Values.add(f.o.heading(&f.schema[column]), exactly(&f.schema[column], c.Values[i]))
	}
	v.Values.Right = []bool{false, true}
	return v
}

// exactly is a value with all its digits, to be typed again.
func exactly(c *output.Column, v rows.Value) string {
	switch x := v.Any(c).(type) {
	case int64:
		return strconv.FormatInt(x, 10)
	case float64:
		return strconv.FormatFloat(x, 'g', -1, 64)
	case string:
		return x
	}
	return dash
}

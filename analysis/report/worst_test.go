package report

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"tarama/analysis/rows/rowstest"
	"tarama/output"
)

// TestWorstOfTheFront: beside each mean of the front stands the worst of the rows behind it, whatever chance and circumstances were;
// rows that failed or have no value do not count.
func TestWorstOfTheFront(t *testing.T) {
	schema := []output.Column{
		rowstest.Parameter("a", output.Int64), rowstest.Parameter("weather", output.Int64), rowstest.Parameter("seed", output.Int64),
		rowstest.Metric("cost"), rowstest.Metric("taste"), rowstest.Status(),
	}
	source := rowstest.Source(schema, 3, [][]any{
		{1, 0, 1, 1.0, 6.0, "ok"}, {1, 0, 2, 3.0, 5.0, "ok"}, {1, 1, 1, 8.0, nil, "ok"}, {1, 1, 2, 4.0, 1.0, "ok"},
		{2, 0, 1, 9.0, 9.0, "ok"}, {2, 0, 2, 9.0, 8.0, "ok"}, {2, 1, 1, 10.0, 7.0, "ok"}, {2, 1, 2, 99.0, 0.0, "failed"},
	})
	study, o := brewStudy(), brewOptions()
	study.Circumstances = []string{"weather"}
	f, err := find(source, &study, &o)
	if err != nil {
		t.Fatal(err)
	}
	if f.tradeOff == nil {
		t.Fatal(f.noTradeOff)
	}
	front := f.frontTable()
	want := [][]string{
		{"a", "mean taste", "worst taste", "mean cost", "worst cost"},
		{"2", "8", "7", "9.333", "10"},
		{"1", "4", "1", "4", "8"},
	}
	got := [][]string{front.Header[:5]}
	for _, row := range front.Rows {
		got = append(got, row[:5])
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
	page := write(t, 50, brewStudy(), brewOptions())
	for _, wanted := range []string{"Dots are means over seeds.", "whatever their seeds."} {
		if !strings.Contains(page, wanted) {
			t.Errorf("the page lacks %q", wanted)
		}
	}
}

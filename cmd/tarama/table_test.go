package main

import (
	"bufio"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"tarama/models"
	"tarama/output"
)

func printTable(t *testing.T, width int, columns []output.Column, table *output.Table, markdown bool) string {
	t.Helper()
	var b strings.Builder
	w := &tableWriter{w: bufio.NewWriter(&b), columns: columns, markdown: markdown, width: width}
	positions := make([]int, len(columns))
	for i := range positions {
		positions[i] = i
	}
	for row := range table.Rows {
		if err := w.write(table, positions, row); err != nil {
			t.Fatal(err)
		}
	}
	if err := w.close(); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// What a person reads: percentages, as many decimals as the column needs, a dash for null, control characters escaped,
// and a header that is folded where the terminal is narrow.
func TestTable(t *testing.T) {
	columns := []output.Column{
		{Name: "ttl_s", Type: output.Int64, Role: output.RoleParameter, Unit: "s"},
		{Name: "drop_share", Type: output.Float64, Role: output.RoleMetric, Unit: models.ShareUnit},
		{Name: "distance_per_request", Type: output.Float64, Role: output.RoleMetric},
		{Name: "tiny", Type: output.Float64, Role: output.RoleMetric},
		{Name: "error", Type: output.Text, Role: output.RoleStatus},
	}
	table := &output.Table{Rows: 2, Columns: []output.Values{
		{Ints: []int64{30, 900}},
		{Reals: []float64{0.00504, 0.14}},
		{Reals: []float64{1.7, 0}, Null: []bool{false, true}},
		{Reals: []float64{1e-7, 2.5e-9}},
		{Texts: []string{"a|b", "\x1b[31mred"}},
	}}
	want := map[string]string{
		"wide": "" +
			"ttl_s  drop_share [%]  distance_per_request     tiny  error\n" +
			"-----  --------------  --------------------  -------  -----------\n" +
			"   30             0.5                   1.7    1e-07  a|b\n" +
			"  900            14.0                     -  2.5e-09  \\x1b[31mred\n",
		"narrow": "" +
			"                         distance_\n" +
			"ttl_s  drop_share [%]  per_request     tiny  error\n" +
			"-----  --------------  -----------  -------  -----------\n" +
			"   30             0.5          1.7    1e-07  a|b\n" +
			"  900            14.0            -  2.5e-09  \\x1b[31mred\n",
		"md": "" +
			"| ttl_s | drop_share [%] | distance_per_request |    tiny | error       |\n" +
			"| ----: | -------------: | -------------------: | ------: | ----------- |\n" +
			"|    30 |            0.5 |                  1.7 |   1e-07 | a\\|b        |\n" +
			"|   900 |           14.0 |                    - | 2.5e-09 | \\x1b[31mred |\n",
	}
	got := map[string]string{
		"wide":   printTable(t, 120, columns, table, false),
		"narrow": printTable(t, 60, columns, table, false),
		"md":     printTable(t, 60, columns, table, true),
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("-want +got:\n%s", diff)
	}
}

// TestZeroHasNoSign: what rounds to zero is not below it.
func TestZeroHasNoSign(t *testing.T) {
	for _, c := range []struct {
		x        float64
		decimals int
		want     string
	}{{-1e-12, 2, "0.00"}, {-1e-12, 0, "0"}, {-0.004, 2, "-0.004"}, {-0.006, 2, "-0.01"}, {-100, 0, "-100"}, {-0.004, exponent, "-0.004"}} {
		if got := rounded(c.x, c.decimals); got != c.want {
			t.Errorf("%v is printed as %s, want %s", c.x, got, c.want)
		}
	}
}

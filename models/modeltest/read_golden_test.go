package modeltest

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"tarama/models"
)

// goldenSpec is a spec with a column of each type and a rule; it has no kernel.
func goldenSpec() *models.Spec {
	return &models.Spec{
		Model: "toy",
		Parameters: []models.Parameter{
			{Name: "count", Type: models.Int, Default: models.IntValue(7), Bounds: models.Between(1, 9)},
			{Name: "share", Type: models.Real, Default: models.RealValue(0.5), Bounds: models.Between(0, 1)},
			{Name: "side", Type: models.Enum, Default: models.TextValue(models.Enum, "left"), Words: []string{"left", "right"}},
		},
		Metrics: []models.Metric{{Name: "sum", Type: models.Int}, {Name: "mean", Type: models.Real, Nullable: true}},
	}
}

func TestReadGolden(t *testing.T) {
	cells, rows, err := readGolden(goldenSpec(), strings.NewReader("share,side,=sum,=mean\n0.25,right,3,1.5\n1,left,-4,\n"))
	if err != nil {
		t.Fatal(err)
	}
	got := []string{cells[0].String(), cells[1].String()}
	if d := cmp.Diff([]string{" count=7 share=0.25 side=right", " count=7 share=1 side=left"}, got); d != "" {
		t.Errorf("cells (-want +got):\n%s", d)
	}
	want := []Row{{"sum": models.IntValue(3), "mean": models.RealValue(1.5)}, {"sum": models.IntValue(-4)}}
	if d := cmp.Diff(want, rows); d != "" {
		t.Errorf("rows (-want +got):\n%s", d)
	}
}

func TestReadGoldenRefuses(t *testing.T) {
	for file, want := range map[string]string{
		"":                                  "0 lines",
		"count,=sum,=mean\n":                "1 lines",
		"count,=sum\n1,2\n":                 "there is no column =mean",
		"counts,=sum,=mean\n1,2,3\n":        `"counts" is not a column of model toy`,
		"=count,=sum,=mean\n1,2,3\n":        `"count" is not a column of model toy`,
		"count,=sum,=mean\n1,2,3\n0,2,3\n":  "line 3: count is 0, but must be 1 to 9",
		"count,=sum,=mean\nx,2,3\n":         `line 2: count: strconv.ParseInt: parsing "x"`,
		"count,=sum,=mean\n,2,3\n":          "line 2: count",
		"count,=sum,=mean\n1,2.5,3\n":       "line 2: =sum",
		"count,=sum,=mean\n1,2,NaN\n":       `line 2: =mean: "NaN" is not a number`,
		"side,=sum,=mean\nup,2,3\n":         `line 2: side is "up", but must be one of left, right`,
		"count,=sum,=mean\n1,2\n":           "wrong number of fields",
		"count,=sum,=mean,=more\n1,2,3,4\n": `"more" is not a column of model toy`,
	} {
		if _, _, err := readGolden(goldenSpec(), strings.NewReader(file)); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("reading %q gives error %v, want one with %q", file, err, want)
		}
	}
}

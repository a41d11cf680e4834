package report

import (
	"bytes"
	"encoding/xml"
	"errors"
	"flag"
	"io"
	"os"
	"regexp"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"tarama/analysis/report/chart"
	"tarama/analysis/rows/rowstest"
	"tarama/output"
)

var update = flag.Bool("update", false, "write the page that the test compares with")

const golden = "testdata/brew.html"

func write(t *testing.T, part int, study Study, o Options) string {
	t.Helper()
	var b bytes.Buffer
	if err := Write(&b, brewRows(part), study, o); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

func TestPageIsAsItWas(t *testing.T) {
	page := write(t, 50, brewStudy(), brewOptions())
	if *update {
		if err := os.WriteFile(golden, []byte(page), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(golden)
	if err != nil {
		t.Fatal(err)
	}
	if d := cmp.Diff(string(want), page); d != "" {
		t.Errorf("the page differs from %s; look at it and run with -update (-want +got):\n%s", golden, d)
	}
}

func TestPageDependsOnTheRowsAlone(t *testing.T) {
	want := write(t, 144, brewStudy(), brewOptions())
	for part := range 4 {
		for workers := range 3 {
			o := brewOptions()
			o.Workers = workers
			if got := write(t, []int{7, 50, 143, 144}[part], brewStudy(), o); got != want {
				t.Errorf("%d workers, parts of case %d: another page", workers, part)
			}
		}
	}
}

// Whatever a study is called, it cannot put elements into the page, and the page never asks for anything.
func TestPageEscapesAndLoadsNothing(t *testing.T) {
	page := write(t, 50, brewStudy(), brewOptions())
	for _, bad := range []string{"<coffee>", "<b>", "</script>", "<away>", "<script", "http:", "https:", "@import", "url("} {
		if strings.Contains(page, bad) {
			t.Errorf("the page has %q", bad)
		}
	}
	for _, wanted := range []string{"How to brew &lt;coffee&gt; &amp; why", "the kettle is &lt;b&gt;cold&lt;/b&gt;", "pour &lt;away&gt;"} {
		if !strings.Contains(page, wanted) {
			t.Errorf("the page lacks %q", wanted)
		}
	}
	if links := regexp.MustCompile(`(?:src|href)="([^"]*)"`).FindAllStringSubmatch(page, -1); len(links) == 0 {
		t.Error("no links found: the test looks for the wrong thing")
	} else {
		for _, link := range links {
			if !strings.HasPrefix(link[1], "#") && !strings.HasPrefix(link[1], "data:") {
				t.Errorf("the page links to %q", link[1])
			}
		}
	}
}

func TestPicturesAreWellFormed(t *testing.T) {
	pictures := regexp.MustCompile(`(?s)<svg.*?</svg>`).FindAllString(write(t, 50, brewStudy(), brewOptions()), -1)
	if len(pictures) < 10 {
		t.Fatalf("only %d pictures", len(pictures))
	}
	for _, picture := range pictures {
		d := xml.NewDecoder(strings.NewReader(picture))
		for {
			if _, err := d.Token(); err == io.EOF {
				break
			} else if err != nil {
				t.Fatalf("%v in %s", err, picture)
			}
		}
		if strings.Contains(picture, "NaN") || strings.Contains(picture, "Inf") {
			t.Errorf("a coordinate is no number in %s", picture)
		}
	}
}

func TestPageSays(t *testing.T) {
	page := write(t, 50, brewStudy(), brewOptions())
	for name, wanted := range map[string]string{
		"the digest":               "c0ffee",
		"failed rows":              "1 (0.7 %)",
		"the reason, and a replay": "tarama replay it --cell 40",
		"rows without a value":     "6 rows that did not fail have no value",
		"a share in percent":       "extraction [%]",
		"a parameter's unit":       "grind_um [um]",
		"a fixed parameter":        "dose_g [g]",
		"a metric that is still":   "cups that were made",
		"what moves together":      "time_s [s] / filter",
		"pandas":                   `pd.read_parquet(&#34;results/it&#39;s/parquet&#34;`,
		"DuckDB":                   `FROM &#39;results/it&#39;&#39;s/parquet/*.parquet&#39;`,
		"the trade-off":            "cost, less is better",
	} {
		if !strings.Contains(page, wanted) {
			t.Errorf("the page does not say %s: %q", name, wanted)
		}
	}
}

func TestChosenMetricsAndObjectives(t *testing.T) {
	o := brewOptions()
	o.Metrics = []string{"extraction"}
	o.Objectives = []Objective{{"taste", false}, {"cost", true}}
	page := write(t, 50, brewStudy(), o)
	for _, wanted := range []string{`id="metric-extraction"`, "taste, less is better", "cost, more is better"} {
		if !strings.Contains(page, wanted) {
			t.Errorf("the page lacks %q", wanted)
		}
	}
	o.Metrics = []string{"extarction"}
	var missing *NoMetricError
	if err := Write(io.Discard, brewRows(50), brewStudy(), o); !errors.As(err, &missing) || missing.Name != "extarction" {
		t.Errorf("a misspelt metric: %v", err)
	}
	o.Metrics = []string{"verdict"}
	if err := Write(io.Discard, brewRows(50), brewStudy(), o); !errors.As(err, &missing) {
		t.Errorf("a metric of words: %v", err)
	}
}

// A page of nothing is a page too.
func TestWithoutRowsOrVariation(t *testing.T) {
	for name, rows := range map[string][][]any{
		"no rows":        nil,
		"one row":        {{0, 50, "soft", 60, "paper", 18.5, 7, "drink", 0.2, 20, 5.0, 2, "ok", nil}},
		"one failed row": {{0, 50, "soft", 60, "paper", 18.5, 7, nil, nil, nil, nil, nil, "failed", "cold"}},
	} {
		t.Run(name, func(t *testing.T) {
			var b bytes.Buffer
			if err := Write(&b, source(rows), brewStudy(), brewOptions()); err != nil {
				t.Fatal(err)
			}
			if !strings.Contains(b.String(), "</html>") || strings.Contains(b.String(), "NaN") {
				t.Errorf("not a page: %s", b.String())
			}
		})
	}
}

func TestUnfinishedRunIsSaid(t *testing.T) {
	s := brewStudy()
	s.Finished = false
	if page := write(t, 50, s, brewOptions()); !strings.Contains(page, "has not finished") {
		t.Error("the page does not say that rows are missing")
	}
}

func TestHeading(t *testing.T) {
	o := brewOptions()
	for _, test := range []struct {
		column output.Column
		want   string
	}{
		{output.Column{Name: "n"}, "n"},
		{output.Column{Name: "ttl_s", Unit: "s"}, "ttl_s [s]"},
		{output.Column{Name: "x", Unit: "share", Role: output.RoleMetric}, "x [%]"},
		{output.Column{Name: "x", Unit: "share", Role: output.RoleParameter}, "x [share]"},
	} {
		if got := o.heading(&test.column); got != test.want {
			t.Errorf("%+v is %q, want %q", test.column, got, test.want)
		}
	}
}

// Where nothing is missing, the parts of each metric's variance are the whole of it.
func TestWholeVarianceIsSharedOut(t *testing.T) {
	study, o := brewStudy(), brewOptions()
	var whole [][]any
	rowstest.Grid([]int{4, 2, 3, 5}, func(at []int) {
		y := float64(at[0]*at[0]) + float64(at[1]*at[2]) + 0.5*float64(at[3]%2)
		whole = append(whole, []any{len(whole), at[0], brew[2].Words[at[1]], 60 * at[2], "paper", 18.5, at[3], "drink", y, 3 * at[1], y + 1, 2, "ok", nil})
	})
	f, err := find(source(whole), &study, &o)
	if err != nil {
		t.Fatal(err)
	}
	known, order, names := f.stackOrder()
	if len(known) != 3 || len(names) != 3 {
		t.Fatalf("%d metrics by %q", len(known), names)
	}
	s := chart.Stack{Parts: make([]chart.Part, len(names)+2)}
	for _, m := range known {
		sum := 0.0
		for _, share := range f.stackRow(m, order, &s).Shares {
			if sum += share; share < 0 {
				t.Errorf("%s has the share %v", f.schema[m.Column].Name, share)
			}
		}
		if !near(sum, 1) {
			t.Errorf("%s: the shares add up to %v", f.schema[m.Column].Name, sum)
		}
	}
	if figure := f.stack(); figure == nil || len(figure.Table.Rows) != 3 {
		t.Errorf("%+v", figure)
	}
}

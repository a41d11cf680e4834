package report

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// snippets say how to load the rows elsewhere, with a first question answered.
func (f *findings) snippets() []snippet {
	by, metric := f.examples()
	if by == "" || metric == "" {
		return nil
	}
	if !slices.Contains(f.study.Formats, "parquet") {
		return []snippet{{"pandas, by pyarrow", fmt.Sprintf(`import pyarrow.dataset as ds

rows = ds.dataset(%s, format="ipc").to_table().to_pandas()
ok = rows[rows["status"] == "ok"]
print(ok.groupby(%s, observed=True)[%s].describe())`, python(f.study.Dir+"/arrow"), python(by), python(metric))}}
	}
	return []snippet{
		{"pandas", fmt.Sprintf(`import pandas as pd

rows = pd.read_parquet(%s, columns=[%s, %s, "status"])
ok = rows[rows["status"] == "ok"]
print(ok.groupby(%s, observed=True)[%s].describe())`, python(f.study.Dir+"/parquet"), python(by), python(metric), python(by), python(metric))},
		{"DuckDB", fmt.Sprintf(`SELECT %[1]s,
       count(%[2]s) AS n, avg(%[2]s) AS mean,
       min(%[2]s) AS least, max(%[2]s) AS most
FROM %[3]s
WHERE status = 'ok'
GROUP BY %[1]s ORDER BY %[1]s;`, identifier(by), identifier(metric), literal(f.study.Dir+"/parquet/*.parquet"))},
	}
}

// examples are a parameter and a metric to ask about.
func (f *findings) examples() (by, metric string) {
	if len(f.varying) > 0 {
		m := f.varying[0]
		metric = f.schema[m.Column].Name
		if ranked := f.ranked(m); len(ranked) > 0 {
			return f.schema[f.axes[ranked[0].Axis].Columns[0]].Name, metric
		}
	}
	for _, p := range f.parameters {
		by = p.Column.Name
	}
	if metric == "" && len(f.still) > 0 {
		metric = f.schema[f.still[0].Column].Name
	}
	return by, metric
}

// python is a string in Python.
func python(s string) string { return strconv.Quote(s) }

// identifier is a name in SQL.
func identifier(s string) string { return `"` + strings.ReplaceAll(s, `"`, `""`) + `"` }

// literal is a string in SQL.
func literal(s string) string { return "'" + strings.ReplaceAll(s, "'", "''") + "'" }

// snippet is a few lines for another tool.
type snippet struct{ Name, Text string }

package main

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"tarama/models"
	"tarama/models/registry"
)

// TestModelsDocument compares docs/models.md with the models' declarations. With -update it writes it.
func TestModelsDocument(t *testing.T) {
	path := filepath.Join("..", "..", "docs", "models.md")
	want := modelsDocument(t)
	if *update {
		if err := os.WriteFile(path, []byte(want), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	if got := readText(t, path); got != want {
		t.Errorf("docs/models.md is not what the declarations say; write it with go test ./cmd/tarama -run %s -update\n%s",
			t.Name(), cmp.Diff(got, want))
	}
}

const modelsHead = `# Models

This page is made from the models' declarations; ` + "`tarama models MODEL`" + ` prints the same for one of them. Everything that a study
can set is a parameter, everything that is computed is a metric, and each is a column of the results.

- A word or a number that is not allowed is an error of the study, found before anything runs.
- A rule is a condition between parameters. If every cell breaks it, the study is refused; if some do, these are rows with
  status ` + "`failed`" + ` and null metrics, and a warning says how many.
- A metric that "may be" null is null where its value does not exist; in a failed row all are.
- A caution is no error: planning and running a study say it where it is so
  ([what is right but misleads](study-format.md#what-is-right-but-misleads)).
- A metric of which less, or more, is better whatever the study asks says so: the report weighs such metrics against each other.
- A circumstance is a parameter that nobody chooses, such as which region fails: the report compares choices by their means over it.
- A vector is a list under one name: ` + "`weights: [5, 3, 2]`" + `.
- A permutation is written with ` + "`>`" + `, a subset with ` + "`+`" + `, the empty subset ` + "`none`" + `.
- A bound that looks odd keeps every count exact in a float64.
`

// modelsDocument makes the page from what tarama models prints.
func modelsDocument(t *testing.T) string {
	t.Helper()
	var b bytes.Buffer
	b.WriteString(modelsHead)
	for _, model := range registry.All() {
		spec, err := model.Spec(nil)
		if err != nil {
			t.Fatal(err)
		}
		writeModelSection(t, &b, model, spec)
	}
	return b.String()
}

func writeModelSection(t *testing.T, b *bytes.Buffer, model models.Model, spec *models.Spec) {
	t.Helper()
	name := model.Name()
	if _, err := os.Stat(filepath.Join("..", "..", "models", name, "doc.go")); err != nil {
		t.Fatalf("the page links to a model's package comment: %v", err)
	}
	fmt.Fprintf(b, "\n## %s\n\nVersion %d: %s.\n\n", name, spec.Version, spec.Doc)
	fmt.Fprintf(b, "Equations and assumptions: `go doc ./models/%s`, [doc.go](../models/%s/doc.go).", name, name)
	if key := model.ScenarioKey(); key != "" {
		fmt.Fprintf(b, " The tables are for the default %s;\nwith one of its own a study has other names, words and defaults"+
			" ([study-format.md](study-format.md#%s)).", key, key)
	}
	b.WriteString("\n\n")
	writeMarkdown(b, parameterTable(spec), 0, 3)
	for i, note := range notes(spec) {
		if i == 0 {
			b.WriteByte('\n')
		}
		fmt.Fprintf(b, "- %s\n", note)
	}
	b.WriteByte('\n')
	writeMarkdown(b, metricTable(spec), 0)
}

// writeMarkdown writes a table without padding, so that a change of one row is a change of one line, with some columns
// as code.
func writeMarkdown(b *bytes.Buffer, t *table, code ...int) {
	isCode := map[int]bool{}
	for _, column := range code {
		isCode[column] = true
	}
	line := func(cells []string) { fmt.Fprintf(b, "| %s |\n", strings.Join(cells, " | ")) }
	line(t.header)
	line(strings.Split(strings.TrimSuffix(strings.Repeat("--- ", len(t.header)), " "), " "))
	for _, row := range t.rows {
		cells := make([]string, len(row))
		for i, text := range row {
			cells[i] = strings.ReplaceAll(text, "|", `\|`)
			if isCode[i] {
				cells[i] = "`" + cells[i] + "`"
			}
		}
		line(cells)
	}
}

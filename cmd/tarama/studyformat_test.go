package main

import (
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"
)

// forms are the words of the study language that docs/study-format.md must show in an example.
var forms = []string{
	"study:", "model:", "title:", "fixed:", "axes:", "where:", "output:", "topology:", "scenario:",
	"formats:", "preview:", "part_cells:",
	"step:", "points:", "scale: log", "from: 1, count:", "base:", "simplex:", "min:", "permutations", "subsets", "points: design.csv",
	"design:", "method:", "among:",
}

// cellsOfExample finds the number of cells that an example says it has: "# 2,400 cells".
var cellsOfExample = regexp.MustCompile(`# ([0-9,]+) cells?\b`)

// TestStudyFormatExamples reads every example of docs/study-format.md as a study and counts its cells. A fragment becomes a
// study of the model that its fence names (model=NAME); a csv block is the points file that its fence names.
func TestStudyFormatExamples(t *testing.T) {
	const document = "study-format.md"
	dir := t.TempDir()
	all := ""
	for _, f := range fences(t, document, "yaml", "csv") {
		if f.language == "csv" {
			writeFile(t, filepath.Join(dir, f.attributes["file"]), f.text)
			continue
		}
		all += f.text
		text := f.text
		if model := f.attributes["model"]; model != "" {
			text = "study: example\nmodel: " + model + "\n" + text
		}
		path := filepath.Join(dir, "study.yaml")
		writeFile(t, path, text)
		s := loadReady(t, path)
		said := cellsOfExample.FindStringSubmatch(text)
		if said == nil {
			t.Errorf("%s:%d: the example does not say how many cells it has", document, f.line)
			continue
		}
		cells, exact := s.Cells()
		if want := strings.ReplaceAll(said[1], ",", ""); strconv.FormatInt(cells, 10) != want || !exact {
			t.Errorf("%s:%d: the example says %s cells, but has %d", document, f.line, said[1], cells)
		}
	}
	for _, form := range forms {
		if !strings.Contains(all, form) {
			t.Errorf("%s has no example of %s", document, form)
		}
	}
}

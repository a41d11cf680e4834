package main

import (
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"tarama/sweep/study"
)

// What the comment of every ready study says, in this order.
var headerWords = []string{"# Question:", "# You learn:", "# Look at:", "# Takes:"}

// cellsSaid finds the number of cells that a comment promises: "(4,221 cells)".
var cellsSaid = regexp.MustCompile(`\(([0-9,]+) cells?\)`)

func TestReadyStudiesSayWhatTheyAre(t *testing.T) {
	paths, err := filepath.Glob(filepath.Join("..", "..", "configs", "*.yaml"))
	if err != nil || len(paths) == 0 {
		t.Fatalf("no ready studies: %v", err)
	}
	for _, path := range paths {
		name := strings.TrimSuffix(filepath.Base(path), ".yaml")
		t.Run(name, func(t *testing.T) {
			s := loadReady(t, path)
			if s.Name != name {
				t.Errorf("the study is called %s", s.Name)
			}
			if len(s.Preview) == 0 {
				t.Error("the study names no columns for the table after a run")
			}
			text := readText(t, path)
			position := 0
			for _, word := range headerWords {
				at := strings.Index(text[position:], word)
				if at < 0 {
					t.Fatalf("the comment has no %q after its first %d bytes", word, position)
				}
				position += at
			}
			checkCells(t, s, text)
		})
	}
}

// checkCells holds the number of cells in the comment to the study itself.
func checkCells(t *testing.T, s *study.Study, text string) {
	t.Helper()
	said := cellsSaid.FindStringSubmatch(text)
	if said == nil {
		t.Fatal("the comment does not say how many cells the study has")
	}
	want, err := strconv.ParseInt(strings.ReplaceAll(said[1], ",", ""), 10, 64)
	if err != nil {
		t.Fatal(err)
	}
	cells := s.Grid.Cells()
	if s.Where != nil {
		kept, exact := s.Where.Kept()
		if !exact {
			t.Fatal("how many cells the condition keeps is only an estimate")
		}
		cells = kept
	}
	if cells != want {
		t.Errorf("the comment says %d cells, the study has %d", want, cells)
	}
}

// The README's study must be one that runs, with as many cells as the text says.
func TestReadmeStudyIsRight(t *testing.T) {
	text := readText(t, filepath.Join("..", "..", "README.md"))
	block := regexp.MustCompile("(?s)```yaml\n(.*?)```").FindStringSubmatch(text)
	if block == nil {
		t.Fatal("the README shows no study")
	}
	path := filepath.Join(t.TempDir(), "study.yaml")
	if err := os.WriteFile(path, []byte(block[1]), 0o600); err != nil {
		t.Fatal(err)
	}
	s := loadReady(t, path)
	if said := "= " + strconv.FormatInt(s.Grid.Cells(), 10) + " cells"; !strings.Contains(text, said) {
		t.Errorf("the README does not say %q of its study", said)
	}
}

// loadReady reads a study that must be right, without even a warning.
func loadReady(t *testing.T, path string) *study.Study {
	t.Helper()
	s, err := study.Load(path, study.Options{})
	if err != nil {
		t.Fatal(err)
	}
	for _, warning := range s.Warnings {
		t.Errorf("warning: %s", warning)
	}
	return s
}

func readText(t *testing.T, path string) string {
	t.Helper()
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

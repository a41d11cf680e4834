package main

import (
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

var (
	// testName is a test that a document names.
	testName = regexp.MustCompile("`((?:Test|Fuzz|Benchmark)[A-Z]\\w*)`")
	// sourcePath is a file or folder of the repository that a document names.
	sourcePath = regexp.MustCompile("`((?:cmd|models|sweep|output|analysis|configs|docs|\\.ci)/[\\w./-]*)`")
	// link is a link to another place of the repository.
	link        = regexp.MustCompile(`\]\(([^)\s]+)\)`)
	declaration = regexp.MustCompile(`(?m)^func ((?:Test|Fuzz|Benchmark)[A-Z]\w*)\(`)
	headingLine = regexp.MustCompile("(?m)^#+ (.*)$")
)

// TestDocumentsNameWhatThereIs holds the names of tests and files and the links in README.md, CONTRIBUTING.md and docs/ to
// what the repository has.
func TestDocumentsNameWhatThereIs(t *testing.T) {
	root, err := filepath.Abs("../..")
	if err != nil {
		t.Fatal(err)
	}
	tests := declaredTests(t, root)
	for _, document := range append(documents(t, root), filepath.Join(root, "CONTRIBUTING.md")) {
		text, name := readText(t, document), strings.TrimPrefix(document, root+"/")
		for _, m := range testName.FindAllStringSubmatch(text, -1) {
			if !tests[m[1]] {
				t.Errorf("%s names the test %s, which there is not", name, m[1])
			}
		}
		for _, m := range sourcePath.FindAllStringSubmatch(text, -1) {
			if _, err := os.Stat(filepath.Join(root, m[1])); err != nil {
				t.Errorf("%s names %s: %v", name, m[1], err)
			}
		}
		for _, m := range link.FindAllStringSubmatch(text, -1) {
			checkLink(t, document, m[1])
		}
	}
}

func declaredTests(t *testing.T, root string) map[string]bool {
	t.Helper()
	found := map[string]bool{}
	err := filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || !strings.HasSuffix(path, "_test.go") {
			return err
		}
		for _, m := range declaration.FindAllStringSubmatch(readText(t, path), -1) {
			found[m[1]] = true
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return found
}

// checkLink follows a link within the repository, to the heading if it names one.
func checkLink(t *testing.T, document, target string) {
	t.Helper()
	if strings.Contains(target, "://") || strings.HasPrefix(target, "mailto:") {
		return
	}
	path, anchor, _ := strings.Cut(target, "#")
	file := document
	if path != "" {
		file = filepath.Join(filepath.Dir(document), path)
	}
	if _, err := os.Stat(file); err != nil {
		t.Errorf("%s links to %s: %v", filepath.Base(document), target, err)
		return
	}
	if anchor == "" {
		return
	}
	for _, m := range headingLine.FindAllStringSubmatch(readText(t, file), -1) {
		if anchorOf(m[1]) == anchor {
			return
		}
	}
	t.Errorf("%s links to %s, but there is no such heading", filepath.Base(document), target)
}

// anchorOf is the name that GitHub gives to a heading.
func anchorOf(heading string) string {
	var b strings.Builder
	for _, c := range strings.ToLower(heading) {
		switch {
		case c == ' ':
			b.WriteByte('-')
		case c == '-' || c == '_' || 'a' <= c && c <= 'z' || '0' <= c && c <= '9':
			b.WriteRune(c)
		}
	}
	return b.String()
}

// TestDependenciesAreListed holds the list of docs/dependencies.md to the direct dependencies of go.mod.
func TestDependenciesAreListed(t *testing.T) {
	var wanted, listed []string
	for _, m := range regexp.MustCompile(`(?m)^\t(\S+) v\S+$`).FindAllStringSubmatch(readText(t, filepath.Join("..", "..", "go.mod")), -1) {
		wanted = append(wanted, m[1])
	}
	document := readText(t, filepath.Join("..", "..", "docs", "dependencies.md"))
	for _, m := range regexp.MustCompile("(?m)^\\| `(\\S+)` \\| .+ \\|$").FindAllStringSubmatch(document, -1) {
		listed = append(listed, m[1])
	}
	if len(wanted) == 0 || !cmp.Equal(wanted, listed) {
		t.Errorf("the list differs from the direct dependencies of go.mod (-go.mod +document):\n%s", cmp.Diff(wanted, listed))
	}
}

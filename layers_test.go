// Package tarama has no code: the folders are the architecture, and the test beside this line holds them to it.
package tarama

import (
	"go/parser"
	"go/token"
	"io/fs"
	"os/exec"
	"path"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"os"
)

// layer says which packages of this module a folder's code may import, and why.
type layer struct {
	folder string
	may    []string // folders of this module, itself always included
	why    string
}

// The first layer whose folder holds the file counts.
var layers = []layer{
	{"models", nil, "a model must be readable, testable and addable on its own, so models import nothing else of ours"},
	{"output", nil, "files are written from plain slices, so that neither a model nor the sweep decides about formats"},
	{"analysis", []string{"output"}, "analysis reads results and knows no model, so that it works for every model to come"},
	{"sweep/grid", []string{"models"}, "the grid is arithmetic over parameters; it knows neither study files nor runs"},
	{"sweep/where", []string{"models", "sweep/grid"}, "a filter sees one cell's values and nothing else"},
	{"sweep/study", []string{"models", "sweep/grid", "sweep/where"}, "a study is read before anything runs or is written"},
	{"sweep", []string{"models", "output"}, "sweep turns a model's spec into columns, and knows nothing of the command line"},
	{"cmd", []string{"sweep", "analysis", "models", "output"}, "only the command line knows verbs, exit codes and terminals"},
}

// foreign says which folder alone may import a module of others, and why.
var foreign = []struct{ prefix, folder, why string }{
	{"github.com/apache/arrow/", "output", "another release of the Arrow library must be a change in one place"},
	{"github.com/xitongsys/", "output", "the second reader belongs beside the first"},
	{"github.com/klauspost/", "output", "compression is the formats' business"},
	{"go.yaml.in/yaml/", "sweep/study", "only the study file is YAML"},
	{"github.com/expr-lang/", "sweep/where", "only the filter has a grammar"},
	{"github.com/schollz/progressbar/", "cmd", "the bar belongs to the terminal"},
	{"github.com/spf13/", "cmd", "verbs and flags belong to the command line"},
	{"maragu.dev/gomponents", "analysis/report", "only the report is HTML"},
}

func TestImportsFollowTheLayers(t *testing.T) {
	files := 0
	err := fs.WalkDir(os.DirFS("."), ".", func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || !strings.HasSuffix(name, ".go") || path.Dir(name) == "." {
			return err
		}
		files++
		for _, imported := range imports(t, name) {
			checkImport(t, name, imported)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if files < 20 {
		t.Fatalf("only %d Go files found: the test looks at the wrong folder", files)
	}
}

func imports(t *testing.T, name string) []string {
	t.Helper()
	file, err := parser.ParseFile(token.NewFileSet(), name, nil, parser.ImportsOnly)
	if err != nil {
		t.Fatal(err)
	}
	var paths []string
	for _, spec := range file.Imports {
		imported, err := strconv.Unquote(spec.Path.Value)
		if err != nil {
			t.Fatal(err)
		}
		paths = append(paths, imported)
	}
	return paths
}

func checkImport(t *testing.T, name, imported string) {
	t.Helper()
	if own, ok := strings.CutPrefix(imported, "tarama/"); ok {
		checkLayer(t, name, own)
		return
	}
	for _, f := range foreign {
		if strings.HasPrefix(imported, f.prefix) && !within(name, f.folder) && !strings.HasSuffix(name, "_test.go") {
			t.Errorf("%s imports %s, which only %s/ may: %s", name, imported, f.folder, f.why)
		}
	}
}

func checkLayer(t *testing.T, name, imported string) {
	t.Helper()
	for _, l := range layers {
		if !within(name, l.folder) {
			continue
		}
		if within(imported, l.folder) {
			return
		}
		for _, folder := range l.may {
			if within(imported, folder) {
				return
			}
		}
		t.Errorf("%s imports tarama/%s, but %s/ may import of ours only itself and [%s]: %s",
			name, imported, l.folder, strings.Join(l.may, " "), l.why)
		return
	}
	t.Errorf("%s lies in no layer: give its folder a line in the list above", name)
}

func within(name, folder string) bool {
	return name == folder || strings.HasPrefix(name, folder+"/")
}

// The binary must stay small and quick to start: pqarrow, flight or gRPC in the import graph would double it, and protocol
// buffers are a tenth of it.
func TestBinaryStaysFreeOfServers(t *testing.T) {
	out, err := exec.Command("go", "list", "-deps", "./cmd/tarama").Output()
	if err != nil {
		t.Fatalf("go list: %v", err)
	}
	for _, dep := range strings.Fields(string(out)) {
		for _, banned := range []string{"google.golang.org/", "/arrow/flight", "/parquet/pqarrow", "/arrow/compute"} {
			if strings.Contains(dep, banned) && !strings.HasPrefix(dep, "tarama/") {
				t.Errorf("cmd/tarama depends on %s: that brings in servers and megabytes that no study needs", dep)
			}
		}
	}
}

// largestBinary is what the stripped static binary may have. What is in it is in docs/performance.md.
const largestBinary = 16_000_000

func TestBinaryStaysSmall(t *testing.T) {
	binary, tree := link(t)
	info, err := os.Stat(binary)
	if err != nil {
		t.Fatal(err)
	}
	if info.Size() > largestBinary {
		t.Errorf("the stripped static binary has %d bytes, more than %d: see what the newest dependency brings along", info.Size(), largestBinary)
	}
	if tree.reflecting != "" {
		t.Errorf("a method is looked up by name, so that the linker keeps every exported method there is:\n%s", tree.way(tree.reflecting))
	}
}

// linkTree is what the linker tells of its work.
type linkTree struct {
	from       map[string]string // by symbol: the one from which it was first reached
	reflecting string            // the first that calls reflect's Method or MethodByName for what the linker cannot know
}

// link builds the binary.
func link(t *testing.T) (binary string, tree linkTree) {
	t.Helper()
	binary = filepath.Join(t.TempDir(), "tarama")
	build := exec.Command("go", "build", "-trimpath", "-ldflags", "-s -w -dumpdep", "-o", binary, "./cmd/tarama")
	build.Env = append(os.Environ(), "CGO_ENABLED=0")
	out, err := build.CombinedOutput()
	if err != nil {
		t.Fatalf("go build: %v\n%s", err, out)
	}
	tree.from = map[string]string{}
	for line := range strings.Lines(string(out)) {
		from, to, ok := strings.Cut(strings.TrimSpace(line), " -> ")
		if ok {
			tree.add(from, to)
		}
	}
	if tree.from["main.main"] == "" {
		t.Fatal("the linker does not tell how it reached main.main: the test looks for the wrong thing")
	}
	return binary, tree
}

// linkMarks are what the linker says of a symbol behind its name.
var linkMarks = regexp.MustCompile(`( <\w+>)+$`)

func (l *linkTree) add(from, to string) {
	name := linkMarks.ReplaceAllString(to, "")
	if l.from[name] == "" {
		l.from[name] = linkMarks.ReplaceAllString(from, "")
	}
	if l.reflecting == "" && strings.Contains(to, "<ReflectMethod>") {
		l.reflecting = name
	}
}

// way is how the linker came to a symbol, backwards.
func (l *linkTree) way(symbol string) string {
	var steps []string
	for ; symbol != "" && len(steps) < 40; symbol = l.from[symbol] {
		steps = append(steps, symbol)
	}
	return strings.Join(steps, "\n<- ")
}

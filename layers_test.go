// Package tarama has no code: the folders are the architecture, and the test beside this line holds them to it.
package tarama

import (
	"go/parser"
	"go/token"
	"io/fs"
	"os/exec"
	"path"
	"path/filepath"
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

// The binary must stay small and quick to start: pqarrow, flight or gRPC in the import graph would triple it.
func TestBinaryStaysFreeOfServers(t *testing.T) {
	out, err := exec.Command("go", "list", "-deps", "./cmd/tarama").Output()
	if err != nil {
		t.Fatalf("go list: %v", err)
	}
	for _, dep := range strings.Fields(string(out)) {
		for _, banned := range []string{"google.golang.org/grpc", "/arrow/flight", "/parquet/pqarrow", "/arrow/compute"} {
			if strings.Contains(dep, banned) && !strings.HasPrefix(dep, "tarama/") {
				t.Errorf("cmd/tarama depends on %s: that brings in servers and megabytes that no study needs", dep)
			}
		}
	}
}

// largestBinary is what the stripped static binary may have. 16 MB were wanted. What stands against it is in
// docs/performance.md: methods looked up by name in the parser of conditions and in the report's templates, which make the
// linker keep all methods; gonum's linear algebra; protocol buffers. Lower it when one of them goes.
const largestBinary = 27_000_000

func TestBinaryStaysSmall(t *testing.T) {
	binary := filepath.Join(t.TempDir(), "tarama")
	build := exec.Command("go", "build", "-trimpath", "-ldflags", "-s -w", "-o", binary, "./cmd/tarama")
	build.Env = append(os.Environ(), "CGO_ENABLED=0")
	if out, err := build.CombinedOutput(); err != nil {
		t.Fatalf("go build: %v\n%s", err, out)
	}
	info, err := os.Stat(binary)
	if err != nil {
		t.Fatal(err)
	}
	if info.Size() > largestBinary {
		t.Errorf("the stripped static binary has %d bytes, more than %d: see what the newest dependency brings along", info.Size(), largestBinary)
	}
}

package study

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/txtar"
	"github.com/santhosh-tekuri/jsonschema/v6"
	"go.yaml.in/yaml/v3"

	"tarama/sweep/study/schema"
)

// testSchema is the compiled schema of the models for tests.
func testSchema(t testing.TB) *jsonschema.Schema {
	t.Helper()
	text, err := schema.Of(testModels(), []string{"parquet", "arrow"})
	if err != nil {
		t.Fatal(err)
	}
	document, err := jsonschema.UnmarshalJSON(bytes.NewReader(text))
	if err != nil {
		t.Fatal(err)
	}
	compiler := jsonschema.NewCompiler()
	if err := compiler.AddResource("study.schema.json", document); err != nil {
		t.Fatal(err)
	}
	compiled, err := compiler.Compile("study.schema.json")
	if err != nil {
		t.Fatal(err)
	}
	return compiled
}

// validate checks a study as an editor does: as what YAML makes of it.
func validate(s *jsonschema.Schema, text []byte) error {
	var tree any
	if err := yaml.Unmarshal(text, &tree); err != nil {
		return err
	}
	return s.Validate(tree)
}

func TestSchemaAcceptsGoodStudies(t *testing.T) {
	s := testSchema(t)
	good := []string{
		wholeStudy, designStudy, head, head + "axes:\nfixed:\n",
		head + "axes: [points: d.csv]", head + "axes: [points: {file: d.csv}]",
		head + "title: 2026\nwhere: ttl_s > 3\nfixed: {weights: [1, 2, 3], ttl_s: 3.0e+01}",
		head + "topology: {regions: [x, y]}\nfixed: {failed_region: x}\naxes: [weights: [[1, 2], [3, 4]]]\noutput: {preview: [weight_x]}",
		"study: 7\nmodel: plain\naxes: [rounds: [1, 2]]",
		head + "design: {method: morris, points: 3, seed: 1, levels: 8, parameters: [ttl_s]}\naxes: [ttl_s: {from: 10, to: 90}]",
	}
	for _, form := range goodForms() {
		good = append(good, head+"axes:\n  - "+form+"\n")
	}
	for _, text := range good {
		if err := validate(s, []byte(text)); err != nil {
			t.Errorf("%s\n%v", text, err)
		}
		study, err := Parse("study.yaml", []byte(text), Options{Models: testModels(), Open: files{"d.csv": "ttl_s\n30\n"}.open})
		if err != nil {
			t.Fatalf("%s\n%v", text, err)
		}
		if err := validate(s, study.Resolved); err != nil {
			t.Errorf("%s\n%v", study.Resolved, err)
		}
	}
}

// TestSchemaRefusesBadStudies has the bad studies of testdata/bad. What a schema cannot tell is listed in
// testdata/schema-lets-through.txt.
func TestSchemaRefusesBadStudies(t *testing.T) {
	const golden = "testdata/schema-lets-through.txt"
	s := testSchema(t)
	paths, err := filepath.Glob("testdata/bad/*.txtar")
	if err != nil || len(paths) == 0 {
		t.Fatalf("no archives: %v", err)
	}
	var through []string
	refused := 0
	for _, path := range paths {
		archive, err := txtar.ParseFile(path)
		if err != nil {
			t.Fatal(err)
		}
		for _, f := range archive.Files {
			name, file, _ := strings.Cut(f.Name, "/")
			if file != "study.yaml" || overridden(archive, name) {
				continue
			}
			if err := validate(s, bytes.TrimSuffix(f.Data, []byte("\n"))); err != nil {
				refused++
				continue
			}
			through = append(through, strings.TrimSuffix(filepath.Base(path), ".txtar")+" "+name)
		}
	}
	got := strings.Join(through, "\n") + "\n"
	if *update {
		if err := os.WriteFile(golden, []byte(got), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(golden)
	if err != nil {
		t.Fatal(err)
	}
	if got != string(want) || refused < 2*len(through) {
		t.Errorf("%d are refused, and the schema lets through\n%swant\n%s", refused, got, want)
	}
}

// overridden says whether the study of a case is bad by its overrides or points files only.
func overridden(archive *txtar.Archive, name string) bool {
	return slices.ContainsFunc(archive.Files, func(f txtar.File) bool {
		return f.Name == name+"/set" || strings.HasPrefix(f.Name, name+"/") && strings.HasSuffix(f.Name, ".csv")
	})
}

// TestSchemaSaysWhere keeps the schema useful in an editor: the error must be at the value.
func TestSchemaSaysWhere(t *testing.T) {
	err := validate(testSchema(t), []byte(head+"fixed: {ttl_s: 0}"))
	var invalid *jsonschema.ValidationError
	if !errors.As(err, &invalid) || !strings.Contains(fmt.Sprintf("%#v", invalid), "fixed") || !strings.Contains(err.Error(), "/fixed/ttl_s") {
		t.Errorf("%v", err)
	}
}

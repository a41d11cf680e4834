package main

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"
	"go.yaml.in/yaml/v3"

	"tarama/sweep/study"
)

const schemaFile = "../../docs/study.schema.json"

// schemaComment is how a ready study tells editors of its schema.
const schemaComment = "# yaml-language-server: $schema=../docs/study.schema.json\n"

// TestSchemaFile holds the file that editors read to what the models declare now; -update writes it.
func TestSchemaFile(t *testing.T) {
	want, err := studySchema()
	if err != nil {
		t.Fatal(err)
	}
	if *update {
		if err := os.WriteFile(schemaFile, want, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	if got := readText(t, schemaFile); got != string(want) {
		t.Errorf("%s is not what `tarama schema` prints; go test ./cmd/tarama -run TestSchemaFile -update writes it", schemaFile)
	}
}

// TestReadyStudiesKeepToTheSchema checks each as an editor does: as it is written, and as the results directory keeps it.
func TestReadyStudiesKeepToTheSchema(t *testing.T) {
	s, err := jsonschema.NewCompiler().Compile(schemaFile)
	if err != nil {
		t.Fatal(err)
	}
	paths, err := filepath.Glob(filepath.Join("..", "..", "configs", "*.yaml"))
	if err != nil || len(paths) == 0 {
		t.Fatalf("no ready studies: %v", err)
	}
	for _, path := range paths {
		t.Run(filepath.Base(path), func(t *testing.T) {
			text := readText(t, path)
			if !strings.HasPrefix(text, schemaComment) {
				t.Errorf("the study does not begin with %q", schemaComment)
			}
			ready, err := study.Load(path, study.Options{})
			if err != nil {
				t.Fatal(err)
			}
			tree, err := jsonschema.UnmarshalJSON(bytes.NewReader(ready.Resolved))
			if err != nil {
				t.Fatal(err)
			}
			if err := s.Validate(tree); err != nil {
				t.Error(err)
			}
			var written any
			if err := yaml.Unmarshal([]byte(text), &written); err != nil {
				t.Fatal(err)
			}
			if err := s.Validate(written); err != nil {
				t.Error(err)
			}
		})
	}
}

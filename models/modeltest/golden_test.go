package modeltest_test

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"testing"

	"tarama/models"
	"tarama/models/modeltest"
	"tarama/models/registry"
)

const goldenFolder = "testdata/golden"

// TestGoldenCells runs the golden cells of every model, in its default scenario.
func TestGoldenCells(t *testing.T) {
	for _, m := range registry.All() {
		t.Run(m.Name(), func(t *testing.T) {
			spec, err := m.Spec(nil)
			if err != nil {
				t.Fatal(err)
			}
			modeltest.Golden(t, spec, filepath.Join(goldenFolder, m.Name()+".csv"))
		})
	}
}

// TestGoldenTopologies runs the golden cells of two topologies, for the models that have one.
func TestGoldenTopologies(t *testing.T) {
	for _, m := range registry.All() {
		if m.ScenarioKey() != "topology" {
			continue
		}
		for _, topology := range []string{"topology1", "topology2"} {
			t.Run(topology+"."+m.Name(), func(t *testing.T) {
				spec, err := m.Spec(readScenario(t, m, topology+".json"))
				if err != nil {
					t.Fatal(err)
				}
				modeltest.Golden(t, spec, filepath.Join(goldenFolder, topology+"."+m.Name()+".csv"))
			})
		}
	}
}

// readScenario fills a model's scenario in from a file.
func readScenario(t *testing.T, m models.Model, name string) any {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(goldenFolder, name))
	if err != nil {
		t.Fatal(err)
	}
	scenario := m.NewScenario()
	decoder := json.NewDecoder(bytes.NewReader(text))
	decoder.DisallowUnknownFields()
	if err := decoder.Decode(scenario); err != nil {
		t.Fatalf("%s: %v", name, err)
	}
	return scenario
}

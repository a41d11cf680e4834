package sweep

import (
	"fmt"
	"os"
	"path/filepath"
	"sync/atomic"
	"testing"

	"tarama/models"
	"tarama/sweep/study"
)

// fakeModel is a model whose cells do what the parameter act says. Its metric is a function of x and y alone.
type fakeModel struct {
	before func() // called ahead of each cell; nil for nothing
	cells  *atomic.Int64
}

func (fakeModel) Name() string        { return "fake" }
func (fakeModel) ScenarioKey() string { return "" }
func (fakeModel) NewScenario() any    { return nil }

func (m fakeModel) Spec(any) (*models.Spec, error) {
	number := models.Between(0, 1e9)
	return &models.Spec{
		Model: "fake", Version: 1, Doc: "a model for tests",
		Parameters: []models.Parameter{
			{Name: "x", Type: models.Int, Doc: "a number", Bounds: number},
			{Name: "y", Type: models.Real, Doc: "a real", Bounds: number, Default: models.RealValue(0.5), Cost: models.Generate},
			{
				Name: "act", Type: models.Enum, Doc: "what happens", Default: models.TextValue(models.Enum, "compute"),
				Words: []string{"compute", "fail", "panic"},
			},
		},
		Metrics: []models.Metric{
			{Name: "sum", Type: models.Real, Doc: "x and y", Nullable: true},
			{Name: "parity", Type: models.Enum, Doc: "of x", Words: []string{"even", "odd"}},
		},
		Rules: []models.Rule{{
			Parameters: []string{"x"},
			Check: func(v []models.Value) error {
				if v[0].Int == 13 {
					return fmt.Errorf("x is 13, which brings bad luck")
				}
				return nil
			},
		}},
		NewKernel: func(words [][]string) models.Kernel { return &fakeKernel{model: m, acts: words[2]} },
	}, nil
}

type fakeKernel struct {
	model fakeModel
	acts  []string
	dirty bool // a kernel that panicked must not be used again
}

func (k *fakeKernel) Run(b *models.Batch) {
	for _, row := range b.Order {
		if k.model.before != nil {
			k.model.before()
		}
		if k.model.cells != nil {
			k.model.cells.Add(1)
		}
		x, y := b.Parameters[0].Ints[row], b.Parameters[1].Reals[row]
		switch {
		case k.acts[b.Parameters[2].Codes[row]] == "fail":
			b.Fail(int(row), fmt.Sprintf("x is %d, as told", x))
			continue
		case k.acts[b.Parameters[2].Codes[row]] == "panic" || k.dirty:
			k.dirty = true
			panic(fmt.Sprintf("no %d today", x))
		}
		b.Metrics[0].Reals[row], b.Metrics[0].Null[row] = float64(x)+y, x%10 == 7
		b.Metrics[1].Codes[row], b.Metrics[1].Null[row] = int32(x%2), false
	}
}

// planOf lays out a study of the fake model, written to a folder that also is where its results may go.
func planOf(t *testing.T, model fakeModel, text string) *Plan {
	t.Helper()
	path := filepath.Join(t.TempDir(), "study.yaml")
	if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	s, err := study.Load(path, study.Options{Models: []models.Model{model}})
	if err != nil {
		t.Fatal(err)
	}
	return NewPlan(s)
}

package traffictest

import (
	"flag"
	"math"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"tarama/models"
	"tarama/models/internal/traffic"
	"tarama/models/modeltest"
)

// Main runs a package's tests with enough random cases that each rare one is met.
func Main(m *testing.M) {
	if err := flag.Set("rapid.checks", "1000"); err != nil {
		panic(err)
	}
	m.Run() // parses the command line, which may say otherwise
}

// Reference computes a cell in the slow and obvious way.
type Reference func(*traffic.Topology, modeltest.Cell) modeltest.Row

// EqualsReference holds a model's kernel to its reference, bit for bit, in batches whose cells change a few parameters
// at a time. The cells are made to meet what uniform ones seldom do: equal distances, long and circular fallbacks, all
// regions out, rotations without a region in service, lifetimes beyond the end, failures at both ends.
func EqualsReference(t *testing.T, m models.Model, reference Reference, further func(*rapid.T) Values) {
	t.Helper()
	rapid.Check(t, func(t *rapid.T) {
		own := Topology(t)
		spec := Spec(t, m, own)
		topology := own
		if own == nil {
			topology = traffic.Default()
		}
		cells := Cells(t, spec, own, further)
		for i, got := range modeltest.Evaluate(cells) {
			if d := Difference(spec, got, reference(topology, cells[i])); d != "" {
				t.Fatalf("cell %d of the batch differs from the reference:\n%s\nin%s", i, d, cells[i])
			}
		}
	})
}

// Spec declares a model for a topology that a study gave, or for the default one if it is nil.
func Spec(t rapid.TB, m models.Model, own *traffic.Topology) *models.Spec {
	t.Helper()
	var scenario any
	if own != nil {
		scenario = own
	}
	spec, err := m.Spec(scenario)
	if err != nil {
		t.Fatal(err)
	}
	return spec
}

// Difference lists the spec's metrics in which two rows differ in any bit, or returns "".
func Difference(spec *models.Spec, got, want modeltest.Row) string {
	var lines []string
	for _, m := range spec.Metrics {
		g, gok := got[m.Name]
		w, wok := want[m.Name]
		if gok != wok || g.Type != w.Type || g.Int != w.Int || g.Text != w.Text ||
			math.Float64bits(g.Real) != math.Float64bits(w.Real) {
			lines = append(lines, m.Name+": got "+show(g, gok)+", want "+show(w, wok))
		}
	}
	return strings.Join(lines, "\n")
}

func show(v models.Value, ok bool) string {
	if !ok {
		return "null"
	}
	return v.String()
}

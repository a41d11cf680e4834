package modeltest_test

import (
	"errors"
	"os"
	"os/exec"
	"strings"
	"testing"

	"tarama/models"
	"tarama/models/modeltest"
)

// The suite is tested on a small model, coin, that comes right or with one fault. A fault must fail the test that is
// there for it. As a failing test fails its parents too, each runs in a process of its own.

// faultVariable names the fault to that process.
const faultVariable = "MODELTEST_FAULT"

// kernelFaults are mistakes in coin's kernel, with the test that notices them. The kernel asks for them by name.
var kernelFaults = map[string]string{
	"wrong by one":           "equals_reference",
	"wrong in one bit":       "equals_reference",
	"fails a cell":           "equals_reference",
	"metric not written":     "writes_every_metric",
	"null not written":       "writes_every_metric",
	"not a number":           "writes_every_metric",
	"touches all rows":       "leaves_other_rows_alone",
	"remembers":              "same_input_same_bits",
	"trusts earlier batches": "same_input_same_bits",
	"takes codes as words":   "same_input_same_bits",
	"shares memory":          "kernels_side_by_side",
	"allocates":              "no_allocation",
}

// specFaults are mistakes in coin's declaration.
var specFaults = map[string]struct {
	test  string
	spoil func(s *models.Spec)
}{
	"undeclared null":     {"writes_every_metric", func(s *models.Spec) { s.Metrics[1].Nullable = false }},
	"word out of range":   {"writes_every_metric", func(s *models.Spec) { s.Metrics[2].Words = s.Metrics[2].Words[:1] }},
	"no unit":             {"declaration", func(s *models.Spec) { s.Metrics[1].Name = "tosses_s" }},
	"name twice":          {"declaration", func(s *models.Spec) { s.Metrics[0].Name = s.Metrics[1].Name }},
	"reserved name":       {"declaration", func(s *models.Spec) { s.Metrics[0].Name = "cell" }},
	"upper case":          {"declaration", func(s *models.Spec) { s.Metrics[0].Name = "Wins" }},
	"no doc":              {"declaration", func(s *models.Spec) { s.Metrics[0].Doc = "" }},
	"rule without doc":    {"declaration", func(s *models.Spec) { s.Rules[0].Doc = "" }},
	"doc as a sentence":   {"declaration", func(s *models.Spec) { s.Metrics[0].Doc = "Tosses won." }},
	"default not allowed": {"declaration", func(s *models.Spec) { s.Parameters[0].Default = models.IntValue(0) }},
	"another word first":  {"declaration", func(s *models.Spec) { s.Parameters[2].Default.Text = "tails" }},
	"rule on nothing":     {"declaration", func(s *models.Spec) { s.Rules[0].Parameters = []string{"weather"} }},
	"vector of words":     {"declaration", func(s *models.Spec) { s.Vectors[0].Parameters = []string{"side"} }},
	"defaults break rule": {"declaration", func(s *models.Spec) {
		s.Rules[0].Check = func([]models.Value) error { return errors.New("no cell is allowed") }
	}},
	"caution shouts":         {"cautions", func(s *models.Spec) { s.Cautions[0].Name = "All Heads" }},
	"caution without advice": {"cautions", func(s *models.Spec) { s.Cautions[0].Advice = "" }},
	"caution twice":          {"cautions", func(s *models.Spec) { s.Cautions = append(s.Cautions, s.Cautions[0]) }},
	"caution about nothing":  {"cautions", func(s *models.Spec) { s.Cautions[0].Parameters = []string{"weather"} }},
	"caution about the usual": {"cautions", func(s *models.Spec) {
		s.Cautions[0].Check = func([]models.Value) models.Verdict { return models.Misleading }
	}},
	"caution about no cell": {"cautions", func(s *models.Spec) { s.Cautions[0].Check = nil }},
	"caution about cells and pairs": {"cautions", func(s *models.Spec) {
		s.Cautions[0].Exposure = func([]models.Value) int64 { return 1 }
	}},
	"exposure below nothing": {"cautions", func(s *models.Spec) {
		s.Cautions[0].Check, s.Cautions[0].Exposure = nil, func([]models.Value) int64 { return -1 }
	}},
	"verdict that is none":   {"cautions", func(s *models.Spec) { s.Cautions[0].Check = func([]models.Value) models.Verdict { return 3 } }},
	"seed matters after all": {"cautions", func(s *models.Spec) { s.Chance.Seed = "tosses" }},
	"generator of nothing":   {"cautions", func(s *models.Spec) { s.Chance.Independent = "dice" }},
	"seed of words":          {"cautions", func(s *models.Spec) { s.Chance.Seed = "side" }},
	"one seed as a repetition": {"cautions", func(s *models.Spec) {
		s.Chance.Replicates = func(string, []int64) []models.Finding { return []models.Finding{{Name: "alone"}} }
	}},
	"name spoils message": {"refuses_what_is_out_of_bounds", func(s *models.Spec) { s.Parameters[1].Name = "bias\n" }},
	"rule shouts": {"rules_give_messages", func(s *models.Spec) {
		s.Rules[0].Check = func(v []models.Value) error {
			if v[0].Int > 500 {
				return errors.New("Too many tosses!\n")
			}
			return nil
		}
	}},
}

func TestFaultsAreNoticed(t *testing.T) {
	tests := map[string]string{}
	for name, test := range kernelFaults {
		tests[name] = test
	}
	for name, fault := range specFaults {
		tests[name] = fault.test
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			command := exec.Command(os.Args[0], "-test.run=^TestCoin$/^"+test+"$", "-rapid.nofailfile")
			command.Env = append(os.Environ(), faultVariable+"="+name)
			output, err := command.CombinedOutput()
			if err == nil {
				t.Fatalf("%s passes:\n%s", test, output)
			}
			if !strings.Contains(string(output), "--- FAIL: TestCoin/"+test) {
				t.Fatalf("%s does not fail as a test does: %v\n%s", test, err, output)
			}
		})
	}
}

// TestCoin runs the suite on coin: without a fault or, in a process of its own, with one.
func TestCoin(t *testing.T) {
	modeltest.Run(t, modeltest.Suite{Model: coin{fault: os.Getenv(faultVariable)}, Reference: coinReference})
}
